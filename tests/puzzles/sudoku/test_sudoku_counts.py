"""Sudokus of few clues are counted as by a brute force that knows no exact cover."""

from __future__ import annotations

from hypothesis import given, reject
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import sudoku
from tests.puzzles.sudoku.test_sudoku import SOLVED

#: Two solved 4 x 4 grids that no shuffling makes of each other.
FOUR = "1234341221434321"
FOUR_MORE = "1234341223414123"
_MOST_STEPS = 20_000


def brute_force(line: str, box: int) -> int:
    """How many ways there are to fill a grid: places in order, each digit that may stand there.

    An example for which that takes too many steps is left out.
    """
    side, steps = box * box, 0
    grid = [0 if character in ".0" else int(character) for character in line]

    def clash(place: int, digit: int) -> bool:
        row, column = divmod(place, side)
        top, left = row - row % box, column - column % box
        seen = [grid[row * side + k] for k in range(side)]
        seen += [grid[k * side + column] for k in range(side)]
        seen += [grid[(top + i) * side + left + j] for i in range(box) for j in range(box)]
        return digit in seen

    def fill(place: int) -> int:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            reject()
        while place < side * side and grid[place]:
            place += 1
        if place == side * side:
            return 1
        found = 0
        for digit in range(1, side + 1):
            if not clash(place, digit):
                grid[place] = digit
                found += fill(place + 1)
                grid[place] = 0
        return found

    for place, digit in enumerate(grid):
        grid[place] = 0
        if digit and clash(place, digit):
            return 0
        grid[place] = digit
    return fill(0)


def small_problem() -> xc.Problem:
    """The 4 x 4 grid."""
    four = range(4)
    places = [(row, column) for row in four for column in four]
    units = [(unit, k, digit) for unit in ("row", "column", "box") for k in four for digit in four]
    return xc.Problem(
        [*places, *units],
        {
            (row, column, digit): [
                (row, column),
                ("row", row, digit),
                ("column", column, digit),
                ("box", row // 2 * 2 + column // 2, digit),
            ]
            for row, column in places
            for digit in four
        },
    )


SMALL = small_problem()


@st.composite
def puzzles(draw, grids, most_empty):
    """Some of the digits of a solved grid whose rows, columns and digits were shuffled."""
    grid = draw(st.sampled_from(grids))
    side = 4 if len(grid) == 16 else 9
    box = 2 if side == 4 else 3

    def shuffled():
        bands = draw(st.permutations(range(box)))
        return [box * band + k for band in bands for k in draw(st.permutations(range(box)))]

    rows, columns = shuffled(), shuffled()
    names = draw(st.permutations("123456789"[:side]))
    line = "".join(names[int(grid[side * row + column]) - 1] for row in rows for column in columns)
    gone = draw(st.sets(st.integers(0, side * side - 1), max_size=most_empty))
    return "".join("." if place in gone else digit for place, digit in enumerate(line))


def test_the_empty_grid_of_four_is_filled_in_288_ways():
    assert brute_force("." * 16, 2) == SMALL.count() == 288


@given(puzzles([FOUR, FOUR_MORE], 16), st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4))))
def test_grids_of_four_are_counted_as_by_brute_force(line, wrong):
    # Some clues are others than in the solved grid, so that there may be no solution.
    for place, digit in wrong[:2]:
        line = f"{line[:place]}{digit}{line[place + 1 :]}"
    clues = [
        (*divmod(place, 4), int(digit) - 1) for place, digit in enumerate(line) if digit != "."
    ]
    truth = brute_force(line, 2)
    assert list(SMALL.batch([clues]).count()) == [truth]
    assert SMALL.given(*clues).count() == truth


@given(st.lists(puzzles([SOLVED], 55), min_size=1, max_size=3))
def test_sudokus_are_counted_as_by_brute_force(lines):
    truth = [brute_force(line, 3) for line in lines]
    assert all(truth)
    problem = sudoku.problem()
    assert list(problem.batch(map(sudoku.clues, lines)).count()) == truth
    assert [problem.given(*sudoku.clues(line)).count() for line in lines] == truth
    for line, found, solved in zip(lines, truth, sudoku.solve(lines), strict=True):
        assert brute_force(solved, 3) == 1
        if found == 1:
            assert problem.given(*sudoku.clues(line)).is_unique().verdict == "unique"
