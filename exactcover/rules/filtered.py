"""The search of any engine, filtered: only the solutions that a rule accepts count."""

from __future__ import annotations

from ..engines.contract import Divisible, OpenPrefixes
from ..errors import SearchStopped
from ..kernels.array_types import Int32s
from .table_search import Judges, TableSearch, joined

__all__ = ["FilteredSearch"]


class FilteredSearch(TableSearch):
    """A search as the engine contract wants it, around another one."""

    def __init__(self, search: Divisible, accepted: Judges):
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

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        return self._search.open_prefixes()

    def collect_table(self, nodes: int, limit: int) -> Int32s:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1.

        The engine is asked for no more solutions than are still wanted, so none is lost.
        """
        until = self.nodes + nodes
        kept: list[Int32s] = []
        found = 0
        while not self.done and self.nodes < until and found < limit:
            try:
                table = self._search.collect_table(until - self.nodes, limit - found)
            except SearchStopped:
                if not found:
                    raise
                break
            kept.append(table[self._accepted(table)])
            found += len(kept[-1])
        return joined(kept)
