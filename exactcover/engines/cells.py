"""The cells engine: sparse-set search with colours and bounds (see
``kernels/trees/cells_loop.py``).

For problems whose table of clashes would be too large; its memory grows with the entries alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import (
    deferred_flags,
    live_first,
    most_options,
    node_arrays,
    option_of_entries,
    primary_lengths,
    sums_before,
)
from ..common.slots import Slot
from ..kernels.trees import cells_loop as kernels
from ..kernels.trees import lowest
from ..kernels.trees.sparse_sets import IN_NEED, SparseSets
from .contract import Levels, OpenPrefixes, level_of
from .kernel_search import KernelSearch


class _Tables:
    """The arrays that all searches of a problem start from."""

    def __init__(self, compiled: Compiled):
        starts, items, colours = node_arrays(compiled)
        n_items = compiled.n_items
        if compiled.multiple:
            # Every option gets one entry more, of an item that contains them all.
            items = np.insert(items, starts[1:], n_items).astype(np.int32)
            colours = np.insert(colours, starts[1:], 0).astype(np.int32)
            starts = starts + np.arange(len(starts))
            n_items += 1
        self.starts, self.items, self.colours = starts, items, colours
        self.option_of = option_of_entries(starts)
        self.first = sums_before(np.bincount(items, minlength=n_items))
        dead = (primary_lengths(compiled) == 0)[self.option_of]
        self.cells, self.place, self.size = live_first(items, dead, n_items)
        self.n_levels = most_options(compiled) + 1


_TABLES: Slot[_Tables] = Slot("tables of cells")


class CellsSearch(KernelSearch):
    """A search as ``engines/contract.py`` wants it; its arrays are named as the kernels do."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.compiled = compiled
        self.entries = np.array(prefix, np.int64)
        self.prefix = tuple(entry for entry in prefix if entry >= 0)
        tables = compiled.derived.get(_TABLES, lambda: _Tables(compiled), tick)
        self.starts, self.items, self.colours = tables.starts, tables.items, tables.colours
        self.option_of, self.first, self.n_levels = tables.option_of, tables.first, tables.n_levels
        self.cells, self.place = tables.cells.copy(), tables.place.copy()
        self.size = tables.size.copy()
        self.multiple, self.repeat = compiled.multiple, compiled.repeat
        self.order, self.deferred = compiled.branching, deferred_flags(compiled)
        self.n_primary = n_primary = compiled.n_primary
        n_items, n_entries = len(self.size), len(self.items)
        self.state = np.zeros(n_items, np.uint8)
        self.low, high = np.array(compiled.bounds, np.int64)
        self.closed_at = self.low - high
        self.open_items, self.open_place = np.tile(np.arange(n_primary, dtype=np.int32), (2, 1))
        self.stamp = np.full(n_items, -1, np.int64)
        # Whatever is on the trail goes with an entry removed, and none is removed twice on a path.
        self.trail_item, self.trail_size = np.zeros((2, n_entries + 1), np.int32)
        self.closed = np.zeros(n_items + 1, np.int32)
        self.ranks = np.full(n_primary, lowest.NOT_OPEN, np.int64)
        self.listed, self.is_listed, self.first_of = lowest.arrays(n_primary)
        self.many = lowest.MANY
        self.n_open, self.path = np.zeros((2, self.n_levels + 1), np.int32)
        self.n_open[0] = n_primary
        levels = np.zeros((7, self.n_levels + 1), np.int64)
        self.branch, self.n_live, self.n_branches, self.tried, self.path_length = levels[:5]
        self.trail_mark, self.closed_mark = levels[5:]
        self.control = np.zeros(kernels.CONTROL, np.int64)
        if compiled.multiple:
            self.control[IN_NEED] = np.count_nonzero(self.low > 0)
        self.sets = SparseSets._make(map(vars(self).__getitem__, SparseSets._fields))
        kernels.choose.bound(vars(self))()
        self._search = kernels.search.bound(vars(self))

    @property
    def open_at_nodes(self) -> int:
        """Primary items open at the nodes visited so far, added up."""
        return int(self.control[kernels.OPEN_ITEMS])

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        depth = int(self.control[0])
        path: list[int] = self.entries.tolist()
        levels: Levels = []
        taken = 0
        for level in range(depth):
            length, n_live = int(self.path_length[level]), int(self.n_live[level])
            path += self.path[taken:length].tolist()
            tried, taken = int(self.tried[level]), length + 1
            begin = self.first[self.branch[level]]
            live = self.cells[begin : begin + max(n_live, self.n_branches[level])]
            options = self.option_of[live].tolist()
            if n_live:
                left, now = options[: n_live - tried], int(self.path[length])
                left.remove(now)
                options = [*options[: n_live - tried - 1 : -1], now, *left]
                options = options[: self.n_branches[level]]
            levels.append(level_of(path, options, tried, disjoint=not n_live))
        path += self.path[taken : self.path_length[depth]].tolist()
        return OpenPrefixes.below(path, [*levels, (1, [(len(path), ())])])
