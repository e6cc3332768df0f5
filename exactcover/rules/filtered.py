"""The search of any engine, filtered: only the solutions that a rule accepts count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..engines.contract import EngineSearch
from ..errors import SearchStopped

__all__ = ["FilteredSearch"]


class FilteredSearch:
    """A search as the engine contract wants it, around another one.

    ``accepted``: which rows of a table of solutions are to be kept.
    """

    def __init__(self, search: EngineSearch, accepted: Callable[[Any], Any]):
        self._search = search
        self._accepted = accepted

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._search.nodes

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        return self._search.done

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return len(self.collect_table(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        table = self.collect_table(nodes, limit)
        return [[option for option in row if option >= 0] for row in table.tolist()]

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1.

        The engine is asked for no more solutions than are still wanted, so none is lost.
        """
        until = self.nodes + nodes
        kept: list[Any] = []
        found = 0
        while not self.done and self.nodes < until and found < limit:
            try:
                table = self._search.collect_table(until - self.nodes, limit - found)
            except SearchStopped:
                if not found:
                    raise
                break
            table = table[self._accepted(table)]
            found += len(table)
            kept.append(table)
        width = max((table.shape[1] for table in kept), default=0)
        rows = [
            np.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=-1)
            for table in kept
            if len(table)
        ]
        return np.concatenate(rows) if rows else np.zeros((0, width), np.int32)
