"""MPS, of which ``tests/golden/formats/mps.txt`` has what is read and what is refused."""

from __future__ import annotations

from decimal import Decimal

import exactcover as xc
from exactcover.files import mps


def program(rows, columns="", right="", bounds=""):
    """A program in free MPS, each section as words; columns are binary."""
    text = ""
    for name, lines in (("ROWS", f"N cost|{rows}"), ("COLUMNS", columns), ("RHS", right),
                        ("BOUNDS", bounds)):  # fmt: skip
        text += f"{name}\n" + "".join(f" {line}\n" for line in lines.split("|") if line)
    return text + "ENDATA\n"


def test_the_sense_of_the_objective_is_left_to_the_question():
    text = "OBJSENSE MAX\n" + program("E p", "x p 1|x cost 1|y p 1|y cost 2", "p 1", "BV x|BV y")
    assert xc.read(text, "mps").maximize().cost == 2
    assert xc.read(text, "mps").minimize().cost == 1


def test_repeat_lifts_the_bounds_of_columns():
    text = program(rows="E p", columns="x p 1|y p 1", right="p 2", bounds="BV x|BV y")
    assert xc.read(text).count() == 1
    assert xc.read(text, repeat=True).count() == 3


def test_names_come_back_and_those_with_blanks_are_escaped_as_in_the_text_format(tmp_path):
    problem = xc.Problem(["cost", "two words"], {"RHS": ["cost", "two words"], "é|": ["cost"]})
    again = mps.parse_leniently(mps.format_problem(problem))[0]
    assert again.primary == ("cost", "two%20words")
    assert again.options == ("RHS", "é%7C")
    plain = xc.Problem("pq", {"a": "p", "b": "pq", "c": "q"}, costs={"b": Decimal("1.5")})
    xc.write(plain, tmp_path / "plain.mps.gz")
    assert xc.read(tmp_path / "plain.mps.gz") == plain


def test_penalties_are_read_as_the_costs_of_a_constant_and_of_options():
    problem = xc.Problem("pq", {"a": "p", "b": "pq"}, costs={"a": 1, "b": 7}, penalties={"q": 3})
    again = mps.parse_leniently(mps.format_problem(problem))[0]
    assert [each.cost for each in again.minimize(None).solutions] == [4, 7]
    assert again.minimize().solution.options == ("a", "constant")


def test_faults_are_given_up_after_a_hundred():
    fractions = "|".join(f"x{k} p 1" for k in range(1_000))
    for many in (program(rows="|".join(["E"] * 1_000)), program(rows="E p", columns=fractions)):
        assert len(mps.parse_leniently(many)[1]) == 100
