"""Several threads that work on one table of states, each on shards of its own.

In a round each thread settles states of its shards. It leaves what belongs to the shards of another
thread in its outbox. When all have stopped, each takes what is for it. Numbers are added in
another order than by one thread, and so are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..common.crew import Crew
from ..kernels.bits.array_types import Int64s, Words
from ..kernels.states import state_program as places
from ..kernels.states.state_choices import BATCH_WORDS, choose_in_shards, deliver
from ..kernels.states.state_tables import SHARDS, Graph, Tables

#: Words of an outbox, and states that a thread settles in a round: some hundredths of a second.
_OUTBOX_WORDS, _ROUND = 1 << 20, 1 << 17


class Shards:
    """What each thread of a crew has for itself."""

    def __init__(self, crew: Crew):
        self._n_threads = min(crew.size, SHARDS)
        self._pool = crew.pool
        self._outboxes = [np.zeros(_OUTBOX_WORDS, np.uint64) for _ in range(self._n_threads)]
        none, nowhere = np.zeros(0, np.int32), np.zeros(0, np.int64)
        self._no_graph = Graph(nowhere, none, none, none, none, nowhere)
        #: What has not been delivered: for each outbox and thread where to go on, or -1.
        self._undelivered: list[list[int]] = []
        self._full: list[int] = []

    def choose(self, program: Any, tables: Tables, n_words: int, control: Int64s) -> bool:
        """Settle the item of the step; False if the table needs room first, to be called again."""
        table, step = int(control[places.DEPTH]) - 1, int(control[places.STEP])
        rows = int(tables.size[table])
        bounds = [SHARDS * thread // self._n_threads * (rows // SHARDS)
                  for thread in range(self._n_threads + 1)]  # fmt: skip
        options = program[0].options_first
        stride = n_words + int(tables.limbs[table])
        longest = 2 * int(options[step + 1] - options[step]) * stride
        if longest > len(self._outboxes[0]):
            self._outboxes = [np.zeros(longest, np.uint64) for _ in self._outboxes]
        if not self._deliver(tables, n_words, table, bounds, control):
            return False
        steps, chosen, fields = program

        def settle(thread: int, mine: Tables, key: Words, own: Int64s) -> int:
            first, last = bounds[thread], bounds[thread + 1]
            where = choose_in_shards(
                steps, chosen, fields, mine, self._no_graph, n_words, step, table, first, last,
                self._outboxes[thread], key, own, _ROUND,
            )  # fmt: skip
            return int(where)

        cursors = bounds[:-1]
        while True:
            found = self._each(settle, tables, n_words, control, cursors)
            self._full = [int(own[places.PENDING]) for _, own in found]
            self._undelivered = [[0] * self._n_threads for _ in found]
            if not self._deliver(tables, n_words, table, bounds, control):
                return False
            stopped = [where for where, _ in found]
            if all(where < 0 for where in stopped):
                return True
            # A thread that has not come further wants room.
            if any(0 <= where == cursors[thread] for thread, where in enumerate(stopped)):
                return False
            ends = bounds[1:]
            cursors = [end if where < 0 else where
                       for where, end in zip(stopped, ends, strict=True)]  # fmt: skip

    def _deliver(
        self, tables: Tables, n_words: int, table: int, bounds: list[int], control: Int64s
    ) -> bool:
        """Put what is in outboxes where it belongs; False if the table needs room first."""

        def take(thread: int, mine: Tables, key: Words, own: Int64s) -> int:
            for box, full in enumerate(self._full):
                begin = self._undelivered[box][thread]
                if box == thread or begin < 0:
                    continue
                where = int(deliver(
                    mine, self._no_graph, n_words, table, bounds[thread], bounds[thread + 1],
                    self._outboxes[box], begin, full, key, own,
                ))  # fmt: skip
                self._undelivered[box][thread] = where
                if where >= 0:
                    return where
            return -1

        if not self._full:
            return True
        found = self._each(take, tables, n_words, control, [0] * self._n_threads)
        done = all(where < 0 for where, _ in found)
        if done:
            self._full = []
        return done

    def _each(
        self,
        work: Callable[[int, Tables, Words, Int64s], int],
        tables: Tables,
        n_words: int,
        control: Int64s,
        cursors: list[int],
    ) -> list[tuple[int, Int64s]]:
        """Have each thread do some work; what it returned, and its ``control``."""
        tops, lives, owns, waiting = [], [], [], []
        for thread in range(self._n_threads):
            top, live = tables.top.copy(), tables.live.copy()
            key = np.zeros(max(n_words, BATCH_WORDS), np.uint64)
            own = np.zeros(places.CONTROL, np.int64)
            own[places.CURSOR] = cursors[thread]
            mine = Tables(tables.rows, tables.at, tables.size, tables.limbs, tables.used, live, top)
            tops.append(top)
            lives.append(live)
            owns.append(own)
            waiting.append(self._pool.submit(work, thread, mine, key, own))
        # Nobody else may touch the arrays before all are done, whatever happens.
        found = []
        try:
            found = [future.result() for future in waiting]
        finally:
            for future in waiting:
                future.exception()
        before = tables.live.copy()
        for top, live, own in zip(tops, lives, owns, strict=True):
            np.maximum(tables.top, top, out=tables.top)
            tables.live[:] += live - before
            for place in (places.EXPANDED, places.REACHED, places.CREATED):
                control[place] += own[place]
        return list(zip(found, owns, strict=True))
