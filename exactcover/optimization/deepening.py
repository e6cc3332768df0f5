"""Iterative deepening by cost: all solutions within a growing budget above a bound.

Only options whose reduced costs allow it are used (``kernels/trees/cheapest_loop.py``). If there is
no solution, the bound rises by the budget, and the next search has a larger one. If there is one,
only cheaper ones are searched for from then on. When nothing is left to search, the best solution
found is proven to be the best. (Iterative deepening on the cost: R. E. Korf, 1985.)

Its nodes are cheap, some millions a second, and its bounds are plain. It ends first where there are
few options or many solutions; where bounds matter more, ``tree.py`` does.

Items may stay open. If that costs something above the bound, the search does better to decide it
like anything else. The item may be covered at most h times; now it must be covered exactly h times.
A new option, its *slack*, covers it alone, may be chosen again and again, and costs as much as
leaving it open. Solutions correspond one to one, and bounds that ask for the cheapest option of
every item in need now see these items too. (The slack variable of linear programming.)
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..arrays.clash_tables import ClashTables
from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, view
from ..common.slices import next_slice
from ..engines import choose
from ..engines.kernel_search import KernelSearch
from ..errors import EngineTooLarge
from ..kernels.trees import cheapest_loop as kernels
from .linear_program import LARGEST
from .part import part_of

#: Items that may be covered this many times get no slack: solutions would become long.
_MOST_SLACKS = 100
#: Options the first search makes do with, and by how much more the next one has.
_FIRST_OPTIONS, _MORE_OPTIONS = 256, 4
#: Options of the dive, a table of 2 MB.
_DIVE_OPTIONS = 4_096
#: Solutions handed over at a time, where all within a bound are asked for.
_CHUNK = 256


@dataclass(frozen=True, eq=False)
class Priced:
    """A problem as the search for the cheapest solutions takes it."""

    #: The options of the problem as stated, then the slacks.
    compiled: Compiled
    #: int64, for each option: what choosing it costs above the bound, at least; not negative.
    reduced: Any
    #: int64, for each primary item: what covering it more often than it needs costs each time.
    surplus: Any
    #: uint8, for each primary item: 1 if it has a slack.
    has_slack: Any

    #: How many slacks a solution has at most.
    most_slacks: int

    @property
    def n_slacks(self) -> int:
        """How many of the options are slacks."""
        return int(self.has_slack.sum())


def with_slack(compiled: Compiled, reduced: Any, price: Any) -> Priced:
    """Add slacks for all items, if any, that may stay open and have a negative price.

    ``reduced``: the reduced costs of the options, not negative; ``price``: the prices of the items.

    A negative price says that the bound counts on the item being covered. An item to be covered at
    least l and at most h times may have its slack at most h - l times. To see to that, the slack
    also covers a new item of its own, which may be covered at most h - l times.
    """
    n_primary, n_items = compiled.n_primary, compiled.n_items
    price = price[:n_primary]
    surplus = np.maximum(price, 0)
    if not compiled.multiple:
        none = np.zeros(n_primary, np.uint8)
        return Priced(compiled, reduced, surplus, none, 0)
    low, high = view(compiled.low), view(compiled.high)
    slack = np.flatnonzero((low < high) & (high < _MOST_SLACKS) & (price < 0))
    n_slacks = len(slack)
    starts, items, colours = node_arrays(compiled)
    # The new items stand between the primary and the secondary ones.
    shifted = np.where(items < n_primary, items, items + n_slacks)
    pairs = np.stack([slack, n_primary + np.arange(n_slacks)], axis=1).reshape(-1)
    new_items = np.append(shifted, pairs).astype(np.int32)
    new_starts = np.append(starts, starts[-1] + 2 * np.arange(1, n_slacks + 1))
    new_colours = np.append(colours, np.zeros(2 * n_slacks, np.int32))
    new_low = np.append(low, np.zeros(n_slacks, np.int32))
    new_low[slack] = high[slack]
    new_high = np.append(high, (high - low)[slack])
    extended = replace(
        compiled,
        n_primary=n_primary + n_slacks,
        n_items=n_items + n_slacks,
        starts=array("q", new_starts.tobytes()),
        items=array("i", new_items.tobytes()),
        colours=array("i", new_colours.tobytes()),
        deferred=b"",
        low=array("i", new_low.tobytes()),
        high=array("i", new_high.tobytes()),
    )
    has_slack = np.zeros(n_primary + n_slacks, np.uint8)
    has_slack[slack] = 1
    return Priced(
        extended,
        np.append(reduced, -price[slack]),
        np.append(surplus, np.zeros(n_slacks, np.int64)),
        has_slack,
        int((high - low)[slack].sum()),
    )


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
