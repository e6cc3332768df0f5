"""Dominosa: counts over all grids, layouts by hand, and faults of files."""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.domino.dominosa import Dominosa
from tests.puzzles.domino.test_tilings import tilings


def layouts(numbers):
    """All tilings whose dominoes differ, as sets of pairs of cells."""
    found = set()
    for tiling in tilings(frozenset(numbers)):
        dominoes = {tuple(sorted(numbers[cell] for cell in pair)) for pair in tiling}
        if len(dominoes) == len(tiling):
            found.add(tiling)
    return found


@pytest.mark.parametrize(("rows", "columns", "in_all"), [(1, 2, 1), (2, 3, 3), (1, 6, 1)])
def test_all_grids_together_have_each_layout_of_the_set_once(rows, columns, in_all):
    # Tilings of the rectangle (OEIS A099390) times the orders of the dominoes, times two for each
    # domino with two different numbers.
    cells = list(product(range(rows), range(columns)))
    dominoes = len(cells) // 2
    largest = {1: 0, 3: 1}[dominoes]
    solutions = sum(
        int(Dominosa(dict(zip(cells, numbers, strict=True))).problem.count())
        for numbers in product(range(largest + 1), repeat=len(cells))
    )
    assert solutions == in_all * factorial(dominoes) * 2 ** (dominoes - largest - 1)


@given(st.permutations([n for n in range(3) for _ in range(4)]), st.sampled_from([(3, 4), (2, 6)]))
def test_the_layouts_are_those_found_by_hand(numbers, size):
    cells = product(*map(range, size))
    grid = dict(zip(cells, numbers, strict=True))
    found = Dominosa(grid).problem.solutions()
    assert {frozenset(map(frozenset, options)) for options in found} == layouts(grid)
