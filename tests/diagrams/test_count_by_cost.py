"""The number of solutions of each cost, by a diagram."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

import exactcover as xc
from tests.interrupting import takes_at_most


def choices(n, costs, **more):
    """n independent choices between the same two options."""
    options = {(k, c): [k] for k in range(n) for c in range(2)}
    return xc.Problem(range(n), options, costs=lambda name: costs[name[1]], **more)


def test_large_counts_are_exact():
    n = 300
    found = choices(n, [0, 5]).count_by_cost()
    assert found == {5 * k: comb(n, k) for k in range(n + 1)}
    assert choices(n, [Fraction(-1, 3), Fraction(1, 3)]).count_by_cost() == {
        Fraction(2 * k - n, 3): comb(n, k) for k in range(n + 1)
    }


def test_sums_far_apart_take_little_memory():
    found = choices(60, [10**40, -(10**40) + 1]).count_by_cost(memory="10MB")
    assert len(found) == 61
    assert sum(found.values()) == 2**60


def test_costs_with_too_many_sums_are_refused_with_advice():
    options = {(k, c): [k] for k in range(40) for c in range(2)}
    powers = xc.Problem(range(40), options, costs=lambda name: name[1] * 3 ** name[0])
    with pytest.raises(xc.DiagramTooLarge, match="2 MB"):
        powers.count_by_cost(memory="2MB")
    with takes_at_most(5), pytest.raises(xc.SearchStopped, match="seconds"):
        powers.count_by_cost(seconds=0.2)


def test_costs_are_of_the_kind_that_was_stated():
    (cost,) = choices(1, [Decimal("0.5")] * 2).count_by_cost()
    assert isinstance(cost, Decimal)
    found = choices(3, [0.1, 0.3], inexact=True).count_by_cost()
    assert all(isinstance(cost, float) for cost in found)
    assert sum(found.values()) == 8
    # The sums of these floats differ, and round to the same float.
    near = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[0.1, 0.2, 0.1 + 0.2], inexact=True)
    assert near.count_by_cost() == {0.1 + 0.2: 2}
