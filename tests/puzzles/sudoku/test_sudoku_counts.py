"""Sudokus of few clues are counted as by a brute force that knows no exact cover."""

from __future__ import annotations

from hypothesis import given, reject
from hypothesis import strategies as st

from exactcover_puzzles import sudoku
from tests.puzzles.sudoku.test_sudoku import SOLVED

_MOST_STEPS = 20_000


def brute_force(line: str) -> int:
    """How many ways there are to fill a grid: places in order, each digit that may stand there.

    An example for which that takes too many steps is left out.
    """
    steps, grid = 0, [0 if character == "." else int(character) for character in line]

    def seen(place: int) -> set[int]:
        row, column = divmod(place, 9)
        return {
            grid[9 * r + c]
            for r in range(9)
            for c in range(9)
            if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
        }

    def fill(place: int) -> int:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            reject()
        while place < 81 and grid[place]:
            place += 1
        if place == 81:
            return 1
        found = 0
        for digit in {*range(1, 10)} - seen(place):
            grid[place] = digit
            found += fill(place + 1)
        grid[place] = 0
        return found

    return fill(0)


@st.composite
def puzzles(draw):
    """Some of the digits of a solved grid whose rows, columns and digits were shuffled."""

    def shuffled():
        return [3 * band + k for band in draw(st.permutations(range(3)))
                for k in draw(st.permutations(range(3)))]  # fmt: skip

    rows, columns, digits = shuffled(), shuffled(), draw(st.permutations("123456789"))
    line = "".join(digits[int(SOLVED[9 * row + column]) - 1] for row in rows for column in columns)
    gone = draw(st.sets(st.integers(0, 80), max_size=55))
    return "".join("." if place in gone else digit for place, digit in enumerate(line))


@given(st.lists(puzzles(), min_size=1, max_size=3))
def test_sudokus_are_counted_as_by_brute_force(lines):
    truth = [brute_force(line) for line in lines]
    assert all(truth)
    problem = sudoku.problem()
    assert list(problem.batch(map(sudoku.clues, lines)).count()) == truth
    assert [problem.given(*sudoku.clues(line)).count() for line in lines] == truth
    for line, found, solved in zip(lines, truth, sudoku.solve(lines), strict=True):
        assert brute_force(solved) == 1
        if found == 1:
            assert problem.given(*sudoku.clues(line)).is_unique().verdict == "unique"
