"""The examples in the table of formats are read by the kinds that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactcover_puzzles.recognizing import recognized

PAGE = Path(__file__).parents[2] / "docs/howto/formats.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "| yes |" in line
]
EXAMPLES = [(row[1], found[1]) for row in ROWS if (found := re.search("^`(.*)`", row[-1]))]


@pytest.mark.parametrize(("of", "example"), EXAMPLES)
def test_an_example_is_read_by_its_kind(of, example):
    text = example.replace(" / ", "\n") + "\n"
    found = recognized(text)
    assert (found.kind, found.fault) == (of, None)
