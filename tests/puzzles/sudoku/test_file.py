"""Files of sudokus: what they may say, every slip with its place, and how they are printed."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source
from exactcover_puzzles.shared.shipped import shipped, shipped_names
from exactcover_puzzles.sudoku.adapter import Sudoku
from exactcover_puzzles.sudoku.drawing import drawing, text
from exactcover_puzzles.sudoku.file import Stating, stated, text_of
from exactcover_puzzles.sudoku.model import usual
from tests.paths import ROOT
from tests.puzzles.sudoku.command import run
from tests.puzzles.sudoku.test_layouts import layouts
from tests.puzzles.sudoku.test_sudoku import EASY, SOLVED

SMALL = """\
size: 4

clues:
1...
..2.
.3..
...4
"""
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
    assert read(SMALL).layout == usual(4)
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


DOTS = "....\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("size: 1\n", "p.txt:1:7: '1'; expected a side from 2 to 25"),
        ("size: 26\n", "1:7: '26'; expected a side"),
        ("size: 1000000000000\n", "expected a side"),
        ("size: nine\n", "1:7: 'nine'"),
        ("size: 7\n", "1: no 'boxes:' for side 7; expected rows x columns"),
        ("size: 4\nsize: 4\n", "2:1: 'size:' is stated twice"),
        ("sise: 4\n", "did you mean 'size:'"),
        ("boxes: 2 x 3\n", "1:8: '2 x 3'; expected rows x columns of a box of 9 places"),
        ("boxes: 0 x 9\n", "1:8: '0 x 9'"),
        ("diagonals: perhaps\n", "1:12: 'perhaps'; expected 'yes' or 'no'"),
        ("grids: r1c1 x\n", "1:8: 'x'; expected upper left places"),
        ("grids:\n", "0 grids; expected the upper left places of 1 to 25"),
        ("grids: r1c1 r1c1\n", "r1c1 is named twice"),
        ("grids: r1c1 r9999c1\n", "the grid at r9999c1 goes too far"),
        (
            "size: 25\ngrids: r1c1 r1c26 r1c51 r26c1 r26c26 r26c51\n",
            "2:8: grids of 93,750 possible digits; expected no more than 80,000",
        ),
        ("grids: r2c1\n", "nothing in row 1 or column 1"),
        ("size: 4\n\nclues:\n1...\n", "4: 'clues:' has 1 row; expected 4"),
        ("size: 4\n\nclues: 1...\n", "3:8: '1...'; expected its drawing"),
        ("size: 4\n\nclues:\n1...\n" + DOTS * 2 + "...\n", "7:1: a row of 3 characters"),
        ("size: 4\n\nclues:\n..5.\n" + DOTS * 3, "4:3: '5'; expected 1 to 4, or . or 0"),
        ("size: 4\n\nclues:\n  ..x.\n" + DOTS * 3, "4:5: 'x'"),
        (
            "size: 4\n\nboxes:\nAABB\nAABB\nCCDD\nCCCD\n",
            "6:3: box 'C' has 5 places, box 'D' has 3 places; expected 4 in each",
        ),
        (
            "size: 4\ngrids: r1c1 r3c3\n\nclues:\n" + "....##\n" * 2 + "......\n" * 4,
            "9:1: '.'; expected '#', as no grid has this place",
        ),
        ("size: 4\n\ncages:\naaaa\na...\n" + DOTS * 2, "5:1: cage 'a' has more than 4 places"),
        ("size: 4\n\ncages:\naa..\n" + DOTS * 3 + "\nsums: b 3\n", "9:7: 'b 3'; expected cages"),
        ("size: 4\n\ncages:\naa..\n" + DOTS * 3 + "\nsums: a 8\n", "'8' for cage 'a'; expected 3"),
        ("size: 4\n\ncages:\naa..\n" + DOTS * 3 + "\nsums: a 5, a 5\n", "cage 'a' has two sums"),
        ("size: 4\n\ncages:\naa..\n" + DOTS * 3 + "\nsums:\n", "''; expected cages that are drawn"),
    ],
)  # fmt: skip
def test_faults_name_their_place(content, fault):
    with pytest.raises(xc.FileFault) as caught:
        read(content)
    assert fault in str(caught.value)


def test_sums_with_millions_of_combinations_are_refused_at_once():
    rows = ["".join(chr(65 + r) * 12 + chr(97 + r) * 13) for r in range(25)]
    sums = ", ".join(f"{chr(65 + r)} 156, {chr(97 + r)} 169" for r in range(25))
    content = "size: 25\n\ncages:\n" + "\n".join(rows) + f"\n\nsums: {sums}\n"
    with pytest.raises(xc.FileFault, match="more than 50,000 sets of digits have these sums"):
        read(content)


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in shipped_names("sudokus") if name != "lines"])
def test_shipped_puzzles_have_one_solution(name):
    result = run(["--unique", name], "")
    assert result.returncode == 0
    assert result.stdout.endswith("one solution, unique\n")


def test_lines_of_several_sizes_are_answered_in_order():
    result = run(["lines"], "")
    assert [len(line) for line in result.stdout.split()] == [16, 36, 144, 256]
    result = run([], f"{'.' * 16}\n{EASY}\n1{'.' * 15}\n")
    assert [len(line) for line in result.stdout.split()] == [16, 81, 16]


def test_a_file_may_come_from_standard_input_or_be_compressed(tmp_path):
    path = tmp_path / "four.txt.gz"
    path.write_bytes(gzip.compress(f"# a remark\n{IRREGULAR}".encode()))
    printed = run([str(path)], "").stdout
    assert printed == run([], IRREGULAR).stdout
    assert len(printed.splitlines()) == 7
    (tmp_path / "lines.gz").write_bytes(gzip.compress(f"{EASY}\n".encode()))
    assert run([str(tmp_path / "lines.gz")], "").stdout == f"{SOLVED}\n"


def test_json_has_the_rows():
    answer = json.loads(run(["--json"], SMALL).stdout)
    assert answer["rows"][0][0] == "1"
    assert [len(row) for row in answer["rows"]] == [4] * 4


def test_reasons_speak_of_cages_and_grids():
    twice = IRREGULAR.replace("....\n....\n\nc", "1...\n....\n\nc")
    assert "no solution: digit 1 stands twice in column 1" in run([], twice).stderr
    none = (
        "size: 4\n\nclues:\n1...\n....\n....\n....\n\ncages:\naa..\n....\n....\n....\n\nsums: a 7\n"
    )
    result = run([], none)
    assert result.returncode == 1
    assert "no digit fits in r1c1" in result.stderr or "cage at r1c1" in result.stderr


def test_a_file_without_end_is_refused():
    result = run([], "size: 4\n" + "# more\n" * 200_000)
    assert (result.returncode, result.stdout) == (2, "")
    assert "more than 1,000,000 characters" in result.stderr
    result = run([], "." * 3_000_000)
    assert "10,000 characters; expected 81" in result.stderr


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


@pytest.mark.parametrize("name", ["killer-9", "samurai", "diagonal-9", "irregular-9"])
def test_svg_shows_all_digits_clues_in_bold_boxes_thick_and_cages_dashed(name):
    puzzle = Sudoku(read(shipped("sudokus", name).read_text()))
    solution = puzzle.problem.first().options
    page = ElementTree.fromstring(puzzle.svg([solution]))
    texts = [each for each in page.iter() if each.tag.endswith("text")]
    paths = [each for each in page.iter() if each.tag.endswith("path")]
    middle = [each for each in texts if each.get("text-anchor") == "middle"]
    assert len(middle) == len(puzzle.layout.places)
    assert sum(each.get("font-weight") == "bold" for each in texts) == len(puzzle.given)
    dashed = [each for each in paths if each.get("stroke-dasharray")]
    assert len(dashed) == len(puzzle.layout.cages) == len(texts) - len(middle)
    assert len({each.get("stroke-width") for each in paths}) >= 2


def test_thick_lines_are_the_borders_of_the_boxes():
    page = "".join(drawing(usual(4), [], []).elements)
    thick = page.split("<path")[2]
    # Five borders of four places each way, of which three are thick.
    assert thick.count("h") - thick.count("width") == 3 * 4


# -- the page ------------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "puzzles" / "sudoku.md"


@pytest.mark.skipif(not PAGE.exists(), reason="needs the checkout")
def test_the_page_shows_what_the_command_prints():
    blocks = PAGE.read_text(encoding="utf-8").split("```")[1::2]
    (example,) = [block for block in blocks if "boxes:" in block]
    assert run(["--unique"], example).stdout.endswith("one solution, unique\n")
    shown = "".join(block.lstrip("\n") for block in blocks if "$ puzzles" in block)
    commands = shown.split("$ puzzles sudoku ")[1:]
    assert len(commands) == 3
    for command in commands:
        arguments, _, printed = command.partition("\n")
        assert run(arguments.split(), "").stdout == printed


def test_a_drawing_ends_at_the_next_word():
    text = "size: 4\nboxes:\nABBC\nAABC\nADBC\nDDDC\nclues:\n...4\n....\n....\n4...\n"
    close = stated(Source("x", text))
    assert close == stated(Source("x", text.replace("clues:", "\nclues:")))
