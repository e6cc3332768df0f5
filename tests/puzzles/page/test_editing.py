"""Edits of a puzzle's text by clicks: the text changes as intended, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.polyform import editing
from exactcover_puzzles.polyform.drawings import drawing_lines
from exactcover_puzzles.polyform.editing import begun, edited, sketch
from exactcover_puzzles.polyform.file import piece_called, read_polyform_file
from exactcover_puzzles.polyform.grids import GRIDS, SQUARE
from exactcover_puzzles.polyform.polyforms import canonical
from exactcover_puzzles.reflect import editing as reflect
from exactcover_puzzles.registry import kind
from exactcover_puzzles.shared.shipped import shipped, shipped_names

BOARD = "# a board\ntitle: Mine\ngrid: square\npieces: 2*L tetromino\n\nboard:\n####\n####\n"
LEFT, RIGHT = "L tetromino on r1c1 r2c1 r2c2 r2c3", "L tetromino on r1c2 r1c3 r1c4 r2c4"
GIVEN = f"{BOARD}given: {LEFT}, {RIGHT}\noptional: r1c1 r1c4\n"
DRAWN = BOARD + "\npiece corner x 2-3:\n##\n#.\n\n"
TWICE = "grid: square\npieces: F\npieces: L\nboard:\n#\n"
EXAMPLE, EMPTY = kind("reflect").example, ".AB.\nC..C\nD..D\n.AB.\npieces: \n"


def clicks(text, *changes):
    """A board of mirrors after each of some changes."""
    seen = []
    for change in changes:
        text = reflect.edited(text, change)
        seen.append(text)
    return "\n".join(seen)


def test_each_change_makes_the_text_that_it_means(answered, monkeypatch):
    monkeypatch.setattr(reflect, "_SECONDS", 3_600.0)
    answered("page/edits.txt", {**vars(editing), **globals()})


@st.composite
def drawn_cells(draw):
    """Some cells of a grid, and the text that draws them as a board."""
    grid = draw(st.sampled_from([*GRIDS.values()]))
    numbers = st.integers(-4, 6)
    places = st.tuples(*[numbers for _ in grid.origin]).filter(grid.has)
    cells = tuple(sorted(draw(st.sets(places, min_size=1, max_size=12))))
    lines, shift = drawing_lines(grid, cells, {})
    return (
        grid,
        grid.shifted(cells, *shift),
        "\n".join([f"grid: {grid.name}", "board:", *lines, ""]),
    )


@given(drawn_cells(), st.data())
def test_a_click_adds_a_cell_and_another_takes_it_away(drawn, data):
    grid, cells, text = drawn
    board = read_polyform_file("", text).board
    assert board == cells
    seen = sketch(text)
    clicked = data.draw(
        st.sampled_from([at for at, on in zip(seen.at, seen.on, strict=True) if not on])
    )
    both = tuple(sorted((*board, clicked)))
    _, shift = drawing_lines(grid, both, {})
    larger = edited(text, {"cells": [list(clicked)], "on": True})
    assert read_polyform_file("", larger).board == grid.shifted(both, *shift)
    there = [number + by for number, by in zip(clicked, shift, strict=True)]
    smaller = read_polyform_file("", edited(larger, {"cells": [there], "on": False})).board
    assert canonical(grid, smaller) == canonical(grid, board)


@pytest.mark.parametrize("name", shipped_names("boards"))
def test_boards_that_are_shipped_stay_as_they_are_if_nothing_changes(name):
    text = shipped("boards", name).read_text(encoding="utf-8")
    before = read_polyform_file("", text)
    after = read_polyform_file("", edited(text, {"cells": [list(before.board[0])], "on": True}))
    for what in ("board", "pieces", "painted"):
        assert getattr(after, what) == getattr(before, what)


@pytest.mark.parametrize("grid", GRIDS.values(), ids=lambda grid: grid.name)
def test_a_piece_is_drawn_on_cells_that_hang_together(grid):
    cells = {cell for cell, _ in sketch(f"grid: {grid.name}\nboard:\n{grid.marks[0]}\n").patch}
    assert len(cells) == {"square": 49, "triangular": 54, "hexagonal": 37, "cubic": 75}[grid.name]
    assert all(cells.intersection(grid.neighbours(cell)) for cell in cells)


@pytest.mark.parametrize(
    ("grid", "family", "copies"),
    [("square", "tetrominoes", 3), ("square", "pentominoes", 0), ("triangular", "heptiamonds", 0),
     ("hexagonal", "pentahexes", 0)],
)  # fmt: skip
def test_a_piece_of_a_family_gets_its_number_of_copies(grid, family, copies):
    text = f"grid: {grid}\npieces: {family}\nboard:\n{GRIDS[grid].marks[0]}\n"
    pieces = read_polyform_file("", text).pieces
    for name in [*pieces][:5]:
        after = read_polyform_file("", edited(text, {"piece": name, "copies": [copies] * 2}))
        assert after.pieces == pieces
        assert after.copies == {name: (copies, copies)}
        without = read_polyform_file("", edited(text, {"piece": name}))
        assert (without.pieces, without.copies) == ({k: pieces[k] for k in pieces if k != name}, {})


def test_pieces_of_the_families_are_called_by_their_names():
    # What states copies relies on it; what is not called so is drawn.
    assert piece_called(SQUARE, "L tetromino") is not None


@pytest.mark.parametrize(
    ("grid", "shape", "size", "motions"),
    [("triangular", "triangle", 6, 6), ("triangular", "hexagon", 2, 12),
     ("hexagonal", "hexagon", 3, 12), ("cubic", "box", 3, 48), ("square", "box", 4, 8)],
)  # fmt: skip
def test_a_new_board_is_as_symmetric_as_its_shape(grid, shape, size, motions):
    made = sketch(begun({"grid": grid, "shape": shape, "size": [size]}))
    assert made.symmetric[0] == motions


def test_placements_are_given_and_taken_back():
    given = ["L tetromino on r1c1 r1c2 r1c3 r2c1", "L tetromino on r1c4 r2c2 r2c3 r2c4"]
    text = edited(BOARD, {"given": given})
    (puzzle,) = read("polyform", text=text)
    assert [puzzle.option_called(each) for each in puzzle.problem.given_options] == given
    assert edited(text, {"given": given[:1]}).count("given: ") == 1
    assert edited(text, {"given": []}) == BOARD


def test_a_board_stays_while_its_list_of_pieces_has_a_fault():
    text = edited(BOARD, {"word": "pieces", "value": "banana"})
    with pytest.raises(xc.FileFault, match="banana"):
        read_polyform_file("", text)
    seen = sketch(text)
    assert (sum(seen.on), seen.pieces, seen.stated["pieces"]) == (8, [], "banana")
    with pytest.raises(xc.FileFault):
        sketch(text.replace("square", "round"))


def test_letters_are_left_out_as_long_as_there_is_one_solution(monkeypatch):
    monkeypatch.setattr(reflect, "_SECONDS", 3_600.0)
    text = reflect.edited(reflect.begun({"size": [3]}), {"at": [1, 1], "key": "o"})
    fewest = reflect.edited(text, {"action": "fewest"})
    (puzzle,) = read("reflect", text=fewest)
    assert puzzle.count(2) == 1
    assert sum(map(bool, puzzle.puzzle.letters)) < 12
    assert reflect.edited(fewest, {"action": "all"}) == text
