"""When two problems are equal, their fingerprints, and the options of an item."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

import exactcover as xc

BASE = {"A": ["p", "x"], "B": ["q", "x"]}


def stated(options=BASE, primary="pq", secondary="x", **more):
    return xc.Problem(primary, options, secondary=secondary, **more)


@pytest.mark.parametrize(
    "costs",
    [{"A": 3}, [1, Fraction(1, 3)], [Decimal("0.1"), 2], lambda name: len(name)],
    ids=["mapping", "fractions", "decimals", "function"],
)
def test_problems_with_the_same_costs_are_equal_and_with_other_costs_are_not(costs):
    apart = {"A": ["p", "x"], "B": ["q"]}
    one, other = stated(apart, costs=costs), stated(apart, costs=costs)
    assert one == other
    assert one.minimize().cost == other.maximize().cost
    assert one == other  # what was worked out does not matter
    assert one != stated(apart, costs={"A": 4})
    assert one != stated(apart)


@pytest.mark.parametrize(
    "other",
    [
        stated(primary="qp"),
        stated({"B": ["q", "x"], "A": ["p", "x"]}),
        stated({"A": ["p", "x"], "C": ["q", "x"]}),
        stated({"A": ["p", "x"], "B": ["q"]}),
        stated({"A": ["p", "x"], "B": ["q", xc.Coloured("x", 1)]}),
        stated({"A": ["p", "x"], "B": ["q", "x"], "C": ["p"]}),
        stated(primary="pqx", secondary=""),
        stated(secondary="xy"),
        stated(costs={"A": 1}),
        stated(penalties={"p": 1}),
        stated(multiplicity={"p": (0, 1)}),
        stated(multiplicity={"p": (1, 2)}, repeat=True),
        stated().given("A"),
        stated().without("A"),
    ],
)
def test_another_statement_is_another_problem(other):
    assert stated() != other
    assert other == other
    assert stated().digest != other.digest


def test_the_order_within_an_option_means_nothing_and_colours_are_compared_by_name():
    assert stated() == stated({"A": ["x", "p"], "B": {"q": None, "x": None}})
    one = {"A": ["p", xc.Coloured("x", "red")], "B": ["q", xc.Coloured("x", "blue")]}
    other = {"A": ["p", xc.Coloured("x", "red")], "B": ["q", xc.Coloured("x", "red")]}
    assert stated(one) == stated(dict(one)) != stated(other)


def test_nothing_else_equals_a_problem_and_faulty_ones_equal_only_themselves():
    assert stated() != 3
    faulty = stated({"A": ["z"]})
    assert faulty == faulty != stated({"A": ["z"]})


def test_a_picture_does_not_make_another_problem_and_equal_ones_are_one_key():
    assert stated().drawn_by(lambda solution: None) == stated()
    assert len({stated(), stated(), stated().given("A")}) == 2
