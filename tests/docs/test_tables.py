"""The tables of figures in the documentation come from a command, each from its own."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from benchmarks import tables

from .pages import PAGES

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="needs the checkout")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_tables_are_those_that_the_commands_printed(path):
    text = path.read_text(encoding="utf-8")
    assert tables.rendered(text) == text, "run: python -m benchmarks.tables"


def test_all_figures_that_are_kept_are_shown_and_have_a_command_that_there_is():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    for path in tables.FIGURES.glob("*.txt"):
        figures = tables.Figures.read(path.stem)
        assert f"<!-- figures: {path.stem}" in shown
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", figures.about["date"])
        words = figures.about["command"].split()
        module = words[2] if words[0] == "python" else words[0]
        assert find_spec(module) is not None, figures.about["command"]
