"""What is written for other solvers: the solutions of a file are those of its problem."""

from __future__ import annotations

import gzip
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import cnf, formats, linear, mps, opb
from tests.engines.contract import truth_of
from tests.files.solver_texts import clauses_of, meanings, program_of_mps, program_of_opb
from tests.strategies import brute_force, multiples, statements

ENCODINGS = formats.AT_MOST_ONE
WRITERS = {"cnf": cnf, "opb": opb, "mps": mps}
#: So many variables are tried in all ways.
FEW = 14


def formatted(form, problem):
    return WRITERS[form].format_problem(problem)


def bag_of(text, true):
    """The options that are chosen, by what comments say of the true variables."""
    said = [meanings(text)[each] for each in true if each in meanings(text)]
    return tuple(sorted(int(each.split()[1]) for each in said if each.startswith("option ")))


def models_of(text):
    """The options that are chosen in each model of a CNF."""
    from pysat import solvers

    _, shown, clauses = clauses_of(text)
    found = []
    with solvers.Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = {each for each in solver.get_model() if 0 < each <= len(shown)}
            found.append(bag_of(text, true))
            solver.add_clause([-each if each in true else each for each in shown] or [1])
            if not shown:
                break
    return found


@st.composite
def expected(draw):
    """A problem, perhaps with given and forbidden options, and its solutions as bags."""
    statement = draw(st.one_of(statements(most_options=8), multiples(most_options=6)))
    problem = statement.problem()
    found = truth_of(statement)
    choosable = [k for k, each in enumerate(statement.options) if {*statement.primary} & {*each}]
    if choosable and draw(st.booleans()):
        taken = draw(st.lists(st.sampled_from(choosable), max_size=2))
        left = draw(st.lists(st.sampled_from(choosable), max_size=2))
        problem = problem.given(*taken).without(*left)
        found = {each for each in found if {*taken} <= {*each} and not {*left} & {*each}}
    return problem, found


# -- clauses -------------------------------------------------------------------------------------


@pytest.mark.needs("pysat")
@pytest.mark.parametrize("encoding", ENCODINGS)
@given(expected())
def test_the_models_of_the_clauses_are_the_solutions(encoding, expected):
    problem, solutions = expected
    models = models_of(cnf.format_problem(problem, encoding))
    assert sorted(models) == sorted(solutions)


@pytest.mark.needs("pysat")
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("size", [1, 2, 4, 5, 6, 9, 10, 17, 40])
def test_one_of_many_is_one_in_every_encoding(encoding, size):
    problem = xc.Problem("p", ["p"] * size)
    text = cnf.format_problem(problem, encoding)
    assert sorted(models_of(text)) == [(k,) for k in range(size)]
    free = cnf.format_problem(xc.Problem("p", ["p"] * size, multiplicity={"p": (0, 1)}), encoding)
    assert len(models_of(free)) == size + 1
    auxiliary = clauses_of(text).n_variables - size
    if size <= 4 or encoding == "pairwise":
        assert auxiliary == 0
    elif encoding == "sequential":
        assert auxiliary == size - 1
        assert len(clauses_of(text).clauses) == 3 * size - 4 + 1


def propagated(clauses, assumed):
    """What unit propagation finds; None for a contradiction."""
    true, before = {*assumed}, None
    while before != len(true):
        before = len(true)
        for clause in clauses:
            open_ones = [each for each in clause if -each not in true]
            if not open_ones:
                return None
            if len(open_ones) == 1:
                true.add(open_ones[0])
    return true


@given(st.data())
def test_unit_propagation_finds_what_follows_from_bounds(data):
    n = data.draw(st.integers(2, 9))
    low = data.draw(st.integers(0, n))
    high = data.draw(st.integers(low, n))
    encoding = data.draw(st.sampled_from(ENCODINGS))
    assume((low, high) != (1, 1))
    problem = xc.Problem("pq", ["p"] * n + ["q"], multiplicity={"p": (low, high)})
    clauses = clauses_of(cnf.format_problem(problem, encoding)).clauses
    values = data.draw(st.lists(st.sampled_from([None, True, False]), min_size=n, max_size=n))
    assumed = {k if value else -k for k, value in enumerate(values, 1) if value is not None}
    true, possible = values.count(True), n - values.count(False)
    found = propagated(clauses, assumed)
    if true > high or possible < low:
        assert found is None
        return
    forced = {k for k, value in enumerate(values, 1) if value is None}
    follows = set(assumed)
    if true == high:
        follows |= {-each for each in forced}
    if possible == low:
        follows |= forced
    assert {each for each in found if abs(each) <= n} == follows


