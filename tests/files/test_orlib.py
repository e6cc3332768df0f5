"""Formats of the OR-Library: set partitioning and set covering."""

from __future__ import annotations

import gzip
import re
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.files import orlib

#: The two texts in the documentation, which state the same costs and items.
BY_OPTIONS, BY_ITEMS = (
    "".join(re.findall(r"^    (.*\n)", part, re.M))
    for part in orlib.__doc__.split("``scp`` has the numbers")
)
OFTEN = {"p": (1, None)}


def parsed(form, text):
    return orlib.LAYOUTS[form].parse_leniently(text, "f")


def test_partitioning_and_covering_have_the_same_layout_and_other_bounds():
    parts, rail = parsed("spp", BY_OPTIONS)[0], parsed("rail", BY_OPTIONS)[0]
    assert parts.options == rail.options == (1, 2, 3)
    assert parts.costs == rail.costs == {1: 5, 2: 7, 3: 11}
    assert not parts.multiplicity
    assert rail.multiplicity == {1: (1, None), 2: (1, None)}
    assert [each.options for each in parts.minimize(None).solutions] == [(3,), (1, 2)]
    assert rail.count() == 5


def test_covering_by_items_states_the_same():
    assert parsed("scp", BY_ITEMS)[0] == parsed("rail", BY_OPTIONS)[0]
    # Lines do not matter.
    assert parsed("scp", BY_ITEMS.replace(" ", "\n"))[0] == parsed("scp", BY_ITEMS)[0]
    assert parsed("spp", " ".join(BY_OPTIONS.split()))[0] == parsed("spp", BY_OPTIONS)[0]


@pytest.mark.parametrize("form", orlib.LAYOUTS)
def test_the_ending_says_the_format_and_gz_is_compressed(form, tmp_path):
    text = BY_ITEMS if form == "scp" else BY_OPTIONS
    problem = parsed(form, text)[0]
    xc.write(problem, tmp_path / f"p.{form}.gz")
    assert gzip.decompress((tmp_path / f"p.{form}.gz").read_bytes()).decode() == text
    assert xc.read(tmp_path / f"p.{form}.gz") == problem


def test_an_item_that_no_option_has_makes_a_problem_impossible():
    assert not parsed("spp", "2 1\n5 1 1\n")[0].minimize()


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ("spp", xc.Problem("p", ["p"], secondary="s")),
        ("spp", xc.Problem("p", ["p"], multiplicity=OFTEN)),
        ("scp", xc.Problem("p", ["p"])),
        ("scp", xc.Problem("p", ["p"], multiplicity=OFTEN).given(0)),
        ("spp", xc.Problem("p", ["p"], penalties={"p": 2})),
        ("rail", xc.Problem("p", [], repeat=True, multiplicity=OFTEN)),
        ("spp", xc.Problem("p", ["p"], costs=[Fraction(1, 3)])),
    ],
    ids=range(7),
)
def test_what_a_format_cannot_hold_is_refused(form, problem):
    with pytest.raises(xc.UnwritableProblem):
        orlib.LAYOUTS[form].format_problem(problem)


def test_what_was_given_is_applied_to_the_options_of_a_partitioning():
    problem = xc.Problem("pq", ["p", "p", "q"]).given(1)
    assert orlib.LAYOUTS["spp"].format_problem(problem) == "2 2\n0 1 1\n0 1 2\n"
