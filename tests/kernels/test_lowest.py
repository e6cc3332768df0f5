"""Choose the item to branch on among many: the same item, without scanning all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import cells
from exactcover.kernels.trees import cells_loop as kernels
from exactcover.kernels.trees import lowest
from tests.engines.contract import STATEMENTS
from tests.instances import dominoes
from tests.strategies import bags

#: Dominoes on a ring of so many cells: two tilings.
RING = lowest.MANY + 200


@pytest.mark.slow
@given(st.data())
def test_it_is_the_first_item_of_lowest_rank(data):
    n_items = data.draw(st.integers(lowest.MANY + 1, 9_000))
    ranks = np.random.default_rng(0).integers(0, 50, n_items)
    listed, is_listed, first = lowest.arrays(n_items)
    for _ in range(8):
        best = lowest.lowest(ranks, listed, is_listed, first)
        least = ranks.min()
        assert best == (-1 if least == lowest.NOT_OPEN else np.argmin(ranks))
        for item in data.draw(st.lists(st.integers(0, n_items - 1), max_size=20)):
            ranks[item] = data.draw(st.sampled_from([0, 3, 60, lowest.NOT_OPEN]))
            lowest.touch(np.uint64(item), listed, is_listed)
        if data.draw(st.booleans()):
            ranks[:] = lowest.NOT_OPEN
            for item in range(n_items):
                lowest.touch(np.uint64(item), listed, is_listed)


def with_a_ring(problem, **arguments):
    """The problem beside a ring of dominoes, so that many items are open."""
    stated = {("small", name): problem.items_of(name) for name in problem.options}
    ring = {("ring", k): [("ring", k), ("ring", (k + 1) % RING)] for k in range(RING)}
    items = [*problem.primary, *(("ring", k) for k in range(RING))]
    return xc.Problem(items, stated | ring, secondary=problem.secondary, **arguments)


@settings(max_examples=30)
@given(STATEMENTS, st.sampled_from(["mrv", xc.Order(prefer=[("ring", 7)], ties="last")]))
def test_solutions_are_found_where_more_items_are_open_than_are_looked_at(statement, order):
    small = statement.problem()
    problem = with_a_ring(small, multiplicity=small.multiplicity, repeat=small.repeat)
    found = [tuple(sorted(each._numbers)) for each in
             problem.solutions(engine="cells", reduce=False, order=order)]  # fmt: skip
    assert len(found) == len(set(found)) == 2 * len(bags(statement))


def test_looking_for_items_takes_work_in_proportion_to_the_solution():
    looks = []
    for side in (60, 120):
        search = cells.CellsSearch(dominoes(side, side)._model.compiled)
        search.collect(10**6, 1)
        looks.append(int(search.control[kernels.LOOKS]) / search.nodes)
    small, large = looks
    assert large < 1.5 * small < 1_500
