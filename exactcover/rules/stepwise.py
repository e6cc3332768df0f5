"""A search that shows its nodes to a rule, a chunk of them at a time.

What is still to be visited lies on a stack of tables, whose rows are partial solutions of one
length each, the next one last. The search takes some hundreds of rows off the top, shows them to
the rule, and branches in those that it allows (``kernels/expand.py``); what they branch into goes
onto the stack. So it visits just the nodes that plain backtracking visits, nearly in the same
order, and memory grows with the depth, not with the number of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import Compiled
from ..arrays.views import deferred_flags, table_of
from ..kernels import expand as kernels

__all__ = ["StepwiseSearch"]

#: Which rows of a table may be.
Judges = Callable[[Any], Any]

#: Nodes in a chunk at most; the first one has one, and each next one twice as many.
_CHUNK = 1024
#: Room for what a chunk branches into.
_ROOM = 1 << 20


class StepwiseSearch:
    """A search by the engine contract. It does not go below a refused partial solution."""

    def __init__(
        self,
        compiled: Compiled,
        allowed: Judges,
        accepted: Judges,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        tables = clash_tables(compiled, tick)
        n_words = tables.n_words
        self._clash = tables.clash.reshape(compiled.n_options, n_words)
        self._item_rows = tables.item_rows.reshape(compiled.n_primary, n_words)
        self._tables = tables
        self._order = compiled.branching
        self._deferred = deferred_flags(compiled)
        self._live = np.zeros((tables.n_levels + 1, n_words), np.uint64)
        self._live[0] = tables.root
        self._covered = np.zeros(compiled.n_primary, np.int64)
        self._children = np.zeros(max(_ROOM, compiled.n_options), np.int32)
        self._complete = np.zeros(len(self._children), np.uint8)
        self._allowed, self._accepted = allowed, accepted
        self._chunk = 1
        #: Nodes visited so far.
        self.nodes = 0
        root = np.array(prefix, np.int32).reshape(1, len(prefix))
        complete = int(tables.lengths[root].sum()) == compiled.n_primary
        #: Tables of partial solutions, and which of them cover everything.
        self._stack: list[tuple[Any, Any]] = [(root, np.array([complete]))]
        #: Of the chunk at work: what is still to be visited, the next one first; and what the rest
        #: branched into. So the order of the search does not depend on how much of it is asked for.
        self._left: tuple[Any, Any] | None = None
        self._branches: list[tuple[Any, Any]] = []
        #: Solutions not given out yet, of one length in each table.
        self._found: list[Any] = []

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely, and every solution given out."""
        return not (self._stack or self._found or self._left)

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return sum(map(len, self._tables_of(nodes, limit)))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        return [row for table in self._tables_of(nodes, limit) for row in table.tolist()]

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        return table_of(self.collect(nodes, limit))

    def _tables_of(self, nodes: int, limit: int) -> list[Any]:
        """The solutions, those of one length in each table."""
        until = self.nodes + nodes
        given: list[Any] = []
        while limit > 0:
            if self._found:
                table = self._found.pop(0)
                if len(table) > limit:
                    self._found.insert(0, table[limit:])
                given.append(table[:limit])
                limit -= len(given[-1])
            elif self.nodes < until and not self.done:
                self._step(until - self.nodes)
            else:
                break
        return given

    def _step(self, most: int) -> None:
        """Visit at most ``most`` nodes of the current chunk, or begin the next one."""
        if self._left is None:
            self._left = self._next_chunk()
        rows, complete = self._left
        self._left = (rows[most:], complete[most:]) if len(rows) > most else None
        rows, complete = rows[:most], complete[:most]
        self.nodes += len(rows)
        allowed = self._allowed(rows)
        found = rows[allowed & complete]
        if len(found):
            found = found[self._accepted(found)]
        if len(found):
            self._found.append(found)
        rows = np.ascontiguousarray(rows[allowed & ~complete])
        self._branches += self._below(rows)
        if self._left is None and self._branches:
            # One table of each chunk, however it was cut: chunks are taken off the stack by tables.
            tables, flags = zip(*self._branches[::-1], strict=True)
            self._stack.append((np.concatenate(tables), np.concatenate(flags)))
            self._branches = []

    def _next_chunk(self) -> tuple[Any, Any]:
        """Rows off the top of the stack, the next one first."""
        rows, complete = self._stack.pop()
        size, self._chunk = self._chunk, min(_CHUNK, 2 * self._chunk)
        if len(rows) > size:
            self._stack.append((rows[:-size], complete[:-size]))
        return rows[-size:][::-1], complete[-size:][::-1]

    def _below(self, rows: Any) -> list[tuple[Any, Any]]:
        """What these rows branch into, in tables as they go onto the stack."""
        below = []
        while len(rows):
            ends = np.zeros(len(rows), np.int64)
            done = kernels.expand(
                rows,
                self._clash,
                self._item_rows,
                self._tables.starts,
                self._tables.items,
                self._tables.lengths,
                self._order,
                self._deferred,
                self._live,
                self._covered,
                self._children,
                self._complete,
                ends,
            )
            n_children = int(ends[done - 1])
            if n_children:
                parents = np.repeat(np.arange(done), np.diff(ends[:done], prepend=0))
                children = self._children[:n_children, None]
                table = np.concatenate([rows[parents], children], axis=1)
                complete = self._complete[:n_children].astype(bool)
                below.append((table[::-1], complete[::-1]))
            rows = rows[done:]
        return below
