"""The order in which items are taken: no answer depends on it, and it is what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines.reference import ReferenceSearch
from exactcover.statement.order import as_order, ordered
from tests.instances import langford, queens
from tests.strategies import brute_force, statements


@st.composite
def orders(draw, primary):
    some = st.lists(st.sampled_from(primary), unique=True) if primary else st.just([])
    return xc.Order(
        rule=draw(st.sampled_from(["mrv", "fixed"])),
        items=draw(some),
        ties=draw(st.sampled_from(["first", "last", "random"])),
        prefer=draw(some),
        seed=draw(st.integers(0, 3)),
    )


@given(statement=statements(), data=st.data())
def test_every_order_finds_what_brute_force_finds_each_once(statement, data):
    engine = data.draw(st.sampled_from(["reference", "bitset", "cells", "auto"]))
    order = data.draw(orders(list(statement.primary)))
    found = list(statement.problem().solutions(engine=engine, order=order))
    assert len(found) == len(set(found))
    assert {frozenset(solution.options) for solution in found} == brute_force(statement)


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
