"""Counts in which every state has a place, along a path of items."""

from __future__ import annotations

import itertools
import math
import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.common.ask import Ask
from exactcover.common.crew import crew
from exactcover.diagrams import dense, plans, tables
from exactcover.diagrams.build import count_by_diagram
from exactcover.diagrams.dense import DenseBuild, dense_work
from exactcover.diagrams.elimination import best_tree, path
from exactcover.diagrams.strategies import Strategies
from exactcover.errors import DiagramTooLarge
from tests.diagrams.test_frontier import kasteleyn
from tests.instances import dominoes

MEMORY = 2**30


@st.composite
def uncoloured(draw):
    """Problems with primary and secondary items, and no colours; some items in no option."""
    n_primary, n_secondary = draw(st.integers(1, 7)), draw(st.integers(0, 3))
    items = list(range(n_primary + n_secondary))
    options = draw(st.lists(st.sets(st.sampled_from(items), min_size=1, max_size=4), max_size=14))
    options = [option for option in options if min(option) < n_primary]
    return xc.Problem(items[:n_primary], options, secondary=items[n_primary:])


def finished(build, most=10**9):
    while not build.done:
        build.run(most)
    return build


def build_of(problem, order=None, memory=MEMORY, threads=1, most=10**9):
    """The build at the end, along the primary items in an order."""
    compiled = problem._model.compiled
    order = range(compiled.n_primary) if order is None else order
    with crew(threads) as helping:
        build = DenseBuild(compiled, path(compiled, order, "a path"), memory, helping)
        return finished(build, most)


def truth_of(problem):
    return problem.count(engine="reference", method="listing")


class TestTheCount:
    @given(uncoloured(), st.randoms(), st.sampled_from([1, 5, 10**9]))
    def test_it_is_that_of_the_reference_engine_whatever_the_order(self, problem, draw, most):
        order = list(range(problem._model.compiled.n_primary))
        draw.shuffle(order)
        assert build_of(problem, order, most=most).count() == truth_of(problem)

    @given(uncoloured(), st.sampled_from([0, 1, 2]), st.sampled_from([4, 7]), st.integers(1, 3))
    def test_it_does_not_depend_on_threads_and_limbs(self, problem, chunk, word, threads):
        with patch.multiple(dense, _CHUNK=chunk, _WORD=word):
            assert build_of(problem, threads=threads).count() == truth_of(problem)

    @pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 40), (3, 3)])
    def test_tilings_by_dominoes_are_those_of_kasteleyns_formula(self, rows, columns):
        problem = dominoes(columns, rows)
        truth = 0 if rows % 2 and columns % 2 else kasteleyn(rows, columns)
        assert build_of(problem).count() == truth

    def test_numbers_of_many_limbs_are_exact(self):
        # 300 pairs of items, each of which 5 pairs of options cover.
        items = [(k, side) for k in range(300) for side in "ab"]
        options = [[(k, "a"), (k, "b")] for k in range(300) for _ in range(5)]
        assert build_of(xc.Problem(items, options)).count() == 5**300

    def test_a_problem_without_items_has_one_solution(self):
        assert build_of(xc.Problem([], [])).count() == 1

    def test_an_item_without_options_leaves_none(self):
        assert build_of(xc.Problem("abc", ["a", "b", "ab"])).count() == 0

    def test_equal_options_count_apart(self):
        assert build_of(xc.Problem("ab", ["ab", "ab", "a", "b", "b"])).count() == 4

    def test_two_options_may_not_share_a_secondary_item(self):
        problem = xc.Problem("abc", ["ax", "bx", "cx", "a", "b", "c"], secondary="x")
        assert build_of(problem).count() == 4


class TestWhatItTakes:
    def test_the_work_is_known_before(self):
        problem = dominoes(6, 8)
        compiled = problem._model.compiled
        plan = path(compiled, range(48), "by rows")
        assert build_of(problem).cost == pytest.approx(dense_work(compiled, plan, 1, MEMORY))

    def test_without_room_it_says_so(self):
        problem = dominoes(6, 8)
        with pytest.raises(DiagramTooLarge):
            build_of(problem, memory=256)
        compiled = problem._model.compiled
        assert dense_work(compiled, path(compiled, range(48), ""), 1, 256) == math.inf

    def test_colours_multiplicities_and_trees_do_not_suit(self):
        coloured = xc.Problem("a", [["a", xc.Coloured("x", 1)]], secondary="x")
        twice = xc.Problem("a", ["a", "a"], multiplicity={"a": (1, 2)})
        for problem in (coloured, twice):
            compiled = problem._model.compiled
            assert dense_work(compiled, path(compiled, [0], ""), 1, MEMORY) == math.inf
        star = xc.Problem("abcd", ["ab", "ac", "ad", "a", "b", "c", "d"])._model.compiled
        tree = best_tree(star, 1000)
        assert not tree.is_path
        assert dense_work(star, tree, 1, MEMORY) == math.inf

    def test_numbers_that_grow_beyond_memory_stop_it_and_it_can_go_on(self):
        problem = dominoes(6, 12)
        compiled = problem._model.compiled
        with patch.object(dense, "_WORD", 20):
            plan = path(compiled, range(72), "")
            # Twice as many places as there are states, and a limb for each.
            build = DenseBuild(compiled, plan, 8 * 2 ** (plan.width + 1))
            with pytest.raises(DiagramTooLarge):
                finished(build, 100)
            assert not build.done
            build.memory = MEMORY
            assert finished(build, 100).count() == kasteleyn(6, 12)


class TestWhenItIsChosen:
    def test_a_wide_board_is_counted_so(self):
        count = dominoes(16, 16).count(method="diagram")
        assert count == kasteleyn(16, 16)
        assert count.method.endswith("all states")

    def test_a_diagram_is_not_made_so(self):
        assert "all states" not in dominoes(12, 12).zdd().method

    def test_states_are_looked_up_where_numbers_need_too_much_room(self, monkeypatch):
        monkeypatch.setattr(plans, "_DUE", 100)
        monkeypatch.setattr(dense, "_PLACES_PER_NODE", 10**9)
        monkeypatch.setattr(dense, "_WORD", 4)
        monkeypatch.setattr(tables, "_STEP_WORK", 1)  # short steps, so that one is looked for soon
        monkeypatch.setattr(tables, "FIRST_PLACES", 1 << 12)  # so that tables need not grow
        compiled = dominoes(8, 8)._model.compiled
        portfolio = Strategies(compiled, MEMORY, among=("order",), counting=True)
        while not isinstance(portfolio._builds and portfolio._builds[0], DenseBuild):
            assert not portfolio.done
            portfolio.run(1)
        portfolio._memory = portfolio._builds[0].n_bytes
        while not portfolio.done:
            portfolio.run(50)
        assert "all states" not in portfolio.name
        assert portfolio.count() == kasteleyn(8, 8)

    @pytest.mark.parametrize("threads", [1, 2])
    def test_random_matchings_are_those_of_listing(self, threads, monkeypatch):
        monkeypatch.setattr(plans, "_DUE", 1)
        monkeypatch.setattr(dense, "_PLACES_PER_NODE", 10**9)
        draw = random.Random(3)
        for _ in range(20):
            n = draw.choice([6, 8, 10, 12])
            pairs = [pair for pair in itertools.combinations(range(n), 2) if draw.random() < 0.6]
            problem = xc.Problem(range(n), pairs)
            found = count_by_diagram(problem._statement, Ask(order="auto", workers=threads))
            assert found == problem.count(method="listing")
