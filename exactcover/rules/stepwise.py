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
from ..arrays.views import deferred_flags, repeated
from ..kernels import expand as kernels
from ..kernels.jit import bound
from .table_search import Judges, SteppedSearch

__all__ = ["StepwiseSearch"]

#: Nodes in a chunk at most; the first one has one, and each next one twice as many.
_CHUNK = 1024
#: Room for what a chunk branches into.
_ROOM = 1 << 20


class StepwiseSearch(SteppedSearch):
    """A search by the engine contract. It does not go below a refused partial solution."""

    def __init__(
        self,
        compiled: Compiled,
        allowed: Judges,
        accepted: Judges,
        prefix: Sequence[int],
        tick: Callable[[], None],
    ):
        super().__init__(allowed, accepted)
        tables = clash_tables(compiled, tick)
        n_words = tables.n_words
        self.clash = tables.clash.reshape(compiled.n_options, n_words)
        self.item_rows = tables.item_rows.reshape(compiled.n_primary, n_words)
        self.starts, self.items, self.lengths = tables.starts, tables.items, tables.lengths
        self.order, self.deferred = compiled.branching, deferred_flags(compiled)
        self.live = np.zeros((tables.n_levels + 1, n_words), np.uint64)
        self.live[0] = tables.root
        self.covered = np.zeros(compiled.n_primary, np.int64)
        self.children = np.zeros(max(_ROOM, compiled.n_options), np.int32)
        self.complete = np.zeros(len(self.children), np.uint8)
        self._expand = bound(kernels.expand, vars(self))
        self._chunk = 1
        root = np.array(prefix, np.int32).reshape(1, len(prefix))
        complete = int(tables.lengths[root].sum()) == compiled.n_primary
        #: Tables of partial solutions, and which of them cover everything.
        self._stack: list[tuple[Any, Any]] = [(root, np.array([complete]))]
        #: Of the chunk at work: what is still to be visited, the next one first; and what the rest
        #: branched into. So the order of the search does not depend on how much of it is asked for.
        self._left: tuple[Any, Any] | None = None
        self._branches: list[tuple[Any, Any]] = []

    @property
    def _searched(self) -> bool:
        return not (self._stack or self._left)

    def _step(self, most: int) -> None:
        """Visit at most ``most`` nodes of the current chunk, or begin the next one."""
        if self._left is None:
            self._left = self._next_chunk()
        rows, complete = self._left
        self._left = (rows[most:], complete[most:]) if len(rows) > most else None
        rows, complete = rows[:most], complete[:most]
        self.nodes += len(rows)
        allowed = self._allowed(rows)
        self._keep(rows[allowed & complete])
        self._branches += self._below(np.ascontiguousarray(rows[allowed & ~complete]))
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
            done = self._expand(rows, ends)
            n_children = int(ends[done - 1])
            if n_children:
                parents = repeated(np.arange(done), np.diff(ends[:done], prepend=0))
                children = self.children[:n_children, None]
                table = np.concatenate([rows[parents], children], axis=1)
                complete = self.complete[:n_children].astype(bool)
                below.append((table[::-1], complete[::-1]))
            rows = rows[done:]
        return below
