"""The order of a group of permutations, by a stabiliser chain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover.errors import GroupTooLarge
from exactcover.symmetries import permutations
from exactcover.symmetries.permutations import Chain, closure, order_of


def cycles(n, *moved):
    """A permutation of 0 … n-1 as an array."""
    goes = np.arange(n, dtype=np.int32)
    for cycle in moved:
        for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            goes[here] = there
    return goes


permutations_of_one_set = st.integers(0, 6).flatmap(
    lambda n: st.tuples(st.just(n), st.lists(st.permutations(range(n)), max_size=3))
)


@given(permutations_of_one_set)
def test_the_order_is_that_of_the_table_of_all_elements(made):
    n, stated = made
    generators = [np.array(each, np.int32) for each in stated]
    table = closure(generators, n, 720) if generators else np.arange(n, dtype=np.int32)[None]
    group = Chain(generators, n)
    assert group.order == len(table)
    elements = {tuple(element.tolist()) for element in table}
    shifted = np.roll(np.arange(n, dtype=np.int32), 1)
    assert (group._sifted(shifted)[0] is None) == (tuple(shifted.tolist()) in elements)
    assert all(group._sifted(element)[0] is None for element in table)
    assert Chain(generators, n, math.log10(len(table))).order == len(table)
    for known in (None, math.log10(len(table))):
        assert order_of(generators, n, known) == len(table)


def test_known_orders_of_groups():
    symmetric = [cycles(30, range(30)), cycles(30, (0, 1))]
    assert Chain(symmetric, 30).order == math.factorial(30)
    assert Chain(symmetric, 30, math.log10(math.factorial(30))).order == math.factorial(30)
    # Mathieu's groups, J. Conway and N. Sloane, "Sphere Packings, Lattices and Groups", chapter 10.
    shift = cycles(24, range(23))
    squared = cycles(
        24, (2, 16, 9, 6, 8), (3, 12, 13, 18, 4), (7, 17, 10, 11, 22), (14, 19, 21, 20, 15)
    )
    swapped = cycles(
        24, (0, 23), (1, 22), (2, 11), (3, 15), (4, 17), (5, 9), (6, 19), (7, 13), (8, 20),
        (10, 16), (12, 21), (14, 18),
    )  # fmt: skip
    assert Chain([shift, squared], 24).order == 10_200_960
    assert Chain([shift, squared, swapped], 24).order == 244_823_040


def test_many_switches_are_one_level_each():
    switches = [cycles(400, (2 * k, 2 * k + 1)) for k in range(200)]
    assert Chain(switches, 400, 200 * math.log10(2)).order == 2**200
    assert order_of(switches, 400, 200 * math.log10(2)) == 2**200


def test_a_large_symmetric_group_needs_nothing_but_orbits():
    swaps = [cycles(500, (k, k + 1)) for k in range(499)]
    known = math.lgamma(501) / math.log(10)
    assert order_of(swaps, 500, known) == math.factorial(500)


def test_a_group_that_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(permutations, "_MOST_STEPS", 100)
    with pytest.raises(GroupTooLarge, match="a smaller group will do"):
        Chain([cycles(60, range(60)), cycles(60, (0, 1))], 60)


def test_a_group_that_would_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr(permutations, "MOST_BYTES", 10_000)
    with pytest.raises(GroupTooLarge):
        Chain([cycles(60, range(60)), cycles(60, (0, 1))], 60)
