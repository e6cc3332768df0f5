"""All solutions in order of their costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, takewhile
from unittest.mock import patch

import numpy as np

import exactcover as xc
from exactcover.search import search
from tests.fuzz.thresholds import with_thresholds
from tests.optimization.test_costs import queens
from tests.optimization.test_ties import PAIRS


def test_the_cheapest_queens_come_first_and_soon():
    problem = queens(13, 1)
    best = problem.minimize(5)
    assert tuple(each.cost for each in islice(problem.solutions_by_cost(), 5)) == best.costs
    within = takewhile(lambda each: each.cost <= best.costs[2], problem.solutions_by_cost())
    assert set(within) == set(problem.minimize(3, ties=True).solutions)


def test_tables_hold_the_same_in_the_same_order():
    table = np.concatenate(list(PAIRS.solutions_by_cost().chunks()))
    assert table.tolist() == [list(each._numbers) for each in PAIRS.solutions_by_cost()]


def test_progress_says_nothing_of_what_is_left():
    told = []
    solutions = queens(20, 1).solutions_by_cost(progress=told.append)
    next(solutions)
    assert all(each.left is None and each.nodes > 0 for each in told)


def test_the_order_of_those_that_cost_the_same_does_not_depend_on_slices():
    # In turns of the search and of the tree that are as short as they get.
    turns = {"_FIRST_TURN": 1, "_FEWER": 1.0, "_REPLANT_NODES": 2}
    small = {("optimization.branch_and_bound", name): value for name, value in turns.items()}
    small["optimization.tree", "_NODE_WORK"] = 1
    pairs = ["25", "23", "15", "04", "13", "14", "24", "05"]
    most = {item: (1, 2 if item in "012" else None) for item in "012345"}
    costs = [0, Fraction(1, 6), -5, Fraction(10, 7), Fraction(24, 7), 0, 0, Fraction(12, 7)]
    orders = set()
    for nodes in (1, 7, 10**6):
        problem = xc.Problem("012345", pairs, multiplicity=most, repeat=True, costs=costs)
        here = patch.object(search, "next_slice", lambda *_, nodes=nodes: nodes)
        with with_thresholds(small), here:
            found = problem.given(2).solutions_by_cost(descending=True, reduce=False)
            orders.add(tuple(solution.options for solution in found))
    assert len(orders) == 1
