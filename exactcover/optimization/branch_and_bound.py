"""The cheapest solutions, and the proof that they are.

Beginning. A short plain search takes any solution, before anything that may last. Once options have
reduced costs (below), a short dive takes the cheapest option first, for a better one.

Bounding. Prices of the items, found by subgradient steps, prove a lower bound on the cost of every
solution, and give every option a reduced cost: what choosing it costs above the bound
(``bounds.py``). Items that may stay open at a price are covered by a slack then (``slack.py``).

Branching. A search finds all solutions that spend at most a budget above the bound, with only those
options whose reduced costs allow it (``kernels/branch_and_bound.py``). If there is none, the bound
rises by the budget, and the next search has a larger one. If there is one, only cheaper ones are
searched for from then on. When nothing is left to search, the best solution found is proven to be
the best. So the search never looks at options that are too expensive for the best solutions, and a
bound is known whenever it is stopped. (Iterative deepening on the cost: R. E. Korf, 1985.)

Costs are ints here (``common/costs.py``), of any size. Each solution's cost is computed from them
exactly. The search sees them rounded down to units that fit its arithmetic, so it may look at
solutions that are not better, and never overlooks one.
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ..arrays.clash_tables import ClashTables
from ..arrays.compiled import Compiled
from ..arrays.views import most_options, node_arrays, repeated, sums_before
from ..common.slices import next_slice
from ..engines import choose
from ..engines.contract import EngineSearch
from ..engines.kernel_search import KernelSearch
from ..errors import EngineTooLarge
from ..kernels import branch_and_bound as kernels
from ..kernels.jit import bound
from .bounds import LARGEST, Bound
from .slack import Priced, with_slack

__all__ = ["Optimization"]

#: Options the first search makes do with, and by how much more the next one has.
_FIRST_OPTIONS, _MORE_OPTIONS = 256, 4
#: Nodes of the search for a first solution and of the dive, besides those of one path down; options
#: of the dive, a table of 2 MB.
_FIRST_NODES, _DIVE_OPTIONS = 1_000, 4_096
#: Solutions handed over at a time, where all within a bound are asked for.
_CHUNK = 256
#: Pairs of items in one option that are looked at to find the groups, some tenths of a second.
_MOST_PAIRS = 2_000_000


@dataclass(eq=False)
class Optimization:
    """A search for the cheapest solutions, in slices."""

    compiled: Compiled
    costs: Sequence[int]
    #: How many solutions are wanted; None for all that cost no more than ``within``.
    k: int | None
    within: int | None
    tick: Callable[[], None]

    def __post_init__(self) -> None:
        compiled = self.compiled
        #: (cost, options), the cheapest first.
        self.best: list[tuple[int, tuple[int, ...]]] = []
        self.done = False
        #: Whether the search would need more memory than it may take.
        self.too_large = False
        most = most_options(compiled) if compiled.multiple else compiled.n_primary
        #: Nodes of the search for a first solution, and of the dive.
        self._first_nodes = _FIRST_NODES + most
        self._bound = Bound(compiled, self.costs, most)
        #: No solution costs less than this many units above the bound.
        self._proven = 0
        self._nodes_before = 0
        self._n_options = 0
        self._search: _Search | None = None

    def prepare(self, nodes: int) -> None:
        """Find a first solution, within ``nodes``, and the bound. Called once, before ``run``.

        A tick may end it by raising. What is known by then holds.
        """
        self.take_any(min(nodes, self._first_nodes))
        if self.done:
            return
        self._bound.ascend(self.tick)
        self._priced = with_slack(self.compiled, self._bound)
        #: Options by ascending reduced cost.
        self._by_cost = np.argsort(self._priced.reduced, kind="stable")
        self._group = _groups(self._priced.compiled, self.tick)
        self._dive(min(nodes - self.nodes, self._first_nodes))
        self._next_search()

    def take_any(self, nodes: int) -> None:
        """Look for any solution by a plain search of at most ``nodes``."""
        engine = choose.start(self.compiled, "cells", self.tick)
        kept = self._until_kept(engine, lambda step: engine.collect(step, 1), nodes)
        # All solutions were seen, and none of them is asked for.
        self.done = engine.done and not kept

    def _dive(self, nodes: int) -> None:
        """Look for a better solution, cheapest options first, in at most ``nodes``."""
        cheap = np.arange(len(self._by_cost)) < _DIVE_OPTIONS
        # Without its slack an item that may stay open could not.
        n_options = self._priced.compiled.n_options
        options = self._by_cost[cheap | (self._by_cost >= n_options - self._priced.n_slacks)]
        try:
            search = _Search(self._priced, options, LARGEST, 1, self._group, self.tick)
        except EngineTooLarge:
            return
        self._until_kept(search, lambda step: search.run(self._wanted(), step), nodes)

    def _until_kept(
        self,
        search: EngineSearch | _Search,
        ask: Callable[[int], Sequence[Sequence[int]]],
        nodes: int,
    ) -> bool:
        """Ask for solutions, through at most ``nodes``, until one is kept; whether one was."""
        kept, step = False, 1
        while nodes > 0 and not kept and not search.done:
            visited, before = search.nodes, time.monotonic()
            for options in ask(min(step, nodes)):
                kept = self.take(options) or kept
            visited = search.nodes - visited
            self._nodes_before += visited
            nodes -= visited
            step = next_slice(step, time.monotonic() - before)
            # Afterwards: one node may be enough, and loading the kernels has taken its time.
            self.tick()
        return kept

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._nodes_before + (self._search.nodes if self._search else 0)

    @property
    def bound(self) -> int:
        """No solution costs less."""
        proven = self._bound.in_costs(self._bound.value + self._proven)
        if self.done and self.best:
            return self.best[0][0]
        if self.done and self.within is not None:
            return self.within + 1
        return min(proven, self.best[0][0]) if self.best else proven

    def run(self, nodes: int) -> None:
        """Go on for at most ``nodes`` nodes."""
        while nodes > 0 and not self.done and not self.too_large:
            search = self._search
            assert search is not None
            before = search.nodes
            for options in search.run(min(self._wanted(), search.most_spent), nodes):
                self.take(options)
            nodes -= search.nodes - before
            if search.done:
                self._close(search)

    def _wanted(self) -> int:
        """What solutions that are asked for, and better than those known, spend at most."""
        most = LARGEST
        if self.within is not None:
            most = min(most, self._bound.in_units(self.within) - self._bound.value)
        if self.k is not None and len(self.best) >= self.k:
            worst = self.best[-1][0] if self.best else 0
            # Cheaper by one whole cost at least.
            most = min(most, self._bound.in_units(worst - 1) - self._bound.value)
        return max(most, -1)

    def take(self, options: Sequence[int]) -> bool:
        """Keep a solution if it is among the best; whether it is, and new."""
        found = tuple(sorted(option for option in options if option < self.compiled.n_options))
        cost = sum(self.costs[option] for option in found)
        full = self.k is not None and len(self.best) >= self.k
        place = bisect_left(self.best, (cost, found))
        known = self.best[place : place + 1] == [(cost, found)]
        beyond = self.within is not None and cost > self.within
        if known or beyond or (full and cost >= self.best[-1][0]):
            return False
        # In before out: Ctrl-C may come between, and what is best then is still there.
        self.best.insert(place, (cost, found))
        if full:
            self.best.pop()
        return True

    def _close(self, search: _Search) -> None:
        """A search has come to its end: what is proven by that, and what is next."""
        self._nodes_before += search.nodes
        self._search = None
        if search.most_spent >= self._wanted():
            self.done = True
            return
        # What was found may be found again by the next search, which goes beyond.
        self._proven = search.most_spent + 1
        self._next_search()

    def _next_search(self) -> None:
        """Search with more options than before, and for what they allow to spend; or be done."""
        wanted = self._wanted()
        if wanted < self._proven:
            self.done = True
            return
        reduced = self._priced.reduced[self._by_cost]
        total = len(reduced)
        n_options = total
        if self.k is not None:
            # Options that spend no more than is proven alone would prove nothing new.
            least = int(np.searchsorted(reduced, self._proven, side="right"))
            n_options = min(total, max(least, _FIRST_OPTIONS, _MORE_OPTIONS * self._n_options))
        budget = wanted if n_options == total else min(wanted, int(reduced[n_options]) - 1)
        self._n_options = n_options
        used = self._by_cost[: int(np.searchsorted(reduced[:n_options], budget, side="right"))]
        try:
            self._search = _Search(self._priced, used, budget, self.k, self._group, self.tick)
        except EngineTooLarge:
            self.too_large = True


class _Search(KernelSearch):
    """One search with some of the options and up to a budget, around the kernel."""

    prefix = ()

    def __init__(
        self,
        priced: Priced,
        options: Any,
        budget: int,
        k: int | None,
        group: Any,
        tick: Callable[[], None],
    ):
        """``options``: those to be used, in order of their reduced costs."""
        self.most_spent = budget
        self._options = options
        # If several solutions are wanted, each one found may change what is searched for.
        self._chunk = 1 if k is not None else _CHUNK
        part = _part(priced.compiled, options)
        choose.check_table_size("minimize", part)
        tables = ClashTables(part, tick)
        self.n_words = n_words = tables.n_words
        # Slacks may be chosen again.
        slacks = np.flatnonzero(options >= priced.compiled.n_options - priced.n_slacks)
        clash = tables.clash.reshape(len(options), n_words)
        clash[slacks, slacks >> 6] &= ~(np.uint64(1) << (slacks & 63).astype(np.uint64))
        self.starts, self.items = tables.starts, tables.items
        self.clash, self.rows, self.table = tables.clash, tables.item_rows, tables.by_word
        reduced = priced.reduced[options]
        self.reduced = np.append(reduced, np.int64(2**62))
        self.shares = reduced // max(1, int(tables.lengths.max(initial=1)))
        self.group, self.surplus, self.has_slack = group, priced.surplus, priced.has_slack
        self.low, self.high = np.array(part.bounds, np.int64)
        self.repeat = part.repeat
        self.n_levels = tables.n_levels + priced.most_slacks + 1
        self.live, self.untried = np.zeros((2, self.n_levels * n_words), np.uint64)
        self.live[:n_words] = tables.root
        self.sizes = np.zeros(part.n_primary, np.uint64)
        self.sums = np.zeros(int(group.max(initial=0)) + 1, np.int64)
        self.first_word, self.spent, self.path = np.zeros((3, self.n_levels), np.int64)
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self._within = bound(kernels.search, vars(self))

    def run(self, budget: int, nodes: int) -> list[tuple[int, ...]]:
        """Go on for ``nodes``, or until a chunk of solutions is found; the solutions."""
        self._search = partial(self._within, budget)
        found = self.collect(nodes, self._chunk)
        return [tuple(self._options[list(row)].tolist()) for row in found]


def _groups(compiled: Compiled, tick: Callable[[], None]) -> Any:
    """A group for each primary item, so that no option contains two items of one group.

    Greedily, the items with most others beside them first; an item that fits in no group begins
    one.
    """
    n_primary = compiled.n_primary
    starts, items, _ = node_arrays(compiled)
    group = np.arange(n_primary, dtype=np.int64)
    lengths = np.diff(starts)
    if int((lengths * lengths).sum()) > _MOST_PAIRS:
        return group
    beside: list[set[int]] = [set() for _ in range(n_primary)]
    for option in range(compiled.n_options):
        if option % 1024 == 0:
            tick()
        together = [item for item in items[starts[option] : starts[option + 1]] if item < n_primary]
        for item in together:
            beside[item].update(together)
    members: list[set[int]] = []
    for item in sorted(range(n_primary), key=lambda item: (-len(beside[item]), item)):
        tick()
        for number, inside in enumerate(members):
            if beside[item].isdisjoint(inside):
                inside.add(item)
                group[item] = number
                break
        else:
            group[item] = len(members)
            members.append({item})
    return group


def _part(compiled: Compiled, options: Any) -> Compiled:
    """The problem with these options alone, in this order; the items stay."""
    starts, items, colours = node_arrays(compiled)
    lengths = np.diff(starts)[options]
    new_starts = sums_before(lengths)
    nodes = repeated(starts[options] - new_starts[:-1], lengths) + np.arange(new_starts[-1])
    return replace(
        compiled,
        starts=array("q", new_starts.tobytes()),
        items=array("i", items[nodes].tobytes()),
        colours=array("i", colours[nodes].tobytes()),
    )
