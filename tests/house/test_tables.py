"""The tables of figures in the documentation come from a command, each from its own."""

from __future__ import annotations

import re
from collections import Counter
from importlib.util import find_spec

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="needs the checkout")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("[!_]*.md"))]

tables = pytest.importorskip("benchmarks.tables")
documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)

#: Blocks of text without a language, and tables with cells.
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$|((?:^\|[^\n]*\n)+)", re.M | re.S)


def blocks(text):
    """The blocks, with what stands in the line before each.

    Without those that tests/docs runs: sessions, files, and what examples print.
    """
    for found in BLOCK.finditer(text):
        before = text[: found.start()].splitlines()
        last = before[-1] if before else ""
        is_run = (found[2] or "").startswith("$ ") or last.startswith("<!-- file")
        if not found[1] and not is_run and before[-2:] != ["```", ""]:
            yield last, found[2] or found[3]


@documents
def test_the_tables_are_those_that_the_commands_printed(path):
    text = path.read_text(encoding="utf-8")
    assert tables.rendered(text) == text, "run: python -m benchmarks.tables"


@documents
def test_every_table_of_measured_figures_says_where_it_comes_from(path):
    for before, text in blocks(path.read_text(encoding="utf-8")):
        if len(re.findall(r"\d\.\d", text)) >= 3:
            assert before.startswith("<!-- figures: "), text


def test_no_table_is_a_copy_of_another():
    # A row with several measured figures is hardly ever measured twice.
    rows = [
        " ".join(line.split())
        for path in DOCUMENTS
        for _, text in blocks(path.read_text(encoding="utf-8"))
        for line in text.splitlines()
        if len(re.findall(r"\d[\d,.]*", line)) >= 4
    ]
    assert len(rows) > 100
    assert [row for row, times in Counter(rows).items() if times > 1] == []


def test_all_figures_that_are_kept_are_shown_and_have_a_command_that_there_is():
    shown = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    for path in tables.FIGURES.glob("*.txt"):
        figures = tables.Figures.read(path.stem)
        assert f"<!-- figures: {path.stem}" in shown
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", figures.about["date"])
        words = figures.about["command"].split()
        module = words[2] if words[0] == "python" else words[0]
        assert find_spec(module) is not None, figures.about["command"]
