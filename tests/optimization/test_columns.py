"""Options that come later: warm starts, and options made by prices."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from benchmarks.costly import random_partition
from tests.instances import pigeons
from tests.strategies import multiples, statements


@st.composite
def growing(draw):
    """A statement, costs of its options, and how many of them are there at first."""
    statement = draw(statements() | multiples())
    number = len(statement.options)
    costs = draw(st.lists(st.integers(-9, 20), min_size=number, max_size=number))
    return statement, costs, draw(st.integers(0, number))


@given(growing(), st.booleans())
def test_what_is_stated_later_is_as_if_stated_at_once_and_costs_as_much(drawn, maximize):
    statement, costs, first = drawn
    whole = statement.problem(costs=costs)
    problem = xc.Problem(
        statement.primary, statement.options[:first], secondary=statement.secondary,
        multiplicity=statement.multiplicity, repeat=statement.repeat, costs=costs[:first],
    )  # fmt: skip
    more = problem.with_options(statement.options[first:], costs=costs[first:])
    assert more.options == whole.options
    assert [more.items_of(each) for each in more.options] == [
        whole.items_of(each) for each in whole.options
    ]
    if problem.check().faults or whole.check().faults:
        assert bool(more.check().faults) or not whole.check().faults
        return
    before, cold, warm = (
        (each.maximize if maximize else each.minimize) for each in (problem, whole, more)
    )
    known, right = before(), cold()
    found = warm(warm=known, start=known.solution) if known else warm()
    assert bool(found) == bool(right)
    if right:
        assert (found.cost, found.bound, found.complete) == (right.cost, right.bound, True)
        assert sum(costs[option] for option in found.solution) == found.cost
        assert (warm(start=right.solution).cost, warm(warm=right).cost) == (right.cost, right.cost)


@pytest.mark.parametrize("seed", range(4))
def test_rounds_of_options_end_where_all_at_once_do(seed):
    instance = random_partition(30, 300, seed)
    problem, known = xc.Problem(range(30), {-k: [k] for k in range(1, 30)} | {30: [0]},
                                costs=[400] * 30), None  # fmt: skip
    for begin in range(0, 300, 50):
        options = dict(enumerate(instance.options))
        new = {f"n{k}": options[k] for k in range(begin, begin + 50)}
        problem = problem.with_options(new, costs=instance.costs[begin : begin + 50])
        known = problem.minimize(warm=known)
        assert (known.cost, known.complete) == (problem.minimize().cost, True)
        assert problem.relaxation(warm=known).bound == problem.relaxation().bound


def test_penalties_decimals_and_colours_stay_as_they_were():
    stated = {"secondary": ["s"], "penalties": {"b": Fraction(5, 2)}}
    red, blue = xc.Coloured("s", "red"), xc.Coloured("s", "blue")
    first = xc.Problem("ab", {1: ["a", red]}, costs={1: Decimal("1.5")}, **stated)
    more = first.with_options({2: ["b", blue], 3: ["b", red]}, costs={2: 0, 3: Decimal("1.25")})
    whole = xc.Problem("ab", {1: ["a", red], 2: ["b", blue], 3: ["b", red]},
                       costs={1: Decimal("1.5"), 3: Decimal("1.25")}, **stated)  # fmt: skip
    assert more == whole
    assert repr(more.minimize()) == repr(whole.minimize())


def test_faults_of_later_options_and_what_cannot_begin_are_told():
    problem = xc.Problem("ab", {1: "a", 2: "b"}, costs=[1, 2])
    assert [type(each) for each in problem.with_options({1: "a", 3: "c"}).check().faults] == [
        xc.UnknownItem, xc.RepeatedOption,
    ]  # fmt: skip
    assert xc.Problem("ab", ["a", "b"]).with_options(["ab"]).options == (0, 1, 2)
    with pytest.raises(ValueError, match="expected a solution"):
        problem.minimize(start=[1])
    with pytest.raises(xc.UnknownOption):
        problem.minimize(start=[7])
    with pytest.raises(TypeError, match="expected an Optimum"):
        problem.minimize(warm=3)
    with pytest.raises(xc.MethodConflict):
        problem.where(xc.Times([1, 2], {0, 2})).with_options({3: "ab"})


def cheap_sets(cost, items):
    """All sets of up to three items, what makes those that cost less than their prices, and what
    it was asked."""
    sets = {c: cost(c) for size in (1, 2, 3) for c in combinations(items, size)}
    asked = []

    def columns(prices):
        asked.append(prices)
        return [xc.Option(each, each, price) for each, price in sets.items()
                if price < sum(prices[item] for item in each)]  # fmt: skip

    return sets, columns, asked


@pytest.mark.parametrize("covered", [1, (1, None), (1, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_options_made_by_prices_are_enough_for_the_bound_of_all(seed, covered):
    items = range(9)
    sets, columns, asked = cheap_sets(
        lambda each: 20 + 7 * len(each) + hash((seed, each)) % 13, items
    )
    dear = {("alone", item): [item] for item in items}
    problem = xc.Problem(items, dear, costs=[100] * 9, multiplicity=covered)
    everything = problem.with_options({each: each for each in sets}, costs=sets)
    found = problem.minimize(columns=columns)
    assert found.bound == everything.relaxation().bound
    assert len(asked) > 1
    assert found.cost >= everything.minimize().cost >= found.bound
    assert (found.stopped is None) == (found.cost == found.bound)
    assert found.history[-1][1:] == (found.cost, found.bound)
    worst = everything.maximize().cost
    assert problem.maximize(columns=lambda prices: [
        xc.Option(each, each, price) for each, price in sets.items()
        if price > sum(prices[item] for item in each)
    ]).bound >= worst  # fmt: skip


def test_columns_need_a_beginning_and_keep_to_their_budget():
    with pytest.raises(xc.MethodConflict, match="cover all items"):
        pigeons(3).minimize(columns=lambda prices: [])
    problem = xc.Problem("ab", {1: "a", 2: "b"}, costs=[1, 2])
    for arguments in ({"k": 2}, {"workers": 2}, {"ties": True}):
        with pytest.raises(xc.MethodConflict):
            problem.minimize(columns=lambda prices: [], **arguments)
    stopped = problem.minimize(columns=lambda prices: [], seconds=0)
    assert (stopped.stopped, stopped.relative_gap) == ("seconds", None)


def offers(pool, once=False):
    """The cheapest of some options beside the prices, if it costs less; each once, if asked."""
    given = set()

    def columns(prices):
        beside = {name: cost - sum(map(prices.get, items)) for name, (items, cost) in pool.items()
                  if name not in given}  # fmt: skip
        name = min(beside, key=beside.get, default=None)
        if name is None or beside[name] >= 0:
            return []
        given.update([name] if once else [])
        return [xc.Option(name, *pool[name])]

    return columns


def test_a_function_that_only_returns_what_is_there_proves_nothing():
    problem = xc.Problem("a", {"x": "a", "y": "a"}, costs=[9, 9], multiplicity=2)
    found = problem.minimize(columns=offers({1: ("a", 1), 2: ("a", 2)}))
    assert found.complete == (found.cost == 3)
    assert found.bound <= 3
    for answer in (found, replace(found, bound=-math.inf, stopped="columns")):
        assert answer.relative_gap in (0.0, math.inf)
        assert str(answer) in answer.to_svg()


def test_options_that_are_offered_once_are_kept():
    pool = {0: ("ab", 6), 1: ("b", 0), 2: ("a", 0)}
    problem = xc.Problem("ab", {"A": "a", "B": "b"}, costs=[6, 7])
    assert problem.minimize(columns=offers(pool, once=True)).cost == 0


def test_options_made_are_named_and_refused_as_those_stated_later():
    problem = xc.Problem("ab", ["a", "b"], costs=[5, 5])
    pairs = problem.minimize(columns=lambda prices: ["ab"] if sum(prices.values()) > 0 else [])
    assert (pairs.cost, pairs.solution.options) == (0, (2,))
    with pytest.raises(xc.RepeatedOption):
        problem.minimize(columns=lambda prices: [xc.Option(1, "ab", 1)])
    for cost in (float("nan"), Decimal("-Infinity"), 1 + 2j):
        with pytest.raises(xc.BadCost):
            problem.minimize(columns=lambda prices, cost=cost: [xc.Option("q", "ab", cost)])
    for unusable in (lambda prices: 5, lambda prices: [xc.Option([], "ab")], 5):
        with pytest.raises(TypeError):
            problem.minimize(columns=unusable)
    assert xc.Problem("ab", {1: "a", 2: "b"}).with_options(["ab", "a"]).options == (1, 2, 3, 4)
    with pytest.raises(TypeError, match="not a string"):
        problem.with_options("ab")


def test_a_stop_keeps_the_start():
    problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs=[2, 3, 4])
    made = itertools.count()

    def endless(prices):
        yield from (xc.Option(("more", number), "ab", 4) for number in made)

    def pressed(prices):
        raise KeyboardInterrupt

    found = problem.minimize(columns=endless, seconds=0.2, start=[1, 2])
    assert (found.cost, found.stopped) in ((5, "seconds"), (4, "seconds"))
    assert problem.minimize(columns=endless, seconds=0.2).cost == 4
    with pytest.raises(xc.Interrupted) as interrupted:
        problem.minimize(columns=pressed, start=[1, 2])
    assert interrupted.value.partial.cost == 5
