"""Several engines by turns: the answers of one, from whichever is first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from exactcover.engines.portfolio import Member, Portfolio
from tests.instances import langford, queens
from tests.strategies import bags, brute_force, multiples, statements


def by_turns(compiled, *turns):
    engines = ("reference", "learning")
    return Portfolio(
        [
            Member(name, lambda name=name: choose.start(compiled, name), turn)
            for name, turn in zip(engines, turns, strict=True)
        ]
    )


@given(statements(), st.integers(1, 5), st.integers(1, 5), st.integers(1, 4), st.integers(1, 3))
def test_each_solution_comes_once_whoever_finds_it(statement, one, other, nodes, limit):
    search = by_turns(statement.problem()._model.compiled, one, other)
    found = []
    while not search.done:
        before = search.nodes
        now = [frozenset(options) for options in search.collect(nodes, limit)]
        assert len(now) <= limit
        assert search.nodes - before <= nodes
        found += now
    assert len(found) == len(set(found))
    assert set(found) == brute_force(statement)


@given(multiples(), st.integers(1, 5), st.integers(1, 5))
def test_multiplicities_too(statement, one, other):
    search = by_turns(statement.problem()._model.compiled, one, other)
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


def test_what_learns_is_not_divided():
    problem = queens(6)
    said = "does not search one partial solution after the other"
    for ask in (
        lambda: problem.count(workers=2, engine="learning"),
        lambda: problem.gather(engine="learning"),
        lambda: list(problem.where(partial=lambda chosen: True).solutions(engine="learning")),
    ):
        with pytest.raises(xc.MethodConflict, match=said):
            ask()
