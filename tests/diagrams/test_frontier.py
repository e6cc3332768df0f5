"""The graph of all solutions, items taken in a fixed order."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.diagrams.item_order import path
from exactcover.diagrams.tables import TableBuild
from tests.instances import dominoes


def graph_of(problem, order=None, memory=2**30, most=2**60):
    compiled = problem._model.compiled
    along = path(compiled, order or range(compiled.n_primary), "in order")
    build = TableBuild(compiled, along, memory, edges=True)
    while not build.done:
        build.run(most)
    return build.graph()


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")


def squared_cosine(part):
    """cos(pi part)^2 to seventy digits, by the series of the cosine of the double angle."""
    x = 2 * PI * Decimal(part.numerator) / Decimal(part.denominator)
    term = total = Decimal(1)
    k = 0
    while abs(term) >= Decimal(10) ** -75:
        k += 1
        term *= -x * x / ((2 * k - 1) * 2 * k)
        total += term
    return (1 + total) / 2


def kasteleyn(rows, columns):
    """The product formula of Kasteleyn and of Temperley and Fisher (1961), OEIS A099390."""
    with localcontext() as context:
        context.prec = 75
        product = Decimal(1)
        for j in range(1, (rows + 1) // 2 + 1):
            for k in range(1, (columns + 1) // 2 + 1):
                one = squared_cosine(Fraction(j, rows + 1))
                product *= 4 * one + 4 * squared_cosine(Fraction(k, columns + 1))
        return int(product.to_integral_value())


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(1, 17))
def test_tilings_by_dominoes_are_as_many_as_the_formula_says(rows):
    for columns in range(rows, 17):
        assert graph_of(dominoes(rows, columns)).count() == kasteleyn(rows, columns)


def test_large_counts_are_exact():
    assert dominoes(4, 40).zdd().count() == kasteleyn(4, 40)
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


def test_cells_are_taken_layer_by_layer_if_another_order_is_hardly_narrower():
    # A greedy order of these cubes in a box has frontiers 2 % smaller, and eight times the states.
    cells = list(itertools.product(range(6), range(6), range(4)))
    cubes = [
        [
            tuple(map(sum, zip(corner, cell, strict=True)))
            for cell in itertools.product(range(size), repeat=3)
        ]
        for corner in cells
        for size in range(1, 5)
    ]
    problem = xc.Problem(cells, [cube for cube in cubes if set(cube) <= set(cells)])
    count = problem.count(method="diagram")
    assert (count, count.method) == (112_411_358, "items in order, as declared")
    assert count.nodes < 50_000
