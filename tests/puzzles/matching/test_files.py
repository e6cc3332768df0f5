"""Files and URLs of edge-matching puzzles.

(``tests/golden/puzzles/matching.txt`` has every slip with its place.)
"""

from __future__ import annotations

import pytest

from exactcover_puzzles import read as read_file
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import parse_jigsaw
from exactcover_puzzles.matching.eternity import puzzle_of_url, url_of
from exactcover_puzzles.matching.tiles import Placed
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.shared.shipped import shipped_names
from tests.puzzles.matching import cases

#: A frame of 3 x 3, made for this test.
NINE = """\
0 0 1 1
0 0 1 2
0 0 2 1
0 0 2 2
0 1 3 2
0 1 4 1
0 2 3 1
0 2 4 2
3 3 4 4
"""


def read(text):
    return cases.read(text).puzzle


@pytest.mark.parametrize("first", ["3 3\n", "", "size: 3 x 3\n", "3x3\n"])
def test_files_of_eternity_programs_are_read(first):
    puzzle = read(first + NINE)
    assert (len(puzzle.board), puzzle.border, puzzle.only) == (9, "0", True)
    assert puzzle.tiles[4] == ("0", "1", "3", "2")
    assert puzzle.names == tuple("123456789")


def test_the_search_of_jigsaws_counts_the_same():
    jigsaw = parse_jigsaw(f"size: 3x3\nsides: top right bottom left\n\n{NINE}")
    assert JigsawSearch(jigsaw).count().fixed == read(NINE).problem.count() == 16
    assert read(NINE).imbalance is None


def test_names_commas_comments_and_signs_are_read():
    puzzle = read("# A comment.\nsize: 2x1\nfit: opposite\nfirst, +1, -2, 3, 0\n4 -1 2 -3\n")
    assert puzzle.names == ("first", "2")
    assert puzzle.tiles == (("1", "-2", "3", "0"), ("4", "-1", "2", "-3"))
    assert [puzzle.mate(colour) for colour in ("1", "-2", "0", "7")] == ["-1", "2", "0", "7"]
    puzzle = read("size: 2x1\nfit: head/tail\n\nhead red tail red\nblue head head tail\n")
    assert [puzzle.mate(colour) for colour in ("head", "tail", "red")] == ["tail", "head", "red"]


@pytest.mark.parametrize(
    ("grid", "drawing", "edges", "cells"),
    [
        (TRIANGULAR, ".^v\n^v", 3, ((0, 2), (0, 3), (1, 1), (1, 2))),
        (HEXAGONAL, "#.#\n.#", 6, ((0, 0), (0, 2), (1, 1))),
        (SQUARE, "#\n##", 4, ((0, 0), (1, 0), (1, 1))),
    ],
)
def test_boards_are_drawn_on_each_grid(grid, drawing, edges, cells):
    tiles = (" ".join("abcdef"[:edges]) + "\n") * len(cells)
    puzzle = read(f"grid: {grid.name}\nborder: free\nboard:\n{drawing}\n\n{tiles}")
    assert (puzzle.grid, puzzle.board) == (grid, cells)


@pytest.mark.parametrize("name", shipped_names("matching"))
def test_each_shipped_puzzle_has_a_solution_but_the_one_for_the_best(name):
    (puzzle,) = read_file("matching", name)
    assert bool(puzzle.problem.first()) == (name != "nearly-3x3")


# -- URLs ------------------------------------------------------------------------------------------

URL = "https://e2.bucas.name/#puzzle=two%20by%20one&board_w=2&board_h=1&board_edges="


def test_a_url_states_its_pieces_and_how_they_lie():
    puzzle, title, lying = puzzle_of_url(
        f"{URL}abaaaaac&board_pieces=007003&motifs_order=jblackwood"
    )
    assert title == "two by one"
    assert puzzle.names == ("3", "7")
    assert puzzle.tiles == (("0", "0", "0", "2"), ("0", "1", "0", "0"))
    assert puzzle.mismatches(lying) == [((0, 0), (0, 1))]


def test_a_printed_url_reads_back_as_the_same_pieces_in_that_arrangement():
    puzzle = read(f"3 3\n{NINE}")
    placed = [each for each in puzzle.problem.first().options if isinstance(each, Placed)]
    again, title, lying = puzzle_of_url(url_of(puzzle, "nine & more", placed))
    assert title == "nine & more"
    assert again.names == puzzle.names
    assert [*map(again.canonical, again.tiles)] == [*map(puzzle.canonical, puzzle.tiles)]
    assert again.mismatches(lying) == []
    assert [each.colours for each in sorted(lying)] == [each.colours for each in sorted(placed)]
    assert again.problem.count() == puzzle.problem.count()


def test_colours_with_names_get_letters_and_the_border_is_a():
    puzzle = read("size: 1x1\nborder: white\n\nwhite white white white\n")
    (placed,) = puzzle.problem.first().options
    assert "board_edges=aaaa&board_pieces=001" in url_of(puzzle, "", [placed])
    free = read("size: 1x1\nborder: free\n\nred blue red blue\n")
    assert "board_edges=bcbc" in url_of(free, "", [Placed((0, 0), 0, free.tiles[0])])
