"""MPS is read as an exact cover problem, or refused with its place."""

from __future__ import annotations

from decimal import Decimal

import pytest

import exactcover as xc
from exactcover.files import mps

SHIFTS = """\
* three duties, two flights
NAME          SHIFTS
ROWS
 N  COST
 E  OUT
 E  BACK
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    ANN       COST               2.5   OUT                  1
    BOB       COST                 4   BACK                 1
    CY        COST               6.5   OUT                  1
    CY        BACK                 1
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS       OUT                  1   BACK                 1
ENDATA
"""


def program(rows="", columns="", right="", bounds="", ranges="", head="NAME p\n"):
    """A program in free MPS, each section as words; columns are binary."""
    section = {"ROWS": f"N cost|{rows}", "COLUMNS": columns, "RHS": right, "RANGES": ranges}
    text = head
    for name, lines in [*section.items(), ("BOUNDS", bounds)]:
        text += f"{name}\n" + "".join(f" {line}\n" for line in lines.split("|") if line)
    return text + "ENDATA\n"


def read(**sections):
    problem, faults = mps.parse_leniently(program(**sections), "f")
    assert problem is not None, [str(fault) for fault in faults]
    return problem


def answers(problem):
    """The options of each solution by their text, and its cost."""
    found = [(sorted(map(str, each.options)), each.cost or 0) for each in problem.solutions()]
    return sorted(found)


# -- what it is -----------------------------------------------------------------------------------


def test_columns_are_options_and_rows_are_items():
    problem = mps.parse_leniently(SHIFTS)[0]
    assert (problem.primary, problem.options) == (("OUT", "BACK"), ("ANN", "BOB", "CY"))
    assert problem.costs == {"ANN": Decimal("2.5"), "BOB": 4, "CY": Decimal("6.5")}
    assert answers(problem) == [(["ANN", "BOB"], Decimal("6.5")), (["CY"], Decimal("6.5"))]


def test_fixed_mps_may_have_blanks_in_names_and_no_names_of_sets():
    text = SHIFTS.replace("ROWS", "OBJSENSE\n  MIN\nROWS").replace("E  OUT", "E  O T")
    text = text.replace("OUT ", "O T ").replace("    RHS       O T", "              O T")
    problem = mps.parse_leniently(text.replace("ANN", "A N"))[0]
    assert (problem.primary, problem.options) == (("O T", "BACK"), ("A N", "BOB", "CY"))
    assert problem.count() == 2


def test_rows_are_multiplicities():
    rows = "E one|E two|G some|L few|L once|G range|L below|E up|E down|G any"
    problem = read(
        rows=rows,
        columns="|".join(f"x {row[2:]} 1" for row in rows.split("|")),
        right="two 2|some 1|few 3|once 1|one 1|range 1|below 3|up 1|down 3",
        ranges="range 2|below 2|up 1|down -2",
        bounds="BV x",
    )
    assert problem.multiplicity == {
        "two": (2, 2), "some": (1, None), "few": (0, 3), "range": (1, 3), "below": (1, 3),
        "up": (1, 2), "down": (1, 3), "any": (0, None),
    }  # fmt: skip
    assert "one" in problem.primary
    assert problem.secondary == ("once",)


@pytest.mark.parametrize(
    ("sections", "found"),
    [
        # A column that has rows of at most one alone may be chosen.
        ({"rows": "E p|L s|L t", "columns": "x p 1|x s 1|y s 1|z p 1|z t 1",
          "right": "p 1|s 1|t 1", "bounds": "BV x|BV y|BV z"},
         [(["x"], 0), (["y", "z"], 0), (["z"], 0)]),
        # A column without rows is chosen or not.
        ({"rows": "E p", "columns": "p p 1|y cost -2", "right": "p 1", "bounds": "BV p|BV y"},
         [(["p"], 0), (["p", "y"], -2)]),
        # A column that is fixed is given or left out.
        ({"rows": "E p|E q", "columns": "x p 1|y q 1|z q 1|w p 1|w q 1", "right": "p 1|q 1",
          "bounds": "BV z|FX x 1|FX y 0|BV w"}, [(["x", "z"], 0)]),
        # Costs are exact decimals, and further rows of kind N are left out.
        ({"rows": "N other|E p", "columns": "x cost 0.1 other 7|x p 1 other 3|y p 1 cost 1e-3",
          "right": "p 1 other 3", "bounds": "BV x|BV y"},
         [(["x"], Decimal("0.1")), (["y"], Decimal("0.001"))]),
        # The constant of the objective is the cost of one more option.
        ({"rows": "E constant", "columns": "constant cost 0.1|constant constant 1",
          "right": "cost -0.2|constant 1", "bounds": "BV constant"},
         [(["constant", "constant:"], Decimal("0.3"))]),
    ],
    ids=range(5),
)  # fmt: skip
def test_columns_are_options(sections, found):
    assert answers(read(**sections)) == found


def test_integers_of_more_than_one_are_options_that_may_be_repeated():
    problem = read(
        rows="E p", columns="x p 1|y p 1|z p 1", right="p 3", bounds="UI x 2|LI y 0|UI z 1"
    )
    assert problem.repeat
    # x at most twice, y any number of times, z once.
    found = {(each.options.count("x"), each.options.count("z")) for each in problem.solutions()}
    assert found == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)}
    assert problem.count() == 6


@pytest.mark.parametrize(
    ("bounds", "n_solutions"),
    [("", 1), ("LO x 0|LO y 0", 3), ("PL x|PL y", 3), ("UP x inf|UP y 1e30", 3)],
)
def test_between_markers_a_variable_is_at_most_1_unless_a_bound_says_otherwise(bounds, n_solutions):
    columns = "M 'MARKER' 'INTORG'|x p 1|y p 1|N 'MARKER' 'INTEND'"
    found = read(rows="E p", columns=columns, right="p 2", bounds=bounds)
    assert found.count() == n_solutions


@pytest.mark.parametrize("bound", ["BV b x", "BV x", "BV b x 1", "BV x 1", "bv b x"])
def test_a_bound_may_have_the_name_of_its_set_and_a_value_that_says_nothing(bound):
    assert read(rows="E p", columns="x p 1", right="p 1", bounds=bound).count() == 1


def test_repeat_lifts_the_bounds_of_columns():
    text = program(rows="E p", columns="x p 1|y p 1", right="p 2", bounds="BV x|BV y")
    assert xc.read(text).count() == 1
    assert xc.read(text, repeat=True).count() == 3


@pytest.mark.parametrize("head", ["NAME\nOBJSENSE\n    MAX\n", "OBJSENSE MAX\n", ""])
def test_the_sense_of_the_objective_is_left_to_the_question(head):
    text = program("E p", "x p 1|x cost 1|y p 1|y cost 2", "p 1", "BV x|BV y", head=head)
    assert xc.read(text, "mps").maximize().cost == 2
    assert xc.read(text, "mps").minimize().cost == 1


# -- what is written -----------------------------------------------------------------------------


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
