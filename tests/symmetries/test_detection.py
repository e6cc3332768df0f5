"""Detected symmetries, automorphisms and canonical forms, against brute force; how they end."""

from __future__ import annotations

import gc
import itertools
import math
import signal
import sys
import time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.symmetries import coloured_graph, entries
from exactcover.symmetries.coloured_graph import ColouredGraph
from exactcover.symmetries.permutations import closure
from tests.instances import latin

#: Few kinds of options of few items, so that some are alike, and several symmetries exist.
OPTIONS = st.lists(
    st.tuples(
        st.frozensets(st.sampled_from("pqr"), min_size=1, max_size=2),
        st.dictionaries(st.sampled_from("xy"), st.sampled_from([None, "red", "blue"]), max_size=2),
        st.integers(0, 1),
    ),
    min_size=1,
    max_size=5,
)


def true_symmetries(options, bounds):
    """The permutations of options that some permutation of items and of colours brings about."""
    found = set()
    listed = [
        {**dict.fromkeys(primary, None), **secondary, "cost": cost}
        for primary, secondary, cost in options
    ]
    for to_p in itertools.permutations("pqr"):
        for to_s in itertools.permutations("xy"):
            to = dict(zip("pqrxy", (*to_p, *to_s), strict=True))
            if any(bounds[item] != bounds[to[item]] for item in "pqr"):
                continue
            for goes in itertools.permutations(range(len(listed))):
                there = set()
                for here, image in zip(listed, map(listed.__getitem__, goes), strict=True):
                    moved = {to.get(item, item) for item in here}
                    if moved != set(image) or here["cost"] != image["cost"]:
                        break
                    there |= {
                        ((item, here[item]), (to[item], image[to[item]]))
                        for item in here if item != "cost"
                    }  # fmt: skip
                else:
                    plain = all((a[1] is None) == (b[1] is None) for a, b in there)
                    one, other = (len({pair[k] for pair in there}) for k in range(2))
                    if plain and one == other == len(there):
                        found.add(goes)
    return found


@example(
    [(frozenset("pr"), {}, 0), (frozenset("qr"), {}, 1)], [1, 1, 1], True
)  # costs alone differ
@given(OPTIONS, st.lists(st.sampled_from([1, 2]), min_size=3, max_size=3), st.booleans())
def test_the_group_that_is_detected_is_that_of_brute_force(options, bounds, small):
    stated = [
        [*primary, *(xc.Coloured(x, colour) if colour else x for x, colour in secondary.items())]
        for primary, secondary, _ in options
    ]
    multiplicity = dict(zip("pqr", bounds, strict=True))
    costs = [cost for *_, cost in options]
    problem = xc.Problem("pqr", stated, secondary="xy", multiplicity=multiplicity, costs=costs)
    with pytest.MonkeyPatch.context() as patch:
        if not small:
            patch.setattr(entries, "_MOST_PAIRS", -1)
        group = problem.symmetry(detect=True)
    truth = true_symmetries(options, multiplicity)
    assert group.order == len(truth)
    table = closure(group._options, len(options), len(truth))
    assert set(map(tuple, table.tolist())) == truth


def graphs(n):
    """Graphs of n vertices in up to two colours."""
    pairs = list(itertools.combinations(range(n), 2))
    edges = st.sets(st.sampled_from(pairs)).map(
        lambda chosen: np.array([*chosen], np.int64).reshape(-1, 2)
    )
    colours = st.lists(st.sampled_from([0, 10**12]), min_size=n, max_size=n).map(np.array)
    return st.builds(ColouredGraph, edges, colours)


def moved(graph, goes):
    """The edges and the colours when vertices are permuted."""
    edges = frozenset(frozenset((goes[a], goes[b])) for a, b in graph.edges.tolist())
    return edges, tuple(graph.colours[np.argsort(goes)].tolist())


@given(graphs(4), graphs(4))
def test_certificates_and_automorphisms_are_those_of_brute_force(one, other):
    everything = list(itertools.permutations(range(4)))
    alike = moved(other, range(4)) in {moved(one, goes) for goes in everything}
    assert (one.certificate() == other.certificate()) == alike
    truth = {goes for goes in everything if moved(one, goes) == moved(one, range(4))}
    assert one.order() == len(truth)
    assert set(map(tuple, closure(one.generators(), 4, 24).tolist())) == truth


def test_a_projective_plane_has_its_collineations():
    q = 13
    points = [(1, a, b) for a in range(q) for b in range(q)]
    points += [(0, 1, a) for a in range(q)] + [(0, 0, 1)]
    lines = [
        [x for x in points if sum(a * b for a, b in zip(x, y, strict=True)) % q == 0]
        for y in points
    ]
    group = xc.Problem(points, lines).symmetry(detect=True)
    assert group.order == q**3 * (q**3 - 1) * (q**2 - 1)  # of PGL(3, q), for a prime q


def test_an_order_of_any_number_of_digits_leaves_the_limit_of_python_alone():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        star = ColouredGraph(np.array([(0, k) for k in range(1, 321)]), np.zeros(321, np.int64))
        assert star.order() == math.factorial(320)  # of 665 digits
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(limit)


def test_generators_that_would_fill_the_memory_are_refused(monkeypatch):
    alike = xc.Problem("a", ["a"] * 300)
    for most in (40 * 301 * 300, 4 * 300 * 298):
        monkeypatch.setattr(coloured_graph, "MOST_BYTES", most - 1)
        monkeypatch.setattr(coloured_graph, "_BYTES_OF_POINT", 40 if most > 10**6 else 0.001)
        with pytest.raises(xc.GroupTooLarge, match="generators"):
            alike.symmetry(detect=True)


def test_a_graph_that_no_pipe_holds_reaches_the_process_of_a_limited_time():
    problem = latin(20)
    began = time.monotonic()
    assert problem.symmetry(detect=True, seconds=60).order == 6 * math.factorial(20) ** 3
    assert time.monotonic() - began < 30


def hard(n):
    """The graph of a Hadamard matrix: bliss takes seconds."""
    matrix = np.array([[1]])
    while len(matrix) < n:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    (a, b), (c, d) = np.nonzero(matrix > 0), np.nonzero(matrix < 0)
    ends = [(a, 2 * n + b), (n + a, 3 * n + b), (c, 3 * n + d), (n + c, 2 * n + d)]
    edges = np.concatenate([np.stack(each, axis=1) for each in ends])
    return ColouredGraph(edges, np.zeros(4 * n, np.int64))


class Over(Exception):
    """The time is over."""


@pytest.mark.parametrize("method", ["order", "generators", "certificate"])
def test_a_signal_ends_bliss_at_once(method):
    def ends(*_):
        raise Over

    graph = hard(512)
    before = signal.signal(signal.SIGALRM, ends)
    began = time.monotonic()
    gc.disable()  # Python drops what is raised in a function that the collector calls
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        with pytest.raises(Over):
            getattr(graph, method)()
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 3


def test_the_time_ends_the_process_of_bliss():
    began = time.monotonic()

    def tick():
        if time.monotonic() > began + 0.5:
            raise Over

    with pytest.raises(Over):
        hard(512).automorphisms(tick)
    assert time.monotonic() - began < 3
