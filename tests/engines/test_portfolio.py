"""Several engines by turns: the answers of one, from whichever is first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from benchmarks.hard import latin_with_holes
from exactcover.engines import choose
from exactcover.engines.portfolio import Member, Portfolio
from tests.instances import langford, queens
from tests.strategies import bags, brute_force, multiples, statements


def by_turns(compiled, *turns):
    engines = ("reference", "restarts", "learning")
    return Portfolio(
        [
            Member(name, lambda name=name: choose.start(compiled, name), turn)
            for name, turn in zip(engines, turns, strict=True)
        ]
    )


TURNS = st.lists(st.integers(1, 5), min_size=3, max_size=3)


@given(statements(), TURNS, st.integers(1, 4), st.integers(1, 3))
def test_each_solution_comes_once_whoever_finds_it(statement, turns, nodes, limit):
    search = by_turns(statement.problem()._model.compiled, *turns)
    found = []
    while not search.done:
        before = search.nodes
        now = [frozenset(options) for options in search.collect(nodes, limit)]
        assert len(now) <= limit
        assert search.nodes - before <= nodes
        found += now
    assert len(found) == len(set(found))
    assert set(found) == brute_force(statement)


@given(multiples(), TURNS)
def test_multiplicities_too(statement, turns):
    search = by_turns(statement.problem()._model.compiled, *turns)
    found = []
    while not search.done:
        found += [tuple(sorted(options)) for options in search.collect(3, 2)]
    assert len(found) == len(set(found))
    assert set(found) == bags(statement)


def test_the_answer_says_what_decided_it():
    assert queens(8).first().method == "listing"
    assert queens(8).first(engine="learning").method == "learning"
    assert queens(3).first(engine="learning").method in ("learning", "propagation")
    unique = queens(8).given((0, 0), (1, 4)).is_unique(engine="learning", reduce=False)
    assert (unique.verdict, unique.method) == ("unique", "learning")
    nothing = langford(5).first(engine="learning", reduce=False)
    assert nothing.method == "learning"
    assert "learned from conflicts" in str(nothing)
    assert queens(8).count(limit=5, engine="learning").method == "learning"
    assert queens(8).first(engine="restarts").method == "restarts"
    nothing = langford(5).first(engine="restarts", reduce=False)
    assert (nothing.method, nothing.reason) == (
        "restarts", "every possibility was tried, and none is left",
    )  # fmt: skip


def test_restarts_find_a_solution_that_a_wrong_choice_hides():
    problem = latin_with_holes(30, 0.42, 1)
    again = problem.first(engine="restarts", nodes=100_000)
    assert again
    assert problem.first(engine="restarts", nodes=100_000) == again  # drawn at random, from a seed


@pytest.mark.parametrize("engine", ["learning", "restarts"])
def test_what_begins_again_is_not_divided(engine):
    problem = queens(6)
    said = "does not search one partial solution after the other"
    for ask in (
        lambda: problem.count(workers=2, engine=engine),
        lambda: problem.gather(engine=engine),
        lambda: list(problem.where(partial=lambda chosen: True).solutions(engine=engine)),
    ):
        with pytest.raises(xc.MethodConflict, match=said):
            ask()
