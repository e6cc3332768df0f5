"""Counts and diagrams along paths and trees, by tables of states."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import exactcover as xc
from exactcover.common.crew import crew
from exactcover.diagrams import tables
from exactcover.diagrams.elimination import best_tree, path
from exactcover.diagrams.steps import Program
from exactcover.diagrams.tables import TableBuild
from exactcover.kernels.states import state_program as places
from exactcover.kernels.states.state_tables import LARGE
from tests.diagrams.random_trees import tree_of
from tests.instances import dominoes, tilings

Coloured = xc.Coloured


def build_of(problem, tree=None, edges=False, memory=2**30, most=10**6, threads=1):
    """The tables, at the end. The tree: none for a path in order, or an order of items."""
    compiled = problem._model.compiled
    if tree is None:
        tree = path(compiled, range(compiled.n_primary), "a path")
    elif isinstance(tree, list):
        tree = tree_of(compiled, tree)
    with crew(threads) as helping:
        build = TableBuild(compiled, tree, memory, edges, crew=helping)
        while not build.done:
            build.run(most)
    return build


def count(problem, tree=None, **how):
    return build_of(problem, tree, **how).count()


def count_both(problem, tree=None, **how):
    """The count by numbers and that by a diagram, which are the same."""
    found = count(problem, tree, **how)
    assert count(problem, tree, edges=True, **how) == found
    return found


def program_of(problem, order):
    compiled = problem._model.compiled
    return Program(compiled, tree_of(compiled, order))


def test_tilings_by_dominoes_are_as_many_as_they_are_known_to_be():
    for rows, columns in itertools.combinations_with_replacement(range(1, 9), 2):
        assert count(dominoes(rows, columns), edges=True) == tilings(rows, columns)
    assert dominoes(4, 40).zdd().count() == tilings(4, 40)
    known = 2_444_888_770_250_892_795_802_079_170_816  # OEIS A004003
    assert count(dominoes(16, 16), edges=True) == known


class TestMultiplicities:
    """Copies of options, and items that are covered very often."""

    def test_very_many_copies_of_which_few_fit_are_soon_tried(self):
        bounds = {"a": (0, 10**6), "b": (0, 10**6), "c": 3}
        # After c nothing is left, and nothing is tried a million times.
        for rows, known in ((["cab"], 1), (["a", "b", "ab"], 0)):
            assert count_both(xc.Problem("cab", rows, multiplicity=bounds, repeat=True)) == known

    def test_an_unlimited_item_may_have_to_be_covered_very_often(self):
        names = range(40)
        bounds = {"all": (30, None)} | dict.fromkeys(names, (0, 1))
        options = {name: ["all", name] for name in names}
        problem = xc.Problem(["all", *names], options, multiplicity=bounds)
        order = [*range(1, 41), 0]
        assert count_both(problem, order) == sum(math.comb(40, k) for k in range(30, 41))
        huge = xc.Problem("a", ["a", "a"], multiplicity={"a": (2**29, None)})
        assert count_both(huge) == 0

    def test_counters_that_lie_across_two_words_are_counted_down(self):
        # Wide fields before them: many items that stay open for long.
        items = [f"x{k}" for k in range(60)]
        options = {name: [name, "tall"] for name in items}
        options |= {("too", name): [name] for name in items}
        problem = xc.Problem([*items, "tall"], options, multiplicity={"tall": (29, 31)})
        assert count(problem, edges=True) == sum(math.comb(60, k) for k in (29, 30, 31))


def stated(rows, secondary=(), bounds=None):
    """The problem of these options; what comes first in one is a primary item."""
    items = dict.fromkeys(row[0] for row in rows) | (bounds or {})
    return xc.Problem(items, rows, secondary=secondary, multiplicity=bounds)


def doubled(n, name="g"):
    """n choices between two options that are alike."""
    return [[(name, k)] for k in range(n) for _ in range(2)]


#: Eight secondary items, and in one colour each.
SECONDARY = [("s", k) for k in range(8)]
COLOURS = [Coloured(item, "c") for item in SECONDARY]


class TestLargeNumbers:
    """Numbers of several words of 64 bits, in sums and in products."""

    @pytest.mark.parametrize("n", [63, 64, 65, 128, 320])
    def test_sums_grow_by_a_word_before_they_are_too_large(self, n):
        problem = stated(doubled(n))
        assert count(problem) == count(problem, list(range(n))) == 2**n

    @pytest.mark.parametrize("n", [48, 55, 56, 57, 63])
    def test_colours_that_were_there_or_not_are_one_state_afterwards(self, n):
        # An option with eight colours leads from 256 states to one.
        rows = [[("p", k), *some] for k in range(8) for some in ([], [COLOURS[k]])]
        rows += [["q", *COLOURS]]
        rows += [[("r", k), Coloured(("s", k), colour)] for k in range(8) for colour in "cd"]
        assert count(stated([*doubled(n), *rows], SECONDARY)) == 2 ** (n + 8)

    @pytest.mark.parametrize("n", [56, 63])
    def test_an_unlimited_item_that_was_covered_often_enough_is_one_state_afterwards(self, n):
        unlimited = {("u", k): (1, None) for k in range(8)}
        rows = [[("p", k), *some] for k in range(8) for some in ([], [("u", k)])]
        problem = stated([*doubled(n), *rows, ["q", *unlimited]], bounds=unlimited)
        assert count(problem) == 2 ** (n + 8)

    @pytest.mark.parametrize("n", [22, 24, 31])
    def test_shared_colours_join_in_three_ways_each(self, n):
        # Either side has 256 states, each of 2^n sets; 6,561 pairs go together.
        def side(name):
            rows = [[(name, "p", k), *some] for k in range(8) for some in ([], [COLOURS[k]])]
            # One item more that has to do with all, so that each side is one branch.
            return [*doubled(n, name), *rows, [(name, "e"), *COLOURS]]

        problem = stated([*side("l"), *side("r"), ["z", *COLOURS]], SECONDARY)
        assert count(problem, list(range(len(problem.primary)))) == 2 ** (2 * n + 16)

    def test_long_branches_multiply(self):
        ladder, known = dominoes(200, 2), 453973694165307953197296969697410619233826
        assert count(ladder) == known
        items = [(k, cell) for k in range(3) for cell in ladder.primary]
        rows = [[(k, cell) for cell in ladder.items_of(row)]
                for k in range(3) for row in ladder.options]  # fmt: skip
        problem = xc.Problem(items, rows)
        assert count_both(problem, list(range(len(items)))) == known**3
        assert count_both(problem, best_tree(problem._model.compiled, 10**7)) == known**3


class TestWideStates:
    """States of several words, and bits that are used again."""

    def test_intervals_whose_states_have_many_words(self):
        # All intervals from 2^k i to 2^k (i + 1): a tiling is one interval, or two of halves.
        n, options, known = 256, [], 1
        for size in (2**k for k in range(9)):
            options += [range(start, start + size) for start in range(0, n, size)]
            known = known if size == 1 else known * known + 1
        problem = xc.Problem(range(n), options)
        assert program_of(problem, list(range(n))).n_words > 4
        assert count(problem) == known
        assert count_both(problem, list(range(n))) == known
        assert count(problem, most=1) == known

    def test_wide_fields_and_bits_in_many_words(self):
        draw = random.Random(3)
        colours = [f"c{k}" for k in range(200)]
        items = [f"p{k}" for k in range(30)]
        options = {}
        for k, item in enumerate(items):
            for colour in draw.sample(colours, 2):
                options[k, colour] = [item, *(Coloured(f"s{j}", colour) for j in range(12))]
            options[k, None] = [item]
        secondary = [f"s{j}" for j in range(12)]
        for k, colour in enumerate(colours):
            options["never", k] = ["no", Coloured("s0", colour)]
        problem = xc.Problem([*items, "no"], options, secondary=secondary)
        assert program_of(problem, list(range(31))).n_words > 1
        truth = problem.count(method="listing")
        assert count_both(problem) == count_both(problem, list(range(31))) == truth > 0

    def test_bits_that_run_out_are_cleaned_and_used_again(self):
        problem = dominoes(4, 60)
        by_columns = [row * 60 + column for column in range(60) for row in range(4)]
        compiled = problem._model.compiled
        tree = path(compiled, by_columns, "by columns")
        program = Program(compiled, tree)
        assert program.n_words == 1
        assert program.steps.kind.tolist().count(places.CLEAN) > 2
        assert count(problem, tree) == tilings(4, 60)
        assert count(problem, tree, edges=True, most=7) == tilings(4, 60)


class TestLargeTables:
    """Tables in shards, and joins that are divided."""

    def test_perfect_matchings_of_a_complete_graph(self, monkeypatch):
        problem = xc.Problem(range(24), list(itertools.combinations(range(24), 2)))
        build = build_of(problem)
        assert build.n_states > 8 * LARGE
        assert build.count() == 316_234_143_225
        assert count(problem, edges=True) == 316_234_143_225
        monkeypatch.setattr(tables, "_SHARED", LARGE)
        assert count(problem, threads=2) == 316_234_143_225

    @pytest.mark.parametrize("n", [700, 6_000])
    def test_items_with_thousands_of_options(self, n, monkeypatch):
        options = {(item, k): [item, ("s", k)] for item in "ab" for k in range(6)}
        options |= {("c", k): ["c", Coloured("t", k)] for k in range(n)}
        options |= {("d", k): ["d", ("s", k), Coloured("t", k)] for k in range(6)}
        secondary = [*(("s", k) for k in range(6)), "t"]
        problem = xc.Problem("abcd", options, secondary=secondary)
        assert count_both(problem) == 6 * 5 * 4
        # Without fields, in states of one word.
        options = {(item, k): [item, ("s", k)] for item in "abef" for k in range(12)}
        options |= {("c", k): ["c"] for k in range(n)}
        problem = xc.Problem("abefc", options, secondary=[("s", k) for k in range(12)])
        assert count(problem) == 12 * 11 * 10 * 9 * n
        monkeypatch.setattr(tables, "_SHARED", LARGE)
        assert count(problem, threads=2) == 12 * 11 * 10 * 9 * n

    def test_joins_are_divided_by_bits(self):
        # Some of m and of n items get different ones of k others.
        m, n, k = 5, 6, 7
        sides = [("l", i) for i in range(m)] + [("r", i) for i in range(n)]
        options = [(side,) for side in sides]
        options += [(side, ("s", j)) for side in sides for j in range(k)]
        options += [(("s", j),) for j in range(k)]
        problem = xc.Problem([*sides, *(("s", j) for j in range(k))], options)
        truth = sum(math.comb(m + n, j) * math.perm(k, j) for j in range(k + 1))
        order = list(range(len(problem.primary)))
        program = program_of(problem, order)
        assert places.JOIN in program.steps.kind
        assert max(program.steps.split_first[1:] - program.steps.split_first[:-1]) > 1
        assert count(problem, order) == truth
        assert count(problem, order, most=1) == truth
        assert count(problem, order, edges=True) == truth

    def test_joins_without_bits_are_halved(self):
        colours = "abcdef"
        options = {
            (side, *some): [side, *(Coloured(k, colour) for k, colour in enumerate(some))]
            for side in "lr" for some in itertools.product(colours, repeat=3)
        }  # fmt: skip
        problem = xc.Problem("lr", options, secondary=range(3))
        assert places.JOIN in program_of(problem, [0, 1]).steps.kind
        assert count_both(problem, [0, 1]) == count_both(problem) == len(colours) ** 3

    def test_more_than_64_bits_that_both_sides_share(self):
        n = 80
        parts = itertools.combinations(range(0, n + 1, 8), 2)
        options = [(side, *range(a, b)) for a, b in parts for side in "lr"]
        options += [(k,) for k in range(n)]
        problem = xc.Problem(["l", "r", *range(n)], options)
        truth = sum(b <= c or d <= a for a, b in itertools.combinations(range(11), 2)
                    for c, d in itertools.combinations(range(11), 2))  # fmt: skip
        assert count_both(problem, list(range(n + 2))) == truth

    def test_a_hub_with_very_many_branches(self):
        n = 1_000
        options = [(k,) for k in range(n)] + [(k, "hub") for k in range(n)] + [("hub",)]
        problem = xc.Problem([*range(n), "hub"], options)
        order = list(range(n + 1))
        assert program_of(problem, order).steps.kind.tolist().count(places.JOIN) == n - 1
        assert count(problem, order) == n + 1
        assert count(problem, order, edges=True) == n + 1

    @pytest.mark.slow
    def test_a_deep_tree(self):
        n = 50_000
        problem = xc.Problem(range(n), [(k, k + 1) for k in range(n - 1)])
        compiled = problem._model.compiled
        assert count(problem) == count(problem, best_tree(compiled, 10**8)) == 1


class TestRoomAndSlices:
    """Room runs out at every point, and work stops at every point; nothing is lost."""

    @pytest.mark.parametrize("edges", [False, True])
    def test_a_limit_on_memory_is_kept_and_nothing_is_lost(self, edges):
        problem = xc.Problem(range(20), list(itertools.combinations(range(20), 2)))
        compiled = problem._model.compiled
        order = list(range(20))
        for tree in (path(compiled, order, "p"), tree_of(compiled, order[::-1])):
            build = TableBuild(compiled, tree, 100_000, edges)
            refused = 0
            while not build.done:
                try:
                    build.run(1_000)
                except xc.DiagramTooLarge:
                    refused += 1
                    build.memory += build.memory // 3
            assert refused > 3
            assert build.count() == 654_729_075

    def test_nodes_are_never_more_than_their_numbers_hold(self, monkeypatch):
        monkeypatch.setattr(tables, "MOST_PLACES", 3_000)
        problem = xc.Problem(range(14), list(itertools.combinations(range(14), 2)))
        with pytest.raises(xc.DiagramTooLarge):
            count(problem, edges=True)

    def test_a_join_without_pairs_is_work_as_well(self):
        # Nothing goes together, which takes as long to see as if all did.
        options = {
            (side, k): [side, Coloured("s", f"{side}{k}"), Coloured("t", f"{side}{k}")]
            for side in "lr" for k in range(300)
        }  # fmt: skip
        problem = xc.Problem("lr", options, secondary="st")
        compiled = problem._model.compiled
        build = TableBuild(compiled, tree_of(compiled, [0, 1]), 2**30, False)
        slices = 0
        while not build.done:
            build.run(100)
            slices += 1
        assert build.count() == 0
        assert slices > 20

    def test_a_state_with_very_many_edges_has_them_in_order(self):
        n = 20_000
        problem = xc.Problem("a", {k: ["a"] for k in range(n)})
        graph = build_of(problem, edges=True).graph()
        options = [int(each) for each in graph.option]
        assert options == sorted(options) == list(range(n))
