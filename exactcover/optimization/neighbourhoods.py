"""Better solutions near the best one: some of it is freed, and what is open is solved anew.

A *neighbourhood* of a solution is every solution that shares some of its options. A round keeps
most options of the best solution, drops the others, and lets the search with a budget look for a
cheaper way to cover what is open (large neighbourhood search: P. Shaw, 1998). A round that comes to
its end is followed by one that drops more, and a round that does not by one that drops less.

What is dropped is chosen at random in every other round. In between it hangs together: options that
share items with cheap options which share items with those dropped already. All is drawn from a
seed, and measured by nodes, so every run is the same.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays.views import node_arrays, nodes_of, option_of_nodes, sums_before
from ..errors import EngineTooLarge
from .deepening import Search
from .slack import Priced

__all__ = ["Neighbourhoods"]

#: Nodes of a round at most.
_NODES = 5_000
#: Options dropped in the first round; by how much the number changes after a round.
_FIRST_DROPPED, _CHANGE = 8.0, 1.1
#: Options of a round at most; the cheapest are taken.
_MOST_OPTIONS = 4_096


class Neighbourhoods:
    """Rounds, one after the other."""

    def __init__(self, priced: Priced, group: Any, tick: Callable[[], None]):
        self._priced, self._group, self._tick = priced, group, tick
        self._draw = random.Random(0)
        self._dropped = _FIRST_DROPPED
        compiled = priced.compiled
        self._starts, self._items, self._colours = node_arrays(compiled)
        self._option_of = option_of_nodes(self._starts)
        #: The options of item *i*, cheapest first, begin at ``_item_starts[i]``.
        self._item_starts = sums_before(np.bincount(self._items, minlength=compiled.n_items))
        by_cost = np.lexsort((priced.reduced[self._option_of], self._items))
        self._by_item = self._option_of[by_cost]
        self._low, self._high = (np.array(each, np.int64) for each in compiled.bounds)
        self.nodes = 0
        self.rounds = 0

    def round(self, solution: Sequence[int], wanted: int, nodes: int) -> list[tuple[int, ...]]:
        """One round around a solution: solutions that spend at most ``wanted``, at most one."""
        self.rounds += 1
        dropped = self._choose(list(solution))
        kept = np.array([option for option in solution if option not in dropped], np.int64)
        priced = self._priced
        compiled = priced.compiled
        n_primary = compiled.n_primary
        mine = nodes_of(self._starts, kept)
        covered = np.bincount(self._items[mine], minlength=compiled.n_items)
        low = np.maximum(self._low - covered[:n_primary], 0)
        high = self._high - covered[:n_primary]
        # A colour that is given to an item stays; without one it is closed.
        colour = np.full(compiled.n_items, -1)
        colour[self._items[mine]] = self._colours[mine]
        given = colour[self._items]
        shut = (given >= 0) & ((given != self._colours) | (given == 0))
        shut[self._items < n_primary] = (high <= 0)[self._items[self._items < n_primary]]
        spent = int(priced.reduced[kept].sum())
        fits = priced.reduced <= wanted - spent
        fits[self._option_of[shut]] = False
        if not compiled.repeat:
            fits[kept] = False
        options = np.flatnonzero(fits)
        options = options[np.argsort(priced.reduced[options], kind="stable")]
        slacks = options >= compiled.n_options - priced.n_slacks
        options = options[slacks | (np.arange(len(options)) < _MOST_OPTIONS)]
        open_now = replace(
            compiled,
            low=array("i", low.astype(np.int32).tobytes()),
            high=array("i", high.astype(np.int32).tobytes()),
        )
        try:
            search = Search(
                replace(priced, compiled=open_now), options, wanted - spent, 1, self._group,
                self._tick,
            )  # fmt: skip
        except EngineTooLarge:
            self._dropped /= _CHANGE
            return []
        nodes = min(nodes, _NODES)
        found: list[tuple[int, ...]] = []
        while search.nodes < nodes and not search.done and not found:
            found = search.run(wanted - spent, nodes - search.nodes)
            self._tick()
        self.nodes += search.nodes
        if search.done:
            self._dropped *= _CHANGE
        elif not found:
            self._dropped = max(self._dropped / _CHANGE, 2.0)
        return [(*kept.tolist(), *each) for each in found]

    def _choose(self, solution: list[int]) -> set[int]:
        """Which options of a solution are dropped."""
        draw = self._draw
        number = min(int(self._dropped), len(solution))
        if number == len(solution):
            return set(solution)
        if self.rounds % 2 == 0:
            return set(draw.sample(solution, number))
        owners: dict[int, list[int]] = {}
        for option in solution:
            for item in self._items_of(option):
                owners.setdefault(item, []).append(option)
        order = [draw.choice(solution)]
        dropped = set(order)
        while len(dropped) < number:
            # A cheap option beside one of those dropped, and all that it would take the place of.
            item = draw.choice(self._items_of(draw.choice(order)))
            first, last = self._item_starts[item : item + 2].tolist()
            beside = int(self._by_item[first + int((last - first) * draw.random() ** 3)])
            for other in self._items_of(beside):
                for option in owners.get(other, ()):
                    if option not in dropped and len(dropped) < number:
                        dropped.add(option)
                        order.append(option)
            if draw.random() < 0.05:
                option = draw.choice(solution)
                if option not in dropped:
                    dropped.add(option)
                    order.append(option)
        return dropped

    def _items_of(self, option: int) -> list[int]:
        items: list[int] = self._items[self._starts[option] : self._starts[option + 1]].tolist()
        return items
