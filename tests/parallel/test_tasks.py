"""A search cut into tasks: what is left of one is exactly what others must still do."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import bitset, choose
from exactcover.propagation.reduce import reduce_statement
from tests.instances import langford, pentominoes
from tests.strategies import bags, brute_force, multiples, statements

ENGINES = ["reference", "bitset", "cells"]


def divided(problem, engines, budget):
    """The solutions of a search that is given up again and again, by one engine after another."""
    reduction = reduce_statement(problem._statement)
    if reduction.impossible is not None:
        return []
    compiled, names = reduction.core.compiled, reduction.core.options
    found, left, turn = [], [()], 0
    while left:
        search = choose.start_below(compiled, engines[turn % len(engines)], left.pop())
        turn += 1
        found += search.collect(budget, 10**6)
        parts = search.open_prefixes()
        assert all(0 < part.share <= 1 for part in parts)
        assert math.fsum(part.share for part in parts) <= 1 + 1e-9
        assert search.done == (not parts)
        left += [part.prefix for part in parts]
        assert len(left) < 20_000  # what is left twice grows without end
    return [(*reduction._taken, *[names[k] for k in options]) for options in found]


@given(
    statements() | multiples(), st.lists(st.sampled_from(ENGINES), min_size=1), st.integers(1, 9)
)
def test_a_search_given_up_again_and_again_finds_each_solution_once(statement, engines, budget):
    # Where an option may be taken again, the first node below a prefix may be the prefix itself.
    found = divided(statement.problem(), engines, budget + bool(statement.bounds))
    truth = bags(statement) if statement.bounds else brute_force(statement)
    assert sorted(tuple(sorted(each)) for each in found) == sorted(
        tuple(sorted(each)) for each in truth
    )


def test_so_it_does_where_options_fill_several_words_and_tables_get_smaller(monkeypatch):
    for name, value in (("_MOST_COLUMNS", 1.0), ("_WORTH", 0.0), ("_END_WORTH", 1e12)):
        monkeypatch.setattr(bitset, name, value)
    problem = pentominoes(3, 20)
    found = divided(problem, ["bitset"], 300)
    truth = problem.solutions(engine="cells")
    assert Counter(map(frozenset, found)) == Counter(frozenset(each._numbers) for each in truth)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("nodes", [0, 1, 2, 50, 99, 400])
def test_what_a_search_leaves_open_comes_in_its_order_and_adds_up_to_the_whole(engine, nodes):
    compiled = langford(8)._model.compiled
    whole = choose.start_below(compiled, engine, ()).collect(10**9, 10**9)
    search = choose.start_below(compiled, engine, ())
    found = list(search.collect(nodes, 10**9))
    left = list(search.open_prefixes())
    assert left
    for prefix, _ in left:
        below = choose.start_below(compiled, engine, prefix).collect(10**9, 10**9)
        assert all(tuple(options[: len(prefix)]) == prefix for options in below)
        found += below
    if engine == "cells":  # below a prefix it breaks ties between items in another way
        assert len(found) == 300
        assert set(map(frozenset, found)) == set(map(frozenset, whole))
    else:
        assert list(map(tuple, found)) == list(map(tuple, whole))
    shares = sum(share for _, share in left)
    assert shares == pytest.approx(1) if nodes < 2 else 0 < shares < 1


def test_the_plain_search_takes_dead_ends_and_forced_moves_first_in_a_fixed_order():
    dead = xc.Problem("abc", {1: "a", 2: "a", 3: "b", 4: "b"})._model.compiled
    search = choose.start_below(replace(dead, fixed=True), "reference", ())
    assert search.collect(100, 100) == []
    assert search.nodes == 1
    forced = xc.Problem("abc", {1: "ab", 2: "a", 3: "b", 4: "c"})._model.compiled
    search = choose.start_below(replace(forced, fixed=True), "reference", ())
    assert search.collect(1, 1) == []
    assert search.chosen() == (3,)
