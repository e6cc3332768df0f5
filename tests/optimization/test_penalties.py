"""Penalties: items that may stay open, each missing cover at a cost."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.cli import main as cli
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


# -- by hand ---------------------------------------------------------------------------------------


def test_each_missing_cover_costs_the_penalty():
    problem = xc.Problem(
        ["night"],
        {"Ann": ["night"], "Bob": ["night"]},
        multiplicity={"night": 3},
        costs={"Ann": 1, "Bob": 6},
        penalties={"night": Decimal("2.5")},
    )
    best = problem.minimize()
    assert (best.solution.options, best.cost) == (("Ann",), 6)
    assert best.solution.open_items == {"night": 2}
    assert problem.multiplicity == {"night": (3, 3)}
    assert problem.penalties == {"night": Decimal("2.5")}
    assert isinstance(problem.penalties["night"], Decimal)
    assert not problem.check().notes


@pytest.mark.parametrize(
    ("more", "item", "message"),
    [
        ({"penalties": {"bakc": 1}}, "bakc", "perhaps 'back'"),
        ({"penalties": {"s": 1}, "secondary": "s"}, "s", "secondary"),
        ({"penalties": {"out": 0.5}}, "out", "inexact=True"),
        ({"penalties": {"out": float("inf")}, "inexact": True}, "out", "finite"),
        ({"penalties": {"out": "5"}}, "out", "a whole number"),
        ({"penalties": {"out": 10**1001}}, "out", "1,000 digits"),
        ({"penalties": {"out": 1}, "multiplicity": {"out": (1, 3)}}, "out", "1 to 3"),
        ({"penalties": {"out": 1}, "multiplicity": {"out": (1, None)}}, "out", "without limit"),
    ],
)
def test_a_wrong_penalty_names_its_item_and_what_was_expected(more, item, message):
    (fault,) = crews(**more).check().faults
    assert isinstance(fault, xc.BadPenalty)
    assert fault.item == item
    assert message in str(fault)


def test_a_penalty_that_is_stated_twice_is_refused():
    class Twice:
        def keys(self):
            return ["out", "out"]

        def __getitem__(self, item):
            return 1

    with pytest.raises(xc.BadPenalty, match="'out': it is stated twice; expected it once"):
        crews(penalties=Twice()).count()
    with pytest.raises(TypeError, match="expected item -> cost"):
        crews(penalties=["out"])


def test_problems_with_other_penalties_are_others():
    one, other, none = (crews(penalties=each) for each in ({"back": 1}, {"back": 2}, {}))
    assert one == crews(penalties={"back": 1})
    assert len({each.digest for each in (one, other, none)}) == 3
    assert one != other
    assert one != none == crews()
    assert none.digest == crews().digest


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


# -- files and commands ----------------------------------------------------------------------------

FILE = """\
out back |8 2|night |5/2
out |3
out back |12
night |1
"""


def test_a_penalty_stands_behind_its_item():
    problem = dlxfile.parse(FILE)
    assert problem.penalties == {"back": 8, "night": Fraction(5, 2)}
    assert problem.multiplicity == {"night": (2, 2)}
    assert dlxfile.format_problem(problem).splitlines()[0] == "out back |8 2|night |2.5"


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("a |x b\na b\n", 4, "'x'"), ("a |1 |2\na\n", 6, "'a'"),
        ("a | b |2\na\n", 7, "'|2'"), ("1:2|a |2\na\n", 1, "1 to 2"),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_its_place(text, column, found):
    _, faults = dlxfile.parse_leniently(text, "f")
    assert (faults[0].line, faults[0].column) == (1, column)
    assert found in str(faults[0])


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ('"penalties": {"a": 1}', "'penalties'"),
        ('"penalties": [["a"]]', "entry 1 of 'penalties'"),
        ('"penalties": [["a", 1], ["a", 1]]', "the penalty of 'a'"),
        ('"penalties": [["a", "x"]]', "the cost of entry 1 of 'penalties'"),
    ],
)
def test_a_wrong_shape_in_json_is_told(more, found):
    text = f'{{"primary": ["a"], "options": [{{"items": ["a"]}}], {more}}}'
    with pytest.raises(xc.FileFault, match=re.escape(found)):
        jsonfile.parse(text)


def run(capsys, *arguments):
    code = cli.main(list(arguments))
    return code, capsys.readouterr().out


def test_commands_say_what_stays_open(capsys, tmp_path):
    path = str(tmp_path / "crews.dlx")
    xc.write(dlxfile.parse(FILE), path)
    said = "solution 1, cost 14.5; open: back, night\n  1: out\n  3: night\n"
    assert run(capsys, "minimize", path) == (0, said)
    _, out = run(capsys, "minimize", path, "--json")
    first = json.loads(out.splitlines()[0])
    assert (first["cost"], first["open"]) == ("14.5", [["back", 1], ["night", 1]])
    assert run(capsys, "count", path) == (0, "4\n")
    _, out = run(capsys, "solve", path, "--all")
    assert "; open: back, night (2 missing)" in out
    assert run(capsys, "check", path)[1].endswith("costs, penalties of 2 items\n")
    assert json.loads(run(capsys, "check", path, "--json")[1])["penalties"] == 2


def test_notebooks_show_what_stays_open():
    problem = crews(penalties={"back": 8})
    assert "penalties" in problem._repr_html_()
    assert "open" in problem.minimize().solution._repr_html_()
