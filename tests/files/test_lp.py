"""Programs in LP: what they say, and what is refused."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc

NAMES = ("x", "y1", "Zed", "b#0")
SENSES = {"<=": int.__le__, "=": int.__eq__, ">=": int.__ge__}


@st.composite
def rows(draw):
    """A constraint: its text, and what it says of the values of the variables."""
    some = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    sign = draw(st.sampled_from("+-"))
    terms = [
        f"{sign} {draw(st.sampled_from(['', '1 ', '1.0 ', '01 ', '1', '1.0']))}{name}"
        for name in some
    ]
    text = " ".join(terms).removeprefix("+ " if draw(st.booleans()) else "")
    low, high = sorted(draw(st.tuples(*[st.integers(-1, 3)] * 2)))
    if draw(st.booleans()) or (low < 0 and sign == "+") or (high > 0 and sign == "-"):
        sense = draw(st.sampled_from(sorted(SENSES)))
        number = max(low, 0) if sign == "+" else -max(low, 0)
        text, said = f"{text} {sense} {number}", [(SENSES[sense], number)]
    else:
        said = [(SENSES[">="], low), (SENSES["<="], high)]
        turned = draw(st.booleans())
        text = f"{high} >= {text} >= {low}" if turned else f"{low} <= {text} <= {high}"

    def holds(values):
        total = sum(values[name] for name in some) * (1 if sign == "+" else -1)
        return all(compare(total, number) for compare, number in said)

    return text, holds


@given(st.lists(st.tuples(rows(), st.booleans()), min_size=1, max_size=5),
       st.lists(st.sampled_from(NAMES), unique=True), st.booleans())  # fmt: skip
def test_the_solutions_of_a_program_are_those_of_its_constraints(stated, zero, bounds_first):
    lines = [f"{f'r{k}: ' if named else ''}{text}" for k, ((text, _), named) in enumerate(stated)]
    bounds = ["Bounds", *(f"0 <= {name} <= 0" for name in zero)]
    binary = ["Binary", " ".join(NAMES)]
    parts = [*bounds, *binary] if bounds_first else [*binary, *bounds]
    head = ["Maximize", "0 " + " + 0 ".join(NAMES), "Subject To"]
    problem = xc.read("\n".join([*head, *lines, *parts, "End", ""]), "lp")
    values = (dict(zip(NAMES, each, strict=True))
              for each in itertools.product((0, 1), repeat=len(NAMES)))  # fmt: skip
    right = [each for each in values if all(holds(each) for (_, holds), _ in stated)
             and not any(each[name] for name in zero)]  # fmt: skip
    found = {frozenset(solution.options) for solution in problem.solutions()}
    assert found == {frozenset(name for name in NAMES if each[name]) for each in right}


def program(row="x + y = 1", rest="Binary\n x y\n"):
    return f"Minimize\n c: x + y\nSubject To\n {row}\n{rest}End\n"


@pytest.mark.parametrize("bounds", ["x <= 2", "-1 <= x <= 1", "x free", "0 <= x\n-1 <= y <= 1"])
def test_a_binary_variable_is_0_or_1_whatever_its_bounds_say(bounds):
    binary, bounds = "Binary\n x y\n", f"Bounds\n {bounds}\n"
    for rest in (binary + bounds, bounds + binary):
        assert xc.read(program("x + y <= 2", rest), "lp").count() == 4


@pytest.mark.parametrize("section", [
    "Semi-continuous", "semis", "SOS", "sos1", "Ranges", "Lazy Constraints", "User Cuts",
    "General Constraints", "sec", "PWLObj",
])  # fmt: skip
def test_other_sections_are_refused_by_their_names(section):
    for rest in (f"{section}\n x\nBinary\n x y\n", f"Binary\n x y\n{section} \\ more\n x\n"):
        with pytest.raises(xc.FileFault, match=f"the section '{section}'; expected objective"):
            xc.read(program(rest=rest), "lp")


def test_other_sections_may_be_there_if_they_are_empty():
    """As HiGHS writes them."""
    rest = "binary\n x y\ngen\nsemi\nsos\n"
    assert xc.read(program(rest=rest), "lp") == xc.read(program(), "lp")


@pytest.mark.parametrize(("rest", "line", "found"), [
    ("Binary\n x y\nUnknown\n x\n", 7, "'Unknown' occurs nowhere else"),
    ("Binary\n x y\n 3 = z\n", 7, "'3'"), ("Binary\n x y : \n", 6, "':'"),
    ("General\n x y <= 1\n", 6, "'<='"), ("Binary\n x y\nMaximize\n x\n", 7, "'Maximize'"),
    ("Bounds\n x <= 1 y <= 1\n", 6, "'<='"), ("Binary\n x 2y\n", 6, "'2'"),
    ("Binary\n x y\nEnd\n x\n", 8, "'x' after 'End'"),
])  # fmt: skip
def test_what_does_not_belong_to_a_section_is_refused_where_it_stands(rest, line, found):
    with pytest.raises(xc.FileFault) as fault:
        xc.read(program(rest=rest), "lp")
    assert fault.value.line == line
    assert fault.value.found.startswith(found)


def test_a_program_that_was_cut_off_is_refused():
    text = program()
    for k in range(len("Minimize\n"), len(text) - len("End\n")):
        with pytest.raises(xc.FileFault):
            xc.read(text[:k], "lp")


@pytest.mark.parametrize("number", ["1e9999", "1e20", "0.5", "inf", "1 + 0", "1 y", "99999 9"])
def test_the_right_side_of_a_constraint_is_a_whole_number_that_is_not_too_large(number):
    with pytest.raises(xc.FileFault, match="4:"):
        xc.read(program(f"x <= {number}"), "lp")


def test_no_cost_is_rounded():
    many = "123456789012345678901234567890123456789"
    text = f"min\n - {many} x + 1e40 y - 1e40 y + .5 y\nst\n x + y = 1\nbin\n x y\nend\n"
    assert dict(xc.read(text, "lp").costs) == {"x": -int(many), "y": Decimal("0.5")}


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
