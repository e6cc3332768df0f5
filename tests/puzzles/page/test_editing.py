"""Changes of a puzzle's text by clicks: the text says what was meant, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.polyform.drawings import drawing_lines
from exactcover_puzzles.polyform.editing import begun, edited, shift_of, sketch
from exactcover_puzzles.polyform.file import piece_called, read_polyform_file
from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import canonical
from exactcover_puzzles.reflect import editing as reflect
from exactcover_puzzles.reflect.file import EXAMPLE
from exactcover_puzzles.shared.shipped import shipped, shipped_names

BOARD = "# a board\ntitle: Mine\ngrid: square\npieces: 2*L tetromino\n\nboard:\n####\n####\n"


@st.composite
def cells_of_grids(draw):
    grid = draw(st.sampled_from([*GRIDS.values()]))
    numbers = st.integers(-4, 6)
    places = st.tuples(*[numbers for _ in grid.origin]).filter(grid.has)
    return grid, tuple(sorted(draw(st.sets(places, min_size=1, max_size=12))))


@given(cells_of_grids())
def test_what_is_drawn_is_read_again_where_the_drawing_says(drawn):
    grid, cells = drawn
    lines, shift = drawing_lines(grid, cells, {})
    text = "\n".join([f"grid: {grid.name}", "board:", *lines, ""])
    assert read_polyform_file("", text).board == grid.shifted(cells, *shift)


@given(cells_of_grids(), st.data())
def test_a_click_adds_a_cell_and_another_takes_it_away(drawn, data):
    grid, cells = drawn
    lines, _ = drawing_lines(grid, cells, {})
    text = "\n".join([f"grid: {grid.name}", "board:", *lines, ""])
    board = read_polyform_file("", text).board
    seen = sketch(text)
    off = [at for at, on in zip(seen.at, seen.on, strict=True) if not on]
    clicked = data.draw(st.sampled_from(off))
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
    assert (after.board, after.pieces, after.painted) == (
        before.board, before.pieces, before.painted,
    )  # fmt: skip


def test_comments_and_other_lines_stay():
    changed = edited(BOARD, {"cells": [[2, 0]], "on": True})
    assert changed == BOARD.replace("####\n####\n", "####\n####\n#...\n")


def test_cells_that_lines_name_keep_their_place_when_the_board_grows_upwards():
    text = BOARD + "given: L tetromino on r1c1 r2c1 r2c2 r2c3\n"
    changed = edited(text, {"cells": [[-1, 0], [0, -1]], "on": True})
    assert "given: L tetromino on r2c2 r3c2 r3c3 r3c4" in changed


def test_a_given_piece_goes_with_its_cell_and_other_cells_keep_their_names():
    text = BOARD + "given: L tetromino on r1c1 r2c1 r2c2 r2c3\noptional: r1c1 r1c4\n"
    changed = edited(text, {"cells": [[0, 0]], "on": False})
    assert changed.endswith("optional: r1c4\n")
    assert "given" not in changed
    two = BOARD + "given: L tetromino on r1c1 r2c1 r2c2 r2c3, L tetromino on r1c2 r1c3 r1c4 r2c4\n"
    changed = edited(two, {"cells": [[0, 0]], "on": False})
    assert changed.endswith("given: L tetromino on r1c2 r1c3 r1c4 r2c4\n")


def test_a_new_board_is_not_larger_than_a_page():
    asked = {"grid": "cubic", "shape": "box", "size": [30]}
    with pytest.raises(ValueError, match=r"27,000 cells; expected at most 6,000"):
        begun(asked)
    assert begun({**asked, "size": [3]}).count("###") == 9


def test_what_a_change_moves_is_said():
    assert [*shift_of(BOARD, {"cells": [[-1, -2]], "on": True})] == [1, 2]
    assert [*shift_of(BOARD, {"cells": [[0, 0]], "on": False})] == [0, 0]
    assert [*shift_of(BOARD, {"word": "holes", "value": "4"})] == []


def test_a_click_keeps_the_symmetry_of_the_board():
    changed = edited(BOARD, {"cells": [[0, 0]], "on": False, "keep": "all"})
    assert changed.endswith("board:\n##\n##\n")
    changed = edited(BOARD, {"cells": [[0, 0]], "on": False, "keep": "turns"})
    assert changed.endswith("board:\n.###\n###.\n")


def test_the_last_cell_stays():
    text = "grid: square\nboard:\n#\n"
    assert edited(text, {"cells": [[0, 0]], "on": False}) == text


def test_letters_are_kept_and_a_new_cell_gets_one():
    text = "grid: square\nboard:\nab\nba\n"
    assert edited(text, {"cells": [[0, 2]], "on": True}) == "grid: square\nboard:\naba\nba.\n"


class TestPieces:
    @pytest.mark.parametrize("grid", GRIDS.values(), ids=lambda grid: grid.name)
    def test_a_piece_is_drawn_on_cells_that_hang_together(self, grid):
        cells = {cell for cell, _ in sketch(f"grid: {grid.name}\nboard:\n{grid.marks[0]}\n").patch}
        assert (
            len(cells) == {"square": 49, "triangular": 54, "hexagonal": 37, "cubic": 75}[grid.name]
        )
        assert all(cells.intersection(grid.neighbours(cell)) for cell in cells)

    def test_a_piece_is_drawn_changed_and_taken_away(self):
        change = {"piece": "corner", "cells": [[5, 5], [5, 6], [6, 5]], "copies": [2, 3]}
        drawn = edited(BOARD, change)
        assert drawn == BOARD + "\npiece corner x 2-3:\n##\n#.\n\n"
        once = edited(drawn, {"piece": "corner", "copies": [1, 1]})
        assert "piece corner:\n##\n#.\n" in once
        assert "corner" not in edited(once, {"piece": "corner", "copies": [0, 0]})

    def test_copies_of_a_piece_of_a_family_are_stated(self):
        text = BOARD.replace("2*L tetromino", "tetrominoes")
        changed = edited(text, {"piece": "L tetromino", "copies": [3, 3]})
        stated = read_polyform_file("", changed)
        assert stated.copies == {"L tetromino": (3, 3)}
        assert stated.pieces == read_polyform_file("", text).pieces

    @pytest.mark.parametrize(
        ("grid", "family"),
        [("square", "pentominoes"), ("triangular", "heptiamonds"), ("hexagonal", "pentahexes")],
    )
    def test_every_piece_of_a_family_can_lose_its_copy(self, grid, family):
        text = f"grid: {grid}\npieces: {family}\nboard:\n{GRIDS[grid].marks[0]}\n"
        before = read_polyform_file("", text).pieces
        for name in [*before][:5]:
            after = read_polyform_file("", edited(text, {"piece": name, "copies": [0, 0]})).pieces
            assert {*after} == {*before} - {name}
            assert all(after[each] == before[each] for each in after)

    def test_a_name_that_another_piece_has_is_refused(self):
        with pytest.raises(ValueError, match="expected a new name"):
            edited(BOARD, {"piece": "L tetromino", "cells": [[0, 0]], "copies": [1, 1]})
        drawn = edited(BOARD, {"piece": "dot", "cells": [[0, 0]], "copies": [1, 1]})
        with pytest.raises(ValueError, match="expected a new name"):
            edited(drawn, {"piece": "dot", "cells": [[0, 0], [0, 1]], "copies": [1, 1]})
        with pytest.raises(ValueError, match="no piece is called 'X'"):
            edited(BOARD, {"piece": "X", "copies": [1, 1]})


def test_a_line_is_stated_once_changed_and_taken_away():
    text = "grid: square\npieces: F\npieces: L\nboard:\n#\n"
    assert (
        edited(text, {"word": "pieces", "value": "F, I"})
        == "grid: square\npieces: F, I\nboard:\n#\n"
    )
    held = edited(text, {"word": "holes", "value": " 4 "})
    assert held.startswith("grid: square\nholes: 4\n")
    assert edited(held, {"word": "holes", "value": ""}) == text


@pytest.mark.parametrize(
    "change",
    [
        {"word": "board", "value": "x"},
        {"cells": [[0]], "on": True},
        {"cells": [["0", 0]], "on": True},
        {"cells": [[10**9, 0]], "on": True},
        {"piece": "a:b", "cells": [[0, 0]], "copies": [1, 1]},
        {"piece": "a", "cells": [[0, 0]], "copies": [2, 1]},
    ],
)
def test_changes_that_cannot_be_are_refused(change):
    with pytest.raises(ValueError, match="expected"):
        edited(BOARD, change)


@pytest.mark.parametrize(
    ("grid", "shape", "size", "cells"),
    [
        (SQUARE, "box", [6, 10], 60), (TRIANGULAR, "triangle", [6], 36),
        (TRIANGULAR, "hexagon", [2], 24), (TRIANGULAR, "hexagon", [3], 54),
        (TRIANGULAR, "box", [3, 4], 12), (HEXAGONAL, "hexagon", [3], 19),
        (HEXAGONAL, "box", [3, 4], 12), (CUBIC, "box", [3, 4, 5], 60),
    ],
)  # fmt: skip
def test_a_new_board_has_its_shape(grid, shape, size, cells):
    asked = {"grid": grid.name, "shape": shape, "size": size, "pieces": "", "title": "New"}
    stated = read_polyform_file("", begun(asked))
    assert (stated.grid, len(stated.board), stated.title) == (grid, cells, "New")
    if shape != "box":
        turns = {"triangle": 6, "hexagon": 12}[shape]
        assert sketch(begun(asked)).symmetric[0] == turns


def test_pieces_of_the_families_are_called_by_their_names():
    # What states copies relies on it; what is not called so is drawn.
    assert piece_called(SQUARE, "L tetromino") is not None


def test_placements_are_given_and_taken_back():
    given = [
        "L tetromino on r1c1 r1c2 r1c3 r2c1",
        "L tetromino on r1c4 r2c2 r2c3 r2c4",
    ]
    text = edited(BOARD, {"given": given})
    assert text.count("given: ") == 2
    (puzzle,) = read("polyform", text=text)
    assert [puzzle.option_called(each) for each in puzzle.problem.given_options] == given
    assert edited(text, {"given": given[:1]}).count("given: ") == 1
    assert edited(text, {"given": []}) == BOARD


def test_a_board_stays_while_its_list_of_pieces_has_a_fault():
    text = edited(BOARD, {"word": "pieces", "value": "banana"})
    with pytest.raises(xc.FileFault, match="banana"):
        read_polyform_file("", text)
    seen = sketch(text)
    assert sum(seen.on) == 8
    assert (seen.pieces, seen.stated["pieces"]) == ([], "banana")
    with pytest.raises(xc.FileFault):
        sketch(text.replace("square", "round"))


class TestReflect:
    """A board of mirrors, which is made by clicks on cells and letters."""

    EMPTY = ".AB.\nC..C\nD..D\n.AB.\npieces: \n"

    def test_a_new_board_shows_all_beams(self):
        assert reflect.begun({"size": [2]}) == self.EMPTY
        for size in ([], [0], [16], ["2"], [2, 2], None):
            with pytest.raises(ValueError, match="cells in a row"):
                reflect.begun({"size": size})

    def test_clicks_on_a_cell_go_through_all_pieces_and_letters_follow(self):
        text = self.EMPTY
        seen = []
        for _ in range(4):
            text = reflect.edited(text, {"at": [0, 0]})
            seen.append(text.splitlines()[1])
        assert seen == ["A/.C", "D\\.A", "Fo.C", "C..C"]
        assert text == self.EMPTY

    @pytest.mark.parametrize("key", "/\\o.")
    def test_a_key_puts_its_piece(self, key):
        text = reflect.edited(self.EMPTY, {"at": [1, 1], "key": key})
        assert text.splitlines()[2][2] == key

    def test_a_click_on_a_letter_hides_its_beam_and_another_one_shows_it(self):
        hidden = reflect.edited(self.EMPTY, {"at": [-1, 0]})
        assert hidden.splitlines()[:4] == ["..A.", "B..B", "C..C", "..A."]
        assert reflect.edited(hidden, {"at": [2, 0]}) == self.EMPTY

    def test_letters_are_left_out_as_long_as_there_is_one_solution(self):
        text = reflect.edited(reflect.begun({"size": [3]}), {"at": [1, 1], "key": "o"})
        fewest = reflect.edited(text, {"action": "fewest"})
        (puzzle,) = read("reflect", text=fewest)
        assert puzzle.count(2) == 1
        assert sum(map(bool, puzzle.puzzle.letters)) < 12
        assert reflect.edited(fewest, {"action": "all"}) == text

    def test_a_puzzle_without_its_solution_is_solved_before_it_is_changed(self):
        with pytest.raises(ValueError, match="with its pieces inside"):
            reflect.edited(EXAMPLE, {"at": [0, 0]})
        assert [*reflect.sketch(EXAMPLE).actions] == ["solve"]
        solved = reflect.edited(EXAMPLE, {"action": "solve"})
        assert [*reflect.sketch(solved).actions] == ["fewest", "all"]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"at": [5, 5]}, "row and the column"),
            ({"at": "r1c1"}, "row and the column"),
            ({"at": [[0], 0]}, "row and the column"),
            ({}, "row and the column"),
            ({"at": [0, 0], "key": "x"}, "'x': expected one of"),
            ({"at": [0, 0], "key": 5}, "5: expected one of"),
            ({"action": "melt"}, "expected an action"),
        ],
    )
    def test_other_changes_are_refused(self, change, message):
        with pytest.raises(ValueError, match=message):
            reflect.edited(self.EMPTY, change)

    def test_two_puzzles_in_a_text_are_not_changed(self):
        with pytest.raises(xc.FileFault, match="several puzzles"):
            reflect.edited(self.EMPTY + "\n" + self.EMPTY, {"at": [0, 0]})
