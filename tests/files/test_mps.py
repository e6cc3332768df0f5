"""MPS is read as an exact cover problem, or refused with its place."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import mps
from tests.optimization.test_costs import with_costs
from tests.strategies import multiples, statements

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


def fault_of(text):
    problem, faults = mps.parse_leniently(text, "f")
    assert problem is None
    return faults[0]


def answers(problem):
    """The options of each solution by their text, and its cost."""
    found = [(sorted(map(str, each.options)), each.cost or 0) for each in problem.solutions()]
    return sorted(found)


# -- what it is -----------------------------------------------------------------------------------


def test_columns_are_options_and_rows_are_items():
    problem = mps.parse_leniently(SHIFTS)[0]
    assert problem.primary == ("OUT", "BACK")
    assert problem.options == ("ANN", "BOB", "CY")
    assert problem.costs == {"ANN": Decimal("2.5"), "BOB": 4, "CY": Decimal("6.5")}
    assert answers(problem) == [(["ANN", "BOB"], Decimal("6.5")), (["CY"], Decimal("6.5"))]


def test_fixed_mps_may_have_blanks_in_names_and_no_names_of_sets():
    text = (
        SHIFTS.replace("ROWS", "OBJSENSE\n  MIN\nROWS")
        .replace("OUT ", "O T ")
        .replace("    RHS       OUT", "              O T")
    )
    problem = mps.parse_leniently(text.replace("E  OUT", "E  O T").replace("ANN", "A N"))[0]
    assert problem.primary == ("O T", "BACK")
    assert problem.options == ("A N", "BOB", "CY")
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


def test_a_column_that_has_rows_of_at_most_one_alone_may_be_chosen():
    problem = read(
        rows="E p|L s|L t",
        columns="x p 1|x s 1|y s 1|z p 1|z t 1",
        right="p 1|s 1|t 1",
        bounds="BV x|BV y|BV z",
    )
    assert problem.secondary == ("t",)
    assert answers(problem) == [(["x"], 0), (["y", "z"], 0), (["z"], 0)]


def test_a_column_without_rows_is_chosen_or_not():
    problem = read(rows="E p", columns="p p 1|y cost -2", right="p 1", bounds="BV p|BV y")
    assert answers(problem) == [(["p"], 0), (["p", "y"], -2)]


def test_integers_of_more_than_one_are_options_that_may_be_repeated():
    problem = read(
        rows="E p", columns="x p 1|y p 1|z p 1", right="p 3", bounds="UI x 2|LI y 0|UI z 1"
    )
    assert problem.repeat
    # x at most twice, y any number of times, z once.
    found = {(each.options.count("x"), each.options.count("z")) for each in problem.solutions()}
    assert found == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)}
    assert problem.count() == 6


def test_between_markers_a_variable_is_at_most_1_unless_a_bound_says_otherwise():
    columns = "M 'MARKER' 'INTORG'|x p 1|y p 1|N 'MARKER' 'INTEND'"
    rows, right = "E p", "p 2"
    assert answers(read(rows=rows, columns=columns, right=right)) == [(["x", "y"], 0)]
    assert read(rows=rows, columns=columns, right=right, bounds="LO x 0|LO y 0").count() == 3
    assert read(rows=rows, columns=columns, right=right, bounds="PL x|PL y").count() == 3
    assert read(rows=rows, columns=columns, right=right, bounds="UP x inf|UP y 1e30").count() == 3


def test_a_column_that_is_fixed_is_given_or_left_out():
    problem = read(
        rows="E p|E q",
        columns="x p 1|y q 1|z q 1|w p 1|w q 1",
        right="p 1|q 1",
        bounds="BV z|FX x 1|FX y 0|BV w",
    )
    assert problem.options == ("x", "z", "w")
    assert problem.given_options == ("x",)
    assert answers(problem) == [(["x", "z"], 0)]


@pytest.mark.parametrize("bound", ["BV b x", "BV x", "BV b x 1", "BV x 1", "bv b x"])
def test_a_bound_may_have_the_name_of_its_set_and_a_value_that_says_nothing(bound):
    assert read(rows="E p", columns="x p 1", right="p 1", bounds=bound).count() == 1


def test_repeat_lifts_the_bounds_of_columns():
    text = program(rows="E p", columns="x p 1|y p 1", right="p 2", bounds="BV x|BV y")
    assert xc.read(text).count() == 1
    assert xc.read(text, repeat=True).count() == 3


def test_the_constant_of_the_objective_is_the_cost_of_one_more_option():
    problem = read(
        rows="E constant",
        columns="constant cost 0.1|constant constant 1",
        right="cost -0.2|constant 1",
        bounds="BV constant",
    )
    assert problem.minimize().cost == Decimal("0.3")
    assert problem.first().options == ("constant", "constant:")


@pytest.mark.parametrize("head", ["NAME\nOBJSENSE\n    MAX\n", "OBJSENSE MAX\n", ""])
def test_the_sense_of_the_objective_is_left_to_the_question(head):
    text = program("E p", "x p 1|x cost 1|y p 1|y cost 2", "p 1", "BV x|BV y", head=head)
    assert xc.read(text, "mps").maximize().cost == 2
    assert xc.read(text, "mps").minimize().cost == 1


def test_costs_are_exact_decimals_and_further_n_rows_are_left_out():
    problem = read(
        rows="N other|E p",
        columns="x cost 0.1 other 7|x p 1 other 3|y p 1 cost 1e-3",
        right="p 1 other 3",
        bounds="BV x|BV y",
    )
    assert problem.costs == {"x": Decimal("0.1"), "y": Decimal("0.001")}


# -- what is written -----------------------------------------------------------------------------


@given(st.one_of(multiples(), statements()), st.data())
def test_what_is_written_is_read_with_the_same_solutions_and_costs(statement, data):
    assume(not any(colour for option in statement.options for colour in option.values()))
    tenths = st.builds(Fraction, st.integers(-30, 30), st.sampled_from([1, 5, 10]))
    problem = with_costs(statement, [data.draw(tenths) for _ in statement.options])
    choosable = [k for k in problem.options if {*statement.primary} & {*problem.items_of(k)}]
    if choosable and data.draw(st.booleans()):
        problem = problem.given(data.draw(st.sampled_from(choosable)))
        problem = problem.without(data.draw(st.sampled_from(problem.options)))
    again, faults = mps.parse_leniently(mps.format_problem(problem), "f")
    assert not faults
    assert answers(again) == answers(problem)


def test_names_come_back_and_those_with_blanks_are_escaped_as_in_the_text_format(tmp_path):
    problem = xc.Problem(["cost", "two words"], {"RHS": ["cost", "two words"], "é|": ["cost"]})
    again = mps.parse_leniently(mps.format_problem(problem))[0]
    assert again.primary == ("cost", "two%20words")
    assert again.options == ("RHS", "é%7C")
    plain = xc.Problem("pq", {"a": "p", "b": "pq", "c": "q"}, costs={"b": Decimal("1.5")})
    xc.write(plain, tmp_path / "plain.mps.gz")
    assert xc.read(tmp_path / "plain.mps.gz") == plain


def test_options_that_share_colours_are_written_and_not_read():
    red = xc.Coloured("s", "red")
    problem = xc.Problem("pq", {"a": ["p", red], "b": ["q", red]}, secondary="s")
    text = mps.format_problem(problem)
    assert " s:red s:red -1\n" in text
    assert "the coefficient -1 of column 'a'" in str(fault_of(text))


def test_penalties_are_read_as_the_costs_of_a_constant_and_of_options():
    problem = xc.Problem("pq", {"a": "p", "b": "pq"}, costs={"a": 1, "b": 7}, penalties={"q": 3})
    again = mps.parse_leniently(mps.format_problem(problem))[0]
    assert [each.cost for each in again.minimize(None).solutions] == [4, 7]
    assert again.minimize().solution.options == ("a", "constant")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sections", "place", "found"),
    [
        ({"columns": "x p 2"}, (6, 6), "the coefficient 2 of column 'x' in row 'p'; expected 0 or"),
        ({"columns": "x p -1"}, (6, 6), "the coefficient -1"),
        ({"columns": "x p 0.5"}, (6, 6), "the coefficient 0.5"),
        ({"columns": "x p one"}, (6, 6), "'one' is no number; expected one such as"),
        ({"columns": "x p 1_0"}, (6, 6), "'1_0' is no number"),
        ({"columns": "x p"}, (6, 2), "2 words; expected a column"),
        ({"columns": "x q 1"}, (6, 4), "row 'q' is not declared; expected a row of the section R"),
        ({"columns": "x p 1|x p 1"}, (7, 4), "row 'p' stands twice in column 'x'"),
        ({"columns": "x p 1|y p 1|x cost 1"}, (8, 2), "column 'x' goes on"),
        ({"columns": "x p 1"}, (6, 0), "column 'x' may be a fraction; expected an integer"),
        ({"bounds": "UP x 1"}, (10, 0), "column 'x' may be a fraction"),
        ({"bounds": "FR x"}, (10, 0), "column 'x' may be a fraction"),
        ({"bounds": "LI x 2"}, (10, 0), "column 'x' may be 2 or more; expected a least value"),
        ({"bounds": "LI x -1"}, (10, 0), "column 'x' may be negative"),
        ({"bounds": "BV x|MI x"}, (11, 0), "column 'x' may be negative"),
        ({"bounds": "UI x -1"}, (10, 0), "column 'x' is at least 0 and at most -1"),
        ({"bounds": "UI x 1.5"}, (10, 7), "the number 1.5; expected a whole number"),
        ({"bounds": "SC x 1"}, (10, 2), "the bound 'SC'; expected UP, LO"),
        ({"bounds": "BV y"}, (10, 5), "column 'y' is not declared"),
        ({"bounds": "UP 3"}, (10, 2), "2 words; expected UP, a column and its bound"),
        ({"bounds": "BV b x|BV c x"}, (11, 5), "a second set of BOUNDS, 'c'; expected 'b' alone"),
        ({"right": "p 1.5"}, (8, 4), "the number 1.5; expected a whole number"),
        ({"right": "p 1|p 2"}, (9, 2), "row 'p' has two right sides"),
        ({"right": "p -1", "bounds": "BV x"}, (8, 0), "row 'p' is at most -1; expected 0 or more"),
        ({"right": "p"}, (8, 2), "1 word; expected rows"),
        ({"ranges": "cost 1"}, (9, 2), "row 'cost' has no bounds"),
        ({"rows": "X p"}, (4, 2), "the kind 'X' of a row; expected N, E, L or G"),
        ({"rows": "E p|E p"}, (5, 4), "row 'p' is declared twice"),
        ({"rows": "E"}, (4, 2), "1 word; expected a kind and a name"),
        ({"head": "QUADOBJ\n"}, (1, 1), "the section 'QUADOBJ'; expected NAME, OBJSENSE, ROWS"),
        ({"head": "OBJSENSE\n  SOME\n"}, (2, 3), "the sense 'SOME'; expected MIN or MAX"),
        ({"head": "NAME\n p 1\n"}, (2, 2), "data outside a section"),
        ({"right": "p 9999999999", "bounds": "BV x"}, (8, 0), "from 0 to 1,073,741,823"),
        ({"columns": "x p 1|x cost 1e9999", "bounds": "BV x"}, (11, 0), "1,000 digits"),
        ({"columns": "x cost 1", "bounds": "LI x 0"}, (10, 0), "without end"),
    ],
)  # fmt: skip
def test_what_is_no_exact_cover_is_told_with_its_place(sections, place, found):
    stated = {"rows": "E p", "columns": "x p 1", "right": "", **sections}
    fault = fault_of(program(**stated))
    assert found in str(fault)
    assert (fault.line, fault.column) == place


@pytest.mark.parametrize("missing", ["ROWS", "COLUMNS", "ENDATA"])
def test_a_section_that_is_missing_is_named(missing):
    text = program().replace(f"{missing}\n", "").replace(" N cost\n", "")
    assert f"the text ends without the section {missing}" in str(fault_of(text))


def test_all_faults_are_told_in_order_up_to_a_hundred():
    text = program(rows="E p|E p", columns="x q 1|x p 2", bounds="UP y 1")
    assert [fault.line for fault in mps.parse_leniently(text)[1]] == [5, 7, 8, 12]
    fractions = "|".join(f"x{k} p 1" for k in range(1_000))
    for many in (program(rows="|".join(["E"] * 1_000)), program(rows="E p", columns=fractions)):
        assert len(mps.parse_leniently(many)[1]) == 100


# -- another program -------------------------------------------------------------------------------


def optimum_of_highs(path, rewritten):
    """The least cost that HiGHS finds, or None. HiGHS writes the program again as well."""
    highspy = pytest.importorskip("highspy")
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    assert model.readModel(str(path)) == highspy.HighsStatus.kOk
    model.run()
    model.writeModel(str(rewritten))
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return model.getInfo().objective_function_value


@given(st.one_of(multiples(), statements()), st.data())
def test_highs_reads_what_is_written_and_what_it_writes_is_read(tmp_path_factory, statement, data):
    assume(statement.options)
    quarters = st.builds(Fraction, st.integers(-20, 20), st.just(4))
    problem = with_costs(statement, [data.draw(quarters) for _ in statement.options])
    folder = tmp_path_factory.mktemp("highs")
    xc.write(problem, folder / "p.mps")
    found = optimum_of_highs(folder / "p.mps", folder / "again.mps")
    best = problem.minimize()
    assert found == (pytest.approx(float(best.cost)) if best else None)
    if not any(colour for option in statement.options for colour in option.values()):
        assert answers(xc.read(folder / "again.mps")) == answers(problem)
