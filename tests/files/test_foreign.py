"""Problems as LP, CNF and matrices: what is read has the solutions of what was written."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import cnf, csv, lp

ITEMS = "abcde"


@st.composite
def problems(draw, secondary=True):
    options = draw(st.lists(st.sets(st.sampled_from(ITEMS), min_size=1), min_size=1, max_size=8))
    others = draw(st.sampled_from(["", "e", "de"])) if secondary else ""
    costs = draw(st.lists(st.integers(-3, 3), min_size=len(options), max_size=len(options)))
    primary = [item for item in ITEMS if item not in others]
    named = {f"o{k}": sorted(items) for k, items in enumerate(options)}
    kept = {name: items for name, items in named.items() if set(items) & set(primary)} or {
        "o": ["a"]
    }
    costs = dict(zip(kept, costs, strict=False))
    return xc.Problem(primary, kept, secondary=others, costs=costs)


def chosen(problem):
    return {frozenset(map(str, solution.options)) for solution in problem.solutions()}


def all_choices(problem):
    """The solutions by brute force."""
    found = set()
    for number in range(len(problem.options) + 1):
        for some in itertools.combinations(problem.options, number):
            covered = [item for option in some for item in problem.items_of(option)]
            if len({*covered}) == len(covered) and {*covered} >= {*problem.primary}:
                found.add(frozenset(some))
    return found


@given(problems())
def test_a_program_in_lp_has_the_solutions_and_costs_of_the_problem(problem):
    read = xc.read(lp.format_problem(problem))
    assert chosen(read) == all_choices(problem)
    best, again = problem.minimize(), read.minimize()
    assert getattr(best, "cost", None) == getattr(again, "cost", None)


@given(problems())
def test_clauses_have_the_solutions_of_the_problem(problem):
    read = xc.read(cnf.format_problem(problem))
    assert chosen(read) == all_choices(problem)


@given(problems(secondary=False))
def test_a_matrix_has_the_solutions_of_the_problem(problem):
    plain = xc.Problem(problem.primary, {o: problem.items_of(o) for o in problem.options})
    text = csv.format_problem(plain)
    names = dict(enumerate(plain.options, 1))
    read, faults = csv.parse_leniently(text)
    assert not faults
    found = {frozenset(names[int(k)] for k in each) for each in chosen(read)}
    assert found == all_choices(plain)


def test_rows_of_zeros_are_left_out_with_a_remark(caplog):
    with caplog.at_level("INFO", logger="exactcover"):
        problem = xc.read("0 0 1 1\n0 0 0 0\n1 1 0 0\n")
    assert [*problem.options] == ["1", "3"]
    assert problem.count() == 1
    assert "1 row of zeros" in caplog.text


@pytest.mark.parametrize(("text", "form"), [
    ("001\n110\n", "csv"), ("A,B,C,D\n1,0,1,0\n0,1,0,1\n", "csv"),
    ("2 4\n1 0 1 0\n0 1 0 1\n", "csv"), ("c DIMACS\np cnf 2 2\n1 2 0\n-1 -2 0\n", "cnf"),
    ("Minimize\n x\nst\n x = 1\nbin\n x\nend\n", "lp"),
    ("a b c\na b\nc\n", "dlx"), ("0 1\n0\n1\n", "dlx"),
])  # fmt: skip
def test_a_text_is_recognized_whatever_its_file_is_called(text, form, tmp_path):
    for name in ("some.txt", "some"):
        (tmp_path / name).write_text(text)
        assert xc.read(tmp_path / name).digest == xc.read(text, form).digest


def test_remarks_in_the_text_format_are_no_items_unless_they_are_declared():
    text = "# items\n// first\na b | c\n# one\na c # both\nb // alone\nb a | all\n"
    problem = xc.read(text)
    assert [[*problem.items_of(option)] for option in problem.options] == [
        ["a", "c"],
        ["b"],
        ["b", "a"],
    ]
    assert xc.read("#1 #2\n#1\n#2\n#1 #2\n").count() == 2
    for wrong in ("a b\na | 12\nb\n", "a | c\na | c\n"):  # a cost, a secondary item
        with pytest.raises(xc.FileFault):
            xc.read(wrong)


@pytest.mark.parametrize(("text", "like"), [
    ("53..7....\n" + "6..195...\n" * 8, "a grid of 9 rows, such as a sudoku"),
    ("<?xml version='1.0'?>\n<a>\n", "XML"),
    ("https://puzz.link/p?sudoku/9/9/g\nx\n", "the address of a puzzle"),
    ("title: A\ngrid: square\nboard:\n##\n", "a puzzle"),
])  # fmt: skip
def test_what_is_no_problem_is_called_what_it_looks_like(text, like):
    with pytest.raises(xc.FileFault, match=f"this looks like {like}; 'puzzles FILE'"):
        xc.read(text)
    with pytest.raises(xc.FileFault) as fault:
        xc.read(text, "dlx")
    assert "looks like" not in str(fault.value)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("line", ["", "c"])
def test_a_long_text_is_recognized_at_once(line, end):
    items = ["c", "d"] if line else ["a", "b"]
    text = [*[""] * 10_000, " ".join(items), *items] if not line else ["c d", *[line] * 10_000, "d"]
    assert xc.read(end.join([*text, ""])).count() == (10_000 if line else 1)


def test_clauses_on_one_line_are_items_of_their_own():
    assert xc.read("p cnf 3 3\n1 0 2 0 3 0\n").count() == 1


@pytest.mark.parametrize("row", ["0101", "01", "0 1 0 1"])
def test_a_row_of_a_matrix_that_is_too_long_or_too_short_is_refused(row):
    with pytest.raises(xc.FileFault, match="3 digits, one for each column"):
        xc.read(f"001\n{row}\n", "csv")


@pytest.mark.parametrize("row", ["<= x", "<= x <= 1", "= 1", "x <= ", "x ++ y = 1", "1 <= <= 1",
                                 "x = = 1", "+ = 1", "2 3 = 1", "x + = 1", "x = y",
                                 "2 <= x + y <= 1", "1 >= x + y >= 2"])  # fmt: skip
def test_a_damaged_constraint_is_refused(row):
    with pytest.raises(xc.FileFault):
        xc.read(f"min\nst\n {row}\nbin\n x y\nend\n", "lp")


@pytest.mark.parametrize("bound", ["x", "<= 1", "x <=", "1 <= x <=", "x 1", "= x = ", "free", "<="])
def test_a_damaged_bound_is_refused(bound):
    with pytest.raises(xc.FileFault):
        xc.read(f"min\nst\n x + y = 1\nbounds\n {bound}\nbin\n x y\nend\n", "lp")
