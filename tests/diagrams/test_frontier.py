"""The graph of all solutions, items taken in a fixed order."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.diagrams.bit_layout import BitLayout, as_words
from exactcover.diagrams.frontier import FrontierBuild
from tests.instances import dominoes
from tests.strategies import multiples, statements


def graph_of(problem, order=None, memory=2**30, most=2**60):
    compiled = problem._model.compiled
    build = FrontierBuild(compiled, order or list(range(compiled.n_primary)), memory)
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


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(1, 17))
def test_tilings_by_dominoes_are_as_many_as_the_formula_says(rows):
    for columns in range(rows, 17):
        assert graph_of(dominoes(rows, columns)).count() == kasteleyn(rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(4, 40), (8, 30)])
def test_long_boards_are_counted_in_the_order_that_is_chosen(rows, columns):
    assert dominoes(rows, columns).zdd().count() == kasteleyn(rows, columns)


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


# -- where the bits of items are -----------------------------------------------------------------


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


def layout_of(problem, order=None):
    compiled = problem._model.compiled
    return BitLayout(compiled, range(compiled.n_primary) if order is None else order)


def test_an_option_clears_the_bits_of_its_items_and_needs_that_of_its_colour():
    problem = xc.Problem(
        "ab",
        {"A": ["a", xc.Coloured("x", "red")], "B": ["b", xc.Coloured("x", "blue")], "C": "bx"},
        secondary="x",
    )
    layout = layout_of(problem)
    # a, b, and x behind b, the last item that concerns it: unused, red, blue.
    assert (bin(layout.string), layout.n_bits) == ("0b11111", 5)
    assert layout.masks(0) == (0b01001, 0b10101, [])
    # Windows begin at the first item of an option.
    assert layout.masks(1) == (0b1001, 0b0111, [])
    assert layout.masks(2) == (0b0011, 0b1111, [])
    assert layout.widest_window([0, 1, 2]) == 5
    assert layout.widest_window([1, 2]) == 4


def test_counters_hold_what_may_still_be_covered_or_must_be_if_there_is_no_limit():
    bounds = {"a": (1, 3), "b": (2, None)}
    layout = layout_of(xc.Problem("abc", ["abc", "c", "b"], multiplicity=bounds))
    assert layout.string == 0b1_10_11
    assert layout.field.tolist() == [3, 3, 0]
    assert layout.enough.tolist() == [2, 0, 0]
    need, clear, counters = layout.masks(0)
    assert (need, clear, layout.widest_window([0])) == (0b1_00_00, 0b1_00_00, 5)
    assert counters == [(0, 3, 0), (2, 3, 1)]
    assert layout.masks(2)[2] == [(0, 3, 1)]
    assert layout.widest_window([]) == 2


@given(statements() | multiples(), st.randoms())
def test_each_bit_belongs_to_one_item_and_options_touch_only_those_of_theirs(statement, random):
    problem = statement.problem()
    compiled = problem._model.compiled
    order = list(range(compiled.n_primary))
    random.shuffle(order)
    layout = layout_of(problem, order)
    owner: dict[int, set[int]] = {}
    for option in range(compiled.n_options):
        branch = int(layout.branch[option])
        if branch == compiled.n_primary:
            continue
        need, clear, counters = layout.masks(option)
        touched = need | clear
        for place, mask, _ in counters:
            assert not touched & mask << place
            touched |= mask << place
        base = int(layout.position[branch])
        widest = max(touched.bit_length(), layout.widest_window([]))
        assert layout.widest_window([option]) == widest
        assert base + touched.bit_length() <= layout.n_bits
        assert need & layout.string >> base == need
        nodes = range(compiled.starts[option], compiled.starts[option + 1])
        items = {compiled.items[node] for node in nodes}
        for bit in range(touched.bit_length()):
            if touched >> bit & 1:
                owner[base + bit] = owner.get(base + bit, items) & items
    assert all(owner.values())


def test_a_whole_number_becomes_words_the_lowest_first():
    assert as_words(1 << 64 | 5, 2).tolist() == [5, 1]
    assert as_words(1 << 64 | 5, 1).tolist() == [5]
    assert as_words(7, 3).tolist() == [7, 0, 0]
