"""One multiplicity for all items: the most valuable packing and the cheapest covering."""

from __future__ import annotations

import pytest

import exactcover as xc
from benchmarks.costly import random_covering, random_packing


def test_a_packing_of_a_hundred_items_is_proven_and_so_is_a_covering_of_forty():
    for instance, nodes in ((random_packing(100, 400, 1), 50_000),
                            (random_covering(40, 160, 1), 200_000)):  # fmt: skip
        problem = instance.problem()
        answer = (problem.maximize if instance.maximize else problem.minimize)(nodes=nodes)
        assert answer.complete
        assert instance.cost(list(answer.solution)) == answer.cost


@pytest.mark.parametrize("bounds", [(0, 1), (1, None), (0, None), (1, 2), 2, {0, 2}])
def test_one_multiplicity_is_that_of_every_primary_item(bounds):
    options, costs = ["ab", "bc", "a", "c", "abc"], [3, -1, 4, 1, 5]
    problem = xc.Problem("abc", options, multiplicity=bounds, costs=costs)
    each = xc.Problem("abc", options, multiplicity=dict.fromkeys("abc", bounds), costs=costs)
    assert problem == each
    assert problem.minimize(ties=True).solutions == each.minimize(ties=True).solutions


def test_secondary_items_keep_their_meaning():
    problem = xc.Problem("a", [["a", "x"], ["a", "x"], ["a"]], secondary="x", multiplicity=(0, 2))
    assert problem.multiplicity == {"a": (0, 2)}
    assert problem.count() == 1 + 3 + 2
