"""The cells engine: sparse-set search with colours (see ``kernels/cells.py``).

For problems whose table of clashes would be too large; its memory grows with the nodes alone.
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
    open_first,
    option_of_nodes,
    primary_lengths,
    view,
)
from ..common.slots import Slot
from ..compile import bound
from ..kernels import cells as kernels
from ..kernels import lowest
from ..kernels.sparse_sets import OPEN
from .kernel_search import KernelSearch
from .prefix import Levels, OpenPrefixes

__all__ = ["CellsSearch"]


class _Tables:
    """The arrays that all searches of a problem start from."""

    def __init__(self, compiled: Compiled):
        starts, items, _ = node_arrays(compiled)
        self.option_of = option_of_nodes(starts)
        dead = (primary_lengths(compiled) == 0)[self.option_of]
        self.cells, self.place, self.size = live_first(items, dead, compiled.n_items)
        self.n_levels = most_options(compiled) + 1


_TABLES: Slot[_Tables] = Slot("tables of cells")


class CellsSearch(KernelSearch):
    """A search as ``engines/contract.py`` wants it."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.compiled = compiled
        self.prefix = tuple(prefix)
        tables = compiled.derived.get(_TABLES, lambda: _Tables(compiled), tick)
        self.n_primary = n_primary = compiled.n_primary
        n_items, n_nodes, n_levels = compiled.n_items, compiled.n_nodes, tables.n_levels
        self.starts, self.items, self.colours = node_arrays(compiled)
        self.option_of, self.first = tables.option_of, view(compiled.by_item[0])
        self.cells, self.place = tables.cells.copy(), tables.place.copy()
        self.size = tables.size.copy()
        self.state = np.full(n_items, OPEN, np.uint8)
        self.stamp = np.full(n_items, -1, np.int64)
        # Every entry of the trail goes with a node removed, and a node is removed once on a path.
        self.trail_item, self.trail_size = np.zeros((2, n_nodes + 1), np.int32)
        self.closed = np.zeros(n_items + 1, np.int32)
        self.ranks = np.full(n_primary, lowest.NOT_OPEN, np.int64)
        self.listed, self.is_listed, self.first_of = lowest.arrays(n_primary)
        self.many = lowest.MANY
        self.n_levels = n_levels
        self.n_open, self.path = np.zeros((2, n_levels + 1), np.int32)
        levels = np.zeros((5, n_levels + 1), np.int64)
        self.branch, self.tried, self.path_length, self.trail_mark, self.closed_mark = levels
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self.order, self.deferred = compiled.branching, deferred_flags(compiled)
        tick()
        bound(kernels.choose, vars(self))(np.array(self.prefix, np.int64))
        is_open = self.state[:n_primary] == OPEN
        self.open_items, self.open_place = open_first(is_open)
        self.n_open[0] = np.count_nonzero(is_open)
        self._search = bound(kernels.search, vars(self))

    @property
    def open_at_nodes(self) -> int:
        """Primary items open at the nodes visited so far, added up."""
        return int(self.control[kernels.OPEN_ITEMS])

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        depth = int(self.control[0])
        path = (*self.prefix, *self.path[: self.path_length[depth]].tolist())
        levels: Levels = []
        for level in range(depth):
            above = len(self.prefix) + int(self.path_length[level])
            begin = int(self.first[self.branch[level]])
            n_branches = int(self.size[self.branch[level]])
            to_try = self.cells[begin + int(self.tried[level]) + 1 : begin + n_branches]
            options = self.option_of[to_try].tolist()
            levels.append((n_branches, [(above, (option,)) for option in options]))
        return OpenPrefixes.below(path, [*levels, (1, [(len(path), ())])])
