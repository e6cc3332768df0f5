"""Queens: their numbers, from OEIS and by trying all permutations; given queens; symmetries."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.queens import Queens


def everything(n, torus):
    """All solutions, as sets of squares."""
    turn = n if torus else 2 * n
    for columns in permutations(range(n)):
        rising = {(r + c) % turn for r, c in enumerate(columns)}
        falling = {(r - c) % turn for r, c in enumerate(columns)}
        if len(rising) == len(falling) == n:
            yield frozenset(enumerate(columns))


# OEIS A000170 and A002562.
@pytest.mark.parametrize(
    ("n", "fixed", "free"), [(1, 1, 1), (4, 2, 1), (6, 4, 1), (8, 92, 12), (10, 724, 92)]
)
def test_the_numbers_are_those_of_oeis(answers, n, fixed, free):
    (count,) = answers("queens", n, "--count")
    assert (count["solutions"], count["free_solutions"]) == (fixed, free)


# OEIS A007705; up to symmetry by our own count.
@pytest.mark.parametrize(("n", "fixed", "free"), [(5, 10, 1), (7, 28, 1), (11, 88, 2)])
def test_the_numbers_on_a_torus_are_those_of_oeis(answers, n, fixed, free):
    (count,) = answers("queens", n, "--torus", "--count")
    assert (count["solutions"], count["free_solutions"]) == (fixed, free)


@given(st.integers(1, 7), st.booleans(), st.sets(st.tuples(*[st.integers(0, 6)] * 2), max_size=3))
def test_given_queens_leave_the_solutions_that_have_them(n, torus, queens):
    queens = {(r % n, c % n) for r, c in queens}
    puzzle = Queens(n, tuple(queens), torus)
    expected = {each for each in everything(n, torus) if each >= queens}
    found = {frozenset(each.options) for each in puzzle.problem.solutions()}
    assert found == expected
    assert puzzle.misfit is None or not expected
    if puzzle.symmetry is not None:
        last = n - 1
        # Whatever the group is, orbits are joined by its generators.
        assert puzzle.symmetry.count().fixed == len(expected)
        turned = {frozenset((c, last - r) for r, c in each) for each in expected}
        if not queens:
            assert turned == expected


@pytest.mark.parametrize("n", [5, 6, 7])
def test_the_orbits_are_those_of_eight_motions(n):
    def images(squares):
        for _ in range(4):
            squares = {(c, n - 1 - r) for r, c in squares}
            yield from (frozenset(squares), frozenset((c, r) for r, c in squares))

    orbits = {frozenset(images(each)) for each in everything(n, torus=False)}
    assert Queens(n).symmetry.count().free == len(orbits)


def test_a_given_queen_in_a_corner_leaves_one_reflection():
    assert Queens(8).symmetry.order == 8
    assert Queens(8, ((0, 0),)).symmetry.order == 2
    assert Queens(8, ((0, 1),)).symmetry is None
    assert Queens(5, torus=True).symmetry.order == 8 * 25
