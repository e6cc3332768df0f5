"""Every code block and every command of README.md and docs/ does what the page says."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from .pages import PAGES, Reader, blocks, is_session

pytestmark = pytest.mark.skipif(not PAGES[0].exists(), reason="needs the checkout")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page, tmp_path):
    reader = Reader(page, tmp_path)
    reader.read()
    assert not reader.faults, "\n".join(reader.faults)


def kind(block, before):
    """How a block is checked; None if it is not."""
    if block.kind in ("file", "puzzle", "figures"):
        return block.kind
    if is_session(block):
        return "session"
    if block.language in ("python", "sh"):
        return block.language
    if block.text.startswith((".. ", ":")) or not block.text:
        return "directive"  # Sphinx reads it.
    if before is not None and before.language == "python":
        return "printed"
    return None


def test_every_block_of_every_page_is_checked_and_there_are_as_many_as_ever():
    kinds, unchecked = Counter(), []
    for page in PAGES:
        found = blocks(page)
        text = page.read_text(encoding="utf-8")
        assert 2 * len(found) == len(re.findall(r"^ *```", text, re.M)), page
        # (Blocks that are indented instead would not be seen.)
        plain = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
        assert not re.search(r"\n\n    \S", plain), page
        for before, block in zip([None, *found], found, strict=False):
            kinds[kind(block, before)] += 1
            if kind(block, before) is None:
                unchecked.append(f"{page.stem} {block.language}".strip())
    assert sorted(unchecked) == UNCHECKED
    assert {name: kinds[name] for name in NUMBER} == NUMBER


#: Drawings, and excerpts in other languages.
UNCHECKED = [
    "architecture",
    "browser js",
    "files text",
    "journal sql",
    "journal sql",
    "polyform",
    "polyform",
    "tray text",
]

#: To be changed with the pages: that no block gets lost.
NUMBER = {
    "python": 115,
    "printed": 32,
    "session": 62,
    "sh": 42,
    "file": 24,
    "puzzle": 9,
    "figures": 28,
}
