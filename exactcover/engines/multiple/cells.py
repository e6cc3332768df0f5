"""The cells engine for multiplicities (see ``kernels/multiple_cells.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...arrays.compiled import UNLIMITED, Compiled
from ...arrays.views import (
    live_first,
    most_options,
    node_arrays,
    open_first,
    option_of_nodes,
    primary_lengths,
    sums_before,
)
from ...common.deadline import ticking
from ...compile import bound
from ...kernels import lowest
from ...kernels import multiple_cells as kernels
from ...kernels.sparse_sets import CLOSED, OPEN
from .prefixes import MultipleSearch

__all__ = ["MultipleCellsSearch"]


class MultipleCellsSearch(MultipleSearch):
    """A search as ``engines/contract.py`` wants it."""

    kernels: ClassVar[Any] = kernels

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        super().__init__(compiled, prefix, most_options(compiled) + 1)
        self.n_primary = n_primary = compiled.n_primary
        starts, items, colours = node_arrays(compiled)
        ends = starts[1:]
        # Every option gets one node more, of an item that contains them all.
        everything = compiled.n_items
        self.items = np.insert(items, ends, everything).astype(np.int32)
        self.colours = np.insert(colours, ends, 0).astype(np.int32)
        self.starts = starts + np.arange(compiled.n_options + 1)
        n_nodes, n_items = len(self.items), everything + 1
        self.option_of = option_of_nodes(self.starts)
        dead = (primary_lengths(compiled) == 0)[self.option_of]
        self.cells, self.place, size = live_first(self.items, dead, n_items)
        self.size = size.astype(np.int64)
        self.first = sums_before(np.bincount(self.items, minlength=n_items))
        self.state = np.full(n_items, OPEN, np.uint8)
        self.stamp = np.full(n_items, -1, np.int64)
        self.trail_item, self.trail_size = np.zeros((2, n_nodes + 1), np.int64)
        self.closed = np.zeros(n_items + 1, np.int32)
        self.ranks = np.full(n_primary, lowest.NOT_OPEN, np.int64)
        self.listed, self.is_listed, self.first_of = lowest.arrays(n_primary)
        self.many = lowest.MANY
        levels = np.zeros((7, self.n_levels + 1), np.int64)
        self.n_open, self.branch, self.least, self.path = levels[:4]
        self.trail_mark, self.closed_mark, self.given_mark = levels[4:]
        for entry in ticking(self.entries, tick):
            self._apply(entry)
        left = self.state[:n_primary] == OPEN
        self.open_items, self.open_place = open_first(left)
        self.n_open[0] = np.count_nonzero(left)
        self._search = bound(kernels.search, vars(self))

    def _apply(self, entry: int) -> None:
        """Choose an option above the root, or leave it out (~option), for good."""
        option = entry if entry >= 0 else ~entry
        if entry < 0 or not self.compiled.repeat:
            self._remove(option)
        if entry < 0:
            return
        for node in range(int(self.starts[option]), int(self.starts[option + 1]) - 1):
            item, colour = int(self.items[node]), int(self.colours[node])
            if item < self.compiled.n_primary:
                self.low[item] -= 1
                if self.high[item] == UNLIMITED:
                    continue
                self.high[item] -= 1
                if self.high[item] > 0:
                    continue
            elif self.state[item] == CLOSED:
                continue
            self.state[item] = CLOSED
            live = self.cells[self.first[item] : self.first[item] + self.size[item]].tolist()
            for rival in live:
                if colour == 0 or self.colours[rival] != colour:
                    self._remove(int(self.option_of[rival]))

    def _remove(self, option: int) -> None:
        """Remove an option from its open items."""
        for node in range(int(self.starts[option]), int(self.starts[option + 1])):
            item = int(self.items[node])
            if self.state[item] == CLOSED:
                continue
            self.size[item] -= 1
            here, there = self.place[node], self.first[item] + self.size[item]
            last = self.cells[there]
            self.cells[here], self.place[last] = last, here
            self.cells[there], self.place[node] = node, there
