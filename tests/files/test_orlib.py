"""Formats of the OR-Library: set partitioning and set covering."""

from __future__ import annotations

import gzip
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files import orlib
from tests.optimization.test_costs import with_costs
from tests.strategies import Statement, statements

#: The two texts in the documentation, which state the same costs and items.
BY_OPTIONS, BY_ITEMS = (
    "".join(re.findall(r"^    (.*\n)", part, re.M))
    for part in orlib.__doc__.split("``scp`` has the numbers")
)


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


def test_lines_do_not_matter():
    assert parsed("scp", BY_ITEMS.replace(" ", "\n"))[0] == parsed("scp", BY_ITEMS)[0]
    assert parsed("spp", " ".join(BY_OPTIONS.split()))[0] == parsed("spp", BY_OPTIONS)[0]


@pytest.mark.parametrize("form", orlib.LAYOUTS)
@given(statement=statements(most_secondary=0), data=st.data())
def test_what_is_written_is_read_with_the_same_costs_and_solutions(form, statement, data):
    assume(statement.options)
    bounds = [] if form == "spp" else [(1, None)] * len(statement.primary)
    statement = Statement(statement.primary, (), statement.options, bounds)
    halves = st.builds(Fraction, st.integers(-9, 9), st.sampled_from([1, 2]))
    problem = with_costs(statement, [data.draw(halves) for _ in statement.options])
    text = orlib.LAYOUTS[form].format_problem(problem)
    again, faults = parsed(form, text)
    assert not faults
    assert orlib.LAYOUTS[form].format_problem(again) == text
    found = [[(each.cost, each._numbers) for each in p.solutions()] for p in (problem, again)]
    assert sorted(found[0]) == sorted(found[1])


@pytest.mark.parametrize("form", orlib.LAYOUTS)
def test_the_ending_says_the_format_and_gz_is_compressed(form, tmp_path):
    text = BY_ITEMS if form == "scp" else BY_OPTIONS
    problem = parsed(form, text)[0]
    xc.write(problem, tmp_path / f"p.{form}.gz")
    assert gzip.decompress((tmp_path / f"p.{form}.gz").read_bytes()).decode() == text
    assert xc.read(tmp_path / f"p.{form}.gz") == problem


@pytest.mark.parametrize(
    ("form", "text", "place", "found"),
    [
        ("spp", "", (1, 1), "the end of the text; expected the number of items"),
        ("spp", "2 x", (1, 3), "'x'; expected the number of options, from 0 to 2"),
        ("spp", "999 1\n5 1 1\n", (1, 1), "'999'; expected the number of items, from 0 to 5"),
        ("spp", "2 1\n5,0 2 1 2\n", (2, 1), "'5,0'; expected the cost of option 1, a number such"),
        ("spp", "2 1\n5 2 1 3\n", (2, 7), "item 3; expected the items of option 1, different num"),
        ("spp", "2 1\n5 2 1 1\n", (2, 7), "item 1 a second time; expected the items of option 1"),
        ("spp", "2 1\n5 2 1 0\n", (2, 7), "item 0; expected"),
        ("spp", "2 1\n5 2 1 -1\n", (2, 7), "'-1'; expected the items of option 1"),
        ("rail", "2 2\n5 2 1 2\n5 1", (3, 4), "the end of the text; expected the items of option"),
        ("rail", "2 1\n5 2 1 2\n5\n", (3, 1), "'5'; expected the end of the text"),
        ("rail", "2 1\n5 0\n", (2, 1), "option 1 has no items"),
        ("scp", "1 2\n5 7\n1 3\n", (3, 3), "option 3; expected the options of item 1, different"),
        ("scp", "1 2\n5 7\n1 1\n", (2, 3), "option 2 has no items"),
    ],
)
def test_a_slip_is_told_with_its_place(form, text, place, found):
    problem, faults = parsed(form, text)
    assert problem is None
    assert found in str(faults[0])
    assert (faults[0].line, faults[0].column) == place


def test_an_item_that_no_option_has_makes_a_problem_impossible():
    assert not parsed("spp", "2 1\n5 1 1\n")[0].minimize()


def test_what_a_format_cannot_hold_is_refused():
    write = {form: layout.format_problem for form, layout in orlib.LAYOUTS.items()}
    often = {"multiplicity": {"p": (1, None)}}
    for form, problem, reason in [
        ("spp", xc.Problem("p", ["p"], secondary="s"), "partitioning cannot hold the secondary"),
        ("spp", xc.Problem("p", ["p"], **often), "item 'p': expected that it is covered exactly"),
        ("scp", xc.Problem("p", ["p"]), "item 'p': expected that it is covered at least once"),
        ("scp", xc.Problem("p", ["p"], **often).given(0), "cannot hold given options"),
        ("spp", xc.Problem("p", ["p"], penalties={"p": 2}), "cannot hold the penalty of item 'p'"),
        ("rail", xc.Problem("p", [], repeat=True, **often), "options that may be repeated"),
        ("spp", xc.Problem("p", ["p"], costs=[Fraction(1, 3)]), "the cost of 0: it is no decimal"),
    ]:
        with pytest.raises(xc.UnwritableProblem, match=reason):
            write[form](problem)


def test_what_was_given_is_applied_to_the_options_of_a_partitioning():
    problem = xc.Problem("pq", ["p", "p", "q"]).given(1)
    assert orlib.LAYOUTS["spp"].format_problem(problem) == "2 2\n0 1 1\n0 1 2\n"


def test_commands_read_a_format_that_is_named_and_convert_it(capsys, tmp_path):
    path = tmp_path / "scp41.txt"
    path.write_text(BY_ITEMS)
    assert cli.main(["minimize", "--from", "scp", str(path)]) == 0
    assert capsys.readouterr().out.startswith("solution 1, cost 11\n")
    assert cli.main(["check", "--from", "scp", str(path)]) == 0
    assert "2 primary and 0 secondary items, 3 options, 2 multi" in capsys.readouterr().out
    out = tmp_path / "scp41.mps"
    assert cli.main(["convert", "--from", "scp", str(path), "-o", str(out)]) == 0
    assert cli.main(["count", str(out)]) == 0
    assert capsys.readouterr().out == "5\n"
    assert cli.main(["check", "--from", "spp", str(path)]) == 2
    assert f"{path}:2:5: item 11; expected the items of option 1" in capsys.readouterr().out
