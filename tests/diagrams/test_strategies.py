"""Graphs of listed solutions, and strategies for diagrams tried in turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.diagrams.graph import exactly
from exactcover.diagrams.strategies import STRATEGIES, ListedBuild, Strategies
from exactcover.engines import choose
from tests.instances import dominoes, langford, pentominoes, queens


def portfolio_of(compiled, memory, among=STRATEGIES):
    return Strategies(compiled, memory, lambda: choose.start(compiled, "bitset"), among)


def finished(build, most=2**60):
    while not build.done:
        build.run(most)
    return build


@given(st.lists(st.integers(0, 10**60)), st.integers(0, 20))
def test_numbers_are_found_from_their_remainders(numbers, more):
    bits = max(numbers, default=0).bit_length()
    assert exactly(bits + more, lambda prime: [each % prime for each in numbers]) == numbers


def test_equal_ends_are_one_node():
    # Of the 2^n ways to take one of each pair, what follows a pair is the same.
    pairs = xc.Problem(range(12), [[item] for item in range(12) for _ in "ab"])
    compiled = pairs._model.compiled
    build = finished(ListedBuild(compiled, choose.start(compiled, "bitset"), range(12), 2**30))
    assert build.count() == 2**12
    assert build.graph().n_nodes == 13


@pytest.mark.parametrize(
    ("problem", "count", "way"),
    [
        (queens(9), 352, "all solutions listed"),
        (dominoes(10, 10), 258_584_046_368, "items in order, by breadth"),
    ],
)
def test_the_way_that_is_done_first_is_reported(problem, count, way):
    zdd, counted = problem.zdd(), problem.count(method="diagram")
    assert zdd.count() == counted == count
    assert zdd.method == counted.method == way
    assert problem.count(method="listing", limit=10).method == "listing"


def test_a_portfolio_takes_the_same_way_however_it_is_sliced():
    compiled = langford(9)._model.compiled
    whole = finished(portfolio_of(compiled, 2**30))
    for most in (1, 7, 1000):
        sliced = finished(portfolio_of(compiled, 2**30), most)
        assert (sliced.name, sliced.states) == (whole.name, whole.states)


def test_a_way_that_fills_its_memory_leaves_it_to_the_others():
    compiled = pentominoes(5, 12)._model.compiled
    with pytest.raises(xc.DiagramTooLarge):
        finished(portfolio_of(compiled, 10**7, ("order",)))
    portfolio = finished(portfolio_of(compiled, 10**7))
    assert portfolio.count() == 4040
    with pytest.raises(xc.DiagramTooLarge):
        finished(portfolio_of(dominoes(16, 16)._model.compiled, 10**6))
    with pytest.raises(xc.DiagramTooLarge):
        finished(portfolio_of(compiled, 10**7, ()))