def test_variables_are_those_of_the_groups_and_have_their_names():
    items = [["p", xc.Coloured("x y", "a|b")], ["q", xc.Coloured("x y", "a|b")], ["q", "x y"]]
    options = {"one": items[0], ("two", 2): items[1], "": items[2]}
    problem = xc.Problem("pq", options, secondary=["x y"])
    said = ["option one", "option ('two',%202)", "option %", "colour x%20y:a%7Cb"]
    for form in WRITERS:
        assert meanings(formatted(form, problem)) == dict(enumerate(said, 1))
    again = xc.Problem("p", {"A": "p", "B": "p"}, multiplicity={"p": 2}, repeat=True)
    said = ["option A", "option A copy 2", "option B", "option B copy 2"]
    assert list(meanings(cnf.format_problem(again)).values()) == said
    assert list(meanings(mps.format_problem(again)).values()) == ["option A", "option B"]


def test_what_is_forbidden_or_never_chosen_is_false_and_in_no_other_clause():
    problem = xc.Problem("pq", {1: "p", 2: "pq", 3: "q", 4: "s"}, secondary="s").without(2)
    clauses = clauses_of(cnf.format_problem(problem)).clauses
    assert [each for each in clauses if {2, 4, -2, -4} & {*each}] == [[-2], [-4]]


def test_too_many_clauses_are_refused_before_they_are_written(monkeypatch, tmp_path):
    monkeypatch.setattr(cnf, "_MOST_CLAUSES", 1_000)
    problem = xc.Problem("p", ["p"] * 60)
    with pytest.raises(xc.UnwritableProblem, match=r"more than 1,000 clauses.*--at-most-one"):
        xc.write(problem, tmp_path / "p.cnf")
    assert list(tmp_path.iterdir()) == []
    xc.write(problem, tmp_path / "p.cnf", at_most_one="product")
    with pytest.raises(xc.UnwritableProblem, match=r"more than 1,000 clauses$"):
        xc.write(xc.Problem("p", ["p"] * 600), tmp_path / "q.cnf", at_most_one="product")


# -- pseudo-Boolean constraints and integer programs ---------------------------------------------


PROGRAM_OF = {"opb": program_of_opb, "mps": program_of_mps}


@pytest.mark.parametrize("form", ["opb", "mps"])
@given(expected())
def test_the_solutions_of_the_rows_are_those_of_the_problem(form, expected):
    problem, solutions = expected
    assume(len(linear.linear_of(problem).meanings) < FEW)
    text = formatted(form, problem)
    found = [bag_of(text, true) for true, _ in PROGRAM_OF[form](text).solutions()]
    assert sorted(found) == sorted(solutions)


@pytest.mark.parametrize("form", ["opb", "mps"])
@given(statements(most_options=7), st.data())
def test_the_least_cost_is_that_of_the_cheapest_solution(form, statement, data):
    decimals = st.builds(Fraction, st.integers(-20, 20), st.sampled_from([1, 2, 4, 5, 10]))
    costs = [data.draw(decimals) for _ in statement.options]
    if form == "opb":
        costs = [cost / 3 for cost in costs]
    problem = xc.Problem(
        statement.primary, statement.options, secondary=statement.secondary, costs=costs
    )
    assume(len(linear.linear_of(problem).meanings) < FEW)
    text = formatted(form, problem)
    found = sorted((bag_of(text, true), cost) for true, cost in PROGRAM_OF[form](text).solutions())
    sets = map(sorted, brute_force(statement))
    assert found == sorted((tuple(each), sum((costs[k] for k in each), 0)) for each in sets)
    if found:
        assert min(cost for _, cost in found) == problem.minimize().cost


