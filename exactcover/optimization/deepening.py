"""A search for all solutions that spend at most a budget above a bound, with growing budgets.

Only options whose reduced costs allow it are used (``kernels/trees/cheapest_loop.py``). If there is
no solution, the bound rises by the budget, and the next search has a larger one. If there is one,
only cheaper ones are searched for from then on. When nothing is left to search, the best solution
found is proven to be the best. (Iterative deepening on the cost: R. E. Korf, 1985.)

Its nodes are cheap, some millions a second, and its bounds are plain. It ends first where there are
few options or many solutions; where bounds matter more, ``tree.py`` does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..arrays.clash_tables import ClashTables
from ..common.slices import next_slice
from ..engines import choose
from ..engines.kernel_search import KernelSearch
from ..errors import EngineTooLarge
from ..kernels.trees import cheapest_loop as kernels
from .part import part_of
from .relaxation import LARGEST
from .slack import Priced

#: Options the first search makes do with, and by how much more the next one has.
_FIRST_OPTIONS, _MORE_OPTIONS = 256, 4
#: Options of the dive, a table of 2 MB.
_DIVE_OPTIONS = 4_096
#: Solutions handed over at a time, where all within a bound are asked for.
_CHUNK = 256


class Deepening:
    """The searches, one after the other."""

    def __init__(
        self,
        priced: Priced,
        k: int | None,
        take: Callable[[Sequence[int]], bool],
        wanted: Callable[[], int],
        tick: Callable[[], None],
    ):
        """``take`` is handed solutions; ``wanted``: what one that is wanted spends at most."""
        self._priced, self._k = priced, k
        self._take, self._wanted, self._tick = take, wanted, tick
        #: Options by ascending reduced cost.
        self._by_cost = np.argsort(priced.reduced, kind="stable")
        #: No solution spends less.
        self.proven = 0
        self.done = False
        #: Whether the search would need more memory than it may take.
        self.too_large = False
        self._nodes_before = 0
        self._n_options = 0
        self._search: Search | None = None

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes_before + (self._search.nodes if self._search else 0)

    @property
    def node_work(self) -> int:
        """What a node takes, in units of some 10 ns."""
        return max(1, self._priced.compiled.n_primary)

    @property
    def work(self) -> int:
        """What all nodes have taken."""
        return self.nodes * self.node_work

    def dive(self, nodes: int) -> None:
        """Look for a better solution, cheapest options first, in at most ``nodes``."""
        priced, by_cost = self._priced, self._by_cost
        cheap = np.arange(len(by_cost)) < _DIVE_OPTIONS
        # Without its slack an item that may stay open could not.
        options = by_cost[cheap | (by_cost >= priced.compiled.n_options - priced.n_slacks)]
        try:
            search = Search(priced, options, LARGEST, 1, self._tick)
        except EngineTooLarge:
            return
        kept, step = False, 1
        while search.nodes < nodes and not kept and not search.done:
            before = time.monotonic()
            for found in search.run(self._wanted(), min(step, nodes - search.nodes)):
                kept = self._take(found) or kept
            step = next_slice(step, time.monotonic() - before)
            # Afterwards: one node may be enough, and loading the kernels has taken its time.
            self._tick()
        self._nodes_before += search.nodes

    def run(self, nodes: int) -> None:
        """Go on for at most ``nodes`` nodes."""
        while nodes > 0 and not self.done and not self.too_large:
            search = self._search
            if search is None:
                self._next_search()
                continue
            before = search.nodes
            for options in search.run(min(self._wanted(), search.most_spent), nodes):
                self._take(options)
            nodes -= search.nodes - before
            if search.done:
                self._close(search)

    def _close(self, search: Search) -> None:
        """A search has come to its end: what is proven by that."""
        self._nodes_before += search.nodes
        self._search = None
        if search.most_spent >= self._wanted():
            self.done = True
            return
        # What was found may be found again by the next search, which goes beyond.
        self.proven = search.most_spent + 1

    def _next_search(self) -> None:
        """Search with more options than before, and for what they allow to spend; or be done."""
        wanted = self._wanted()
        if wanted < self.proven:
            self.done = True
            return
        reduced = self._priced.reduced[self._by_cost]
        total = len(reduced)
        n_options = total
        if self._k is not None:
            # Options that spend no more than is proven alone would prove nothing new.
            least = int(np.searchsorted(reduced, self.proven, side="right"))
            n_options = min(total, max(least, _FIRST_OPTIONS, _MORE_OPTIONS * self._n_options))
        budget = wanted if n_options == total else min(wanted, int(reduced[n_options]) - 1)
        self._n_options = n_options
        used = self._by_cost[: int(np.searchsorted(reduced[:n_options], budget, side="right"))]
        try:
            self._search = Search(self._priced, used, budget, self._k, self._tick)
        except EngineTooLarge:
            self.too_large = True


class Search(KernelSearch):
    """One search with some of the options and up to a budget, around the kernel."""

    prefix = ()

    def __init__(
        self,
        priced: Priced,
        options: Any,
        budget: int,
        k: int | None,
        tick: Callable[[], None],
    ):
        """``options``: those to be used, in order of their reduced costs."""
        self.most_spent = budget
        self._options = options
        # If several solutions are wanted, each one found may change what is searched for.
        self._chunk = 1 if k is not None else _CHUNK
        part = part_of(priced.compiled, options)
        choose.check_table_size("minimize", part)
        tables = ClashTables(part, tick)
        self.n_words = n_words = tables.n_words
        # Slacks may be chosen again.
        slacks = np.flatnonzero(options >= priced.compiled.n_options - priced.n_slacks)
        clash = tables.clash.reshape(len(options), n_words)
        clash[slacks, slacks >> 6] &= ~(np.uint64(1) << (slacks & 63).astype(np.uint64))
        self.starts, self.items = tables.starts, tables.items
        self.clash, self.item_rows = tables.clash, tables.item_rows
        self.by_word = tables.by_word
        reduced = priced.reduced[options]
        self.reduced = np.append(reduced, np.int64(2**62))
        self.shares = reduced // max(1, int(tables.lengths.max(initial=1)))
        self.surplus, self.has_slack = priced.surplus, priced.has_slack
        self.low, high = np.array(part.bounds, np.int64)
        self.closed_at = self.low - high
        self.multiple, self.repeat = part.multiple, part.repeat
        self.n_levels = tables.n_levels + priced.most_slacks + 1
        self.live = np.zeros(self.n_levels * n_words, np.uint64)
        self.live[:n_words] = tables.root
        self.sizes = np.zeros(part.n_primary, np.uint64)
        levels = np.zeros((5, self.n_levels), np.int64)
        self.branch, self.ways, self.first_word, self.spent, self.path = levels
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self._within = kernels.search.bound(vars(self))

    def run(self, budget: int, nodes: int) -> list[tuple[int, ...]]:
        """Go on for ``nodes``, or until a chunk of solutions is found; the solutions."""
        self._search = partial(self._within, budget)
        found = self.collect(nodes, self._chunk)
        return [tuple(self._options[list(row)].tolist()) for row in found]
