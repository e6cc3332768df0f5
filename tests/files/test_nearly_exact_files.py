"""Multiplicities and costs in files, and on the command line."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files import dlx as dlxfile
from exactcover.files import json as jsonfile
from tests.optimization.test_costs import with_costs
from tests.strategies import multiples

KNUTH = """\
| A simple example of colour controls, with costs
A B 2:3|C | X Y
A B X:0 Y:0 |5
A C X:1 Y:1 |1
C X:0
B X:1 |2.5 |1/4
C Y:1 |-1/2
"""


@pytest.fixture
def knuth(tmp_path):
    path = tmp_path / "knuth.dlx"
    path.write_text(KNUTH)
    return str(path)


def test_multiplicities_and_costs_are_read_as_knuth_writes_them():
    problem = dlxfile.parse(KNUTH)
    assert problem.primary == ("A", "B", "C")
    assert problem.multiplicity == {"C": (2, 3)}
    assert problem.costs == {1: 5, 2: 1, 3: 0, 4: Fraction(11, 4), 5: Fraction(-1, 2)}
    assert [solution.options for solution in problem.solutions()] == [(2, 4, 5)]
    assert problem.minimize().cost == Fraction(13, 4)
    assert dlxfile.parse("0:*|a 3|b 1|c\na b c\n").multiplicity == {"a": (0, None), "b": (3, 3)}


@given(multiples(repeat=False), st.data())
def test_what_is_written_is_read_again_with_the_same_solutions(statement, data):
    if not statement.primary:
        return
    costs = [data.draw(st.fractions(-5, 5, max_denominator=4)) for _ in statement.options]
    problem = with_costs(statement, costs)
    truth = sorted((s.cost, s._numbers) for s in problem.solutions())
    for form in (dlxfile, jsonfile):
        again = form.parse(form.format_problem(problem))
        assert sorted((s.cost, s._numbers) for s in again.solutions()) == truth


@given(multiples())
def test_json_keeps_the_bounds_and_the_flags(statement):
    problem = statement.problem()
    again = jsonfile.parse(jsonfile.format_problem(problem))
    assert again.multiplicity == problem.multiplicity
    assert again.repeat == problem.repeat
    assert again.count() == problem.count()


def test_costs_in_json_are_what_is_written_and_floats_only_on_demand():
    text = '{"primary": ["a"], "options": [{"name": "A", "items": ["a"], "cost": %s}]%s}'
    assert jsonfile.parse(text % ("0.1", "")).costs == {"A": Fraction(1, 10)}
    assert jsonfile.parse(text % ('"-5/2"', "")).costs == {"A": Fraction(-5, 2)}
    inexact = jsonfile.parse(text % ("0.1", ', "inexact": true'))
    assert isinstance(inexact.minimize().cost, float)
    assert jsonfile.parse(jsonfile.format_problem(inexact)).costs == {"A": 0.1}


def test_one_multiplicity_holds_for_many_items():
    problem = dlxfile.parse("a 0:1| b 3|c d 1:*| e 1| f | x\na b c d e f x\n")
    assert problem.multiplicity == {"b": (0, 1), "c": (3, 3), "d": (0, 1), "e": (1, None)}
    text = '{"primary": ["a", "b"], "secondary": ["x"], "options": [], "multiplicity": %s}'
    for stated, bounds in (("[0, 1]", (0, 1)), ("[1, null]", (1, None))):
        read = jsonfile.parse(text % stated)
        assert read.multiplicity == {"a": bounds, "b": bounds}
        assert read == xc.Problem("ab", [], secondary="x", multiplicity=bounds)
        assert dlxfile.parse(dlxfile.format_problem(read)).multiplicity == read.multiplicity


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("3:2|a b\na b\n", (1, 1), "bounds of '3:2|a'"),
        ("*|a b\na b\n", (1, 1), "bounds of"),
        ("2:|a b\na b\n", (1, 3), "'|' in the item name"),
        ("a | 2| b\na b\n", (1, 5), "'2|' among the secondary items"),
        ("a 3:2| b\na b\n", (1, 3), "bounds of '3:2|'"),
        ("0:1| |5 a\na\n", (1, 6), "the penalty '|5' of no primary item"),
        ("a | 2|b\na b\n", (1, 5), "the secondary item 'b' has a multiplicity"),
        ("2|a 3|a\na\n", (1, 5), "declared twice"),
        ("a b\na b |x\n", (2, 6), "'x' is no cost"),
        ("a b\na b |1/0\n", (2, 6), "'1/0' is no cost"),
        ("a b\na b |1e5\n", (2, 6), "is no cost"),
        ("a b\na | b\n", (2, 3), "'|' in an option"),
        ("2|a b\nc b\n", (2, 1), "'c' is not declared"),
    ],
)
def test_a_slip_is_told_with_its_place(text, place, found):
    problem, faults = dlxfile.parse_leniently(text, "f")
    assert problem is None
    assert (faults[0].line, faults[0].column) == place
    assert found in str(faults[0])


def test_decimals_in_json_are_taken_as_they_are_written():
    text = """{"primary": ["a", 0.5], "options": [
      {"items": ["a"], "cost": 12345678901234567.5}, {"items": [0.5], "cost": 1e-400}]}"""
    problem = jsonfile.parse(text)
    assert problem.primary == ("a", 0.5)
    assert problem.costs == {1: Decimal("12345678901234567.5"), 2: Decimal("1e-400")}
    assert jsonfile.parse(jsonfile.format_problem(problem)).costs == problem.costs
    assert dlxfile.parse(dlxfile.format_problem(problem)).minimize().cost == problem.minimize().cost


def test_no_limit_stays_no_limit_when_it_is_written():
    problem = dlxfile.parse("1:*|a 0:3|b\na b\n", repeat=True)
    written = dlxfile.format_problem(dlxfile.parse("1:*|a 0:3|b\na b\n"))
    assert written.startswith("1:*|a 0:3|b")
    assert dlxfile.parse(written, repeat=True).count() == problem.count() == 3


def test_a_bound_beyond_measure_is_told_as_such():
    with pytest.raises(xc.FileFault, match="from 0 to 1,073,741,823"):
        dlxfile.parse("999999999999999999999|a\na\n")


def test_negative_fractions_are_bounds_on_the_command_line(capsys, tmp_path):
    path = tmp_path / "n.dlx"
    path.write_text("a\na |-3\na |-2\n", encoding="utf-8")
    code, out = run(capsys, "minimize", str(path), "--within", "-5/2")
    assert (code, out.splitlines()[0]) == (0, "solution 1, cost -3")
    assert run(capsys, "minimize", str(path), "--all")[1].count("solution") == 2


@pytest.mark.parametrize(
    "more",
    [
        '"multiplicity": [["a"]]',
        '"multiplicity": [["a", 1, 2], ["a", 1, 2]]',
        '"multiplicity": 3',
        '"multiplicity": [2, 1]',
        '"multiplicity": [0, true]',
        '"multiplicity": ["a", 2]',
        '"repeat": 1',
        '"inexact": "yes"',
    ],
)
def test_json_of_another_shape_is_told_what_was_expected(more):
    text = '{"primary": ["a"], "options": [{"items": ["a"]}], ' + more + "}"
    with pytest.raises(xc.FileFault, match="expected"):
        jsonfile.parse(text)


def test_what_a_format_cannot_hold_is_refused():
    repeat = xc.Problem(["a"], [["a"]], multiplicity={"a": 2}, repeat=True)
    with pytest.raises(xc.UnwritableProblem, match="repeated"):
        dlxfile.format_problem(repeat)
    given_one = xc.Problem(["a"], [["a"], ["a"]], multiplicity={"a": (0, 2)}).given(0)
    for form in (dlxfile, jsonfile):
        with pytest.raises(xc.UnwritableProblem, match="given options"):
            form.format_problem(given_one)


# -- the command ---------------------------------------------------------------------------------


def run(capsys, *arguments):
    code = cli.main(list(arguments))
    return code, capsys.readouterr().out


def test_minimize_and_maximize_print_the_best_with_their_cost(capsys, tmp_path):
    path = tmp_path / "p.dlx"
    path.write_text("a b\na |3\nb |4\na b |5\n")
    assert run(capsys, "minimize", str(path)) == (0, "solution 1, cost 5\n  3: a b\n")
    code, out = run(capsys, "maximize", str(path), "-k", "3", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["cost"] for line in lines[:-1]] == [7, 5]
    assert lines[-1]["complete"]
    assert lines[-1]["bound"] == 7
    code, out = run(capsys, "minimize", str(path), "--within", "13/2")
    assert (code, out.count("solution")) == (0, 1)
    nothing = run(capsys, "minimize", str(path), "--within", "4")
    assert nothing == (1, "no solution within the bound\n")
    assert run(capsys, "solve", str(path))[1].startswith("solution 1, cost ")


def test_minimize_tells_what_is_impossible_and_what_was_stopped(capsys, tmp_path):
    path = tmp_path / "p.dlx"
    path.write_text("a b\na |3\n")
    code, out = run(capsys, "minimize", str(path))
    assert (code, out) == (1, "impossible: item 'b' is in no option\n")
    code, out = run(capsys, "minimize", "--json", str(path))
    assert json.loads(out)["impossible"] == "item 'b' is in no option"
    path.write_text("a b\na |3\nb |1\na b |7\n")
    assert run(capsys, "minimize", str(path), "--nodes", "0", "--no-reduce")[0] == 3


def test_repeat_lets_options_be_chosen_again(capsys, tmp_path):
    path = tmp_path / "p.dlx"
    path.write_text("2|a\na |1\na |2\n")
    assert run(capsys, "count", str(path)) == (0, "1\n")
    assert run(capsys, "count", "--repeat", str(path)) == (0, "3\n")
    assert run(capsys, "minimize", "--repeat", str(path))[1].startswith("solution 1, cost 2\n")


def test_check_and_convert_know_multiplicities_and_costs(capsys, knuth, tmp_path):
    assert "1 multiplicity, costs" in run(capsys, "check", knuth)[1]
    out = str(tmp_path / "k.json")
    assert run(capsys, "convert", "--reduce", "--quiet", knuth, "-o", out)[0] == 0
    code, text = run(capsys, "convert", out, "--to", "dlx")
    assert code == 0
    assert "2:3|C" in text
    assert "|2.75" in text


def test_a_cost_that_is_none_is_a_usage_error(capsys, knuth):
    with pytest.raises(SystemExit) as caught:
        cli.main(["minimize", knuth, "--within", "x"])
    assert caught.value.code == 2
    assert "expected a number" in capsys.readouterr().err
