"""The graph of all solutions, items taken in a fixed order."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.frontier import FrontierBuild

from .strategies import multiples, statements


def graph_of(problem, order=None, memory=2**30, most=2**60):
    compiled = problem._model.compiled
    build = FrontierBuild(compiled, order or list(range(compiled.n_primary)), memory)
    while not build.done:
        build.run(most)
    return build.graph()


def dominoes(rows, columns):
    cells = list(itertools.product(range(rows), range(columns)))
    pairs = [
        (cell, near) for cell in cells for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
    ]
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in set(cells)])


def kasteleyn(rows, columns):
    """The product formula of Kasteleyn and of Temperley and Fisher (1961), OEIS A099390."""
    product = 1.0
    for j in range(1, rows // 2 + rows % 2 + 1):
        for k in range(1, columns // 2 + columns % 2 + 1):
            product *= (
                4 * math.cos(math.pi * j / (rows + 1)) ** 2
                + 4 * math.cos(math.pi * k / (columns + 1)) ** 2
            )
    return product


@given(st.one_of(statements(), multiples()), st.randoms(), st.integers(1, 50))
def test_the_ways_through_the_graph_are_the_solutions(statement, random, most):
    problem = statement.problem()
    if not problem.primary:
        return
    order = list(range(len(problem.primary)))
    random.shuffle(order)
    graph = graph_of(problem, order, most=most)
    found = []

    def walk(node, options):
        if node == 0:
            found.append(tuple(sorted(options)))
            return
        for edge in range(graph.begin[node], graph.begin[node + 1]):
            assert graph.child[edge] < node
            option = int(graph.option[edge])
            walk(int(graph.child[edge]), options if option < 0 else [*options, option])

    if graph.root >= 0:
        walk(graph.root, [])
    truth = sorted(s._numbers for s in problem.solutions(engine="reference"))
    assert sorted(found) == truth
    assert graph.count() == len(truth)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 7), (4, 4), (6, 5), (8, 8), (3, 12)])
def test_tilings_by_dominoes_are_as_many_as_the_formula_says(rows, columns):
    assert graph_of(dominoes(rows, columns)).count() == round(kasteleyn(rows, columns))


def test_large_counts_are_exact():
    assert graph_of(dominoes(12, 12)).count() == 53_060_477_521_960_000
    assert graph_of(dominoes(16, 16)).count() == 2_444_888_770_250_892_795_802_079_170_816
    pairs = list(itertools.combinations(range(20), 2))
    assert graph_of(xc.Problem(range(20), pairs)).count() == 654_729_075


def test_a_limit_on_the_memory_is_kept():
    with pytest.raises(xc.DiagramTooLarge):
        graph_of(dominoes(16, 16), memory=10_000_000)


def test_counters_that_lie_across_two_words_are_counted_down():
    # Wide fields before them: many items that stay open for long.
    items = [f"x{k}" for k in range(60)]
    options = {name: [name, "tall"] for name in items}
    options |= {("too", name): [name] for name in items}
    problem = xc.Problem([*items, "tall"], options, multiplicity={"tall": (29, 31)})
    expected = sum(math.comb(60, k) for k in (29, 30, 31))
    assert graph_of(problem).count() == expected
