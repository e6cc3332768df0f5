"""What a diagram or a count goes along: a path of items or a tree, whichever has fewer states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import sums_before
from .elimination import Tree, best_tree, neighbours, path

__all__ = ["best_plan"]

#: Plans of fewer states than 2 to the power of this are good enough.
_GOOD = 12.0
#: A tree must have fewer states than a path by this factor, as a power of 2.
_BETTER = 1.0
#: From how many states on a better path is searched for; how many moves are made then: for 2^k
#: states 2 to the power of k less this number; and at most.
_MANY, _LESS, _MOST_MOVES = 17.0, 6.5, 400_000
#: Moves from one tick to the next.
_SLICE = 20_000


def best_plan(
    compiled: Compiled, order: Sequence[int], name: str, tick: Callable[[], None] = lambda: None
) -> Tree:
    """A path along ``order`` or along a better one, or a tree.

    Where branching is fixed, the order is kept.
    """
    plan = path(compiled, order, f"items in order, {name}")
    if compiled.fixed or plan.states < _GOOD:
        return plan
    tree = best_tree(compiled, tick)
    if tree is not None and tree.states + _BETTER < plan.states:
        plan = tree
    if plan.states > _MANY and compiled.n_items == compiled.n_primary:
        found = path(compiled, _improved(compiled, order, plan.states, tick), _IMPROVED)
        if found.states < plan.states:
            plan = found
    return plan


_IMPROVED = "items in order, improved"


def _improved(
    compiled: Compiled, order: Sequence[int], states: float, tick: Callable[[], None]
) -> list[int]:
    """An order of fewer states, found by moving one item after the other."""
    from ..kernels import order_search

    beside = neighbours(compiled, tick)
    starts = sums_before([len(each) for each in beside])
    others = np.fromiter(chain.from_iterable(map(sorted, beside)), np.int32, int(starts[-1]))
    n_items = compiled.n_primary
    now, best = np.array([order, order], np.int32)
    place, first, stamp = np.zeros((3, n_items), np.int64)
    cost, trial = np.zeros((2, n_items))
    seed, weight, least = np.ones(1, np.uint64), np.ones(n_items), np.inf
    moves = int(min(_MOST_MOVES, 2.0 ** (states - _LESS)))
    for begin in range(0, moves, _SLICE):
        tick()
        least = order_search.improve(
            starts, others, weight, now, best, place, first, cost, trial, stamp, seed, least,
            begin, min(begin + _SLICE, moves), moves,
        )  # fmt: skip
    improved: list[int] = best.tolist()
    return improved
