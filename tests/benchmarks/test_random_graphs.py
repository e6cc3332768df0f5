"""The random graphs of the benchmarks: what they are, and counts found otherwise."""

from __future__ import annotations

import hashlib
import itertools
import random

import pytest

from benchmarks import graphs

SEEDS = range(4)


def covers(items, options):
    """The number of exact covers, by trying all options of the first open item."""
    if not items:
        return 1
    first = min(items)
    return sum(covers(items - set(o), options) for o in options if first in o and items >= set(o))


def by_hand(problem):
    return covers(frozenset(problem.primary), [problem.items_of(o) for o in problem.options])


@pytest.mark.parametrize("seed", SEEDS)
def test_no_point_is_within_the_circle_of_a_triangle(seed):
    triangles = graphs.delaunay(16, seed)
    assert {v for each in triangles for v in each} == set(range(16))
    # Euler: an edge more than vertices and triangles together, less one.
    assert len(graphs.edges_of(triangles)) == 16 + len(triangles) - 1
    sides = [side for a, b, c in triangles for side in ((a, b), (b, c), (c, a))]
    assert len(set(sides)) == len(sides)


def test_delaunay_triangles_are_those_of_scipy():
    spatial = pytest.importorskip("scipy.spatial")
    draw = random.Random(3)
    points = [(draw.randrange(2**24), draw.randrange(2**24)) for _ in range(60)]
    theirs = {tuple(sorted(map(int, each))) for each in spatial.Delaunay(points).simplices}
    assert {tuple(sorted(each)) for each in graphs.delaunay(60, 3)} == theirs


@pytest.mark.parametrize("seed", SEEDS)
def test_matchings_of_triangles_are_counted_by_the_pfaffian(seed):
    triangles = graphs.delaunay(14, seed)
    problem = graphs.matchings_of(graphs.edges_of(triangles))
    assert problem.count() == by_hand(problem) == graphs.planar_matchings(triangles)


def test_an_odd_number_of_points_has_no_matching():
    assert graphs.planar_matchings(graphs.delaunay(13, 0)) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_cubic_graphs_have_three_edges_at_each_vertex(seed):
    edges = graphs.cubic(14, seed)
    assert sorted(itertools.chain(*edges)) == sorted([*range(14)] * 3)
    assert len(set(edges)) == 21
    problem = graphs.matchings_of(edges)
    assert problem.count(method="diagram") == by_hand(problem)


def test_all_trees_are_made():
    # Cayley: there are 4² trees of 4 vertices.
    assert len({tuple(sorted(graphs.tree(4, seed))) for seed in range(400)}) == 16


@pytest.mark.parametrize("seed", SEEDS)
def test_stars_of_a_tree_are_counted_from_its_leaves(seed):
    edges = graphs.tree(13, seed)
    problem = graphs.stars(edges)
    expected = by_hand(problem)
    assert problem.count() == problem.count(method="diagram") == expected
    assert graphs.stars_of_a_tree(edges) == expected


@pytest.mark.parametrize("more", [graphs.with_roads, graphs.with_far_edges])
@pytest.mark.parametrize("seed", SEEDS)
def test_stars_of_a_tree_with_more_edges(seed, more):
    tree = graphs.tree(12, seed)
    edges = more(tree, 3, seed)
    assert set(tree) < set(edges)
    assert len(edges) == len(tree) + 3
    problem = graphs.stars(edges)
    assert problem.count(method="diagram") == by_hand(problem)


def test_roads_join_vertices_at_distance_two():
    tree = graphs.tree(40, 1)
    near = {v: {a + b - v for a, b in tree if v in (a, b)} for v in range(40)}
    roads = set(graphs.with_roads(tree, 8, 1)) - set(tree)
    assert all(near[a] & near[b] for a, b in roads)


def test_a_seed_gives_the_same_graph_always():
    tree = graphs.tree(30, 5)
    made = [
        sorted(graphs.delaunay(30, 5)),
        graphs.cubic(30, 5),
        tree,
        graphs.with_roads(tree, 6, 5),
        graphs.with_far_edges(tree, 6, 5),
    ]
    assert [hashlib.sha256(str(each).encode()).hexdigest()[:8] for each in made] == [
        "548c9cac",
        "f37311a7",
        "fb04ca98",
        "80d26216",
        "29e7ab2e",
    ]