def test_costs_are_whole_numbers_in_opb_and_decimals_in_mps():
    costs = [Fraction(1, 6), Fraction(-5, 4), 0]
    problem = xc.Problem("p", {"A": "p", "B": "p", "C": "p"}, costs=costs)
    assert "\n* costs times 12\nmin: +2 x1 -15 x2 ;\n" in opb.format_problem(problem)
    with pytest.raises(xc.UnwritableProblem, match="the cost 1/6 of option A: it is no finite"):
        mps.format_problem(problem)
    assert " B cost -1.25\n" in mps.format_problem(problem.without("A"))
    # An item with two bounds is a range.
    problem = xc.Problem("pq", ["p", "p", "p", "q", "q"], multiplicity={"p": (1, 2), "q": (0, 1)})
    assert "\n G p\n L q\n" in mps.format_problem(problem)
    assert "\nRANGES\n range p 1\nBOUNDS\n" in mps.format_problem(problem)


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_the_ending_says_the_format_and_files_are_not_read(form, tmp_path):
    problem = xc.Problem("p", ["p"])
    text = formatted(form, problem)
    xc.write(problem, tmp_path / f"p.{form.upper()}")
    assert (tmp_path / f"p.{form.upper()}").read_text() == text
    xc.write(problem, tmp_path / f"p.{form}.gz")
    assert gzip.decompress((tmp_path / f"p.{form}.gz").read_bytes()).decode() == text
    xc.write(problem, tmp_path / "p.txt", form)
    assert (tmp_path / "p.txt").read_text() == text
    for ending in (form.upper(), f"{form}.gz"):
        with pytest.raises(xc.FileFault, match=rf"\.{form}, a format that is only written; expec"):
            xc.read(tmp_path / f"p.{ending}")


@pytest.mark.parametrize("form", WRITERS)
def test_what_cannot_be_written_leaves_no_file(form, tmp_path):
    path = tmp_path / f"p.{form}"
    for names in ({1: "p", "1": "p"}, {1: ["p", xc.Coloured("s", 2)], 2: [xc.Coloured("s", "2")]}):
        with pytest.raises(xc.UnwritableName):
            xc.write(xc.Problem("p", names, secondary="s"), path)
    with pytest.raises(xc.UnknownItem):
        xc.write(xc.Problem("p", ["q"]), path)
    for bad in ({"to": "lp"}, {"at_most_one": "ladder", "to": "cnf"}):
        with pytest.raises(ValueError, match="expected one of"):
            xc.write(xc.Problem("p", ["p"]), path, **bad)
    with pytest.raises(xc.MethodConflict, match="at_most_one does not go with to='json'"):
        xc.write(xc.Problem("p", ["p"]), path, "json", at_most_one="product")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "form", [pytest.param("cnf", marks=pytest.mark.needs("pysat")), "opb", "mps"]
)
@pytest.mark.parametrize(
    ("problem", "n_solutions"),
    [
        (xc.Problem([], []), 1),
        (xc.Problem("p", []), 0),
        (xc.Problem("p", ["p"], multiplicity={"p": 3}), 0),
        (xc.Problem("p", ["p", "p"], multiplicity={"p": 0}), 1),
        (xc.Problem("p", ["p", "p"], multiplicity={"p": (0, None)}), 4),
        (xc.Problem("p", ["p"]).given(0).without(0), 0),
    ],
    ids=range(6),
)
def test_problems_at_the_edge_are_written(form, problem, n_solutions):
    text = formatted(form, problem)
    found = models_of(text) if form == "cnf" else PROGRAM_OF[form](text).solutions()
    assert len(found) == n_solutions


@pytest.mark.parametrize("form", WRITERS)
def test_the_example_of_the_documentation_is_what_is_written(form):
    example = "".join(re.findall(r"^    (.*\n)", WRITERS[form].__doc__, re.M))
    corner = xc.Coloured("corner", "D")
    problem = xc.Problem(
        ["across", "down"], {"DOG": ["across", corner], "DEN": ["down", corner]},
        secondary=["corner"], costs=[Fraction(3, 2), 2],
    )  # fmt: skip
    if form == "mps":
        problem = xc.Problem(
            ["across"], {"DOG": ["across"], "DEN": ["across"]}, costs=[Fraction(3, 2), 2]
        )
    assert formatted(form, problem) == example
