"""Sudokus of other sizes and shapes, counted against known numbers and all Latin squares."""

from __future__ import annotations

from itertools import combinations as subsets
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.sudoku.adapter import Sudoku
from exactcover_puzzles.sudoku.file import Stating
from exactcover_puzzles.sudoku.model import (
    Cage,
    Layout,
    boxes_of,
    combinations,
    rectangles,
    usual,
    usual_box,
)

FOUR = [(r, c) for r in range(4) for c in range(4)]


def latin_squares(rows=()):
    """All Latin squares of side 4, as mappings from places to digits."""
    if len(rows) == 4:
        return [{(r, c): rows[r][c] for r, c in FOUR}]
    return [
        square
        for row in permutations(range(1, 5))
        if all(a != b for other in rows for a, b in zip(row, other, strict=True))
        for square in latin_squares((*rows, row))
    ]


LATIN = latin_squares()


def fits(layout, square):
    """Whether a Latin square is a solution, by the rules as people state them."""
    sets = list(layout.boxes)
    if layout.diagonals:
        sets += [[(k, k) for k in range(4)], [(k, 3 - k) for k in range(4)]]
    sets += [cage.places for cage in layout.cages]
    return all(len({square[p] for p in places}) == len(places) for places in sets) and all(
        cage.total in (None, sum(square[p] for p in cage.places)) for cage in layout.cages
    )


@st.composite
def layouts(draw):
    """Any partition into boxes (seldom connected ones), diagonals, and cages that may overlap."""
    kind = draw(st.sampled_from(["none", "usual", "rows", "shuffled"]))
    boxes = {
        "none": [],
        "usual": rectangles(4, 2, 2),
        "rows": rectangles(4, 1, 4),
        "shuffled": draw(st.permutations(rectangles(4, 2, 2))),
    }[kind]
    cages = []
    for _ in range(draw(st.integers(0, 4))):
        places = tuple(draw(st.lists(st.sampled_from(FOUR), min_size=1, max_size=4, unique=True)))
        size = len(places)
        least, most = size * (size + 1) // 2, size * (9 - size) // 2
        cages.append(Cage(places, draw(st.none() | st.integers(least, most))))
    return Layout(4, boxes_of(4, boxes), diagonals=draw(st.booleans()), cages=tuple(cages))


@given(layouts(), st.lists(st.tuples(st.sampled_from(FOUR), st.integers(1, 4)), max_size=2))
def test_puzzles_of_any_shape_have_the_solutions_that_fit(layout, clues):
    truth = {
        tuple(sorted(square.items()))
        for square in LATIN
        if fits(layout, square) and all(square[place] == digit for place, digit in clues)
    }
    problem = layout.problem.given(*((*place, digit) for place, digit in clues))
    found = [
        tuple(sorted((option[:2], option[2]) for option in each if len(option) == 3))
        for each in problem.solutions()
    ]
    assert len(found) == len(truth)
    assert set(found) == truth


def test_without_boxes_the_solutions_are_the_latin_squares():
    # OEIS A002860
    assert [Layout(n, ()).problem.count() for n in (2, 3, 4, 5)] == [2, 12, 576, 161280]
    assert len(LATIN) == 576


def test_grids_of_six_with_boxes_of_two_by_three_are_28_200_960():
    # Wikipedia, "Mathematics of Sudoku", the table of other sizes.
    assert Sudoku(Stating("", usual(6), [])).count(None) == 28_200_960


@given(layouts())
def test_counts_that_assume_the_first_row_are_those_of_all_solutions(layout):
    truth = sum(fits(layout, square) for square in LATIN)
    assert Sudoku(Stating("", layout, [])).count(None) == truth


def test_two_grids_that_share_a_box_are_counted_once_for_each_way_to_share_it():
    grids = ((0, 0), (2, 2))
    layout = Layout(4, boxes_of(4, rectangles(4, 2, 2), grids), grids)
    # 24 fillings of the shared box, each in 288 / 24 solutions of either grid.
    assert len(layout.boxes) == 7
    assert len(layout.places) == 28
    assert layout.problem.count() == 24 * 12 * 12
    other = Layout(4, boxes_of(4, rectangles(4, 2, 2), ((0, 2), (2, 0))), ((0, 2), (2, 0)))
    assert Sudoku(Stating("", other, [])).count(None) == 24 * 12 * 12


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 46))
def test_the_combinations_of_a_cage_are_the_sets_with_its_sum(side, size, total):
    every = [each for each in subsets(range(1, side + 1), size) if sum(each) == total]
    assert list(combinations(side, size, total)) == every


def test_usual_boxes_are_as_square_as_may_be():
    assert [usual_box(side) for side in (4, 6, 8, 9, 12, 16, 25)] == [
        (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)
    ]  # fmt: skip
    without = [side for side in range(2, 26) if usual_box(side) is None]
    assert without == [2, 3, 5, 7, 11, 13, 17, 19, 23]
