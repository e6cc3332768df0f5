"""Trees along which items are settled."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.diagrams.item_order import Tree, best_tree, log_sum, path
from tests.diagrams.random_trees import any_tree, open_items, tree_of
from tests.instances import dominoes
from tests.strategies import multiples, statements


def graph(edges):
    """A problem whose items are the vertices of a graph, and its options the edges."""
    edges = list(edges)
    return xc.Problem(dict.fromkeys(itertools.chain.from_iterable(edges)), edges)


def best(problem, members=10**7):
    return best_tree(problem._model.compiled, members)


def check(compiled, tree):
    """It is a tree decomposition, and as wide as it says."""
    place = {item: number for number, item in enumerate(tree.order)}
    assert len(place) == len(tree.order)
    assert set(range(compiled.n_primary)) <= set(place)
    assert all(up < 0 or up > number for number, up in enumerate(tree.parent))
    above = [set() for _ in tree.order]
    for number in reversed(range(len(tree.order))):
        if (up := tree.parent[number]) >= 0:
            above[number] = above[up] | {tree.order[up]}
    # What is open is settled further up: the places that an item is open in hang together.
    for number, opened in enumerate(open_items(compiled, tree)):
        assert opened <= above[number]
    for number in range(compiled.n_options):
        items = {item for item, _ in compiled.option(number)}
        if min(items, default=0) < compiled.n_primary and items:
            lowest = min((place[item] for item in items), default=0)
            assert items <= above[lowest] | {tree.order[lowest]}
    widest = max(map(len, open_items(compiled, tree)), default=0)
    # On a path secondary items are settled together with a primary one.
    assert tree.width == widest or (tree.name == "a path" and tree.width < widest)


@given(st.one_of(statements(), multiples()), st.randoms())
def test_every_option_is_within_a_branch_and_the_width_is_that_of_the_largest_bag(
    statement, random
):
    compiled = statement.problem()._model.compiled
    check(compiled, any_tree(compiled, random))
    tree = best_tree(compiled, 10**6)
    check(compiled, tree)


def test_good_trees_of_random_graphs_are_tree_decompositions():
    for seed in range(20):
        draw = random.Random(seed)
        n = draw.randint(2, 40)
        sizes = [draw.choice([1, 2, 2, 3, 5]) for _ in range(draw.randint(1, 80))]
        rows = [draw.sample(range(n), min(n, size)) for size in sizes]
        compiled = xc.Problem(range(n), rows, secondary=["s"])._model.compiled
        check(compiled, best_tree(compiled, 10**7))
        check(compiled, tree_of(compiled, draw.sample(range(n), n)))


class TestKnownWidths:
    """A tree has the width 1, a cycle 2, a grid its side, a complete graph all but one item."""

    def test_a_tree_has_the_width_1(self):
        draw = random.Random(5)
        assert best(graph((draw.randrange(k), k) for k in range(1, 300))).width == 1

    @pytest.mark.parametrize("side", [2, 3, 5, 8])
    def test_a_grid_is_hardly_wider_than_its_side(self, side):
        assert side <= best(dominoes(side, side)).width <= side + 2

    def test_a_complete_graph_has_all_other_items_in_a_bag(self):
        assert best(graph(itertools.combinations(range(12), 2))).width == 11

    def test_parts_that_have_nothing_in_common_are_apart(self):
        triangles = [(f"{part}{a}", f"{part}{b}") for part in "abc" for a, b in ("01", "02", "12")]
        tree = best(graph(triangles))
        assert (tree.width, sum(up < 0 for up in tree.parent)) == (2, 3)

    def test_on_a_path_the_width_is_that_of_the_frontier(self):
        compiled = dominoes(3, 20)._model.compiled
        by_columns = [row * 20 + column for column in range(20) for row in range(3)]
        assert path(compiled, by_columns, "by columns").width == 3
        assert path(compiled, range(60), "by rows").width == 20


def test_secondary_items_without_a_primary_one_beside_them_are_in_no_tree():
    compiled = xc.Problem("a", ["a", "s"], secondary="st")._model.compiled
    assert best_tree(compiled, 100).order == path(compiled, [0], "p").order == [0]


def test_a_problem_without_items_has_an_empty_tree():
    compiled = xc.Problem([], [])._model.compiled
    for tree in (best_tree(compiled, 100), path(compiled, [], "p")):
        assert (tree.order, tree.parent, tree.width, tree.is_path) == ([], [], 0, True)


def test_a_search_for_a_tree_that_takes_too_long_finds_none():
    assert best(graph(itertools.combinations(range(12), 2)), members=20) is None
    assert best(xc.Problem(range(3_000), [range(3_000)]), members=10**6) is None


def test_the_excess_says_how_many_times_too_high_the_estimate_has_been():
    tree = Tree("t", [0, 1, 2], [1, 2, -1], 3, [3.0, 3.0, 3.0], log_sum([3.0] * 3))
    assert tree.is_path
    assert tree.excess(1, 16) == 0
    assert tree.excess(1, 4) == 2
    assert tree.excess(1, 1_000) == 0
    assert log_sum([]) == 0
    assert log_sum([2_000.0, 2_000.0]) == 2_001


@pytest.mark.slow
def test_a_deep_tree_of_many_items_is_found_in_seconds():
    n = 50_000
    tree = best(xc.Problem(range(n), [(k, k + 1) for k in range(n - 1)]), 10**8)
    assert (len(tree.order), tree.width) == (n, 1)
