"""Multiplicities: items covered a bounded number of times. (``contract.py`` has the engines.)"""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover.engines import choose
from tests.engines.contract import dominating_queens


@pytest.mark.compiled
def test_a_long_search_of_a_small_problem_changes_engines():
    search = choose.start(dominating_queens(8, 5)._model.compiled)
    assert search.count(10**9, 10**9) == 4860
    assert search.handed_over


def test_an_item_takes_all_its_options_when_it_needs_them_all():
    options = {1: "ab", 2: "a", 3: "b"}
    reduction = xc.Problem("ab", options, multiplicity={"a": 2}).reduce()
    assert set(reduction.forced) == {1, 2}


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
    for bounds in ({}, dict.fromkeys("abc", (1, 1))):
        plain = xc.Problem("abc", ["abc"], multiplicity=bounds, repeat=True)
        assert (plain.multiplicity, plain.repeat) == ({}, False)
        assert not plain._model.compiled.multiple
        assert plain == xc.Problem("abc", ["abc"])
    for wrong in (numpy.array(1.5), numpy.array([1, 2])):  # which would be cut
        problem = xc.Problem("ab", ["ab"], multiplicity={"a": wrong})
        assert isinstance(problem.check().faults[0], xc.BadMultiplicity)


def test_a_given_option_that_cannot_be_chosen_again_is_still_one_of_the_live_options():
    problem = xc.Problem(
        "pqr", ["p", "q", "r"], multiplicity={"p": (0, 0), "q": (0, 1)}, repeat=True
    )
    assert problem.given(2).live_options == (1, 2)
