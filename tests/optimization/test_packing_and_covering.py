"""One multiplicity for all items: the most valuable packing and the cheapest covering."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from benchmarks.costly import random_covering, random_packing

ITEMS = range(5)
sets = st.lists(st.sets(st.sampled_from(ITEMS), min_size=1).map(sorted), min_size=1, max_size=7)
values = st.lists(st.integers(-3, 9), min_size=7, max_size=7)


def subsets(options, low, high):
    """All sets of options that cover every item from ``low`` to ``high`` times."""
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            times = [sum(item in options[option] for option in chosen) for item in ITEMS]
            if all(low <= each <= high for each in times):
                yield chosen


@pytest.mark.parametrize("bounds", [(0, 1), (1, None), (0, None), (1, 2), 2])
@given(options=sets, costs=values)
def test_the_best_with_one_multiplicity_is_that_of_brute_force(bounds, options, costs):
    low, high = bounds if isinstance(bounds, tuple) else (bounds, bounds)
    truth = {
        chosen: sum(costs[option] for option in chosen)
        for chosen in subsets(options, low, 9 if high is None else high)
    }
    problem = xc.Problem(ITEMS, options, multiplicity=bounds, costs=costs[: len(options)])
    assert problem == xc.Problem(
        ITEMS, options, multiplicity=dict.fromkeys(ITEMS, bounds), costs=costs[: len(options)]
    )
    assert problem.count() == len(truth)
    for answer, choose in ((problem.minimize(ties=True), min), (problem.maximize(ties=True), max)):
        if not truth:
            assert isinstance(answer, xc.Impossible)
            continue
        best = choose(truth.values())
        assert (answer.cost, answer.complete) == (best, True)
        tied = {chosen for chosen, cost in truth.items() if cost == best}
        assert {each._numbers for each in answer.solutions} == tied


@given(sets)
def test_a_packing_without_costs_and_one_of_the_most_sets(options):
    free = xc.Problem(ITEMS, options, multiplicity=(0, 1))
    assert free.maximize().cost == free.minimize().cost == 0
    assert free.maximize().complete
    most = max(map(len, subsets(options, 0, 1)))
    counted = xc.Problem(ITEMS, options, multiplicity=(0, 1), costs=lambda name: 1)
    assert counted.maximize().cost == most


def test_a_packing_of_a_hundred_items_is_proven_and_so_is_a_covering_of_forty():
    for instance, nodes in ((random_packing(100, 400, 1), 50_000),
                            (random_covering(40, 160, 1), 200_000)):  # fmt: skip
        problem = instance.problem()
        answer = (problem.maximize if instance.maximize else problem.minimize)(nodes=nodes)
        assert answer.complete
        assert instance.cost(list(answer.solution)) == answer.cost


@pytest.mark.parametrize("stated", [(2, 1), (0, 1, 2), "01", 1.5, [0, 1], -1, (None, 1)])
def test_what_is_no_multiplicity_is_refused(stated):
    with pytest.raises(TypeError, match="or for all items a number, or"):
        xc.Problem("ab", ["ab"], multiplicity=stated)


def test_secondary_items_keep_their_meaning():
    problem = xc.Problem("a", [["a", "x"], ["a", "x"], ["a"]], secondary="x", multiplicity=(0, 2))
    assert problem.multiplicity == {"a": (0, 2)}
    assert problem.count() == 1 + 3 + 2
