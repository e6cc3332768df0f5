"""Counts along a path of items with states as array indices."""

from __future__ import annotations

import math
from unittest.mock import patch

import pytest

import exactcover as xc
from exactcover.diagrams import dense, plans, tables
from exactcover.diagrams.dense import DenseBuild, dense_work
from exactcover.diagrams.elimination import best_tree, path
from exactcover.diagrams.strategies import Strategies
from exactcover.errors import DiagramTooLarge
from tests.instances import dominoes, tilings

MEMORY = 2**30


def finished(build, most=10**9):
    while not build.done:
        build.run(most)
    return build


def build_of(problem, memory=MEMORY):
    """The build at the end, along the primary items in order."""
    compiled = problem._model.compiled
    return finished(DenseBuild(compiled, path(compiled, range(compiled.n_primary), ""), memory))


class TestTheCount:
    @pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 40), (3, 3)])
    def test_tilings_by_dominoes_are_those_that_there_are(self, rows, columns):
        problem = dominoes(columns, rows)
        assert build_of(problem).count() == tilings(rows, columns)

    def test_numbers_of_many_limbs_are_exact(self):
        # 300 pairs of items, each of which 5 pairs of options cover.
        items = [(k, side) for k in range(300) for side in "ab"]
        options = [[(k, "a"), (k, "b")] for k in range(300) for _ in range(5)]
        assert build_of(xc.Problem(items, options)).count() == 5**300


class TestWhatItTakes:
    def test_the_work_is_known_before_and_without_room_it_says_so(self):
        problem = dominoes(6, 8)
        compiled = problem._model.compiled
        plan = path(compiled, range(48), "by rows")
        assert build_of(problem).cost == pytest.approx(dense_work(compiled, plan, 1, MEMORY))
        assert dense_work(compiled, plan, 1, 256) == math.inf
        with pytest.raises(DiagramTooLarge):
            build_of(problem, memory=256)

    def test_colours_multiplicities_and_trees_do_not_suit(self):
        coloured = xc.Problem("a", [["a", xc.Coloured("x", 1)]], secondary="x")
        twice = xc.Problem("a", ["a", "a"], multiplicity={"a": (1, 2)})
        star = xc.Problem("abcd", ["ab", "ac", "ad", "a", "b", "c", "d"])
        for problem, is_path in ((coloured, True), (twice, True), (star, False)):
            compiled = problem._model.compiled
            tree = path(compiled, [0], "") if is_path else best_tree(compiled, 1000)
            assert tree.is_path == is_path
            assert dense_work(compiled, tree, 1, MEMORY) == math.inf

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
            assert finished(build, 100).count() == tilings(6, 12)


class TestWhenItIsChosen:
    def test_a_wide_board_is_counted_so(self):
        count = dominoes(16, 16).count(method="diagram")
        assert count == 2_444_888_770_250_892_795_802_079_170_816
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
        assert portfolio.count() == tilings(8, 8)
