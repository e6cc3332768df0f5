"""All solutions of the least cost, and those that tie with the last of the k cheapest."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.optimization import branch_and_bound
from exactcover.optimization.branch_and_bound import Optimization
from tests.interrupting import OUT_OF_TIME
from tests.optimization.test_costs import costly, exact, queens

#: Costs of which many are equal.
few = st.sampled_from([0, 0, 1, 2])
PAIRS = xc.Problem(
    range(6),
    {(pair, kind): [2 * pair, 2 * pair + 1] for pair in range(3) for kind in "ab"},
    costs=lambda name: 5 if name == (0, "b") else 1,
)


def tied(truth, k, within=None):
    """Of solutions with their costs, the best first: the first k, and those that tie with them."""
    fine = [each for each in truth if within is None or each[0] <= within]
    return [each for each in fine if len(fine) <= k or each[0] <= fine[k - 1][0]]


@given(costly(costs=few), st.integers(1, 5), st.none() | exact, st.booleans())
def test_ties_are_those_of_brute_force(case, k, within, greatest):
    problem, truth = case
    sign = -1 if greatest else 1
    ask = problem.maximize if greatest else problem.minimize
    answer = ask(k, within=None if within is None else sign * within, ties=True)
    expected = tied(sorted((sign * cost, options) for cost, options in truth), k, within)
    if isinstance(answer, xc.Impossible):
        assert not truth
        return
    assert answer.complete
    found = [(sign * each.cost, each._numbers) for each in answer.solutions]
    assert sorted(found) == expected
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in expected)


@pytest.mark.parametrize("work", [1, branch_and_bound._FIRST_TURN])
def test_a_tree_finds_all_ties_too(work):
    draw = random.Random(1)
    sets = {k: draw.sample(range(25), draw.randint(2, 5)) for k in range(80)}
    costs = {k: draw.randint(1, 3) for k in sets}
    problem = xc.Problem(
        range(25), sets, multiplicity=dict.fromkeys(range(25), (0, 1)), costs=costs
    )
    best = problem.maximize()
    everything = problem.maximize(None, within=best.cost)
    assert len(everything.solutions) > 1
    with patch.object(branch_and_bound, "_FIRST_TURN", work):
        assert set(problem.maximize(ties=True).solutions) == set(everything.solutions)


def test_ties_after_the_first_few():
    assert [len(PAIRS.minimize(k, ties=True).solutions) for k in (1, 4, 5, 8, 9)] == [4, 4, 8, 8, 8]
    assert PAIRS.minimize(1, within=0, ties=True).solutions == ()
    assert len(PAIRS.minimize(7, within=3, ties=True).solutions) == 4


def test_a_budget_may_end_the_search_for_ties():
    problem = queens(12, 1)
    problem = xc.Problem(
        problem.primary,
        {name: problem.items_of(name) for name in problem.options},
        secondary=problem.secondary,
        costs=lambda square: 1,
    )
    answer = problem.minimize(ties=True, nodes=4_000)
    assert answer.stopped == "nodes"
    assert answer.nodes <= 4_000
    assert 1 <= len(answer.solutions) < 14_200
    assert (answer.cost, answer.bound, answer.gap) == (12, 12, 0)
    assert str(answer) == "cost 12, proven; the search for more was stopped"
    assert len(problem.minimize(ties=True).solutions) == 14_200


@pytest.mark.parametrize("when", ["before", "after"])
def test_ctrl_c_keeps_what_is_known_and_claims_no_more(when):
    widen = Optimization.widen

    def interrupted(self, k, within):
        if when == "after":
            widen(self, k, within)
        raise KeyboardInterrupt

    with patch.object(Optimization, "widen", interrupted), pytest.raises(xc.Interrupted) as caught:
        PAIRS.minimize(ties=True)
    partial = caught.value.partial
    assert (partial.cost, partial.stopped, partial.complete) == (3, "interrupt", False)
    assert len(partial.solutions) >= 1


def test_the_time_may_be_over_before_the_ties_are_known():
    def late(self, k, within):
        raise OUT_OF_TIME

    with patch.object(Optimization, "widen", late):
        answer = PAIRS.minimize(ties=True)
    assert (answer.stopped, answer.cost, answer.bound) == ("seconds", 3, 3)


def test_what_makes_no_sense_is_refused():
    with pytest.raises(xc.MethodConflict, match="k=None, which gives all solutions anyway"):
        PAIRS.minimize(None, ties=True)
    with pytest.raises(TypeError, match="ties='yes': expected True or False"):
        PAIRS.maximize(ties="yes")
