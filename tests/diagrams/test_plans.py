"""Better plans for a count or a diagram, looked for while work goes on."""

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
from exactcover.diagrams.elimination import path
from exactcover.diagrams.item_order import neighbours
from exactcover.diagrams.plans import Planner
from exactcover.kernels.states import order_search
from tests.instances import dominoes


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
