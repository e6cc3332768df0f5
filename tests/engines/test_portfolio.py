"""Several engines in turn: the first to finish gives the answer."""

from __future__ import annotations

import itertools
import subprocess
import sys
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from benchmarks.hard import latin_with_holes
from exactcover.engines import choose
from exactcover.engines.portfolio import Member, Portfolio
from tests.engines.contract import STATEMENTS
from tests.instances import langford, queens
from tests.strategies import bags


def by_turns(compiled, *nodes):
    engines = ("reference", "restarts", "learning")
    members = [
        Member(name, lambda name=name: choose.start(compiled, name), 60 / turn)
        for name, turn in zip(engines, nodes, strict=True)
    ]
    return Portfolio(members, 60)


TURNS = st.lists(st.integers(1, 5), min_size=3, max_size=3)


@given(STATEMENTS, TURNS, st.integers(1, 4), st.integers(1, 3))
def test_each_solution_comes_once_whoever_finds_it(statement, turns, nodes, limit):
    search = by_turns(statement.problem()._model.compiled, *turns)
    found = []
    while not search.done:
        before = search.nodes
        now = search.collect(nodes, limit)
        assert len(now) <= limit
        assert search.nodes - before <= nodes
        found += [tuple(sorted(options)) for options in now]
    assert sorted(found) == sorted(bags(statement))


def test_the_answer_says_what_decided_it():
    assert queens(8).first().method == "listing"
    assert queens(3).first(engine="learning").method in ("learning", "propagation")
    unique = queens(8).given((0, 0), (1, 4)).is_unique(engine="learning", reduce=False)
    assert (unique.verdict, unique.method) == ("unique", "learning")
    assert queens(8).count(limit=5, engine="learning").method == "learning"


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("learning", "learned from conflicts"),
        ("restarts", "every possibility was tried"),
        pytest.param("sat", "a SAT solver found", marks=pytest.mark.needs("pysat")),
    ],
)
def test_an_engine_is_named_as_the_one_that_decided(engine, said):
    assert queens(8).first(engine=engine).method == engine
    nothing = langford(5).first(engine=engine, reduce=False)
    assert nothing.method == engine
    assert said in str(nothing)


def test_restarts_find_a_solution_that_a_wrong_choice_hides():
    problem = latin_with_holes(30, 0.42, 1)
    again = problem.first(engine="restarts", nodes=100_000)
    assert again
    assert problem.first(engine="restarts", nodes=100_000) == again  # drawn at random, from a seed


@pytest.mark.compiled
def test_engines_take_turns_for_a_few_solutions_and_not_for_all(monkeypatch):
    monkeypatch.setattr(choose, "_TURN", 1e4)
    problem = langford(9)  # which has none
    first = problem.first(reduce=False)
    few, every = (problem.solutions(limit, reduce=False) for limit in (2, None))
    assert [*few] == [*every] == []
    assert few.nodes == first.nodes > every.nodes  # several engines visit more


@pytest.mark.parametrize("engine", ["learning", "restarts", "sat"])
def test_what_begins_again_is_not_divided(engine):
    problem = queens(6)
    said = "does not search a tree of partial solutions"
    for ask in (
        lambda: problem.count(workers=2, engine=engine),
        lambda: problem.gather(engine=engine),
        lambda: list(problem.where(enter=print, leave=print).solutions(engine=engine)),
    ):
        with pytest.raises(xc.MethodConflict, match=said):
            ask()


def test_an_engine_that_cannot_take_part_is_left_out():
    compiled = queens(6)._model.compiled
    begin = {"none": lambda: None, "one": partial(choose.start, compiled, "learning")}
    begin["other"] = begin["one"]
    for members in itertools.permutations(begin.items()):
        search = Portfolio([Member(*member) for member in members], 1)
        found = []
        while not search.done:
            found += map(frozenset, search.collect(3, 1))
        assert len(found) == len(set(found)) == 4


class TestSat:
    """CaDiCaL takes part where python-sat is installed."""

    @pytest.mark.needs("pysat")
    @pytest.mark.compiled
    def test_it_decides_what_the_others_have_not_decided_in_their_turns(self, monkeypatch):
        monkeypatch.setattr(choose, "_TURN", 1e4)
        costs = choose.COSTS._replace(sat_node=1.0, sat_option=0.0)
        monkeypatch.setattr(choose, "COSTS", costs)
        answers = [langford(9).first(reduce=False) for _ in range(2)]
        assert [each.method for each in answers] == ["sat", "sat"]
        assert answers[0] == answers[1]

    @pytest.mark.parametrize("module", ["pysat.solvers", "pysolvers"])
    def test_without_it_the_others_answer_and_it_cannot_be_asked_for(self, monkeypatch, module):
        monkeypatch.setattr(choose, "_TURN", 1e4)
        monkeypatch.setitem(sys.modules, module, None)
        assert langford(9).first(reduce=False).method != "sat"
        assert len(langford(8).first(reduce=False)) == 8
        with pytest.raises(xc.MissingLibrary, match="python-sat"):
            langford(8).first(engine="sat")

    def test_it_stays_out_of_problems_with_too_many_clauses(self, monkeypatch):
        monkeypatch.setattr(choose, "_TURN", 1e4)
        monkeypatch.setattr(choose, "_SAT_CLAUSES", 100)
        assert langford(9).first(reduce=False).method != "sat"

    def test_it_is_not_imported_before_the_others_have_had_their_turns(self):
        text = (
            "import sys; from tests.instances import queens; assert queens(8).first(); "
            "assert not {'pysat', 'pysolvers'} & set(sys.modules)"
        )
        subprocess.run([sys.executable, "-c", text], check=True)
