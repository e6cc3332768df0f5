"""The reference has every public name, and an example beside it."""

from __future__ import annotations

import re

import pytest

import exactcover as xc
from tests.paths import ROOT

from .pages import blocks

FOLDER = ROOT / "docs" / "reference"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="needs the checkout")

PAGES = sorted(page for page in FOLDER.glob("*.md") if "{eval-rst}" in page.read_text("utf-8"))


def test_every_public_name_is_in_the_reference_once():
    named = [
        name.removeprefix("exactcover.")
        for page in PAGES
        for name in re.findall(r"^\.\. auto\w+:: (\S+)", page.read_text("utf-8"), re.M)
    ]
    assert len(named) == len(set(named))
    assert set(xc.__all__) - {"__version__"} == {name for name in named if "." not in name}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_of_the_reference_has_examples(page):
    # (What commands are made of has its examples in the docstrings.)
    assert page.stem == "commands" or any(block.language == "python" for block in blocks(page))
