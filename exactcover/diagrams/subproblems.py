"""From a problem to the graph of its solutions, by solving each of its subproblems once.

This prepares what ``kernels/subproblems.py`` works on: tables, stacks and room, which grows up to a
limit. Where a fixed order makes a wide frontier, but choices force others or make the problem fall
apart, this needs fewer states than ``tables.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import doubled, node_arrays, primary_lengths
from ..errors import DiagramTooLarge
from ..kernels.array_types import Int32s
from .graph import Graph

__all__ = ["SubproblemBuild", "suits"]

_FIRST = 1 << 12
_LARGEST = 2**31 - 2
#: Options that are looked at in the time of a node of a search.
_OPTIONS_PER_NODE = 4
#: Subproblems after which it is clear whether they repeat.
_ENOUGH_TO_JUDGE = 100_000
#: Subproblems begun from one look at the work to the next.
_STEP = 128


def suits(compiled: Compiled, memory: int) -> bool:
    """Whether this can be tried: no multiplicities, and tables of less than a quarter of memory."""
    words = (compiled.n_options + 63) // 64
    tables = 8 * words * (compiled.n_options + compiled.n_primary)
    return not compiled.multiple and 4 * tables <= memory


class SubproblemBuild:
    """A graph being built, in slices.

    ``order``: the primary items, to branch on the first open one of a component; None for that with
    the fewest live options.
    """

    def __init__(
        self,
        compiled: Compiled,
        memory: int,
        tick: Callable[[], None] = lambda: None,
        order: Sequence[int] | None = None,
        name: str = "fewest options first, components apart",
    ):
        """``tick`` is called now and then while tables are made, and may end that by raising."""
        from ..arrays.clash_tables import clash_tables
        from ..kernels import subproblems as kernels

        self.memory, self.name = memory, name
        self.step = _STEP
        self._n_primary = n_primary = compiled.n_primary
        starts, items, colours = node_arrays(compiled)
        number = np.arange(compiled.n_items, dtype=np.int32)
        if order is not None:
            number[np.asarray(order, np.int64)] = np.arange(n_primary)
        lengths = primary_lengths(compiled)
        row_words = max(1, (compiled.n_options + 63) // 64)
        by_options = compiled.n_items > n_primary
        self._n_words = row_words if by_options else max(1, (n_primary + 63) // 64)
        choosable = np.flatnonzero(lengths).astype(np.int32)
        live = np.zeros(_FIRST + 2 * len(choosable), np.int32)
        live[: len(choosable)] = choosable

        #: What the kernel takes of the problem, in its order.
        options = starts, number[items], colours, lengths, n_primary
        clash, fixed = clash_tables(compiled, tick).clash, order is not None
        self._problem: Any = *options, clash, row_words, fixed, by_options, self._n_words
        #: What grows, by the kernel's answer that asks for more room.
        self._room: dict[int, list[Any]] = {
            kernels.STATES_FULL: [
                np.full(2 * _FIRST, -1, np.int32),
                np.zeros(_FIRST * self._n_words, np.uint64),
                np.zeros(_FIRST, np.int32),
            ],
            kernels.LIVE_FULL: [live],
            kernels.COMPONENTS_FULL: _int32s(5, _FIRST + n_primary),
            kernels.PENDING_FULL: _int32s(2, _FIRST),
            kernels.GRAPH_FULL: [np.zeros(_FIRST, np.int64), *_int32s(2, _FIRST)],
        }
        self._frames = _int32s(7, n_primary + 2)
        self._scratch = [*_int32s(5, compiled.n_items), np.zeros(self._n_words, np.uint64)]
        self._control = np.zeros(kernels.CONTROL, np.int64)
        self._control[[0, 1, 5]] = -1, len(choosable), 1
        self.done = False

    @property
    def n_states(self) -> int:
        """Subproblems solved so far, those without solutions included."""
        return int(self._control[4])

    @property
    def n_visited(self) -> int:
        """Subproblems begun so far."""
        return int(self._control[8])

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited + int(self._control[9]) / _OPTIONS_PER_NODE

    @property
    def hopeless(self) -> bool:
        """Whether it seldom meets a subproblem again, and is not likely to."""
        return bool(self.n_visited > _ENOUGH_TO_JUDGE and self._control[10] < self.n_visited / 8)

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return sum(int(each.nbytes) for arrays in self._room.values() for each in arrays)

    def run(self, states: int) -> None:
        """Begin at most ``states`` more. Raises :class:`DiagramTooLarge`."""
        from ..kernels import subproblems as kernels

        until = self.n_visited + states
        while not self.done:
            known, live, components, pending, graph = self._room.values()
            stacks = *live, *components, *self._frames, *pending
            rest: Any = *graph, *self._scratch, self._control, until - self.n_visited
            why = kernels.explore(*self._problem, *known, *stacks, *rest)
            if why == kernels.DONE:
                self.done = True
            elif why == kernels.PAUSED:
                return
            else:
                self._grow(why)

    def _grow(self, why: int) -> None:
        from ..kernels import subproblems as kernels

        more = sum(int(each.nbytes) for each in self._room[why])
        # While one is copied to another, both are there.
        if self.n_bytes + more + more // 2 > self.memory or self.n_states > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_states)
        grown = [doubled(each) for each in self._room[why]]
        if why == kernels.STATES_FULL:
            slots, keys, _ = grown
            slots.fill(-1)
            kernels.rehash(slots, keys, self._n_words, self.n_states)
        self._room[why] = grown

    # -- answers -----------------------------------------------------------------------------------

    def _whole(self) -> Graph:
        """The graph as it was built, with nodes that led nowhere, if it is done."""
        from ..kernels import subproblems as kernels

        begin, option, child = self._room[kernels.GRAPH_FULL]
        n_nodes, root = int(self._control[5]), int(self._control[7])
        return Graph(begin[: n_nodes + 1], option, child, root)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        graph = self._whole()
        return graph.count_by_remainders() if graph.root > 0 else 1 + graph.root

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, with a product wherever the problem fell apart; if it is done."""
        tick()
        return self._whole().trimmed()


def _int32s(number: int, length: int) -> list[Int32s]:
    """Arrays of zeros."""
    return [np.zeros(length, np.int32) for _ in range(number)]
