"""Graceful labellings: known numbers, brute force, names of graphs, and faults."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import pytest

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.graceful import Graceful, named


def of_edges(*edges):
    return Graceful(([sorted({end for edge in edges for end in edge})], [*map(tuple, edges)]))


@pytest.mark.parametrize(("n", "number"), [*enumerate([2, 4, 4, 8, 24, 32, 40, 120, 296], 2)])
def test_paths_have_the_graceful_permutations_of_oeis(n, number):
    assert Graceful(named(f"path {n}")).problem.count() == number  # A006967


# D. E. Knuth and E. W. Weisstein in OEIS A339892 and A379576.
@pytest.mark.parametrize(
    ("edges", "number"),
    [
        (["ab", "bc", "ca", "cd"], 5),  # the paw
        (["ab", "bc", "cd", "da", "ac"], 4),  # the diamond
        (["ab", "ac", "ad"], 1),  # the claw
        (["ab", "bc", "cd", "da"], 1),
        (["ab", "ac", "ad", "bc", "bd", "cd"], 1),
        (["ab", "bc", "cd", "da", "ac", "ae"], 26),  # the dart
    ],
)
def test_small_graphs_have_the_known_numbers_of_different_labellings(edges, number):
    count = of_edges(*edges).symmetry.count()
    assert (count.complete, count.free) == (True, number)


@pytest.mark.parametrize("n", range(3, 11))
def test_a_cycle_is_graceful_if_its_length_is_0_or_3_modulo_4(n):
    """A. Rosa, 1967."""
    puzzle = Graceful(named(f"cycle {n}"))
    assert bool(puzzle.problem.first()) == (n % 4 in (0, 3)) == (puzzle.misfit is None)


@pytest.mark.parametrize(("n", "number"), [(2, 2), (3, 12), (4, 48), (5, 0), (6, 0)])
def test_a_complete_graph_is_graceful_up_to_four_vertices(n, number):
    """S. W. Golomb, 1972: a labelling is a perfect ruler."""
    assert Graceful(named(f"complete {n}")).problem.count() == number


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_star_has_its_hub_at_an_end(n):
    assert Graceful(named(f"star {n}")).problem.count() == 2 * factorial(n)


def by_trying(vertices, edges):
    """The labellings, by labelling one vertex after the other."""
    m, found = len(edges), []

    def grow(labels, differences):
        if len(labels) == len(vertices):
            found.append(labels)
            return
        vertex = vertices[len(labels)]
        ends = [u if v == vertex else v for u, v in edges if vertex in (u, v)]
        for label in {*range(m + 1)}.difference(labels.values()):
            new = [abs(label - labels[end]) for end in ends if end in labels]
            if len({*new}) == len(new) and not differences.intersection(new):
                grow({**labels, vertex: label}, differences.union(new))

    grow({}, frozenset())
    return found


@pytest.mark.parametrize("name", ["wheel-4", "wheel-5", "grid-2x3", "cycle-8"])
def test_the_solutions_are_the_labellings_found_by_trying(name):
    rings, edges = graph = named(name)
    expected = by_trying([vertex for ring in rings for vertex in ring], edges)
    puzzle = Graceful(graph)
    found = [puzzle.as_json(each.options)["labels"] for each in puzzle.problem.solutions()]
    assert sorted(map(sorted, map(dict.items, found))) == sorted(
        map(sorted, map(dict.items, expected))
    )


def test_symmetries_are_all_permutations_that_keep_the_edges():
    puzzle = of_edges("ab", "bc", "ca", "cd", "de")
    edges = {frozenset(edge) for edge in puzzle.edges}
    expected = [
        dict(zip("abcde", image, strict=True))
        for image in permutations("abcde")
        if {frozenset((image["abcde".index(u)], image["abcde".index(v)])) for u, v in edges}
        == edges
    ]
    assert [*puzzle.automorphisms()] == expected
    assert len([*Graceful(named("petersen")).automorphisms()]) == 120


def test_a_graph_with_many_symmetries_is_counted_up_to_counting_from_the_other_end():
    puzzle = Graceful(named("star-6"))
    assert (puzzle.symmetry.order, puzzle.problem.count()) == (2, 1_440)


def test_the_named_graphs_have_their_edges():
    sizes = {"path-7": 6, "cycle-8": 8, "complete-5": 10, "star-4": 4, "wheel-5": 10,
             "grid-3x4": 17, "petersen": 15}  # fmt: skip
    assert {name: len(named(name)[1]) for name in sizes} == sizes
    _, edges = named("petersen")
    degrees = Counter(end for edge in edges for end in edge)
    assert (len(degrees), {*degrees.values()}) == (10, {3})
    near = {frozenset(edge) for edge in edges}
    assert not any(
        {*map(frozenset, combinations(three, 2))} <= near
        for three in combinations({end for edge in edges for end in edge}, 3)
    )


@pytest.mark.parametrize("name", ["path", "path-1", "cycle-2", "grid-3", "petersen-3", "loop 3",
                                  "complete 12", "path 999", "grid-1x1"])  # fmt: skip
def test_other_names_are_no_graphs(name):
    assert named(name) is None


@pytest.mark.slow  # (a matter of seconds)
# K. E. Petrie and B. M. Smith, "Symmetry Breaking in Graceful Graphs", 2003.
def test_the_product_of_k4_and_an_edge_has_15_different_labellings():
    (puzzle,) = read("graceful", "k4xp2")
    assert puzzle.symmetry.count().free == 15


def test_a_graph_may_be_named_in_a_file():
    (puzzle,) = read("graceful", text="title: Small\ngraph: grid 2 x 3\n")
    assert (puzzle.title, puzzle.edges) == ("Small", named("grid-2x3")[1])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("edges: a b, b\n", "it.txt:1:13: 'b'; expected an edge that is new"),
        ("edges: a b, b a\n", "it.txt:1:13: 'b a'; expected an edge that is new"),
        ("edges: a b c\n", "it.txt:1:8: 'a b c'; expected an edge"),
        ("edges: a a\n", "it.txt:1:8: 'a a'; expected an edge"),
        ("edges: a b, , b c\n", "it.txt:1:13: ''; expected an edge"),
        ("graph: loop\n", "it.txt:1:8: 'loop'; expected either 'edges:', or path, cycle"),
        ("graph: path 3\nedges: a b\n", "it.txt:1:8: 'path 3'; expected either"),
        ("title: none\n", "it.txt: 0 edges; expected 1 to 60"),
    ],
)
def test_a_fault_is_named_with_its_place(text, fault):
    with pytest.raises(xc.FileFault) as caught:
        [*Graceful.read(Source("it.txt", text), None)]
    assert str(caught.value).startswith(fault)


@pytest.mark.parametrize(("text", "name"), [
    ("edges: 1-2, 2-3, 3-4\n", "P4"), ("edges:\n1 2\n2 3\n3-1\n", "C3"),
    ("edges:\n1 2, 1 3\n1 4\n2 3, 2 4\n3 4\n", "K4"),
])  # fmt: skip
def test_edges_are_written_in_several_ways_and_graphs_have_short_names(text, name):
    (listed,), (named_so,) = read("graceful", text=text), read("graceful", name)
    assert {*map(frozenset, listed.edges)} == {*map(frozenset, named_so.edges)}
    assert listed.problem.count() == named_so.problem.count() > 0
