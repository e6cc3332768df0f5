"""Estimates of nodes and solutions by random descents."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given

import exactcover as xc
from exactcover import estimate as estimates
from exactcover.reduce import reduce_statement

from .instances import dominoes, langford, pentominoes, queens
from .strategies import bags, brute_force, multiples, statements

#: Nodes of the reference engine (which takes long for the last one), and solutions.
KNOWN = {
    "queens 8": (queens(8), 1_199, 92),
    "queens 10": (queens(10), 16_448, 724),
    "Langford 8": (langford(8), 2_789, 300),
    "dominoes 4 x 6": (dominoes(4, 6), 1_062, 281),
    "dominoes 6 x 6": (dominoes(6, 6), 25_662, 6_728),
    "Langford 11": (langford(11), None, 35_584),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_interval_holds_the_truth_in_at_least_90_of_100_runs(name):
    problem, nodes, solutions = KNOWN[name]
    compiled = reduce_statement(problem._statement).core.compiled
    hits = {"nodes": 0, "solutions": 0}
    for seed in range(100):
        draws = np.random.default_rng(seed)
        found = estimates._descend(compiled, 2_000, draws, lambda: None)
        for figure, truth, kind in zip(
            map(estimates._figure, found), (nodes, solutions), hits, strict=True
        ):
            hits[kind] += truth is not None and figure.low <= truth <= figure.high
    assert hits["solutions"] >= 90
    assert nodes is None or hits["nodes"] >= 90


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("HYPOTHESIS_PROFILE") != "thorough", reason="takes 25 s")
def test_rare_solutions_are_estimated_with_an_honest_interval():
    compiled = reduce_statement(pentominoes(6, 10)._statement).core.compiled
    hits = 0
    for seed in range(100):
        _, found = estimates._descend(compiled, 40_000, np.random.default_rng(seed), lambda: None)
        figure = estimates._figure(found)
        hits += figure.low <= 9_356 <= figure.high
    assert hits >= 90


@given(statements())
def test_small_problems_are_estimated_rightly(statement):
    found = statement.problem().estimate(2_000, seconds=60)
    truth = len(brute_force(statement))
    assert found.solutions.low <= found.solutions.value <= found.solutions.high
    if not truth:
        assert found.solutions.value == 0
    else:
        assert found.solutions.value == pytest.approx(truth, rel=0.5)


@given(multiples())
def test_so_they_are_with_multiplicities(statement):
    found = statement.problem().estimate(400)
    truth = len(bags(statement))
    assert found.solutions.value == pytest.approx(truth, rel=0.7)


def test_an_estimate_is_the_same_for_a_seed_and_tells_the_time():
    problem = langford(11)
    one, again, other = (problem.estimate(4_000, seed=seed) for seed in (1, 1, 2))
    assert (one.nodes, one.solutions) == (again.nodes, again.solutions)
    assert one.nodes != other.nodes
    assert 0 < one.seconds.low < one.seconds.value < one.seconds.high < 5
    assert one.probes == 4_000
    assert "to" in str(one)


def test_orders_are_estimated_as_they_are_searched():
    problem = queens(6)
    for order in ("mrv", "fixed"):
        nodes = problem.count(engine="reference", order=order).nodes
        found = problem.estimate(20_000, order=order)
        assert found.nodes.value == pytest.approx(nodes, rel=0.1)


def test_what_cannot_be_estimated_is_told():
    with pytest.raises(xc.BudgetError):
        queens(6).estimate(0)
    with pytest.raises(xc.BudgetError):
        queens(6).estimate(seed=-1)
    with pytest.raises(xc.SearchStopped):
        queens(6).estimate(seconds=0)
    assert xc.Problem("ab", ["a"]).estimate().nodes.value == 0
