"""Read puzzles in Python, as the commands do."""

from __future__ import annotations

import pytest

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover_puzzles.registry import KINDS
from exactcover_puzzles.shared.shipped import shipped_names

BOARD = """
grid: square
pieces: trominoes
board:
####
####

piece domino:
##
"""


def test_a_kind_is_read_by_the_words_of_its_command(tmp_path):
    (queens,) = puzzles.read("queens", "6")
    assert queens.problem.count() == 4
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    for words, text in (([file], None), ([str(file)], None), ([], BOARD)):
        (tray,) = puzzles.read("polyform", *words, text=text)
        assert tray.problem.count() == 4
        assert tray.problem is tray.problem
    assert len(puzzles.read("sudoku", text=f"{'.' * 16}\n{'.' * 16}\n")) == 2


def test_to_show_a_puzzle_is_not_to_propagate_it():
    (jigsaw,) = puzzles.read("jigsaw", "six-by-five")
    before = dict(jigsaw._searches)
    assert "6 x 5" in jigsaw._repr_html_()
    assert jigsaw._searches == before


@pytest.mark.parametrize(
    "words",
    ["haley", "polyform soma", "matching drive-ya-nuts", "jigsaw six-by-five", "jigsaw torus-8x6",
     "nonogram cup", "kakuro small", "words rings", "domino 4x4", "dominosa double-three",
     "queens 6", "langford 7", "latin 4", "steiner 7", "sudoku killer-6"],
)  # fmt: skip
def test_solutions_of_every_kind_are_drawn(words):
    puzzle = puzzles.read(*words.split())[0]
    solution = puzzle.problem.first()
    for shown in (solution, puzzle.drawn([solution, solution]), puzzle.problem.trace(seconds=0.3)):
        assert "no picture" not in shown._repr_html_()
    assert "data:image/svg" in solution._repr_html_()


@pytest.mark.parametrize(
    "words",
    ["kakuro small", "kakuro large", "nonogram cup", "nonogram house", "dominosa double-three",
     "dominosa double-six", "latin holes-6",
     *(f"sudoku {name}" for name in shipped_names("sudokus") if name != "lines")],
)  # fmt: skip
def test_shipped_puzzles_have_one_solution(asked, words):
    code, out, _ = asked(*words.split(), "--unique")
    assert (code, out.endswith("one solution, unique\n")) == (0, True)


def test_many_solutions_are_drawn_on_one_page():
    (tray,) = puzzles.read("polyform", text=BOARD)
    page = tray.drawn(tray.problem.solutions())
    assert "<svg" in page
    assert "data:image/svg" in page._repr_html_()
    (knights,) = puzzles.read("steiner", "7")
    knights.drawing = lambda options: None
    with pytest.raises(ValueError, match="Steiner has no pictures"):
        knights.drawn(knights.problem.solutions())


def test_a_title_cannot_bring_markup():
    (tray,) = puzzles.read("polyform", text=f"title: <script>\n{BOARD}")
    assert "&lt;script&gt;" in tray._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [(["polyfrom"], None), (["polyform"], None), (["polyform", "--colour-of"], BOARD),
     (["queens", "0"], None),
     *(pytest.param([kind], None, id=kind) for kind in KINDS if kind != "haley")],
)  # fmt: skip
def test_wrong_words_are_a_value_error(arguments, text):
    with pytest.raises(ValueError, match=r"expected|required|unrecognized"):
        puzzles.read(*arguments, text=text)


def test_a_fault_of_a_text_names_its_line():
    with pytest.raises(xc.FileFault, match=r"text:2:1: cannot read 'grids: square'") as caught:
        puzzles.read("polyform", text="\ngrids: square\n")
    assert (caught.value.path, caught.value.line) == ("text", 2)
    with pytest.raises(FileNotFoundError):
        puzzles.read("polyform", "/no/such/file")
