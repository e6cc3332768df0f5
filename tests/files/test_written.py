"""Files for other programs have the problem's solutions, at the same costs."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import cnf, formats, linear, mps, opb, orlib
from tests.strategies import bags, multiples, statements

# -- readers: the options of each solution, as numbers, and its cost ------------------------------


def of_rows(names, most, rows, low, high, costs, constant):
    """All ways to choose columns, each at most so often, that keep the sums of rows in bounds.
    ``names``: of each column, a number if it is an option."""
    points = np.array([*product(*(range(int(each) + 1) for each in most))], float)
    sums = points @ rows.T
    for point in points[((low <= sums) & (sums <= high)).all(axis=1)].astype(int):
        yield bag_of(np.repeat(names, point).tolist()), point @ costs + constant


def bag_of(names):
    """The options among these names of variables."""
    # (A copy of an option that may be repeated is "1 copy 2", or 1|2.)
    numbers = [re.match(r"\d+(?= |\||$)", name) for name in names]
    return tuple(sorted(int(found[0]) for found in numbers if found))


def said(text):
    """What comments say of the variables, in order."""
    return re.findall(r"^[c*] x?\d+ (?:option |colour |(?=auxiliary$))(.*)$", text, re.M)


def of_opb(problem):
    text = opb.format_problem(problem)
    names = said(text)
    size = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text).groups()

    def terms(line):
        row = np.zeros(len(names))
        for k, x in re.findall(r"([+-]\d+) x(\d+)", line):
            row[int(x) - 1] = int(k)
        return row

    rows = re.findall(r"^([+-].+) (>=|=) (-?\d+) ;$", text, re.M)
    costs = re.findall(r"^min: (.+) ;$", text, re.M)
    assert size == (str(len(names)), str(len(rows)))
    assert len(re.findall(r"^[^*]", text, re.M)) == len(rows) + len(costs)
    factor = int("".join(re.findall(r"^\* costs times (\d+)$", text, re.M)) or 1)
    constant = int("".join(re.findall(r"^\* constant ([+-]\d+)$", text, re.M)) or 0)
    matrix = np.array([terms(line) for line, *_ in rows]).reshape(len(rows), len(names))
    low = np.array([float(bound) for *_, bound in rows])
    high = np.array([np.inf if sign == ">=" else float(bound) for _, sign, bound in rows])
    costs, most = terms(" ".join(costs)) / factor, [1] * len(names)
    return of_rows(names, most, matrix, low, high, costs, constant / factor)


def of_highs(problem):
    """The program in MPS as HiGHS reads it; what HiGHS writes of it is read as well."""
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    with TemporaryDirectory() as folder:
        path, again = Path(folder) / "p.mps", Path(folder) / "again.mps"
        xc.write(problem, path)
        assert model.readModel(str(path)) == highspy.HighsStatus.kOk
        model.writeModel(str(again))
        program, matrix = model.getLp(), model.getLp().a_matrix_
        names, most, costs = program.col_names_, program.col_upper_, program.col_cost_
        rows = np.zeros((program.num_row_, program.num_col_))
        for column, (start, end) in enumerate(pairwise(matrix.start_)):
            rows[matrix.index_[start:end], column] = matrix.value_[start:end]
        # Bounds of columns are rows as well.
        rows = np.vstack([rows, np.eye(len(names))])
        low, high = [*program.row_lower_, *program.col_lower_], [*program.row_upper_, *most]
        found = [*of_rows(names, most, rows, low, high, costs, program.offset_)]
        if all(map(str.isdigit, names)):
            assert rounded(solutions_of(xc.read(again))) == rounded(found)
    return found


def of_cnf(encoding):
    def read(problem):
        from pysat import formula, solvers

        text = cnf.format_problem(problem, encoding)
        names, clauses = said(text), formula.CNF(from_string=text).clauses
        shown = range(1, len(names) + 1)
        n_variables = max([len(names), *(abs(each) for clause in clauses for each in clause)])
        assert f"\np cnf {n_variables} {len(clauses)}\n" in text
        assert f"\nc p show {''.join(f'{each} ' for each in shown)}0\n" in text
        with solvers.Solver("minisat22", bootstrap_with=clauses) as solver:
            while solver.solve():
                true = {*solver.get_model()} & {*shown}
                bag = bag_of(names[k - 1] for k in true)
                yield bag, sum(problem.costs[k] for k in bag) if problem.costs else 0
                if not shown:
                    break
                solver.add_clause([-each if each in true else each for each in shown])

    return read


def solutions_of(problem, named=int):
    for each in problem.solutions():
        options = [option for option in each.options if str(option) != "constant"]
        yield tuple(sorted(map(named, options))), each.cost or 0


def of_file(form):
    def read(problem):
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"p.{form}"
            xc.write(problem, path)
            again = xc.read(path)
        # Options of the OR-Library have the numbers from 1.
        live = (None, *problem.live_options)
        return solutions_of(again, live.__getitem__ if form in orlib.LAYOUTS else int)

    return read


def rounded(found):
    return sorted((bag, round(float(cost), 6)) for bag, cost in found)


ANY = st.one_of(statements(most_options=8), multiples(most_options=6))
PLAIN = ANY.map(lambda stated: replace(stated, options=tuple(map(dict.fromkeys, stated.options))))
PARTS = statements(most_secondary=0).filter(lambda stated: stated.options)
COVERS = PARTS.map(lambda stated: replace(stated, bounds=((1, None),) * len(stated.primary)))
#: So many variables are tried in all ways.
FEW = 14
#: How each format is read, and which problems it has.
READERS = {
    "opb": (of_opb, ANY),
    "mps": (of_file("mps"), PLAIN),
    "mps, by HiGHS": (of_highs, ANY),
    **{f"cnf, {each}": (of_cnf(each), ANY) for each in formats.AT_MOST_ONE},
    "spp": (of_file("spp"), PARTS),
    "scp": (of_file("scp"), COVERS),
    "rail": (of_file("rail"), COVERS),
    "a table": (lambda problem: solutions_of(xc.from_frame(xc.to_frame(problem))), statements()),
    "a graph": (lambda problem: solutions_of(xc.from_graph(xc.to_graph(problem))), statements()),
}
NEEDS = {"mps, by HiGHS": ["highspy"], "a table": ["pandas"], "a graph": ["networkx"]}


def forms(*names):
    """Formats as parameters, each with what its reader takes."""
    needs = {name: NEEDS.get(name, ["pysat"] if "cnf" in name else []) for name in names}
    return [pytest.param(name, marks=pytest.mark.needs(*needs[name])) for name in names]


@pytest.mark.parametrize("form", forms(*READERS))
@given(data=st.data())
def test_the_solutions_and_their_costs_are_those_of_the_problem(form, data):
    read, kinds = READERS[form]
    statement = data.draw(kinds)
    costs = st.builds(Fraction, st.integers(-20, 20), st.sampled_from([1, 2, 4, 5, 10]))
    costs = [data.draw(costs) for _ in statement.options]
    problem, expected = statement.problem(costs=costs), bags(statement)
    assume(len(linear.linear_of(problem).meanings) < FEW)
    choosable = [k for k, each in enumerate(statement.options) if {*statement.primary} & {*each}]
    if choosable and form not in ("scp", "rail") and data.draw(st.booleans()):
        taken = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
        left = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
        problem = problem.given(*taken).without(*left)
        expected = {each for each in expected if {*taken} <= {*each} and not {*left} & {*each}}
    with_costs = [(bag, sum(costs[k] for k in bag)) for bag in expected]
    assert rounded(read(problem)) == rounded(with_costs)


@pytest.mark.parametrize("form", forms("opb", "mps, by HiGHS", "cnf, product"))
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
    assert len([*READERS[form][0](problem)]) == n_solutions


@pytest.mark.parametrize("form", forms("opb", "mps, by HiGHS"))
def test_penalties_are_a_constant_and_less_for_options(form):
    options, costs = {0: ["out"], 1: ["out", "back"]}, {0: 3, 1: 12}
    penalties = {"out": Fraction(5, 2), "back": 7}
    problem = xc.Problem(["out", "back"], options, costs=costs, penalties=penalties)
    assert rounded(READERS[form][0](problem)) == [((), 9.5), ((0,), 10), ((1,), 12)]


# -- clauses ---------------------------------------------------------------------------------------


@pytest.mark.needs("pysat")
@pytest.mark.parametrize(("encoding", "auxiliary", "n_clauses"), [
    ("pairwise", 0, 781), ("sequential", 39, 117), ("product", 24, 117),
])  # fmt: skip
def test_one_of_many_is_one_in_every_encoding(encoding, auxiliary, n_clauses):
    for size in (1, 4, 5, 6, 9, 10, 17, 40):
        problem = xc.Problem("p", ["p"] * size)
        bags_found = sorted(bag for bag, _ in of_cnf(encoding)(problem))
        assert bags_found == [(k,) for k in range(size)]
    assert f"\np cnf {40 + auxiliary} {n_clauses}\n" in cnf.format_problem(problem, encoding)


@pytest.mark.needs("pysat")
@given(st.data(), st.sampled_from(formats.AT_MOST_ONE))
def test_unit_propagation_finds_what_follows_from_bounds(data, encoding):
    from pysat import formula, solvers

    values = data.draw(st.lists(st.sampled_from([None, True, False]), min_size=2, max_size=9))
    n, true, possible = len(values), values.count(True), len(values) - values.count(False)
    low, high = sorted(data.draw(st.tuples(st.integers(0, n), st.integers(0, n))))
    assume((low, high) != (1, 1))
    problem = xc.Problem("pq", ["p"] * n + ["q"], multiplicity={"p": (low, high)})
    clauses = formula.CNF(from_string=cnf.format_problem(problem, encoding)).clauses
    known = {k if value else -k for k, value in enumerate(values, 1) if value is not None}
    left = {k for k, value in enumerate(values, 1) if value is None}
    # (What is known without any is not told.)
    units = [each for clause in clauses for each in clause if len(clause) == 1]
    clauses = [clause for clause in clauses if len(clause) > 1]
    with solvers.Solver("minisat22", bootstrap_with=clauses) as solver:
        sound, found = solver.propagate([*known, *units])
    assert sound == (true <= high and possible >= low)
    if sound:
        known |= {-k for k in left if true == high} | {k for k in left if possible == low}
        assert {k for k in found if abs(k) <= n} == known


# -- files -----------------------------------------------------------------------------------------

WRITERS = {"cnf": cnf, "opb": opb, "mps": mps}


def test_variables_are_those_of_the_groups_and_have_their_names():
    items = [["p", xc.Coloured("x y", "a|b")], ["q", xc.Coloured("x y", "a|b")], ["q", "x y"]]
    options = {"one": items[0], ("two", 2): items[1], "": items[2]}
    problem = xc.Problem("pq", options, secondary=["x y"])
    names = ["one", "('two',%202)", "%", "x%20y:a%7Cb"]
    for form in ("cnf", "opb"):
        assert said(WRITERS[form].format_problem(problem)) == names
    bounds = re.findall(r"^ BV bounds (\S+)$", mps.format_problem(problem), re.M)
    assert bounds == names
    again = xc.Problem("p", {"A": "p", "B": "p"}, multiplicity={"p": 2}, repeat=True)
    assert said(cnf.format_problem(again)) == ["A", "A copy 2", "B", "B copy 2"]


def test_too_many_clauses_are_refused_before_they_are_written(monkeypatch, tmp_path):
    monkeypatch.setattr(cnf, "_MOST_CLAUSES", 1_000)
    problem = xc.Problem("p", ["p"] * 60)
    with pytest.raises(xc.UnwritableProblem, match="--at-most-one"):
        xc.write(problem, tmp_path / "p.cnf")
    assert list(tmp_path.iterdir()) == []
    xc.write(problem, tmp_path / "p.cnf", at_most_one="product")
    with pytest.raises(xc.UnwritableProblem, match=r"clauses$"):
        xc.write(xc.Problem("p", ["p"] * 600), tmp_path / "q.cnf", at_most_one="product")


def test_costs_are_whole_numbers_in_opb_and_decimals_in_mps():
    costs = [Fraction(1, 6), Fraction(-5, 4), 0]
    problem = xc.Problem("p", {"A": "p", "B": "p", "C": "p"}, costs=costs)
    assert "\n* costs times 12\nmin: +2 x1 -15 x2 ;\n" in opb.format_problem(problem)
    with pytest.raises(xc.UnwritableProblem, match="the cost 1/6 of option A"):
        mps.format_problem(problem)
    with pytest.raises(xc.UnwritableProblem, match="1/3"):
        mps.format_problem(xc.Problem("p", ["p"], penalties={"p": Fraction(1, 3)}))
    assert " B cost -1.25\n" in mps.format_problem(problem.without("A"))


@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_the_ending_says_the_format_and_some_files_are_not_read(form, tmp_path):
    problem = xc.Problem("p", ["p"])
    text = WRITERS[form].format_problem(problem)
    for name, *to in ((f"p.{form.upper()}",), (f"p.{form}.gz",), ("p.txt", form)):
        xc.write(problem, tmp_path / name, *to)
        data = (tmp_path / name).read_bytes()
        assert (gzip.decompress(data) if "gz" in name else data).decode() == text
        if not to and form == "cnf":
            assert xc.read(tmp_path / name).count() == 1
        elif not to:
            with pytest.raises(xc.FileFault, match=rf"\.{form}, a format that is only written"):
                xc.read(tmp_path / name)


@pytest.mark.parametrize("form", WRITERS)
def test_what_cannot_be_written_leaves_no_file(form, tmp_path):
    red = [xc.Coloured("s", "2")], ["p", xc.Coloured("s", 2)]
    for options, error, how in (
        ({1: "p", "1": "p"}, xc.UnwritableName, {}),
        (red, xc.UnwritableName, {}),
        (["q"], xc.UnknownItem, {}),
        (["p"], ValueError, {"to": "xls"}),
        (["p"], ValueError, {"at_most_one": "ladder", "to": "cnf"}),
        (["p"], xc.MethodConflict, {"at_most_one": "product", "to": "json"}),
    ):
        with pytest.raises(error):
            xc.write(xc.Problem("p", options, secondary="s"), tmp_path / f"p.{form}", **how)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", WRITERS)
def test_the_example_of_the_documentation_is_what_is_written(form):
    example = "".join(re.findall(r"^    (.*\n)", WRITERS[form].__doc__, re.M))
    corner, costs = xc.Coloured("corner", "D"), [Fraction(3, 2), 2]
    options = {"DOG": ["across", corner], "DEN": ["down", corner]}
    problem = xc.Problem(["across", "down"], options, secondary=["corner"], costs=costs)
    if form == "mps":
        problem = xc.Problem(["across"], {name: ["across"] for name in options}, costs=costs)
    assert WRITERS[form].format_problem(problem) == example
