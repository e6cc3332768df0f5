"""Langford pairs: their numbers, from OEIS and by trying everything; what is impossible."""

from __future__ import annotations

import pytest

from exactcover_puzzles.langford import Langford


def everything(n):
    """All rows, by filling the first free place with each number that is left."""

    def fill(row, left):
        if 0 not in row:
            yield tuple(row)
            return
        place = row.index(0)
        for k in left:
            if place + k + 1 < 2 * n and not row[place + k + 1]:
                row[place] = row[place + k + 1] = k
                yield from fill(row, left - {k})
                row[place] = row[place + k + 1] = 0

    return set(fill([0] * 2 * n, frozenset(range(1, n + 1))))


# OEIS A176127, and A014552 up to reversal.
@pytest.mark.parametrize(
    ("n", "fixed", "free"), [(3, 2, 1), (4, 2, 1), (7, 52, 26), (8, 300, 150), (11, 35584, 17792)]
)
def test_the_numbers_are_those_of_oeis(answers, n, fixed, free):
    (count,) = answers("langford", n, "--count")
    assert (count["solutions"], count["free_solutions"], count["complete"]) == (fixed, free, True)


@pytest.mark.parametrize("n", range(1, 9))
def test_the_rows_are_those_of_trying_everything(n):
    puzzle = Langford(n)
    rows = [puzzle.as_json(each.options)["row"] for each in puzzle.problem.solutions()]
    assert len(rows) == len(set(map(tuple, rows)))
    assert set(map(tuple, rows)) == everything(n)
    assert bool(rows) == (puzzle.misfit is None) == (n % 4 in (0, 3))
