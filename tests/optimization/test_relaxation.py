"""Prices and reduced costs: exact, and enough to prove the bound again."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations
from math import ceil, lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import exactcover as xc
from benchmarks.costly import random_partition
from tests.instances import queens
from tests.strategies import bags, multiples, statements

COSTS = st.integers(-9, 20) | st.fractions(-3, 9, max_denominator=7)


@st.composite
def costly(draw):
    """A statement, and its costs."""
    statement = draw(statements() | multiples())
    number = len(statement.options)
    return statement, draw(st.lists(COSTS, min_size=number, max_size=number))


def proven_by(relaxation, problem, statement, sign):
    """What the prices prove of costs times ``sign``, by the definition alone."""
    often = dict.fromkeys(problem.primary, (1, 1)) | problem.multiplicity
    often |= dict.fromkeys(problem.secondary, (0, 1))
    total = Fraction(0)
    for item, price in relaxation.prices.items():
        if price:
            low, high = often[item]
            total += sign * price * (low if sign * price > 0 else high)
    for name, reduced in relaxation.reduced_costs.items():
        option = statement.options[name]
        if sign * reduced < 0 and set(option) & set(problem.primary):
            highs = [often[item][1] for item, colour in option.items() if colour is None]
            highs += [] if statement.repeat else [1]
            total += sign * reduced * min(high for high in highs if high is not None)
    return total


@given(costly(), st.booleans())
def test_prices_prove_the_bound_which_holds_for_every_solution(drawn, maximize):
    statement, costs = drawn
    problem = statement.problem(costs=costs)
    relaxation, sign = problem.relaxation(maximize=maximize), -1 if maximize else 1
    solutions = bags(statement)
    if not relaxation:
        assert not solutions
        return
    for option, reduced in relaxation.reduced_costs.items():
        assert reduced == costs[option] - sum(map(relaxation.prices.get, statement.options[option]))
    proven = proven_by(relaxation, problem, statement, sign)
    factor = lcm(*(Fraction(cost).denominator for cost in costs))
    assert Fraction(sign * relaxation.bound) == Fraction(ceil(proven * factor), factor)
    assert all(sign * sum(costs[option] for option in bag) >= proven for bag in solutions)
    best = problem.maximize() if maximize else problem.minimize()
    assert bool(best) == bool(solutions)
    if best:
        assert sign * best.relaxation.bound <= sign * best.cost
        assert best.prices == best.relaxation.prices


def test_the_relaxation_is_that_of_another_solver_and_is_kept_by_pickles():
    instance = random_partition(60, 600, 1)
    matrix = np.zeros((60, 600))
    for option, items in enumerate(instance.options):
        matrix[items, option] = 1
    other = linprog(instance.costs, A_eq=matrix, b_eq=np.ones(60), bounds=(0, 1))
    relaxation = instance.problem().relaxation()
    assert relaxation.complete
    assert relaxation.value == pytest.approx(other.fun, rel=1e-4)
    assert relaxation.bound == ceil(other.fun - 1e-3)
    again = pickle.loads(pickle.dumps(relaxation))
    assert again.reduced_costs == relaxation.reduced_costs


def test_an_option_whose_reduced_cost_is_above_the_gap_is_in_no_better_solution():
    instance = random_partition(30, 200, 2)
    problem = instance.problem()
    relaxation, second = problem.relaxation(), problem.minimize(2)
    gap = second.costs[1] - relaxation.bound
    assert any(each > gap for each in relaxation.reduced_costs.values())
    assert all(relaxation.reduced_costs[option] <= gap + 1 for each in second.solutions
               for option in each)  # fmt: skip


def test_what_conflicts_say_together_has_a_price():
    pairs = [*map(frozenset, combinations(range(4), 2))]
    options = {k: ["all", *(pair for pair in pairs if k in pair)] for k in range(4)}
    problem = xc.Problem(["all"], options, secondary=pairs, multiplicity={"all": (0, 4)},
                         costs=[-3, -3, -3, -3])  # fmt: skip
    assert problem.relaxation().value == -6
    best = problem.minimize().relaxation
    assert (best.value, [options for options, _ in best.cliques]) == (-3, [(0, 1, 2, 3)])


def test_items_that_may_stay_open_are_priced_at_their_penalty_at_most():
    problem = xc.Problem("ab", ["a", "ab"], costs=[3, 8], penalties={"b": 4})
    relaxation = problem.relaxation()
    assert (relaxation.bound, relaxation.value) == (7, 7)
    assert relaxation.prices["b"] <= 4


def test_a_stop_leaves_a_bound_that_holds():
    stopped = queens(8, costs=range(64)).relaxation(seconds=0)
    assert stopped.stopped == "seconds"
    assert stopped.bound <= 0 <= len(stopped.prices)
