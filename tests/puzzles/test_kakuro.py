"""Kakuro: counts from formulas, brute force, and errors in files."""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles import Source
from exactcover_puzzles.kakuro import Kakuro


def the_puzzle(text):
    (puzzle,) = Kakuro.read(Source("it.txt", text), None)
    return puzzle


def count(text):
    return int(the_puzzle(f"grid:\n{text}").problem.count())


def row(total, length):
    """An entry across with this sum."""
    return f"\\{total} " + ". " * length


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        (row(36, 8), 40_320),  # 8!, OEIS A000142
        (row("", 4), 3_024),  # 9 * 8 * 7 * 6, OEIS A008279
        (row(25, 5), 12 * factorial(5)),  # 12 sets of five digits have the sum 25
        (row(17, 2), 2),  # 8 + 9, as every table of Kakuro has it
        # The rook's graph of two rows and columns is a circle of four: k colours in
        # (k - 1)^4 + (k - 1) ways (H. Whitney 1932).
        (". .\n. .", 8**4 + 8),
    ],
)
def test_grids_whose_number_of_solutions_is_known(text, solutions):
    assert count(text) == solutions


@pytest.mark.parametrize("length", range(2, 8))
def test_all_sums_together_have_each_choice_of_different_digits(length):
    counts = [count(row(total, length)) for total in range(1, 46)]
    assert sum(counts) == factorial(9) // factorial(9 - length)


@given(
    st.sets(st.tuples(st.integers(1, 2), st.integers(1, 3)), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_the_solutions_are_those_found_by_trying_all_digits(cells, draw):
    grid = {(r, c): "." if (r, c) in cells else "#" for r in range(3) for c in range(4)}
    for r, c in sorted(set(grid) - cells):
        down, across = (draw.choice(["", str(draw.randint(3, 17))]) for _ in range(2))
        if r < 2 and (r + 1, c) in cells:
            grid[r, c] = f"{down}\\{across}" if (r, c + 1) in cells else f"{down}\\"
    puzzle = Kakuro(grid)
    found = {
        tuple(sorted(puzzle.filled(each.options).items())) for each in puzzle.problem.solutions()
    }
    assert found == set(by_trying(grid, sorted(cells)))


def by_trying(grid, cells):
    """All ways to fill the cells; entries are followed from their sums or their first cells."""
    sums = []
    for (r, c), text in grid.items():
        down, stroke, across = text.partition("\\")
        for dr, dc, total in ((1, 0, down), (0, 1, across)):
            run = []
            while grid.get((r + dr * (len(run) + 1), c + dc * (len(run) + 1))) == ".":
                run.append((r + dr * (len(run) + 1), c + dc * (len(run) + 1)))
            if text != "." and run:
                sums.append((run, int(total) if stroke and total else None))
    for digits in product(range(1, 10), repeat=len(cells)):
        filled = dict(zip(cells, digits, strict=True))
        for run, total in sums:
            values = [filled[cell] for cell in run]
            if len(set(values)) < len(values) or (total is not None and sum(values) != total):
                break
        else:
            yield tuple((cell, str(digit)) for cell, digit in filled.items())
