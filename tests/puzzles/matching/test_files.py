"""Files and URLs of edge-matching puzzles: what they state, and every slip with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import parse_jigsaw
from exactcover_puzzles.matching.adapter import Matching
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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "x.txt: no tiles; expected 'tiles:' with a family, or a tile a line"),
        ("sise: 3x3\n", "1:1: cannot read 'sise: 3x3'; expected 'title:', "),
        ("grid: hexagon\n", "1:7: 'grid: hexagon'; expected square or triangular or hexagonal"),
        ("grid: cubic\n", "1:7: 'grid: cubic'; expected square"),
        ("size: 3\n", "1:7: the size '3'; expected WIDTH x HEIGHT"),
        ("size: 0x4\n1 1 1 1\n", "1:7: the size '0x4'"),
        (
            "size: 999999x999999\n1 1 1 1\n",
            "1:7: a board of 999,998,000,001 cells; expected at most",
        ),
        ("size: 1x1\nboard:\n#\n\na a a a\n", "2:7: a board and a size; expected one of them"),
        ("board:\n#x\n\na a a a\n", "2:2: 'x' in a drawing; expected # for a cell, or . for none"),
        ("board:\n\na a a a\n", "1:7: no drawing; expected lines below it with # for a cell"),
        ("grid: triangular\nboard:\n^^\n\na a a\n", "3:2: '^' out of line with the first cell"),
        ("grid: hexagonal\nboard:\n##\n\n", "no tiles"),
        (
            "grid: hexagonal\nboard:\n##\n\na a a a a a\n",
            "3:2: '#' out of line with the first cell",
        ),
        ("grid: triangular\nsize: 2x2\na a a\n", "2:7: a size on the triangular grid"),
        ("grid: triangular\na a a\n", "x.txt: no board; expected 'board:' and a drawing"),
        ("a a a a\nb b b b\n", "x.txt: no board; expected 'size:' or 'board:'"),
        ("size: 1x1\na a a\n", "2:1: 3 words in a line; expected 4 colours, or a name and 4"),
        ("size: 2x1\nx a a a a\nx b b b b\n", "3:1: two tiles are called 'x'"),
        (
            "tiles: pentominoes\n",
            "1:8: the tiles 'pentominoes'; expected 'macmahon' or 'different'",
        ),
        ("tiles: macmahon a a\n", "1:8: a colour that is named twice"),
        ("tiles: macmahon 999999 colours\n", "1:8: at least 249,999,000,001,499,999,000,000 tiles"),
        ("grid: hexagonal\ntiles: macmahon 7 colours\n", "2:8: at least 19,608 tiles; expected at"),
        (
            "size: 1x1\nfit: a\na b c d\n",
            "2:6: cannot read 'a'; expected equal, opposite, or pairs",
        ),
        ("size: 1x1\nfit: a/b b/c\na b c d\n", "2:6: 'b' fits two colours"),
        ("size: 1x1\nfit: opposite\na b c d\n", "2:6: the colour 'a' has no opposite"),
        (
            "size: 1x1\na b c -1\n",
            "2:1: the colour 'a' has no opposite; expected whole numbers, or",
        ),
        ("size: 1x1\nborder: x\na b c d\n", "2:9: the border 'x'; expected a colour of the tiles"),
        ("size: 1x1\nborder: free\nfree b c d\n", "2:9: 'border: free' where a colour is called"),
        ("size: 1x1\nturn: maybe\na b c d\n", "2:7: 'turn: maybe'; expected yes or no"),
        (
            "turn: no\nreflect: yes\na b c d\n",
            "1:7: 'turn: no' with reflect: yes; expected 'turn: yes'",
        ),
        ("size: 1x1\nturn: no\nturn: no\na b c d\n", "3:1: 'turn:' is stated twice"),
        (
            "size: 100x100\n" + "a b c d\n" * 10_001,
            "10002:1: one tile more; expected at most 10,000",
        ),
        (
            "size: 100x100\n" + "a b c d\n" * 9_000,
            "360,000,000 placements of tiles; expected at most",
        ),
    ],
)
def test_every_slip_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        read(text)
    assert fault in str(caught.value)


@given(st.text(alphabet="abx019-+/:#^v. \n", max_size=80))
def test_any_text_is_read_or_refused(text):
    try:
        read(text)
    except xc.FileFault as found:
        fault = str(found)
    else:
        return
    assert fault.startswith("x.txt")


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


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://e2.bucas.name/", "no board_edges; expected the colours"),
        ("https://e2.bucas.name/#board_pieces=001", "board_pieces are numbers of pieces only"),
        (f"{URL}abaa", "4 letters in board_edges; expected 8 for a board of 2 by 1"),
        (f"{URL}abaaaaaz", "'z' in board_edges; expected letters from a to w"),
        (f"{URL}abaaaaaa", "no piece at r1c2; expected a piece at each place"),
        (f"{URL}abaaaaab&board_pieces=001001", "board_pieces; expected three digits"),
        (
            f"https://e2.bucas.name/#board_edges={'b' * 4 * 18**2}",
            "a board of 324 pieces; expected at",
        ),
        ("https://e2.bucas.name/#board_w=0&board_h=9&board_edges=a", "a board of '0' by '9'"),
    ],
)
def test_every_slip_in_a_url_is_told(url, fault):
    with pytest.raises(xc.FileFault) as caught:
        puzzle_of_url(url)
    assert fault in str(caught.value)


# -- the command -----------------------------------------------------------------------------------


def test_the_best_arrangement_of_a_url_is_printed_as_a_url(asked):
    code, output, messages = asked("matching", f"{URL}abaaaaac", "--best", "--url")
    assert code == 0
    last_but_one, last = output.splitlines()[-2:]
    assert last == "0 of 1 inner edge match, and no arrangement has more (proven)"
    _, _, lying = puzzle_of_url(last_but_one)
    assert len(lying) == 2
    assert "as the URL shows the pieces, 0 of 1 inner edge match" in messages


def test_the_best_arrangement_as_json_has_its_cost_and_bound(asked, tmp_path):
    (tmp_path / "x.txt").write_text("size: 2x1\n\na a a b\nc c d c\n")
    _, output, _ = asked("matching", str(tmp_path / "x.txt"), "--best", "--json")
    answer = json.loads(output)
    assert (answer["cost"], answer["bound"], answer["complete"]) == (1, 1, True)
    assert answer["mismatches"] == [[[0, 0], [0, 1]]]


def test_only_what_fits_a_url_is_asked_for_one(asked):
    code, output, messages = asked("matching", "macmahon-triangles", "--url")
    assert (code, output) == (2, "")
    assert "a board that is no rectangle of squares; expected what the URLs" in messages


def test_the_search_for_the_best_takes_no_engine(asked):
    code, _, messages = asked("matching", "macmahon-squares", "--best", "--engine", "bitset")
    assert code == 2
    assert "--best does not go with --engine" in messages


def test_numbers_of_tiles_that_differ_end_the_search_for_the_best_too(asked, tmp_path):
    (tmp_path / "x.txt").write_text("size: 2x1\n\na a a b\n")
    code, output, _ = asked("matching", str(tmp_path / "x.txt"), "--best")
    assert code == 1
    assert "no solution: the board has 2 cells, and there is 1 tile" in output


def test_a_stopped_search_for_the_best_says_how_many_may_match(asked):
    code, output, _ = asked("matching", "frame-5x5", "--best", "--nodes", "1", "--json")
    answer = json.loads(output)
    assert (code, answer["complete"], answer["stopped"]) == (3, False, "nodes")
    assert answer["bound"] == 0
    assert answer["cost"] is None or len(answer["mismatches"]) == answer["cost"] > 0


def test_other_kinds_have_no_best(asked):
    assert asked("sudoku", "--best")[0] == 2


def test_a_file_states_one_puzzle():
    assert len(list(Matching.read(Source("x.txt", NINE), None))) == 1
