"""Every code block and every command of README.md and docs/ does what the page says."""

from __future__ import annotations

import pytest

from .pages import PAGES, Reader

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="needs the checkout")


#: What the code on a page takes.
NEEDS = {
    "howto/costs.md": ["pandas"],
    "howto/files.md": ["networkx", "pandas"],
    "reference/diagrams.md": ["graphillion"],
    "reference/problems.md": ["networkx", "pandas"],
}


def with_needs(page):
    """A page, for one test of each, which runs where there is what it takes."""
    needs = NEEDS.get(f"{page.parent.name}/{page.name}", ())
    return pytest.param(page, id=page.stem, marks=pytest.mark.needs(*needs))


@pytest.mark.parametrize("page", [with_needs(page) for page in PAGES])
def test_a_page_does_what_it_says(page, tmp_path):
    reader = Reader(page, tmp_path)
    reader.read()
    assert not reader.faults, "\n".join(reader.faults)
