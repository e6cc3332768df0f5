"""Problems as LP, CNF and matrices: what is read has the solutions of what was written."""

from __future__ import annotations

import itertools
import tracemalloc

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


def test_clauses_are_as_many_as_the_head_says():
    text = "p cnf 3 4\n1 2 0\n3 0\n-1\n-2 0 -1\n-3 0\n"
    assert xc.read(text, "cnf").count() == 1
    cut = text[: text.index(" -1")]
    for wrong in (cut, text.replace("4", "5"), text.replace("4", "3"), text.replace("4", "0")):
        with pytest.raises(xc.FileFault, match="expected the number of clauses") as fault:
            xc.read(wrong, "cnf")
        assert (fault.value.line, fault.value.column) == (1, 9)


def test_a_head_that_says_a_large_number_takes_no_memory():
    tracemalloc.start()
    with pytest.raises(xc.FileFault, match="variable 2 is in no clause"):
        xc.read("p cnf 999999999 1\n1 0\n", "cnf")
    for text, form in (("999999999 999999999\n1\n", "csv"), ("100000 99999999 1 1\n", "spp")):
        with pytest.raises(xc.FileFault):
            xc.read(text, form)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("n", [1, 2, 10, 11, 100])
def test_a_size_of_the_digits_0_and_1_is_no_row(n):
    rows = [["01"[r == c] for c in range(n)] for r in range(n)]
    for between in ("", " ", ","):
        lines = [f"{n} {n}", *map(between.join, rows)]
        assert xc.read("\n".join([*lines, ""]), "csv").count() == 1
        if n > 1:
            with pytest.raises(xc.FileFault):
                xc.read("\n".join(lines[:-1]), "csv")


@pytest.mark.parametrize("above", ["", "A,B,C\n"])
def test_names_of_rows_may_be_digits_if_all_rows_have_names(above):
    problem = xc.read(f"{above}1,1,0,1\n10,0,1,0\n11,1,1,1\n", "csv")
    assert [*problem.options] == ["1", "10", "11"]
    assert chosen(problem) == {frozenset({"1", "10"}), frozenset({"11"})}


@pytest.mark.parametrize("row", ["0101", "01", "0 1 0 1"])
def test_a_row_of_a_matrix_that_is_too_long_or_too_short_is_refused(row):
    with pytest.raises(xc.FileFault, match="3 digits, one for each column"):
        xc.read(f"001\n{row}\n", "csv")
