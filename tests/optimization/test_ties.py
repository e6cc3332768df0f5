"""All solutions of the least cost, and those that tie with the last of the k cheapest."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest

import exactcover as xc
from exactcover.optimization import branch_and_bound
from exactcover.optimization.branch_and_bound import Optimization
from tests.instances import queens
from tests.interrupting import OUT_OF_TIME

PAIRS = xc.Problem(
    range(6),
    {(pair, kind): [2 * pair, 2 * pair + 1] for pair in range(3) for kind in "ab"},
    costs=lambda name: 5 if name == (0, "b") else 1,
)


@pytest.mark.parametrize("work", [1, branch_and_bound._FIRST_TURN])
def test_a_tree_finds_all_ties_too(work):
    draw = random.Random(1)
    sets = {k: draw.sample(range(25), draw.randint(2, 5)) for k in range(80)}
    costs = {k: draw.randint(1, 3) for k in sets}
    problem = xc.Problem(range(25), sets, multiplicity=(0, 1), costs=costs)
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
    problem = queens(12, costs=[1] * 144)
    answer = problem.minimize(ties=True, nodes=4_000)
    assert answer.stopped == "nodes"
    assert answer.nodes <= 4_000
    assert 1 <= len(answer.solutions) < 14_200
    assert (answer.cost, answer.bound, answer.gap) == (12, 12, 0)
    assert len(problem.minimize(ties=True).solutions) == 14_200


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_is_known_when_the_search_for_ties_is_ended_is_kept_and_no_more_claimed(when):
    widen = Optimization.widen

    def ended(error, self, k, within):
        if when == "after":
            widen(self, k, within)
        raise error

    pressed = patch.object(Optimization, "widen", lambda *each: ended(KeyboardInterrupt, *each))
    with pressed, pytest.raises(xc.Interrupted) as caught:
        PAIRS.minimize(ties=True)
    with patch.object(Optimization, "widen", lambda *each: ended(OUT_OF_TIME, *each)):
        late = PAIRS.minimize(ties=True)
    for answer, why in ((caught.value.partial, "interrupt"), (late, "seconds")):
        assert (answer.cost, answer.bound, answer.stopped) == (3, 3, why)
        assert not answer.complete
        assert answer.solutions
