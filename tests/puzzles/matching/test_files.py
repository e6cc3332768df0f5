"""Files and URLs of edge-matching puzzles: what they state, and every slip with its place."""

from __future__ import annotations

import json

import pytest

from exactcover_puzzles import Source
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import parse_jigsaw
from exactcover_puzzles.matching.eternity import puzzle_of_url, url_fault, url_of
from exactcover_puzzles.matching.file import puzzle_of
from exactcover_puzzles.matching.tiles import Placed
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.shared.shipped import shipped, shipped_names

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
#: 24 colours.
MANY = "a b c d\ne f g h\ni j k l\nm n o p\nq r s t\nu v w x\n"
HEXAGONS = "grid: hexagonal\nboard:\n#.#\n.#\n\n" + "1 2 3 4 5 6\n" * 3


def read(text):
    return puzzle_of(Source("x.txt", text))[0]


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["3 3\n", "", "size: 3 x 3\n", "3x3\n"])
def test_files_of_eternity_programs_are_read(first):
    puzzle = read(first + NINE)
    assert (len(puzzle.board), puzzle.border, puzzle.only) == (9, "0", True)
    assert puzzle.tiles[4] == ("0", "1", "3", "2")
    assert puzzle.names == tuple("123456789")


def test_the_search_of_jigsaws_counts_the_same():
    jigsaw = parse_jigsaw(f"size: 3x3\nsides: top right bottom left\n\n{NINE}")
    assert JigsawSearch(jigsaw).count().fixed == read(NINE).problem.count() == 16


def test_names_commas_comments_and_signs_are_read():
    puzzle = read("# A comment.\nsize: 2x1\nfit: opposite\nfirst, +1, -2, 3, 0\n4 -1 2 -3\n")
    assert puzzle.names == ("first", "2")
    assert puzzle.tiles == (("1", "-2", "3", "0"), ("4", "-1", "2", "-3"))
    assert [puzzle.mate(colour) for colour in ("1", "-2", "0", "7")] == ["-1", "2", "0", "7"]


def test_colours_fit_by_a_table():
    puzzle = read("size: 2x1\nfit: head/tail\n\nhead red tail red\nblue head head tail\n")
    assert [puzzle.mate(colour) for colour in ("head", "tail", "red")] == ["tail", "head", "red"]


def test_boards_are_drawn_on_each_grid():
    triangles = read("grid: triangular\nborder: free\nboard:\n.^v\n^v\n\n" + "a b c\n" * 4)
    assert (triangles.grid, triangles.board) == (TRIANGULAR, ((0, 1 + 1), (0, 3), (1, 1), (1, 2)))
    hexagons = read(HEXAGONS)
    assert (hexagons.grid, hexagons.board) == (HEXAGONAL, ((0, 0), (0, 2), (1, 1)))
    squares = read("board:\n#\n##\n\n" + "a b c d\n" * 3)
    assert (squares.grid, squares.board) == (SQUARE, ((0, 0), (1, 0), (1, 1)))


def test_each_shipped_puzzle_has_a_solution_but_the_one_for_the_best():
    for name in shipped_names("matching"):
        puzzle = read(shipped("matching", name).read_text("utf-8"))
        assert bool(puzzle.problem.first()) == (name != "nearly-3x3")


def test_the_shipped_puzzle_for_the_best_has_eleven_matching_edges(asked):
    code, output, _ = asked("matching", "nearly-3x3", "--best")
    assert code == 0
    assert output.endswith("11 of 12 inner edges match, and no arrangement has more (proven)\n")


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
    url = url_of(puzzle, "nine & more", placed)
    again, title, lying = puzzle_of_url(url)
    assert title == "nine & more"
    assert again.names == puzzle.names
    assert [again.canonical(tile) for tile in again.tiles] == [
        puzzle.canonical(tile) for tile in puzzle.tiles
    ]
    assert again.mismatches(lying) == []
    assert [each.colours for each in sorted(lying)] == [each.colours for each in sorted(placed)]
    assert again.problem.count() == puzzle.problem.count()


def test_colours_with_names_get_letters_and_the_border_is_a():
    puzzle = read("size: 1x1\nborder: white\n\nwhite white white white\n")
    (placed,) = puzzle.problem.first().options
    assert "board_edges=aaaa&board_pieces=001" in url_of(puzzle, "", [placed])
    free = read("size: 1x1\nborder: free\n\nred blue red blue\n")
    assert "board_edges=bcbc" in url_of(free, "", [Placed((0, 0), 0, free.tiles[0])])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEXAGONS, "a board that is no rectangle of squares"),
        ("size: 1x1\nfit: opposite\n1 1 1 1\n", "colours that do not fit themselves"),
        ("size: 6x1\nborder: free\n" + MANY, "24 colours, more than 22"),
    ],
)
def test_what_no_url_can_show_is_told(text, fault):
    assert url_fault(read(text)) == fault


# -- the command -----------------------------------------------------------------------------------


def test_a_stopped_search_for_the_best_says_how_many_may_match(asked):
    code, output, _ = asked("matching", "frame-5x5", "--best", "--nodes", "1", "--json")
    answer = json.loads(output)
    assert (code, answer["complete"], answer["stopped"]) == (3, False, "nodes")
    assert answer["bound"] == 0
    assert answer["cost"] is None or len(answer["mismatches"]) == answer["cost"] > 0
