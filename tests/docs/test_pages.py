"""Every code block and every command of README.md and docs/ does what the page says."""

from __future__ import annotations

import pytest

from .pages import PAGES, Reader

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="needs the checkout")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page, tmp_path):
    reader = Reader(page, tmp_path)
    reader.read()
    assert not reader.faults, "\n".join(reader.faults)
