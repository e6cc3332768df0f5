"""Items of few options that are covered at most once are merged into cliques."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from benchmarks.rosters import roster
from exactcover.optimization.cliques import merged
from exactcover.optimization.linear_program import LinearProgram, UnitRows


def pairs(rows):
    return {frozenset(pair) for row in rows for pair in combinations(row, 2)}


rows_of_options = st.lists(st.lists(st.integers(0, 11), min_size=2, max_size=4, unique=True))


@given(rows_of_options, rows_of_options)
def test_cliques_say_what_the_rows_say_and_nothing_else(short, long):
    cliques = merged(short, long)
    assert pairs(short) <= pairs([*cliques, *long])
    assert pairs(cliques) <= pairs([*short, *long])


@given(rows_of_options)
def test_no_clique_lies_in_another_and_none_can_grow(short):
    cliques, beside = [set(clique) for clique in merged(short, [])], pairs(short)
    assert not any(one < other for one in cliques for other in cliques)
    for clique in cliques:
        for option in set(range(12)) - clique:
            assert not all(frozenset([option, other]) in beside for other in clique)


def test_three_pairs_become_one_row():
    assert merged([[0, 1], [1, 2], [0, 2]], []) == [[0, 1, 2]]


def test_the_bound_of_a_roster_rises_to_that_of_its_cheapest_solution():
    instance = roster(20, 28, 1)
    problem = instance.problem()
    relaxation = UnitRows(problem._model.compiled, instance.costs)
    program = LinearProgram(relaxation)
    program.solve(lambda: None, None)
    cost = problem.minimize().cost
    assert cost - relaxation.in_costs(program.prove()) <= 1


@pytest.mark.parametrize("seed", range(6))
def test_rosters_cost_as_little_as_another_program_says(seed):
    instance = roster(6 + seed % 3, 7, seed)
    matrix = np.zeros((instance.n_items, len(instance.options)))
    for option, members in enumerate(instance.options):
        matrix[members, option] = 1
    low, high = zip(*instance.each, strict=True)
    found = milp(instance.costs, constraints=LinearConstraint(matrix, low, high),
                 integrality=np.ones(len(instance.costs)), bounds=Bounds(0, 1))  # fmt: skip
    answer = instance.problem().minimize()
    assert answer.complete
    assert answer.cost == round(found.fun)
    assert instance.cost(list(answer.solution)) == answer.cost
