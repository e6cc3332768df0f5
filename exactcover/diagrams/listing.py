"""From a problem to the graph of its solutions, by listing them: the best way if they are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge
from .graph import Graph

__all__ = ["ListedBuild"]

#: Bytes for each option of a solution, while the graph is made.
_BYTES = 48
#: More solutions are not listed: other ways have found some repetition by then.
_MOST = 2_000_000
#: Nodes visited from one look at the work to the next.
_STEP = 4_096
#: Solutions fetched at a time.
_CHUNK = 1 << 16


class ListedBuild:
    """Solutions being listed, in slices; and their graph."""

    name = "all solutions listed"
    repeats = 1.0

    def __init__(self, compiled: Compiled, search: EngineSearch, order: Sequence[int], memory: int):
        """``search``: one that has not begun. ``order``: of the primary items; options follow it by
        the first item they cover."""
        self.memory = memory
        self.step = _STEP
        starts, items, _ = node_arrays(compiled)
        rank = np.full(compiled.n_items, compiled.n_primary)
        rank[np.asarray(order, np.int64)] = np.arange(compiled.n_primary)
        first = np.full(compiled.n_options, compiled.n_primary)
        option_of = np.repeat(np.arange(compiled.n_options), np.diff(starts))
        # With multiplicities an option need not cover the first item that is open, and edges of a
        # node are to stand by their numbers.
        if not compiled.multiple:
            np.minimum.at(first, option_of, rank[items])
        #: The options in that order; and option -> its place, and -1 -> -1.
        self._ordered = np.append(np.argsort(first, kind="stable"), -1).astype(np.int32)
        self._place = np.full(compiled.n_options + 1, -1, np.int32)
        self._place[self._ordered[:-1]] = np.arange(compiled.n_options)
        self._search = search
        self._tables: list[Any] = []
        self._entries = self._found = 0

    @property
    def n_visited(self) -> int:
        """Nodes of the search visited so far."""
        return self._search.nodes

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited

    @property
    def promising(self) -> bool:
        """Whether it finds the same again; never so here."""
        return False

    @property
    def hopeless(self) -> bool:
        """Whether there is nothing to be hoped for; listing always ends."""
        return False

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
            most = until - self.n_visited
            table = self._search.collect_table(most, min(most, _CHUNK))
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
        from ..kernels import minimal_graph as kernels

        longest = max((table.shape[1] for table in self._tables), default=0)
        rows = np.full((self._found, longest), -1, np.int32)
        at = 0
        for table in self._tables:
            # -1 comes first when options are sorted; it is to stand behind.
            lengths = np.count_nonzero(table >= 0, axis=1)
            for length in np.unique(lengths):
                alike = np.flatnonzero(lengths == length)
                rows[at : at + len(alike), :length] = table[alike, table.shape[1] - length :]
                at += len(alike)
        if not self._found:
            return Graph.without_edges(-1)
        if longest:
            # Read as bytes, highest first, a row compares as its numbers do, -1 as the greatest.
            text = rows.astype(">u4").view(f"S{4 * longest}").reshape(-1)
            rows = np.ascontiguousarray(rows[np.argsort(text, kind="stable")])
        room = rows.size + len(rows) + 2
        slots = np.full(1 << (2 * room - 1).bit_length(), -1, np.int32)
        begin = np.zeros(room, np.int64)
        option, child, pending_option, pending_child = np.zeros((4, room), np.int32)
        sizes = np.zeros(2, np.int64)
        root = kernels.minimal_graph(
            rows,
            slots,
            begin,
            option,
            child,
            pending_option,
            pending_child,
            np.zeros(longest + 2, np.int64),
            sizes,
        )
        n_nodes, n_edges = sizes.tolist()
        return Graph(
            begin[: n_nodes + 1].copy(),
            self._ordered[option[:n_edges]],
            child[:n_edges].copy(),
            int(root),
        )
