"""Files of sudokus: their format, errors with places, and printing."""

from __future__ import annotations

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.sudoku.adapter import Sudoku
from exactcover_puzzles.sudoku.drawing import text
from exactcover_puzzles.sudoku.file import Stating, stated, text_of
from exactcover_puzzles.sudoku.model import usual
from tests.paths import ROOT
from tests.puzzles.sudoku.test_layouts import layouts
from tests.puzzles.sudoku.test_sudoku import EASY

IRREGULAR = """\
title: Four boxes
size: 4

boxes:
ABBB
AACB
ACCD
CDDD

clues:
1...
..2.
....
....

cages:
...x
yy..
....
....

sums: x 3, y 7
"""


def read(content):
    return stated(Source("p.txt", content))


def test_a_file_states_boxes_clues_cages_and_sums():
    title, layout, clues = read(IRREGULAR)
    assert (title, layout.side) == ("Four boxes", 4)
    assert layout.boxes[0] == ((0, 0), (1, 0), (1, 1), (2, 0))
    assert clues == [(0, 0, 1), (1, 2, 2)]
    assert [(cage.places, cage.total) for cage in layout.cages] == [
        (((0, 3),), 3),
        (((1, 0), (1, 1)), 7),
    ]


def test_what_is_not_said_is_usual():
    assert read("title: nothing more\n").layout == usual(9)
    assert read("size: 4\n").layout == usual(4)
    assert read("size: 6\nboxes: 3 x 2\n").layout.boxes[0][-1] == (2, 1)
    assert read("size: 5\nboxes: none\n").layout.boxes == ()


def test_digits_above_nine_are_letters_large_or_small():
    rows = ["Gg" + "." * 14] + ["." * 16] * 15
    clues = read("size: 16\n\nclues:\n" + "\n".join(rows) + "\n").given
    assert clues == [(0, 0, 16), (0, 1, 16)]


@given(layouts(), st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3))))
def test_what_is_written_is_read_again(layout, places):
    # Cages that overlap cannot be drawn.
    kept, taken = [], set()
    for cage in layout.cages:
        if taken.isdisjoint(cage.places):
            kept.append(cage._replace(places=tuple(sorted(cage.places))))
            taken |= set(cage.places)
    kept.sort(key=lambda cage: cage.places)
    layout = layout.__class__(
        4, tuple(sorted(layout.boxes)), diagonals=layout.diagonals, cages=tuple(kept)
    )
    stating = Stating("A title", layout, [(*place, 1) for place in sorted(places)])
    assert read(text_of(stating)) == stating


def test_sums_with_millions_of_combinations_are_refused_at_once():
    rows = ["".join(chr(65 + r) * 12 + chr(97 + r) * 13) for r in range(25)]
    sums = ", ".join(f"{chr(65 + r)} 156, {chr(97 + r)} 169" for r in range(25))
    content = "size: 25\n\ncages:\n" + "\n".join(rows) + f"\n\nsums: {sums}\n"
    with pytest.raises(xc.FileFault, match="more than 50,000 sets of digits have these sums"):
        read(content)


@pytest.mark.parametrize("text", [IRREGULAR, f"{EASY}\n"], ids=["drawing", "lines"])
def test_a_file_may_be_compressed_or_come_from_standard_input(asked, tmp_path, monkeypatch, text):
    (tmp_path / "it.gz").write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, out, _ = asked("sudoku", tmp_path / "it.gz", "--quiet")
    assert (code, out, "") == asked("sudoku", "--quiet")
    assert out


# -- pictures ------------------------------------------------------------------------------------


def test_text_has_lines_where_boxes_meet():
    layout = read(IRREGULAR).layout
    assert text(layout, [(0, 0, 1)], ascii=True).splitlines() == [
        "1 | .   .   .",
        "  +---+---+",
        ".   . | . | .",
        "  +---+   +--",
        ". | .   . | .",
        "--+-------+",
        ". | .   .   .",
    ]
    samurai = Sudoku(read(shipped("sudokus", "samurai").read_text()))
    shown = text(samurai.layout, samurai.given).splitlines()
    assert shown[0].count("│") == 6
    assert max(map(len, shown)) == len(shown[7].rstrip())


PAGE = ROOT / "docs" / "puzzles" / "sudoku.md"


@pytest.mark.skipif(not PAGE.exists(), reason="needs the checkout")
def test_the_page_shows_what_the_command_prints(asked, tmp_path):
    blocks = PAGE.read_text(encoding="utf-8").split("```")[1::2]
    (example,) = [block for block in blocks if "boxes:" in block]
    (tmp_path / "example").write_text(example)
    assert asked("sudoku", "--unique", tmp_path / "example")[1].endswith("one solution, unique\n")
    shown = "".join(block.lstrip("\n") for block in blocks if "$ puzzles" in block)
    commands = shown.split("$ puzzles sudoku ")[1:]
    assert len(commands) == 3
    for command in commands:
        arguments, _, printed = command.partition("\n")
        assert asked("sudoku", *arguments.split())[1] == printed


def test_a_drawing_ends_at_the_next_word():
    text = "size: 4\nboxes:\nABBC\nAABC\nADBC\nDDDC\nclues:\n...4\n....\n....\n4...\n"
    close = stated(Source("x", text))
    assert close == stated(Source("x", text.replace("clues:", "\nclues:")))
