"""The search of any engine, filtered: only the solutions that a rule accepts count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..engines.contract import Divisible, OpenPrefixes
from ..errors import SearchStopped
from ..kernels.bits.array_types import Int32s

#: Options in the solutions that the rule is asked about before the clock is looked at again.
_ENTRIES = 250_000

#: Which rows of a table of solutions a rule accepts.
Judges = Callable[[Any], Any]


class FilteredSearch:
    """A search as ``engines/contract.py`` wants it, around another one."""

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

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return len(self.collect_table(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        rows = self.collect_table(nodes, limit).tolist()
        return [[option for option in row if option >= 0] for row in rows]

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
        return _joined(kept)


def _joined(tables: Sequence[Int32s]) -> Int32s:
    """Tables of solutions as one."""
    width = max((table.shape[1] for table in tables), default=0)
    whole = np.full((sum(map(len, tables)), width), -1, np.int32)
    end = 0
    for table in tables:
        begin, end = end, end + len(table)
        whole[begin:end, : table.shape[1]] = table
    return whole
