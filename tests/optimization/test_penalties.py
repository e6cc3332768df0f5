"""Penalties: items that may stay open, each missing cover at a cost."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.files import dlx as dlxfile
from exactcover.files import json as jsonfile


def crews(**more):
    """Two flights: each may stay open, and one crew can take both."""
    return xc.Problem(
        ["out", "back"],
        {"Ann": ["out"], "Bob": ["out", "back"]},
        costs={"Ann": 3, "Bob": 12},
        **more,
    )


def test_penalties_come_back_as_what_they_were_stated_as():
    times, penalties = {"back": 3}, {"back": Decimal("2.5")}
    problem = crews(multiplicity=times, penalties=penalties)
    best = problem.minimize()
    assert (best.solution.options, best.cost) == (("Ann",), Decimal("10.5"))
    assert (problem.multiplicity, problem.penalties) == ({"back": (3, 3)}, penalties)
    assert isinstance(problem.penalties["back"], Decimal)
    assert not problem.check().notes


def test_a_penalty_that_is_stated_twice_is_refused():
    class Twice:
        def keys(self):
            return ["out", "out"]

        def __getitem__(self, item):
            return 1

    with pytest.raises(xc.BadPenalty, match="'out': it is stated twice"):
        crews(penalties=Twice()).count()


@pytest.mark.needs("pandas", "networkx")
def test_given_options_keep_their_penalties():
    problem = crews(penalties={"out": 1, "back": 1}).given("Ann")
    assert problem.minimize().cost == 4
    for form in (dlxfile, jsonfile):
        with pytest.raises(xc.UnwritableProblem, match="given options with penalties"):
            form.format_problem(problem)
    for convert in (xc.to_frame, xc.to_graph, xc.to_matrix):
        with pytest.raises(xc.UnwritableProblem, match="cannot hold penalties"):
            convert(crews(penalties={"out": 1}))


def test_a_file_has_a_penalty_behind_its_item():
    problem = dlxfile.parse("out back |8 2|night |5/2\nout |3\nout back |12\nnight |1\n")
    assert problem.penalties == {"back": 8, "night": Fraction(5, 2)}
    assert problem.multiplicity == {"night": (2, 2)}
    assert dlxfile.format_problem(problem).splitlines()[0] == "out back |8 2|night |2.5"


def test_notebooks_show_what_stays_open():
    problem = crews(penalties={"back": 8})
    assert "penalties" in problem._repr_html_()
    assert "open" in problem.minimize().solution._repr_html_()
