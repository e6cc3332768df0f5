"""What a diagram or a count goes along: a path of items or a tree, whichever has fewer states.

A good plan takes time to find, and most problems are done before. So a plan is looked for again
when much work has been done along the last one, for a part of the work that it may save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import sums_before
from .elimination import Tree, best_tree, neighbours, path
from .item_order import by_breadth

__all__ = ["Planner"]

#: From which work on along a plan, in nodes of a search, a better one is looked for.
_STAGES = (200_000, 4_000_000, 30_000_000)
#: The parts of the estimated work that the search for a tree and that for a path may take; the work
#: of a member of a set that is looked at, and of a move; and the most of both.
_FOR_TREES, _FOR_PATHS, _MEMBER, _MOVE = 0.02, 0.4, 0.5, 20.0
_MOST_MEMBERS, _MOST_MOVES = 4_000_000, 600_000
#: A plan is better that has fewer states by this factor, as a power of 2.
_BETTER = 1.0
#: Estimates above this power of 2 say nothing: paths of so many states are not improved.
_VAGUE = 40.0
#: Moves from one tick to the next.
_SLICE = 20_000


class Planner:
    """The plans for a problem, each better than the last; it begins with a path along ``order``."""

    def __init__(self, compiled: Compiled, order: Sequence[int], name: str):
        self._compiled, self._order = compiled, order
        #: The best plan so far.
        self.plan = path(compiled, order, f"items in order, {name}")
        # Where branching is fixed, the order is kept.
        self._stages = [] if compiled.fixed else list(_STAGES)

    @property
    def due(self) -> float:
        """The work along the plan after which a better one should be looked for."""
        return self._stages[0] if self._stages else float("inf")

    def look(self, excess: float, tick: Callable[[], None]) -> bool:
        """Look for a better plan, and say whether there is one. ``tick`` may end it by raising.

        ``excess``: that of the plan so far (see :class:`Tree`).
        """
        before, due = self.plan, self._stages.pop(0)
        for search, share, most in (
            (self._tree, _FOR_TREES / _MEMBER, _MOST_MEMBERS),
            (self._improved, _FOR_PATHS / (_MOVE * (1 + len(self._order) / 1000)), _MOST_MOVES),
        ):
            # What comes may be nearer to the estimate than what has been.
            states = self.plan.states - (excess / 2 if self.plan is before else 0)
            work = max(due, 2.0 ** min(states, _VAGUE))
            found = search(int(min(most, share * work)), tick)
            if found is not None and found.states + _BETTER < self.plan.states:
                self.plan = found
        return self.plan is not before

    def _tree(self, members: int, tick: Callable[[], None]) -> Tree | None:
        return best_tree(self._compiled, members, tick)

    def _improved(self, moves: int, tick: Callable[[], None]) -> Tree | None:
        """A path of fewer states, found by moving one item after the other."""
        compiled = self._compiled
        states = path(compiled, self._order, "").states
        if states > _VAGUE or compiled.n_items > compiled.n_primary:
            return None
        from ..kernels import order_search

        beside = neighbours(compiled, tick)
        starts = sums_before([len(each) for each in beside])
        others = np.fromiter(chain.from_iterable(map(sorted, beside)), np.int32, int(starts[-1]))
        n_items = compiled.n_primary
        best = np.array(self._order, np.int32)
        place, first, stamp = np.zeros((3, n_items), np.int64)
        cost, trial = np.zeros((2, n_items))
        seed, weight, least = np.ones(1, np.uint64), np.ones(n_items), np.inf
        # A greedy order is hard to leave by small moves, one by breadth is not.
        for order in (self._order, by_breadth(beside, tick)):
            now = np.array(order, np.int32)
            for begin in range(0, moves // 2, _SLICE):
                tick()
                least = order_search.improve(
                    starts, others, weight, now, best, place, first, cost, trial, stamp, seed,
                    least, begin, min(begin + _SLICE, moves // 2), moves // 2,
                )  # fmt: skip
        self._order = best.tolist()
        return path(compiled, self._order, "items in order, improved")
