"""From a problem to the graph of its solutions, by listing them: best if they are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..arrays.compiled import Compiled
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int32s
from .graph import Graph
from .item_order import ranks

#: Bytes for each option of a solution, while the graph is made.
_BYTES = 48
#: More solutions are not listed: other strategies have found some repetition by then.
_MOST = 2_000_000
#: Nodes visited from one look at the work to the next; so many solutions are fetched at a time.
_STEP = 4_096


class ListedBuild:
    """Solutions being listed, in slices; and their graph."""

    name = "all solutions listed"
    #: Listing always ends.
    hopeless = False

    def __init__(self, compiled: Compiled, search: EngineSearch, order: Sequence[int], memory: int):
        """``search``: one that has not begun. ``order``: of the primary items; options follow it by
        the first item they cover."""
        self.memory = memory
        self.step = _STEP
        # With multiplicities an option need not cover the first item that is open, and edges of a
        # node are to stand by their numbers.
        n_options = self._n_options = compiled.n_options
        first = np.zeros(n_options, np.int64) if compiled.multiple else ranks(compiled, order)[1]
        #: The options in that order, and -1 behind them; option -> its place, and -1 -> the last.
        self._ordered = np.append(np.argsort(first, kind="stable"), -1).astype(np.int32)
        self._place = np.append(np.argsort(self._ordered[:-1]), n_options).astype(np.int32)
        self._search = search
        self._tables: list[Int32s] = []
        self._entries = self._found = 0

    @property
    def n_visited(self) -> int:
        """Nodes of the search visited so far."""
        return self._search.nodes

    #: The work so far, in nodes of a search.
    cost = n_visited

    @property
    def done(self) -> bool:
        """Whether all solutions are listed."""
        return self._search.done

    @property
    def n_bytes(self) -> int:
        """Bytes it needs for what is listed so far."""
        return self._entries * _BYTES

    def run(self, states: int) -> None:
        """Visit at most ``states`` more nodes. Raises :class:`DiagramTooLarge`."""
        until = self.n_visited + states
        while not self.done and self.n_visited < until:
            most = min(_STEP, until - self.n_visited)
            table = self._search.collect_table(most, most)
            if len(table):
                self._tables.append(np.sort(self._place[table], axis=1))
                self._found += len(table)
                self._entries += table.size + len(table)
            if self.n_bytes > self.memory or self._found > _MOST:
                raise DiagramTooLarge(self.memory, self.n_visited)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        return self._found

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, if it is done."""
        tick()
        from ..kernels.graphs import minimal_graph as kernels

        if not self._found:
            return Graph.without_edges(-1)
        longest = max(table.shape[1] for table in self._tables)
        rows = np.full((self._found, longest), self._n_options, np.int32)
        at = 0
        for table in self._tables:
            rows[at : at + len(table), : table.shape[1]] = table
            at += len(table)
        if longest:
            # Read as bytes, highest first, rows compare as their numbers do.
            text = rows.astype(">u4").view(f"S{4 * longest}").reshape(-1)
            rows = rows[np.argsort(text, kind="stable")]
        rows[rows == self._n_options] = -1
        room = rows.size + len(rows) + 2
        slots = np.full(1 << (2 * room - 1).bit_length(), -1, np.int32)
        begin = np.zeros(room, np.int64)
        option, child, pending_option, pending_child = np.zeros((4, room), np.int32)
        pending_begin, sizes = np.zeros(longest + 2, np.int64), np.zeros(2, np.int64)
        pending = pending_option, pending_child, pending_begin
        root = kernels.minimal_graph(rows, slots, begin, option, child, *pending, sizes)
        graph = Graph.cut(begin, option, child, int(sizes[0]), int(root))
        return replace(graph, option=self._ordered[graph.option])
