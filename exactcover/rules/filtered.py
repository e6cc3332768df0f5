"""The search of any engine, filtered: only the solutions that a rule accepts count."""

from __future__ import annotations

from ..engines.contract import Divisible, OpenPrefixes
from ..errors import SearchStopped
from ..kernels.array_types import Int32s
from .table_search import Judges, TableSearch, joined

__all__ = ["FilteredSearch"]

#: Options in the solutions that the rule is asked about before the clock is looked at again.
_ENTRIES = 250_000


class FilteredSearch(TableSearch):
    """A search as the engine contract wants it, around another one."""

    def __init__(self, search: Divisible, accepted: Judges):
        self._search = search
        self._accepted = accepted
        #: Rows of a table of so many entries: one, until it is known how wide tables are.
        self._rows = 1

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
        found = asked = 0
        while not self.done and found < limit:
            left = max(0, until - self.nodes)
            if left and asked >= _ENTRIES:
                break
            try:
                table = self._search.collect_table(left, min(limit - found, self._rows))
            except SearchStopped:
                if not found:
                    raise
                break
            if not left and not len(table):
                break  # (It had none in hand.)
            asked += table.size
            self._rows = max(1, _ENTRIES // max(1, table.shape[1]))
            kept.append(table[self._accepted(table)])
            found += len(kept[-1])
        return joined(kept)
