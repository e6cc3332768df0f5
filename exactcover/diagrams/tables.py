"""Counting along a tree of items, or building a diagram along it.

This prepares what ``kernels/states/state_run.py`` works on: the program of steps, and room for
tables, which grows up to a limit. Only tables that are still needed are held.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import FIRST_PLACES, MOST_PLACES, doubled
from ..common.crew import Crew
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int64s, Words
from ..kernels.states import state_program as places
from ..kernels.states.state_choices import BATCH_WORDS, choose_in_shards, deliver
from ..kernels.states.state_joins import DONE, EDGES_FULL, ROWS_FULL, STACK
from ..kernels.states.state_run import ready, run
from ..kernels.states.state_tables import SHARDS, Tables
from ..kernels.states.state_tables import Graph as Room
from .elimination import Tree
from .graph import Graph
from .steps import Program

#: Tables of so many rows are worked on by several threads.
_SHARED = 1 << 16
#: How often a state is reached on average: from the first number on a diagram is promising, and
#: there is no hope below it, once the second number of states is known. Measured after 100,000
#: states: tilings by dominoes 1.5, by tetrominoes 1.8; Latin squares 1.2, and more later;
#: pentominoes 1.03 to 1.07, where listing is faster by far; queens, Sudoku and edge matching 1.0.
_PROMISING, _ENOUGH_TO_JUDGE = 1.1, 1_000_000
#: The work of a step, in nodes of a search.
_STEP_WORK = 40_000
#: Words of an outbox, and states that a thread settles in a round: some hundredths of a second.
_OUTBOX_WORDS, _ROUND = 1 << 20, 1 << 17


def work_per_state(compiled: Compiled, n_words: int = 1) -> float:
    """The work of a state of so many words, in nodes of a search."""
    options_of_item = compiled.n_options / max(1, compiled.n_primary)
    # As long as two nodes, and as long again for every six options times words of a state.
    return 2 * (1 + options_of_item * n_words / 6)


class TableBuild:
    """The states of a problem, one table after the other, in slices.

    With ``edges`` it makes a diagram, else it counts alone and needs far less memory.
    """

    def __init__(
        self,
        compiled: Compiled,
        tree: Tree,
        memory: int,
        edges: bool,
        tick: Callable[[], None] = lambda: None,
        crew: Crew | None = None,
    ):
        """``tick`` is called now and then while the program is made, and may end it by raising.

        A ``crew`` works on large tables; only where no edges are wanted.
        """
        self.memory, self.name = memory, tree.name
        self._edges, self._is_path, self._n_options = edges, tree.is_path, compiled.n_options
        program = Program(compiled, tree, tick)
        self._program: Any = program.steps, program.options, program.fields
        self._n_words = n_words = program.n_words
        self._settled = program.settled
        depth = program.depth + 2
        self._rows = np.zeros(FIRST_PLACES, np.uint64)
        spans = np.zeros((4, depth), np.int64)
        used, top = np.zeros(depth * SHARDS, np.int64), np.zeros(depth, np.uint64)
        self._stack: Any = *spans[:3], used, spans[3], top
        size = FIRST_PLACES if edges else 1
        self._graph = [
            np.zeros(size, np.int64), *np.zeros((2, size), np.int32),
            *np.zeros((2, size), np.int32), np.zeros(size, np.int64),
        ]  # fmt: skip
        self._outbox = np.zeros(0, np.uint64)
        self._key = np.zeros(max(n_words, BATCH_WORDS), np.uint64)
        self._pairs = np.zeros(STACK, np.int64)
        self._shared = Shards(crew) if crew is not None and not edges else None
        self._control = np.zeros(places.CONTROL, np.int64)
        self._control[[places.CURSOR, places.NODES]] = -1, 1
        self.done = False
        self._per_state = work_per_state(compiled, n_words)
        #: States from one look at the work to the next, a millisecond or two.
        self.step = max(8, min(4_096, int(_STEP_WORK / self._per_state)))

    @property
    def settled(self) -> int:
        """Items that are settled."""
        return self._settled[int(self._control[places.STEP])]

    @property
    def n_visited(self) -> int:
        """States that were settled, and the work of joins, so far."""
        return int(self._control[places.EXPANDED])

    @property
    def n_states(self) -> int:
        """States found so far, dead ends included."""
        return int(self._control[places.CREATED]) + 1

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited * self._per_state

    @property
    def promising(self) -> bool:
        """Whether it reaches the same states repeatedly: that is what tables are for."""
        return bool(self._control[places.REACHED] > _PROMISING * self.n_states)

    @property
    def hopeless(self) -> bool:
        """Whether it does not, and is not likely to."""
        return self.n_states > _ENOUGH_TO_JUDGE and not self.promising

    @property
    def limbs(self) -> int:
        """How long numbers are going to be, if they grow as so far; 0 if they are not known."""
        depth = int(self._control[places.DEPTH])
        if self._edges or not depth or not self.settled:
            return 0
        *_, limbs, _, _, top = self._stack
        bits = 64 * (int(limbs[depth - 1]) - 1) + int(top[depth - 1]).bit_length()
        return 1 + bits * self._settled[-1] // self.settled // 64

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return int(self._rows.nbytes) + sum(int(each.nbytes) for each in self._graph)

    def run(self, states: int) -> None:
        """Settle or join about ``states`` more. Raises :class:`DiagramTooLarge`."""
        until = self.n_visited + states
        while not self.done:
            most = until - self.n_visited
            if most <= 0:
                return
            steps, options, fields = self._program
            tables, room = Tables(self._rows, *self._stack), Room(*self._graph)
            why = run(
                steps, options, fields, tables, room, self._n_words, self._edges, self._outbox,
                self._pairs, self._key, self._control, most,
                _SHARED if self._shared else sys.maxsize,
            )  # fmt: skip
            if why == DONE:
                self.done = True
            elif self._shared and self._control[places.STOPPED]:
                self._choose_in_threads(self._shared)
            elif why == ROWS_FULL:
                self._grow_rows()
            elif why == EDGES_FULL:
                self._grow_graph()

    def _choose_in_threads(self, shared: Shards) -> None:
        """Settle an item in a large table by several threads."""
        table = int(self._control[places.DEPTH]) - 1
        while not shared.choose(
            self._program, Tables(self._rows, *self._stack), self._n_words, self._control
        ):
            steps, step = self._program[0], int(self._control[places.STEP])
            # Every shard has room for all states that one more state leads to.
            n_options = int(steps.options_first[step + 1] - steps.options_first[step])
            more = int(self._stack[1][table]) // 4 + SHARDS * n_options
            while not ready(
                steps, Tables(self._rows, *self._stack), self._n_words, step, table, more,
                self._key, self._control,
            ):  # fmt: skip
                self._grow_rows()
        self._control[places.STEP] += 1
        self._control[places.CURSOR] = -1

    def _grow_rows(self) -> None:
        needed = max(int(self._control[places.NEED]), len(self._rows) * 5 // 4)
        if self.n_bytes + 8 * (needed - len(self._rows)) > self.memory:
            raise DiagramTooLarge(self.memory, self.n_states)
        # Between two calls of kernels nobody else looks at the array. So the machine may make it
        # larger where it is, or move its pages, and need not copy it.
        self._rows.resize(needed, refcheck=False)

    def _grow_graph(self) -> None:
        """Make room for nodes, for edges or for those that are pending; for a join, for all."""
        nodes, edges, pending = self._control[[places.NODES, places.EDGES, places.PENDING]].tolist()
        begin, option, *_ = self._graph
        if not self._is_path:
            which = slice(0, 6)
        elif nodes + pending + 1 > len(begin):
            which = slice(0, 1)
        else:
            which = slice(1, 3) if edges + pending > len(option) else slice(3, 6)
        more = sum(int(each.nbytes) for each in self._graph[which])
        if self.n_bytes + 2 * more > self.memory or len(self._graph[which][0]) > MOST_PLACES // 2:
            raise DiagramTooLarge(self.memory, self.n_states)
        self._graph[which] = [doubled(each) for each in self._graph[which]]

    # -- answers -----------------------------------------------------------------------------------

    def _number(self) -> Words:
        """The limbs of the number of the only state that is left; none if there is no such."""
        at, size, limbs = (int(each[0]) for each in self._stack[:3])
        stride = self._n_words + limbs
        rows = self._rows[at : at + size * stride].reshape(size, stride)
        live = rows[(rows[:, 0] != 0) & rows[:, self._n_words :].any(axis=1)]
        assert len(live) <= 1
        found: Words = live[0, self._n_words :] if len(live) else np.zeros(0, np.uint64)
        return found

    def count(self) -> int:
        """The number of solutions, if it is done."""
        if self._edges:
            return self.graph().count()
        return int.from_bytes(self._number().astype("<u8").tobytes(), "little")

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The diagram, if it is done and has edges."""
        tick()
        number = self._number()
        if not len(number):
            return Graph.without_edges(-1)
        begin, option, child, *_ = self._graph
        n_nodes = int(self._control[places.NODES])
        root = int(number[0]) - 1
        graph = Graph(begin[: n_nodes + 1], option, child, root).trimmed()
        # Along a path the first item is decided first, as in the solutions' order.
        return graph.turned(self._program[1].number, self._n_options) if self._is_path else graph


class Shards:
    """Several threads that work on one table of states, each on shards of its own.

    In a round each thread settles states of its shards. It leaves what belongs to the shards of
    another thread in its outbox. When all have stopped, each takes what is for it. Numbers are
    added in another order than by one thread, and so are the same.
    """

    def __init__(self, crew: Crew):
        self._n_threads = min(crew.size, SHARDS)
        self._pool = crew.pool
        self._outboxes = [np.zeros(_OUTBOX_WORDS, np.uint64) for _ in range(self._n_threads)]
        none, nowhere = np.zeros(0, np.int32), np.zeros(0, np.int64)
        self._no_graph = Room(nowhere, none, none, none, none, nowhere)
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
