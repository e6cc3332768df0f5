"""What the compiled searches with rules share: their solutions are the rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ..engines.contract import OpenPrefix, OpenPrefixes
from ..kernels.array_types import Int32s

__all__ = ["Judges", "SteppedSearch", "TableSearch", "joined"]

#: Which rows of a table a rule accepts.
Judges = Callable[[Any], Any]


class TableSearch:
    """A search as the engine contract wants it, by what it gives as a table."""

    def collect_table(self, nodes: int, limit: int) -> Int32s:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        raise NotImplementedError

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return len(self.collect_table(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        rows = self.collect_table(nodes, limit).tolist()
        return [[option for option in row if option >= 0] for row in rows]


class SteppedSearch(TableSearch):
    """A search in steps, each of which may find more solutions than are asked for."""

    #: Nodes visited so far.
    nodes = 0

    def __init__(self, allowed: Judges, accepted: Judges):
        self._allowed, self._accepted = allowed, accepted
        #: Solutions not given out yet; none is lost if it is asked for 0 nodes until it has none.
        self._found: list[Int32s] = []

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely, and every solution given out."""
        return self._searched and not self._found

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        prefixes = [tuple(prefix) for prefix in self._open()]
        return OpenPrefixes.of([OpenPrefix(prefix, 1 / len(prefixes)) for prefix in prefixes])

    def _open(self) -> Iterable[Sequence[int]]:
        """The same as plain sequences."""
        raise NotImplementedError

    def collect_table(self, nodes: int, limit: int) -> Int32s:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        until = self.nodes + nodes
        while sum(map(len, self._found)) < limit and self.nodes < until and not self._searched:
            self._step(until - self.nodes)
        table = joined(self._found)
        self._found = [table[limit:]] if len(table) > limit else []
        return table[:limit]

    def _keep(self, table: Int32s) -> None:
        """Keep the solutions, out of these, that the rule for complete solutions accepts."""
        if len(table):
            table = table[self._accepted(table)]
        if len(table):
            self._found.append(table)

    @property
    def _searched(self) -> bool:
        """Whether the tree has been visited completely."""
        raise NotImplementedError

    def _step(self, most: int) -> None:
        """Visit at most ``most`` nodes."""
        raise NotImplementedError


def joined(tables: Sequence[Int32s]) -> Int32s:
    """Tables of solutions as one."""
    width = max((table.shape[1] for table in tables), default=0)
    whole = np.full((sum(map(len, tables)), width), -1, np.int32)
    end = 0
    for table in tables:
        begin, end = end, end + len(table)
        whole[begin:end, : table.shape[1]] = table
    return whole
