"""A search that shows its nodes to a rule, a chunk of them at a time.

What is still to be visited lies on a stack of tables, whose rows are partial solutions of one
length each, the next one last. The search takes some hundreds of rows off the top, shows them to
the rule, and branches in those that it allows (``kernels/expand.py``); what they branch into goes
onto the stack. So it visits just the nodes that plain backtracking visits, nearly in the same
order, and memory grows with the depth, not with the number of nodes. A rule with a state is given
the state of the row above, and the option that was added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import Compiled
from ..arrays.views import deferred_flags, repeated
from ..kernels import expand as kernels
from ..kernels.jit import bound
from .states import States
from .table_search import Judges, SteppedSearch

__all__ = ["StepwiseSearch"]

#: Nodes in a chunk at most. The first one has one, and it grows where the search has to go back. A
#: wide chunk goes down to many solutions, of which one may be enough; so the way down costs no more
#: nodes than were visited before: a chunk is a share of these, one in the length of a solution (or
#: in the second figure).
_CHUNK, _SHARE = 1024, 16
#: Bytes for the rows on the stack, a chunk of each length, and their states: about.
_BYTES = 1 << 29
#: Room for what a chunk branches into.
_ROOM = 1 << 20


class _Rows(NamedTuple):
    """Partial solutions of one length: a row each, whether it covers everything, and with a rule
    that has states, that of the row above it."""

    options: Any
    complete: Any
    states: Any

    def part(self, which: Any) -> _Rows:
        """Some of them: a slice."""
        states = self.states
        if states is not None:
            states = states.part(which) if hasattr(states, "part") else states[which]
        return _Rows(self.options[which], self.complete[which], states)

    def __len__(self) -> int:
        return len(self.options)


class StepwiseSearch(SteppedSearch):
    """A search by the engine contract. It does not go below a refused partial solution."""

    def __init__(
        self,
        compiled: Compiled,
        allowed: Judges,
        accepted: Judges,
        prefix: Sequence[int],
        tick: Callable[[], None],
        states: States | None = None,
    ):
        """``states``: of a rule that has some; then it is asked in place of ``allowed``."""
        super().__init__(allowed, accepted)
        self._states = states
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
        state = 0 if states is None else states.bytes
        of_each_length = tables.n_levels * (2 * tables.n_levels + state)
        self._largest = max(1, min(_CHUNK, _BYTES // of_each_length))
        self._chunk, self._share = 1, max(_SHARE, tables.n_levels)
        root = np.array(prefix, np.int32).reshape(1, len(prefix))
        complete = int(tables.lengths[root].sum()) == compiled.n_primary
        above = None if states is None else states.before(prefix)
        self._stack = [_Rows(root, np.array([complete]), above)]
        #: Of the chunk at work: what is still to be visited, the next one first; and what the rest
        #: branched into. So the order of the search does not depend on how much of it is asked for.
        self._left: _Rows | None = None
        self._branches: list[_Rows] = []

    @property
    def _searched(self) -> bool:
        return not (self._stack or self._left)

    def _open(self) -> Iterator[Sequence[int]]:
        """Rows that are still to be visited, in the order of the search."""
        if self._left is not None:
            yield from self._left.options.tolist()
        for rows in (*self._branches, *reversed(self._stack)):
            yield from rows.options[::-1].tolist()

    def _step(self, most: int) -> None:
        """Visit at most ``most`` nodes of the current chunk, or begin the next one."""
        if self._left is None:
            self._left = self._next_chunk()
        rows, left = self._left.part(slice(most)), self._left.part(slice(most, None))
        self._left = left if len(left) else None
        self.nodes += len(rows)
        options, complete, states = rows
        if self._states is None:
            allowed = self._allowed(options)
        else:
            states, allowed = self._states.of(options, states)
        self._keep_allowed(options, allowed & complete, states)
        self._branches += self._below(options, np.flatnonzero(allowed & ~complete), states)
        if self._left is None and self._branches:
            # One table of each chunk, however it was cut: chunks are taken off the stack by tables.
            tables, flags, of_rows = zip(*self._branches[::-1], strict=True)
            joined = None if self._states is None else self._states.joined(of_rows)
            self._stack.append(_Rows(np.concatenate(tables), np.concatenate(flags), joined))
            self._branches = []
        elif self._left is None:
            self._chunk = min(self._largest, 2 * self._chunk, 1 + self.nodes // self._share)

    def _keep_allowed(self, options: Any, which: Any, states: Any) -> None:
        """Keep the solutions among some rows."""
        if self._states is not None:
            which &= self._states.accepted(which, states)
        self._keep(options[which])

    def _next_chunk(self) -> _Rows:
        """Rows off the top of the stack, the next one first."""
        rows = self._stack.pop()
        if len(rows) > self._chunk:
            self._stack.append(rows.part(slice(None, -self._chunk)))
        return rows.part(slice(None, -self._chunk - 1, -1))

    def _below(self, rows: Any, which: Any, states: Any) -> list[_Rows]:
        """What some of these rows branch into, in tables as they go onto the stack."""
        below = []
        while len(which):
            some = np.ascontiguousarray(rows[which])
            ends = np.zeros(len(some), np.int64)
            done = self._expand(some, ends)
            n_children = int(ends[done - 1])
            if n_children:
                parents = repeated(np.arange(done), np.diff(ends[:done], prepend=0))
                children = self.children[:n_children, None]
                table = np.concatenate([some[parents], children], axis=1)
                complete = self.complete[:n_children].astype(bool)
                above = None
                if self._states is not None:
                    above = self._states.each(states, which[parents][::-1])
                below.append(_Rows(table[::-1], complete[::-1], above))
            which = which[done:]
        return below
