"""The order or tree along which items are settled, and better ones found during the work."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

import exactcover as xc
from exactcover.common.ask import Ask
from exactcover.diagrams import plans
from exactcover.diagrams.build import count_by_diagram
from exactcover.diagrams.elimination import Tree, best_tree, log_sum, path
from exactcover.diagrams.item_order import best_order, frontier_sizes, neighbours
from exactcover.diagrams.plans import Planner
from exactcover.kernels.states import order_search
from tests.instances import dominoes, latin


def comb(teeth, length):
    """Dominoes on a comb, whose items are given in an odd order."""
    cells = list(itertools.product(range(teeth), range(length)))
    pairs = [((a, b), (a, b + 1)) for a, b in cells if b < length - 1]
    pairs += [((a, 0), (a + 1, 0)) for a in range(teeth - 1)]
    random.Random(1).shuffle(cells)
    return xc.Problem(cells, pairs)


def shuffled(n, seed=0):
    order = list(range(n))
    random.Random(seed).shuffle(order)
    return order


class TestThePlanner:
    def test_it_begins_with_the_path_that_it_is_given(self):
        compiled = dominoes(4, 8)._model.compiled
        planner = Planner(compiled, range(32), "by rows")
        assert planner.plan == path(compiled, range(32), "items in order, by rows")
        assert planner.due == plans._DUE
        planner.look(0.0, 0, lambda: None)
        assert planner.due == math.inf

    def test_it_finds_a_tree_for_a_comb(self):
        compiled = comb(12, 12)._model.compiled
        planner = Planner(compiled, shuffled(144), "odd")
        before = planner.plan.states
        assert planner.look(0.0, 0, lambda: None)
        assert planner.plan.states < min(before, 14)
        assert not planner.plan.is_path

    def test_where_branching_is_fixed_the_order_is_kept(self):
        compiled = replace(dominoes(4, 4)._model.compiled, fixed=True)
        assert Planner(compiled, range(16), "fixed").due == math.inf


class TestTheLocalSearch:
    @pytest.mark.parametrize("seed", range(5))
    def test_the_order_that_it_finds_costs_what_it_says(self, seed):
        draw = random.Random(seed)
        n = draw.randint(1, 25)
        rows = [draw.sample(range(n), min(n, draw.randint(1, 3))) for _ in range(30)]
        compiled = xc.Problem(range(n), rows)._model.compiled
        beside = neighbours(compiled, lambda: None)
        starts = np.cumsum([0, *map(len, beside)]).astype(np.int64)
        others = np.array(list(itertools.chain.from_iterable(map(sorted, beside))), np.int32)
        begin = np.array(shuffled(n, seed), np.int32)
        now, best = begin.copy(), begin.copy()
        place, first, stamp = np.zeros((3, n), np.int64)
        cost, trial = np.zeros((2, n))
        least = math.inf
        for move in range(0, 3_000, 500):
            before = least
            least = order_search.improve(
                starts, others, np.ones(n), now, best, place, first, cost, trial, stamp,
                np.ones(1, np.uint64), least, move, move + 500, 3_000,
            )  # fmt: skip
            assert least <= before
        assert sorted(best.tolist()) == list(range(n))
        found = path(compiled, best.tolist(), "found").sizes
        assert least == pytest.approx(sum(2.0**each for each in found))
        assert sum(2.0**each for each in path(compiled, begin, "").sizes) >= least


def test_a_comb_is_counted_along_a_tree(monkeypatch):
    monkeypatch.setattr(plans, "_DUE", 10)
    monkeypatch.setattr(plans, "_BETTER", -100.0)
    problem = comb(8, 6)
    assert count_by_diagram(problem._statement, Ask(order="auto")) == problem.count()


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


def test_looking_ahead_takes_a_latin_square_row_by_row():
    compiled = latin(6)._model.compiled
    order, name, width = best_order(compiled)
    assert width == max(frontier_sizes(compiled, order))
    assert name.startswith("closing")
    # By hand, row after row with its symbols, and the columns last, it is 42 as well.
    assert max(frontier_sizes(compiled, order)) == 42
    assert sorted(order) == list(range(3 * 36))


def test_the_frontier_of_a_grid_is_as_wide_as_its_shorter_side():
    compiled = dominoes(3, 10)._model.compiled
    assert max(frontier_sizes(compiled, range(30))) == 10
    assert max(frontier_sizes(compiled, best_order(compiled)[0])) == 3


def graph(edges):
    """A problem whose items are the vertices of a graph, and its options the edges."""
    edges = list(edges)
    return xc.Problem(dict.fromkeys(itertools.chain.from_iterable(edges)), edges)


def best(problem, members=10**7):
    return best_tree(problem._model.compiled, members)


@pytest.mark.parametrize(
    ("problem", "width", "parts"),
    [
        (graph((random.Random(k).randrange(k), k) for k in range(1, 300)), 1, 1),
        (graph((k, (k + 1) % 50) for k in range(50)), 2, 1),
        (graph(itertools.combinations(range(12), 2)), 11, 1),
        (graph((p + a, p + b) for p in "abc" for a, b in ("01", "02", "12")), 2, 3),
    ],
    ids=["tree", "cycle", "complete", "triangles"],
)
def test_widths_of_known_graphs(problem, width, parts):
    tree = best(problem)
    assert (tree.width, sum(up < 0 for up in tree.parent)) == (width, parts)


def test_a_grid_is_hardly_wider_than_its_side_and_a_path_as_wide_as_its_frontier():
    for side in (2, 5, 8):
        assert side <= best(dominoes(side, side)).width <= side + 2
    compiled = dominoes(3, 20)._model.compiled
    by_columns = [row * 20 + column for column in range(20) for row in range(3)]
    assert path(compiled, by_columns, "by columns").width == 3
    assert path(compiled, range(60), "by rows").width == 20


def test_a_search_for_a_tree_that_takes_too_long_finds_none():
    assert best(graph(itertools.combinations(range(12), 2)), members=20) is None
    assert best(xc.Problem(range(3_000), [range(3_000)]), members=10**6) is None


def test_the_excess_says_how_many_times_too_high_the_estimate_has_been():
    tree = Tree("t", [0, 1, 2], [1, 2, -1], 3, [3.0, 3.0, 3.0], log_sum([3.0] * 3))
    assert tree.is_path
    assert [tree.excess(1, states) for states in (16, 4, 1_000)] == [0, 2, 0]
    assert (log_sum([]), log_sum([2_000.0, 2_000.0])) == (0, 2_001)


@pytest.mark.slow
def test_a_deep_tree_of_many_items_is_found_in_seconds():
    n = 50_000
    tree = best(xc.Problem(range(n), [(k, k + 1) for k in range(n - 1)]), 10**8)
    assert (len(tree.order), tree.width) == (n, 1)
