"""Multiplicities: items covered between so and so many times. (``contract.py`` has the engines.)"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from exactcover.engines.cells import CellsSearch
from exactcover.engines.portfolio import Handover
from exactcover.engines.reference import ReferenceSearch
from exactcover.kernels.trees.sparse_sets import OPEN
from tests.engines.contract import dominating_queens
from tests.instances import langford
from tests.strategies import bags, multiples, statements

# -- changing engines ----------------------------------------------------------------------------


@given(multiples(), st.integers(1, 20), st.sampled_from(["bitset", "cells"]))
def test_a_search_handed_over_halfway_finds_each_solution_once(statement, least, engine):
    core = statement.problem().reduce().core.compiled
    if not core.multiple or statement.problem().reduce().impossible:
        return
    whole = sorted(map(tuple, map(sorted, choose.start(core, "reference").collect(10**9, 10**9))))
    search = Handover(
        ReferenceSearch(core), least, lambda: choose._below(core, engine, lambda: None)
    )
    found = []
    while not search.done:
        found += search.collect(7, 5)
    assert sorted(tuple(sorted(options)) for options in found) == whole


@pytest.mark.compiled
def test_a_long_search_of_a_small_problem_changes_engines():
    search = choose.start(dominating_queens(8, 5)._model.compiled)
    assert search.count(10**9, 10**9) == 4860
    assert search.handed_over


@given(multiples())
def test_the_sparse_sets_are_restored_at_the_end(statement):
    core = statement.problem().reduce().core.compiled
    if not core.multiple or statement.problem().reduce().impossible:
        return
    search = CellsSearch(core)
    before = search.size.tolist(), search.low.tolist()
    search.count(10**9, 10**9)
    assert (search.size.tolist(), search.low.tolist()) == before
    assert (search.state == OPEN).all()
    assert search.control[3] == search.control[4] == 0


# -- propagation ---------------------------------------------------------------------------------


@given(multiples())
def test_what_is_forced_is_in_every_solution_and_what_is_removed_in_none(statement):
    reduction = statement.problem().reduce()
    truth = bags(statement)
    for bag in truth:
        for option in reduction.forced:
            assert bag.count(option) >= reduction.forced.count(option)
        assert not set(reduction.removed) & set(bag)
    if reduction.impossible is not None:
        assert not truth
        assert reduction.impossible.reason
    else:
        assert statement.problem().reduced().count(reduce=False) == len(truth)
        assert all(str(reason) for reason in reduction.removed.values())


def test_an_item_takes_all_its_options_when_it_needs_them_all():
    options = {1: "ab", 2: "a", 3: "b"}
    reduction = xc.Problem("ab", options, multiplicity={"a": 2}).reduce()
    assert set(reduction.forced) == {1, 2}


# -- faults --------------------------------------------------------------------------------------


@given(statements())
def test_bounds_that_are_all_one_leave_an_exact_cover(statement):
    bounds = dict.fromkeys(statement.primary, (1, 1))
    problem = xc.Problem(
        statement.primary, statement.options, secondary=statement.secondary,
        multiplicity=bounds, repeat=True,
    )  # fmt: skip
    assert (problem.repeat, problem.multiplicity) == (False, {})
    if problem.check():
        assert problem == statement.problem()
        assert not problem._model.compiled.multiple


def test_too_few_options_for_an_item_are_noted():
    problem = xc.Problem("ab", ["ab", "a"], multiplicity={"a": 3, "b": (0, 2)})
    assert [note.item for note in problem.check().notes] == ["a"]
    for items, options in (("ab", ["ab", "a"]), ("a", ["a"])):
        again = xc.Problem(items, options, multiplicity={"a": 3, "b": (0, 2)}, repeat=True)
        assert [note for note in again.check().notes if note.item == "a"] == []


def test_options_may_be_repeated_a_hundred_thousand_times():
    problem = xc.Problem("a", ["a", "a", "a"], multiplicity={"a": 100_000}, repeat=True)
    assert len(problem.first().options) == 100_000
    assert problem.count(seconds=0.2).stopped == "seconds"


def test_the_bounds_come_back_as_they_were_stated_and_may_be_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    bounds = {"a": numpy.int16(2), "b": [0, None], "c": 1}
    problem = xc.Problem("abc", ["abc"], multiplicity=bounds)
    assert problem.multiplicity == {"a": (2, 2), "b": (0, None)}
    assert not problem.repeat
    assert langford(3).multiplicity == {}
    for wrong in (numpy.array(1.5), numpy.array([1, 2])):  # which would be cut
        problem = xc.Problem("ab", ["ab"], multiplicity={"a": wrong})
        assert isinstance(problem.check().faults[0], xc.BadMultiplicity)


def test_a_batch_answers_as_the_problems_do():
    problem = dominating_queens(6, 3)
    givens = [[], [(0, 0)], [(2, 2)], [(2, 2), (3, 5)]]
    expected = [int(problem.given(*options).count()) for options in givens]
    assert list(problem.batch(givens).count()) == expected


def test_a_given_option_that_cannot_be_chosen_again_is_still_one_of_the_live_options():
    problem = xc.Problem(
        "pqr", ["p", "q", "r"], multiplicity={"p": (0, 0), "q": (0, 1)}, repeat=True
    )
    assert problem.given(2).live_options == (1, 2)
