"""Whether options that floating point has chosen are a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, nodes_of


class Check:
    """Whether options are a solution, in whole numbers."""

    def __init__(self, compiled: Compiled):
        self._low, self._high = np.array(compiled.bounds, np.int64)
        self._starts, self._items, self._colours = node_arrays(compiled)
        self._n_primary, self._n_items = compiled.n_primary, compiled.n_items
        #: How often an option may be chosen at most.
        self._most = compiled.n_entries if compiled.repeat else 1

    def is_solution(self, options: Sequence[int]) -> bool:
        """Whether these options, some of them several times, are a solution."""
        times = np.bincount(np.array(options, np.int64), minlength=len(self._starts) - 1)
        return bool((times <= self._most).all()) and self.clash(times) is None

    def clash(self, times: Any) -> int | None:
        """None if the options, each chosen so many times, are a solution.

        If they only clash by a colour, one that does; else -1.
        """
        chosen = np.flatnonzero(times)
        nodes = nodes_of(self._starts, chosen)
        items, colours = self._items[nodes], self._colours[nodes]
        each = np.repeat(times[chosen], np.diff(self._starts)[chosen])
        covered = np.bincount(items, each, self._n_items).astype(np.int64)
        primary = covered[: self._n_primary]
        if (primary < self._low).any() or (primary > self._high).any():
            return -1
        # A secondary item is covered once, or always in the same colour.
        order = np.lexsort((colours, items))
        same = items[order][1:] == items[order][:-1]
        apart = (colours[order][1:] != colours[order][:-1]) | (colours[order][1:] == 0)
        bad = same & apart & (items[order][1:] >= self._n_primary)
        twice = (each > 1) & (items >= self._n_primary) & (colours == 0)
        if twice.any():
            return -1
        if bad.any():
            node = nodes[order[1:][bad][0]]
            return int(np.searchsorted(self._starts, node, side="right") - 1)
        return None
