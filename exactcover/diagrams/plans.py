"""The plan of a diagram or a count: a path of items or a tree, whichever takes less work.

A good plan takes time to find, and most problems are done before. So a better one is looked for
once, when much work has been done along the first one, for a part of the work that it may save. By
then it is known how many of the possible states come up. Where many do, a count along a path gives
each possible state a place (``dense.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import sums_before
from ..kernels.states import order_search
from .dense import dense_work
from .elimination import Tree, best_tree, path
from .item_order import by_breadth, neighbours
from .tables import work_per_state

#: From this work on along the first plan, in nodes of a search, a better one is looked for.
_DUE = 200_000
#: Members of sets that the search for a tree looks at, and moves of that for a path, for each node
#: of a search that is likely to come.
_MEMBERS, _MOVES = 0.04, 0.02
#: What is to come counts as no more than this many times the work so far, or the entries.
_AHEAD = 50.0
#: A plan is better that takes less work by this factor, as a power of 2.
_BETTER = 1.0
#: Estimates above this power of 2 say nothing: paths of so many states are not improved, and their
#: states do not all get a place.
_VAGUE = 40.0
#: Moves from one tick to the next.
_SLICE = 20_000


class Planner:
    """The plans for a problem: a path along ``order``, and what :meth:`look` finds.

    ``memory``: what a count may take that gives all states a place; 0 where a diagram is wanted.
    """

    def __init__(
        self,
        compiled: Compiled,
        order: Sequence[int],
        name: str,
        memory: int = 0,
    ):
        self._compiled, self._order, self._memory = compiled, order, memory
        #: The work of a state that is looked up, as a power of 2.
        self._per_state = math.log2(work_per_state(compiled))
        #: The best plan so far, and whether all states should have a place.
        self.plan = path(compiled, order, f"items in order, {name}")
        self.dense = False
        #: The work along the plan after which a better one should be looked for; never where
        #: branching is fixed.
        self.due = math.inf if compiled.fixed else _DUE
        # A number of solutions is likely to have less than a bit for each item.
        self._limbs = 1 + compiled.n_primary // 64
        self._known: tuple[Tree, int, float] | None = None

    @property
    def work(self) -> float:
        """The most work that a count along the plan takes, in nodes of a search."""
        all_places = self._all_places(self.plan)
        if self.dense:
            return all_places
        looked_up: float = 2.0 ** min(1000.0, self.plan.states + self._per_state)
        return min(looked_up, self.due + all_places)

    def look(self, excess: float, limbs: int, tick: Callable[[], None]) -> bool:
        """Look for a better plan, and say whether there is one. ``tick`` may end it by raising.

        ``excess``: that of the plan so far (see :class:`Tree`). ``limbs``: how long numbers are
        going to be, by what they were so far; 0 if that is not known.
        """
        before, self.due = (self.plan, self.dense), math.inf
        if limbs:
            self._limbs = limbs
        work, self.dense = self._way(self.plan, excess, excess)
        for search, share in (
            (best_tree, _MEMBERS), (self._improved, _MOVES / (1 + len(self._order) / 1000)),
        ):  # fmt: skip
            ahead = min(2.0 ** min(work, _VAGUE), _AHEAD * max(_DUE, self._compiled.n_entries))
            found = search(self._compiled, int(share * max(_DUE, ahead)), tick)
            if found is None:
                continue
            # Of another plan it is not known how much too high its estimate is.
            less, dense = self._way(found, excess, excess / 2)
            if less + _BETTER < work:
                self.plan, self.dense, work = found, dense, less
        return (self.plan, self.dense) != before

    def _way(self, plan: Tree, excess: float, most: float) -> tuple[float, bool]:
        """The work of a plan as a power of 2, and whether it is less if all states have a place.

        ``most``: what may be taken off its estimate before all states get one.
        """
        looked_up, all_places = plan.states + self._per_state, self._all_places(plan)
        less = math.log2(max(1.0, all_places)) if all_places < math.inf else math.inf
        # What comes may be nearer to the estimate than what has been.
        return min(looked_up - excess / 2, less), less < looked_up - most

    def _all_places(self, plan: Tree) -> float:
        """The work of a count in which all states have a place; infinite where that cannot be."""
        if not self._memory or self._compiled.fixed or plan.states > _VAGUE:
            return math.inf
        if self._known is None or self._known[0] is not plan or self._known[1] != self._limbs:
            work = dense_work(self._compiled, plan, self._limbs, self._memory)
            self._known = plan, self._limbs, work
        return self._known[2]

    def _improved(self, compiled: Compiled, moves: int, tick: Callable[[], None]) -> Tree | None:
        """A path of fewer states, found by moving one item after the other."""
        before = path(compiled, self._order, "")
        if before.states > _VAGUE:
            return None
        beside = neighbours(compiled, tick)
        starts = sums_before([len(each) for each in beside])
        others = np.fromiter(chain.from_iterable(map(sorted, beside)), np.int32, int(starts[-1]))
        # All items, in the order in which they are settled; those with no option at the end.
        everything = [*before.order, *set(range(compiled.n_items)).difference(before.order)]
        n_items = compiled.n_items
        best = np.array(everything, np.int32)
        place, first, stamp = np.zeros((3, n_items), np.int64)
        cost, trial = np.zeros((2, n_items))
        seed, weight, least = np.ones(1, np.uint64), np.ones(n_items), np.inf
        # A greedy order is hard to leave by small moves, one by breadth is not.
        for order in (everything, by_breadth(beside, tick)):
            now = np.array(order, np.int32)
            for begin in range(0, moves // 2, _SLICE):
                tick()
                least = order_search.improve(
                    starts, others, weight, now, best, place, first, cost, trial, stamp, seed,
                    least, begin, min(begin + _SLICE, moves // 2), moves // 2,
                )  # fmt: skip
        improved = [item for item in best.tolist() if item < compiled.n_primary]
        return path(compiled, improved, "items in order, improved")
