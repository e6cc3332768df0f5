"""Stating problems: names, faults, notes, given and forbidden options, and what solutions know."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.statement import names as names_module
from tests.instances import langford
from tests.interrupting import takes_at_most

# -- names ---------------------------------------------------------------------------------------


def test_names_of_any_hashable_kind_come_back_unchanged():
    marker = object()
    primary = [("row", 3), 7, None, frozenset({1}), marker]
    options = {marker: [("row", 3), 7], None: [None, xc.Coloured(b"s", 2.5)], (): [frozenset({1})]}
    problem = xc.Problem(primary, {**options, "last": [marker]}, secondary=[b"s"])
    solution = problem.first()
    assert solution.options == (marker, None, (), "last")
    assert solution.options[0] is marker
    assert (solution.colours, solution.covered[None]) == ({b"s": 2.5}, (None,))


def test_options_without_names_are_named_by_their_place_and_may_come_from_a_generator():
    problem = xc.Problem("ab", [["a"], ["b"], ["a", "b"]])
    assert sorted(map(tuple, problem.solutions())) == [(0, 1), (2,)]
    problem = xc.Problem(range(3), (xc.Option(f"o{k}", [k]) for k in range(3)))
    assert problem.first().options == ("o0", "o1", "o2")


# -- solutions -----------------------------------------------------------------------------------


def test_a_solution_knows_its_options_their_items_and_the_colours():
    problem = xc.Problem(
        "pqr",
        {1: {"p": None, "q": None, "x": None, "y": "A"},
         2: {"p": None, "r": None, "x": "A", "y": None},
         3: {"p": None, "x": "B"}, 4: {"q": None, "x": "A"}, 5: {"r": None, "y": "B"}},
        secondary="xy",
    )  # fmt: skip
    (solution,) = problem.solutions()  # TAOCP 7.2.2.1, example (49)
    assert (solution.options, solution.colours) == ((2, 4), {"x": "A"})
    assert 4 in solution
    assert 3 not in solution
    assert solution.covered == {"p": (2,), "q": (4,), "r": (2,), "x": (2, 4), "y": (2,)}
    assert solution.items_of(4) == ("q", "x")
    with pytest.raises(KeyError):
        solution.items_of(3)


def test_solutions_are_equal_when_their_options_are():
    one = xc.Problem("ab", {"A": "a", "B": "b"}).first()
    other = xc.Problem("ba", {"B": "b", "A": "a"}).first()
    assert one == other
    assert hash(one) == hash(other)
    assert one != xc.Problem("ab", {"AB": "ab"}).first()
    assert one != "A"


def test_problems_answers_and_errors_survive_a_trip_to_another_process():
    stopped = langford(8).count(nodes=5)
    for answer in (langford(4), langford(4).first(), stopped):
        assert pickle.loads(pickle.dumps(answer)) == answer
    copy = pickle.loads(pickle.dumps(stopped))
    assert (copy.stopped, copy.nodes) == ("nodes", 5)
    bad = xc.Problem(["a", "b", "a"], [["zz"], [], ["a", "a"], [xc.Coloured("a", 1)]])
    for error in (
        *bad.check().faults, xc.UnknownEngine("x", ("a",)), xc.EngineTooLarge("b", 1, 2, 3),
        xc.BudgetError("limit", -1, "more"), xc.UnwritableName("a", "b", "c"),
        xc.FileFault("f", 1, 2, "found", "expected"), xc.SearchStopped("nodes", 3),
        xc.NeverChosen("o"), xc.UnknownOption("o"), xc.UndecidedError("nodes"),
        xc.UnwritableProblem("why"), xc.Interrupted(stopped),
    ):  # fmt: skip
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy)) == (type(error), str(error))
        assert vars(copy).keys() == vars(error).keys()


# -- faults --------------------------------------------------------------------------------------


def test_every_fault_is_reported_at_once_in_the_order_of_the_statement():
    problem = xc.Problem(
        ["a", "b", "a"],
        [
            xc.Option("one", ["a", "zz"]), xc.Option("two", []),
            xc.Option("three", ["a", "b", "a"]), xc.Option("four", [xc.Coloured("b", 1)]),
            xc.Option("one", ["b"]),
        ],
        secondary=["s", "b"],
    )  # fmt: skip
    kinds = [type(fault) for fault in problem.check().faults]
    assert kinds == [
        xc.RepeatedItem, xc.RepeatedItem, xc.UnknownItem, xc.EmptyOption,
        xc.ItemTwiceInOption, xc.ColourOnPrimary, xc.RepeatedOption,
    ]  # fmt: skip
    assert not problem.check()
    for ask in (problem.first, problem.count, problem.is_unique, problem.solutions, problem.reduce):
        with pytest.raises(xc.RepeatedItem, match="6 more faults"):
            ask()


@pytest.mark.parametrize(
    ("primary", "secondary", "options", "kind", "fields"),
    [
        ("a", "a", {"o": "a"}, xc.RepeatedItem, {"first": "primary", "second": "secondary"}),
        ("aba", "", {"o": "a"}, xc.RepeatedItem, {"first": "primary", "second": "primary"}),
        ("b", "aa", {"o": "b"}, xc.RepeatedItem, {"first": "secondary", "second": "secondary"}),
        ("ab", "", {"o": "aaab"}, xc.ItemTwiceInOption, {"item": "a", "option": "o"}),
        # Unknown items alone, which is not empty.
        ("a", "", {"o": "x"}, xc.UnknownItem, {"item": "x", "option": "o", "near": ()}),
        ("a", "", {"o": [xc.Coloured("a", "red")]}, xc.ColourOnPrimary,
         {"item": "a", "option": "o", "colour": "red"}),
        (["north", "south"], "", {"o": ["nroth"]}, xc.UnknownItem, {"near": ("north", "south")}),
        # A name that reads the same is not suggested.
        ([float("nan")], "", {"o": [float("nan")]}, xc.UnknownItem, {"near": ()}),
        ([1], "", {"o": ["1"]}, xc.UnknownItem, {"near": (1,)}),
    ],
)  # fmt: skip
def test_one_slip_is_one_fault_that_tells_where(primary, secondary, options, kind, fields):
    (fault,) = xc.Problem(primary, options, secondary=secondary).check().faults
    assert type(fault) is kind
    assert {name: getattr(fault, name) for name in fields} == fields


class Rude:
    """A name whose own code raises."""

    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __repr__


@pytest.mark.parametrize("name", [10**5000, Rude()], ids=["huge", "rude"])
def test_an_answer_does_not_depend_on_how_a_name_prints(name):
    problem = xc.Problem([name], [])
    assert problem.count() == 0
    assert problem.first().item is name
    assert str(problem.check())
    assert "not declared" in str(xc.Problem(["a"], {"o": [name]}).check().faults[0])


def test_numbers_of_other_libraries_are_taken_as_budgets():
    import numpy as np

    assert len(list(langford(7).solutions(np.int64(3)))) == 3
    assert langford(4).count(seconds=Fraction(5)) == 2


def test_a_name_that_is_misspelt_can_be_suggested():
    with pytest.raises(AttributeError) as caught:
        _ = xc.Colored
    assert (caught.value.name, caught.value.obj) == ("Colored", xc)


def test_ten_thousand_unknown_items_are_reported_in_no_time():
    names = [f"item number {k}" for k in range(50_000)]
    with takes_at_most(5):
        problem = xc.Problem(names, [[f"itme number {k}"] for k in range(10_000)])
        assert len(problem.check().faults) == 10_000


def test_notes_are_on_what_was_stated_and_name_rules_in_their_words():
    rule = xc.Times(["o"], 1).named("o is chosen")
    notes = xc.Problem([], {"o": ["s"]}, secondary=["s"]).where(rule).check().notes
    assert [type(note) for note in notes].count(xc.NoPrimaryItems) == 1
    assert [note.item for note in notes if isinstance(note, xc.UncoverableItem)] == ["o is chosen"]


# -- given and forbidden -------------------------------------------------------------------------


@pytest.mark.parametrize("reduce", [True, False])
@pytest.mark.parametrize(
    ("problem", "item"),
    [(xc.Problem("ab", {"A": "a"}), "b"),
     (xc.Problem("abc", {1: "ab", 2: "bc", 3: "c", 4: "a"}).given(1, 2), "b"),
     (xc.Problem("ab", {1: "a", 2: "a", 3: "b"}).given(1).without(1), None)],
)  # fmt: skip
def test_an_impossible_problem_names_the_item(problem, item, reduce):
    answer = problem.first(reduce=reduce)
    assert (bool(answer), answer.item) == (False, item)
    assert problem.count(reduce=reduce).impossible == answer
    assert problem.is_unique(reduce=reduce).impossible == answer


def test_giving_and_forbidding_leave_the_problem_as_it_was():
    problem = xc.Problem("ab", {1: "a", 2: "a", 3: "b", 4: "b"})
    assert problem.given(1).without(3).first().options == (1, 4)
    assert (problem.given_options, problem.forbidden_options, problem.count()) == ((), (), 4)


def test_near_names_are_looked_for_among_so_many_options_and_no_more(monkeypatch):
    monkeypatch.setattr(names_module, "MOST_NAMES_COMPARED", 2)
    for names, near in ((["north", "x"], ("north",)), (["north", "x", "y"], ())):
        with pytest.raises(xc.UnknownOption) as caught:
            xc.Problem("a", dict.fromkeys(names, "a")).given("nroth")
        assert caught.value.near == near
        costs = {"nroth": 1}
        (fault,) = xc.Problem("a", dict.fromkeys(names, "a"), costs=costs).check().faults
        assert ("perhaps 'north'" in str(fault)) == bool(near)


# -- processes ----------------------------------------------------------------------------------

_ORDER = """
import exactcover as xc
items = [f"item{k}" for k in range(12)]
options = {f"o{a}{b}": [items[a], items[b]] for a in range(12) for b in range(a) if (a + b) % 3}
problem = xc.Problem(items, options)
for engine in ("reference", "bitset", "cells", "auto"):
    print(engine, [s.options for s in problem.solutions(20, engine=engine)])
print(problem.reduce(), list(problem.reduce().removed))
"""


@pytest.mark.slow
def test_the_order_of_solutions_does_not_depend_on_hashing():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _ORDER],
            capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1


@pytest.mark.compiled
def test_importing_the_package_imports_neither_numba_nor_numpy():
    program = (
        "import sys, exactcover as xc\n"
        "assert xc.Problem('abcdefg', ['ce', 'adg', 'bcf', 'adf', 'bg', 'deg']).count() == 1\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
