"""Pictures for a terminal: walls, labels and colours."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform import terminal
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.terminal import picture
from exactcover_puzzles.shared.shipped import shipped, shipped_names
from tests.puzzles.polyform.partitions import edges, neighbouring_pieces, owner_of, partitions
from tests.puzzles.polyform.read_back import ANSI, Screen, contrast

SIZES = {SQUARE: {80: 4, 1: 3}, TRIANGULAR: {80: 3, 1: 2}}


@given(partitions(grids=[SQUARE]), st.sampled_from([80, 1]), st.booleans())
def test_square_walls_stand_between_different_pieces_and_nowhere_else(case, width, ascii):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False, width=width, ascii=ascii)
    screen = Screen(grid, board, text, SIZES[grid][width])
    level, upright = "-|" if ascii else "─│"
    for cell, near, wall in edges(grid, board, placements):
        drawn = set(screen.square_edge(cell, near))
        expected = " " if not wall else upright if cell[0] == near[0] else level
        assert drawn == {expected}, (cell, near)


@given(partitions(grids=[TRIANGULAR]), st.sampled_from([80, 1]))
def test_triangular_walls_stand_between_different_pieces_and_nowhere_else(case, width):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False, width=width)
    screen = Screen(grid, board, text, SIZES[grid][width])
    for cell, near, wall in edges(grid, board, placements):
        drawn = screen.triangular_edge(cell, near)
        if cell[0] == near[0]:
            slant = "/" if (sum(cell) % 2 == 0) == (near < cell) else "\\"
            # The least triangles may have a label where there is no wall, or the level wall of
            # the cell goes on there.
            assert all(each == slant for each in drawn) if wall else not {*"/\\"} & {*drawn}
        elif width == 80:
            assert set(drawn) == {"_" if wall else " "}, (cell, near)
        else:
            assert ("_" in drawn) == wall, (cell, near)


@given(partitions(grids=[SQUARE]))
def test_box_characters_have_just_the_arms_that_meet_an_arm(case):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False)
    arms = {}
    for y, line in enumerate(text.split("\n")):
        for x, each in enumerate(line):
            words = unicodedata.name(each, "").split() if each > "\x7f" else []
            arms[y, x] = {
                (dy, dx)
                for word, dy, dx in (
                    *(("UP", -1, 0), ("DOWN", 1, 0), ("LEFT", 0, -1), ("RIGHT", 0, 1)),
                    *(("VERTICAL", -1, 0), ("VERTICAL", 1, 0)),
                    *(("HORIZONTAL", 0, -1), ("HORIZONTAL", 0, 1)),
                )
                if word in words
            }
    assert any(arms.values())
    for (y, x), own in arms.items():
        for dy, dx in own:
            assert (-dy, -dx) in arms.get((y + dy, x + dx), ()), (y, x)


@given(partitions(names=st.text(max_size=8)), st.booleans(), st.sampled_from([80, 30, 1]))
def test_without_its_codes_the_coloured_picture_is_the_plain_one(case, ascii, width):
    options = {"ascii": ascii, "width": width}
    plain = picture(*case, colour=False, **options)
    coloured = picture(*case, colour=True, **options)
    assert "\x1b" not in plain
    assert ("\x1b" in coloured) == bool(case[2])
    assert ANSI.sub("", coloured) == plain
    assert all(line == line.rstrip() for line in plain.split("\n"))
    if ascii and case[0] is SQUARE:
        assert plain.isascii()


@given(partitions(), st.sampled_from([80, 1]))
def test_each_piece_has_one_background_and_its_neighbours_another(case, width):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=True, width=width)
    screen = Screen(grid, board, text, SIZES[grid][width])
    seen = {}
    for piece, cells in placements:
        backgrounds = {screen.background_of(grid, cell) for cell in cells}
        assert len(backgrounds) == 1
        (seen[piece],) = backgrounds
        assert int(seen[piece]) in terminal.PALETTE
    for cell in set(board) - owner_of(placements).keys():
        assert screen.background_of(grid, cell) is None
    for one, other in neighbouring_pieces(grid, board, placements):
        assert seen[one] != seen[other]
    for characters, backgrounds in zip(screen.characters, screen.backgrounds, strict=True):
        for each, background in zip(characters, backgrounds, strict=True):
            if each in "/\\" or each > "\x7f":
                assert background is None, "a wall between two pieces has the colour of neither"
    if len(placements) <= len(terminal.PALETTE):
        assert len(set(seen.values())) == len(placements)


@given(partitions())
def test_every_piece_shows_its_label_once_and_every_empty_cell_a_dot(case):
    _, board, placements = case
    text = picture(*case, colour=False)
    assert sorted(filter(str.isalnum, text)) == sorted(piece for piece, _ in placements)
    assert text.count(".") == len(set(board) - owner_of(placements).keys())


def test_a_piece_in_two_parts_shows_its_label_on_both():
    board = tuple((0, x) for x in range(5))
    pieces = [Placement("A", ((0, 0), (0, 4))), Placement("B", board[1:4])]
    assert picture(SQUARE, board, pieces, colour=False).split("\n")[1] == "│ A │     B     │ A │"


def test_the_key_tells_whose_label_is_not_the_name():
    board = tuple((0, x) for x in range(6))
    names = ["bar", "butterfly", "heptiamond 17", "B", "é", "B2"]
    pieces = [Placement(name, (cell,)) for name, cell in zip(names, board, strict=True)]
    lines = picture(SQUARE, board, pieces, colour=False).split("\n")
    assert lines[1] == "│ A │ U │17 │ B │ C │B2 │"
    told = " ".join(lines[3:])
    for entry in ("A   bar", "U   butterfly", "17  heptiamond 17", "C   é"):
        assert entry in told
    assert "B2" not in told


def test_there_is_no_key_when_all_labels_are_names():
    pieces = [Placement("A", ((0, 0),)), Placement("B", ((0, 1),))]
    text = picture(SQUARE, ((0, 0), (0, 1)), pieces, colour=False)
    assert text == "┌───┬───┐\n│ A │ B │\n└───┴───┘"


def test_labels_differ_however_many_pieces_there_are():
    board = tuple((y, x) for y in range(10) for x in range(10))
    pieces = [Placement(f"piece {k}th", (cell,)) for k, cell in enumerate(board)]
    text = picture(SQUARE, board, pieces, colour=False)
    drawing, key = text.split("\n\n")
    labels = re.findall(r"\w+", drawing)
    assert len(set(labels)) == len(labels) == 100
    told = dict(re.findall(r"(\w+) +piece (\w+)th", key))
    assert told == {label: str(k) for k, label in enumerate(labels)}


def test_names_cannot_send_codes_to_the_terminal():
    pieces = [Placement("\x1b[31mred\x07\r\n", ((0, 0),))]
    text = picture(SQUARE, ((0, 0),), pieces, colour=False)
    assert text.endswith(r"\x1b[31mred\x07\x0d\x0a")
    assert not {"\x1b", "\x07", "\r"} & set(text)


def test_a_small_triangular_picture_looks_as_it_should():
    board = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    pieces = [Placement("A", board[:3]), Placement("B", board[3:5]), Placement("C", board[5:])]
    assert picture(TRIANGULAR, board, pieces, colour=False).split("\n") == [
        "   ______",
        "  /      \\",
        " /  A     \\",
        "/__________\\",
        "\\     \\    /",
        " \\  B  \\C /",
        "  \\_____\\/",
    ]


def test_a_label_does_not_hide_a_wall_where_it_can_stand_elsewhere():
    cells = ((0, -1), (0, 0), (0, 1))
    text = picture(TRIANGULAR, cells, [Placement("AB", cells)], colour=False, width=1)
    assert text.split("\n") == ["________", "\\AB    /", " \\____/"]


def test_cells_are_large_if_the_width_allows():
    board = tuple((y, x) for y in range(6) for x in range(10))
    for width, expected in ((80, 41), (41, 41), (40, 31), (5, 31)):
        text = picture(SQUARE, board, (), colour=False, width=width)
        assert {len(line) for line in text.split("\n")} == {expected}


@pytest.mark.parametrize("name", shipped_names("boards"))
def test_shipped_boards_fit_in_eighty_columns(name):
    puzzle, _ = read_puzzle(str(shipped("boards", name)))
    text = picture(puzzle.grid, puzzle.board, (), colour=False)
    assert max(map(len, text.split("\n"))) <= 80
    assert text.count(".") == len(puzzle.board)


def test_black_text_is_easy_to_read_on_every_background():
    steps = (0, 95, 135, 175, 215, 255)
    for number in terminal.PALETTE:
        cube = number - 16
        levels = [steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]]
        assert contrast(levels, [0, 0, 0]) >= 7
