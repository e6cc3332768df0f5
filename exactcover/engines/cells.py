"""The cells engine: sparse-set search with colours (see ``kernels/cells.py``).

For problems whose table of clashes would be too large; its memory grows with the nodes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import late_flags, most_options, node_arrays, open_first, view
from ..kernels import cells as kernels
from ..kernels import lowest
from .kernel_search import KernelSearch
from .prefix import OpenPrefixes

__all__ = ["CellsSearch", "start"]


class CellsSearch(KernelSearch):
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.compiled = compiled
        n_primary, n_items, n_nodes = compiled.n_primary, compiled.n_items, compiled.n_nodes
        n_options = compiled.n_options
        self.starts, self.items, self.colours = node_arrays(compiled)
        self.option_of = np.repeat(np.arange(n_options, dtype=np.int32), np.diff(self.starts))
        self.first = view(compiled.by_item[0])
        #: Nodes of each item in order of options, those of options never chosen behind the size.
        choosable = np.zeros(n_options, bool)
        choosable[self.option_of[self.items < n_primary]] = True
        dead = ~choosable[self.option_of]
        by_item = 2 * self.items.astype(np.int64) + dead
        self.cells = np.argsort(by_item, kind="stable").astype(np.int32)
        self.place = np.empty(n_nodes, np.int32)
        self.place[self.cells] = np.arange(n_nodes, dtype=np.int32)
        self.size = np.bincount(self.items[~dead], minlength=n_items).astype(np.int32)
        self.state = np.full(n_items, 2, np.uint8)
        self.stamp = np.full(n_items, -1, np.int64)
        # Every entry of the trail goes with a node removed, and a node is removed once on a path.
        self.trail_item = np.zeros(n_nodes + 1, np.int32)
        self.trail_size = np.zeros(n_nodes + 1, np.int32)
        self.closed = np.zeros(n_items + 1, np.int32)
        self.ranks = np.full(n_primary, lowest.NOT_OPEN, np.int64)
        self.listed, self.is_listed, self.first_of = lowest.arrays(n_primary)
        self.many = lowest.MANY
        self.n_levels = most_options(compiled) + 1
        self.n_open = np.zeros(self.n_levels + 1, np.int32)
        levels = [np.zeros(self.n_levels + 1, np.int64) for _ in range(5)]
        self.branch, self.tried, self.path_length, self.trail_mark, self.closed_mark = levels
        self.path = np.zeros(self.n_levels + 1, np.int32)
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self.order = compiled.branching
        self.late = late_flags(compiled)
        self.prefix = tuple(prefix)
        tick()
        kernels.choose(
            np.array(self.prefix, np.int64),
            self.starts,
            self.items,
            self.colours,
            self.option_of,
            self.first,
            self.cells,
            self.place,
            self.size,
            self.state,
        )
        is_open = self.state[:n_primary] == 2
        self.open_items, self.open_place = open_first(is_open)
        self.n_open[0] = np.count_nonzero(is_open)

    @property
    def open_at_nodes(self) -> int:
        """Primary items open at the nodes visited so far, added up."""
        return int(self.control[kernels.OPEN_ITEMS])

    @property
    def divisible(self) -> bool:
        """Whether it can be given up where it stands: always."""
        return True

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        depth = int(self.control[0])
        path = (*self.prefix, *self.path[: self.path_length[depth]].tolist())
        levels = []
        share = 1.0
        for level in range(depth):
            above = len(self.prefix) + int(self.path_length[level])
            begin = int(self.first[self.branch[level]])
            branches = int(self.size[self.branch[level]])
            share /= branches
            to_try = self.cells[begin + int(self.tried[level]) + 1 : begin + branches]
            levels.append((above, self.option_of[to_try].tolist(), share))
        left = OpenPrefixes(path)
        left.add(len(path), (), share)
        left.add_levels(levels)
        return left

    def _run(self, nodes: int, limit: int, solutions: Any, lengths: Any) -> int:
        found: int = kernels.search(
            self.compiled.n_primary,
            self.order,
            self.late,
            self.starts,
            self.items,
            self.colours,
            self.option_of,
            self.first,
            self.cells,
            self.place,
            self.size,
            self.state,
            self.stamp,
            self.open_items,
            self.open_place,
            self.trail_item,
            self.trail_size,
            self.closed,
            self.ranks,
            self.listed,
            self.is_listed,
            self.first_of,
            self.many,
            self.n_open,
            self.branch,
            self.tried,
            self.path,
            self.path_length,
            self.trail_mark,
            self.closed_mark,
            self.control,
            nodes,
            limit,
            solutions,
            lengths,
        )
        return found


def start(
    compiled: Compiled, prefix: Sequence[int] = (), tick: Callable[[], None] = lambda: None
) -> CellsSearch:
    """A search of ``compiled`` below the options of ``prefix``; ``tick`` as in ``choose.start``."""
    return CellsSearch(compiled, prefix, tick)
