"""The order of branching: answers do not depend on it, and it is as documented."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover.engines.reference import ReferenceSearch
from exactcover.statement.order import as_order, ordered
from tests.instances import langford, queens


@pytest.mark.parametrize("engine", ["reference", "bitset"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_fixed_order_lists_the_solutions_in_lexicographic_order(engine, turned):
    problem = queens(6)
    items = list(problem.primary)[:: -1 if turned else 1]
    number = {name: k for k, name in enumerate(problem.options)}
    listed = [
        [number[solution.covered[item][0]] for item in items]
        for solution in problem.solutions(engine=engine, order=items)
    ]
    assert len(listed) == 4
    assert listed == sorted(listed)


def first_branch(problem, order) -> set:
    """The options of the item that a search branches on first."""
    order = as_order(order)
    core = problem.reduce().core
    search = ReferenceSearch(ordered(core, order, problem._model))
    search.collect(1, 1)
    names = problem.options
    level = search.path[0]
    return {names[core.options[k]] for k in (*level.to_try, level.chosen)}


@pytest.mark.parametrize(
    ("order", "item"),
    [
        ("mrv", "r0"),
        ("fixed", "r0"),
        (["c2", "r1"], "c2"),
        (xc.Order(ties="last"), "c5"),
        (xc.Order(items=["r4"]), "r4"),
        (xc.Order(prefer=["c3", "r5"]), "r5"),
        (xc.Order(prefer=["c3", "r5"], items=["c3"]), "c3"),
    ],
)
def test_the_first_branch_is_on_the_item_that_the_order_says(order, item):
    problem = queens(6)
    expected = {option for option in problem.options if item in problem.items_of(option)}
    assert first_branch(problem, order) == expected


@pytest.mark.parametrize("engine", ["reference", "bitset", "cells"])
def test_fewest_options_first_is_the_usual_order_and_visits_fewer_nodes(engine):
    usual, mrv, fixed = (
        langford(7).count(engine=engine, **how).nodes
        for how in ({}, {"order": "mrv"}, {"order": "fixed"})
    )
    assert usual == mrv < fixed


def test_a_random_order_is_the_same_for_the_same_seed():
    problem = queens(7)
    lists = [
        list(problem.solutions(order=xc.Order(ties="random", seed=seed))) for seed in (1, 1, 2)
    ]
    assert lists[0] == lists[1]
    assert lists[0] != lists[2]
    assert set(lists[0]) == set(lists[2])
