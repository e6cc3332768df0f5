"""Grids and polyforms: motions, enumeration, placements, and the puzzles that ship with them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.file import FAMILIES, family, read_puzzle
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.haley import HexagonPlaces, haley
from exactcover_puzzles.polyform.polyforms import (
    PolyformPuzzle,
    board_motions,
    canonical,
    free_polyforms,
    orientations,
    placements,
)
from exactcover_puzzles.shared.shipped import shipped, shipped_names

GRIDS = [SQUARE, TRIANGULAR]
cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


# -- grids ---------------------------------------------------------------------------------------


def test_the_neighbours_on_the_triangular_grid_are_those_of_the_definition():
    assert set(TRIANGULAR.neighbours((2, 4))) == {(2, 3), (2, 5), (3, 4)}  # points up
    assert set(TRIANGULAR.neighbours((2, 5))) == {(2, 4), (2, 6), (1, 5)}  # points down


# -- enumeration ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "numbers"),
    [
        # OEIS A000105 and A000577.
        (SQUARE, [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655]),
        (TRIANGULAR, [1, 1, 1, 3, 4, 12, 24, 66, 160, 448]),
    ],
)
def test_the_free_polyforms_of_one_to_ten_cells_are_as_many_as_known(grid, numbers):
    assert [len(free_polyforms(grid, size)) for size in range(1, 11)] == numbers


def test_the_fixed_polyforms_are_as_many_as_known():
    # OEIS A001168 (polyominoes) and A001420 (polyiamonds).
    for grid, numbers in ((SQUARE, [1, 2, 6, 19, 63, 216]), (TRIANGULAR, [2, 3, 6, 14, 36, 94])):
        for size, number in enumerate(numbers, 1):
            fixed = sum(len(orientations(grid, piece)) for piece in free_polyforms(grid, size))
            assert fixed == number


def test_the_one_sided_polyforms_are_as_many_as_known():
    # OEIS A000988: those that cannot be turned over.
    for size, number in enumerate([1, 1, 2, 7, 18, 60, 196], 1):
        one_sided = {
            orientations(SQUARE, turned, reflect=False)[0]
            for piece in free_polyforms(SQUARE, size)
            for turned in orientations(SQUARE, piece)
        }
        assert len(one_sided) == number


def test_no_piece_is_of_no_cells():
    with pytest.raises(ValueError, match="size=0"):
        free_polyforms(SQUARE, 0)


def test_the_hexiamonds_have_94_orientations_in_all():
    numbers = [len(orientations(TRIANGULAR, piece)) for piece in free_polyforms(TRIANGULAR, 6)]
    assert sorted(numbers) == [1, 3, 6, 6, 6, 6, 6, 12, 12, 12, 12, 12]


@pytest.mark.parametrize("name", [name for name in shipped_names("pieces") if name in FAMILIES])
def test_the_traditional_names_cover_the_computed_pieces_one_to_one(name):
    grid, size = FAMILIES[name]
    pieces = family(name)
    assert {canonical(grid, piece) for piece in pieces.values()} == set(free_polyforms(grid, size))
    assert all(not piece[-1].isdigit() for piece in pieces)


def test_other_families_are_numbered():
    assert list(family("pentiamonds")) == [f"pentiamond {k}" for k in range(1, 5)]
    assert list(family("dominoes")) == ["domino"]
    assert list(family("triamonds")) == ["triamond"]
    assert {len(piece) for piece in family("octiamonds").values()} == {8}


# -- boards and their symmetries -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "width", "number"), [(3, 5, 4), (4, 4, 8), (1, 7, 2), (1, 1, 1)]
)
def test_rectangles_have_the_symmetries_they_should(height, width, number):
    board = [(row, column) for row in range(height) for column in range(width)]
    motions = board_motions(SQUARE, board)
    images = {tuple(map(motion, board)) for motion in motions}
    assert len(images) == number
    assert all(set(image) == set(board) for image in images)


# -- Haley's board -------------------------------------------------------------------------------


def test_haleys_board_is_the_one_that_is_described():
    puzzle, _ = haley()
    rows = {
        0: (6, 8),
        1: (1, 9),
        2: (1, 12),
        3: (1, 12),
        4: (0, 11),
        5: (0, 11),
        6: (3, 11),
        7: (4, 6),
    }
    board = {(row, column) for row, (a, b) in rows.items() for column in range(a, b + 1)}
    assert set(puzzle.board) == board
    assert len(board) == 72
    assert len(board_motions(TRIANGULAR, puzzle.board, reflect=False)) == 6
    assert len(puzzle.symmetries) == 6  # no mirror symmetry
    assert len(puzzle.placements) == 1873


def fixed_and_free(count):
    """The number of solutions, and that up to symmetry, which is the same where there is none."""
    return (count.fixed, count.free) if isinstance(count, xc.OrbitCount) else (count, count)


@pytest.mark.parametrize("engine", ["bitset", "cells"])
def test_haleys_board_has_330_solutions_and_55_up_to_turning(engine):
    puzzle, _ = haley()
    places = HexagonPlaces(puzzle)
    answers = Polyform(puzzle).solutions(None, engine=engine)
    before = 0
    for options in answers:
        places.add(options, answers.fixed - before)
        before = answers.fixed
    assert (answers.fixed, answers.found, answers.stopped) == (330, 55, None)
    assert places.possible == 25
    assert [(len(place.cells), place.fixed, place.free) for place in places.found] == [
        (6, 324, 54),
        (6, 6, 1),
    ]


def test_no_solution_of_haleys_board_is_symmetric():
    # So Burnside's lemma gives 330 / 6 = 55 without comparing solutions.
    puzzle, _ = haley()
    for solution in puzzle.problem.solutions():
        covers = set(solution.options)
        for permutation in puzzle.symmetries[1:]:
            place = dict(zip(puzzle.board, permutation, strict=True))
            image = {
                (name, tuple(sorted(puzzle.board[place[cell]] for cell in cells)))
                for name, cells in covers
            }
            assert image != covers


# -- the shipped boards --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fixed", "free"),
    [
        ("haley", 330, 55),
        ("hexiamonds-wheel", 6, 1),
        ("l-tetrominoes-4x8", 182, 55),
        ("pentomino-x-tripled", 120, 15),
        ("pentominoes-3x20", 8, 2),
        ("pentominoes-4x15", 1472, 368),
        ("pentominoes-5x12", 4040, 1010),
        ("pentominoes-6x10", 9356, 2339),
        ("pentominoes-8x8-hole", 520, 65),
        ("pentominoes-star", 48, 6),
        ("t-tetrominoes-8x8", 84, 15),
    ],
)
def test_the_shipped_boards_have_the_known_numbers_of_solutions(name, fixed, free):
    puzzle, title = read_puzzle(str(shipped("boards", name)))
    assert fixed_and_free(Polyform(puzzle).count(None)) == (fixed, free)
    assert title


# -- small puzzles against brute force -----------------------------------------------------------


def tilings(board: frozenset, pieces: list[list[frozenset]], use_all: bool) -> int:
    """Ways to fill the board, by taking its first cell and trying whatever covers it."""
    if not board:
        return 1 if not pieces or not use_all else 0
    cell = min(board)
    return sum(
        tilings(board - placed, pieces[:k] + pieces[k + 1 :], use_all)
        for k, options in enumerate(pieces)
        for placed in options
        if cell in placed and placed <= board
    )


@given(
    grid=st.sampled_from(GRIDS),
    height=st.integers(2, 4),
    width=st.integers(2, 5),
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=5),
    reflect=st.booleans(),
    use_all=st.booleans(),
    data=st.data(),
)
def test_small_puzzles_have_as_many_solutions_as_brute_force_finds(
    grid, height, width, sizes, reflect, use_all, data
):
    board = tuple((row, column) for row in range(height) for column in range(width))
    pieces = {
        f"{number}": data.draw(st.sampled_from(free_polyforms(grid, size)))
        for number, size in enumerate(sizes)
    }
    puzzle = PolyformPuzzle(grid, board, pieces, reflect, use_all)
    options = [
        [
            frozenset(placed)
            for turned in puzzle.orientations[name]
            for placed in placements(grid, turned, board)
        ]
        for name in pieces
    ]
    count = Polyform(puzzle).count(None)
    fixed, free = fixed_and_free(count)
    assert fixed == tilings(frozenset(board), options, use_all)
    assert count.stopped is None
    # Burnside: orbits are the mean number of solutions that a symmetry leaves as they are.
    unmoved = Counter()
    for solution in puzzle.problem.solutions():
        at = {cell: name for name, cells in solution.options for cell in cells}
        for permutation in puzzle.symmetries:
            image = {
                puzzle.board[there]: at[cell]
                for cell, there in zip(board, permutation, strict=True)
            }
            unmoved["sum"] += image == at
    assert free * len(puzzle.symmetries) == unmoved["sum"]
    answers = Polyform(puzzle).solutions(None)
    assert (sum(1 for _ in answers), answers.fixed) == (free, fixed)
    assert (answers.impossible is not None) == (fixed == 0)
