"""From a problem to the graph of its solutions, by solving each of its subproblems once.

Here is what ``kernels/subproblems.py`` is given: tables, stacks and room that grows as it is
needed and stays below a limit. Where a fixed order makes a wide frontier, but choices force others
or make the problem fall apart, this needs fewer states than ``frontier.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import doubled, node_arrays, primary_lengths
from ..errors import DiagramTooLarge
from .graph import Graph
from .remainders import exactly

__all__ = ["SubproblemBuild", "suits"]

_FIRST = 1 << 12
_LARGEST = 2**31 - 2
#: Options that are looked at in the time of a node of a search.
_OPTIONS_PER_NODE = 4
#: So many components met again for each new one are promising.
_PROMISING = 0.5
_ENOUGH_TO_JUDGE = 100_000
#: Subproblems begun from one look at the work to the next.
_STEP = 128
#: Nodes of the graph to write from one tick to the next.
_SLICE = 200_000


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

        self.memory = memory
        #: It comes to the same states by design, and is not measured by that.
        self.repeats = 1.0
        self.name = name
        self.step = _STEP
        self._fixed = order is not None
        n_primary, n_items, n_options = compiled.n_primary, compiled.n_items, compiled.n_options
        starts, items, self._colours = node_arrays(compiled)
        number = np.arange(n_items, dtype=np.int32)
        if order is not None:
            number[np.asarray(order, np.int64)] = np.arange(n_primary)
        self._starts, self._items = starts, number[items]
        self._n_primary = n_primary
        self._lengths = primary_lengths(compiled)
        self._row_words = row_words = max(1, (n_options + 63) // 64)
        self._clash = clash_tables(compiled, tick).clash
        self._by_options = n_items > n_primary
        self._n_words = row_words if self._by_options else max(1, (n_primary + 63) // 64)
        chosable = np.flatnonzero(self._lengths).astype(np.int32)

        self._slots = np.full(2 * _FIRST, -1, np.int32)
        self._keys = np.zeros(_FIRST * self._n_words, np.uint64)
        self._nodes = np.zeros(_FIRST, np.int32)
        self._live = np.zeros(_FIRST + 2 * len(chosable), np.int32)
        self._live[: len(chosable)] = chosable
        self._components: Any = self._new_components(_FIRST + n_primary)
        self._frames: Any = [np.zeros(n_primary + 2, np.int32) for _ in range(7)]
        self._pending: Any = [np.zeros(_FIRST, np.int32) for _ in range(2)]
        self._begin = np.zeros(_FIRST, np.int64)
        self._edges: Any = [np.zeros(_FIRST, np.int32) for _ in range(2)]
        self._by_item: Any = [np.zeros(n_items, np.int32) for _ in range(5)]
        self._key = np.zeros(self._n_words, np.uint64)
        self._control = np.zeros(kernels.CONTROL, np.int64)
        self._control[0] = -1
        self._control[1] = len(chosable)
        self._control[5] = 1
        self.done = False

    @staticmethod
    def _new_components(length: int) -> list[Any]:
        return [np.zeros(length, np.int32) for _ in range(5)]

    @property
    def n_states(self) -> int:
        """Subproblems solved so far, those without solutions included."""
        return int(self._control[4])

    @property
    def n_visited(self) -> int:
        """Subproblems begun so far."""
        return int(self._control[8])

    @property
    def n_edges(self) -> int:
        """Edges of the graph so far."""
        return int(self._control[6])

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited + int(self._control[9]) / _OPTIONS_PER_NODE

    @property
    def promising(self) -> bool:
        """Whether it comes to the same subproblems again and again."""
        return bool(self._control[10] > _PROMISING * self.n_visited)

    @property
    def hopeless(self) -> bool:
        """Whether it does not, and is not likely to."""
        return bool(self.n_visited > _ENOUGH_TO_JUDGE and self._control[10] < self._control[8] / 8)

    def run(self, states: int) -> None:
        """Begin at most ``states`` more. Raises :class:`DiagramTooLarge`."""
        from ..kernels import subproblems as kernels

        until = self.n_visited + states
        while not self.done:
            why = kernels.explore(*self._arguments(until - self.n_visited))
            if why == kernels.DONE:
                self.done = True
            elif why == kernels.PAUSED:
                return
            else:
                self._grow(why)

    def _arguments(self, most: int) -> Any:
        """What the kernel takes, in its order; it is described there."""
        return [
            self._starts,
            self._items,
            self._colours,
            self._lengths,
            self._n_primary,
            self._clash,
            self._row_words,
            self._fixed,
            self._by_options,
            self._n_words,
            self._slots,
            self._keys,
            self._nodes,
            self._live,
            *self._components,
            *self._frames,
            *self._pending,
            self._begin,
            *self._edges,
            *self._by_item,
            self._key,
            self._control,
            most,
        ]

    # -- room ------------------------------------------------------------------------------------

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        arrays: list[Any] = [self._slots, self._keys, self._nodes, self._live, self._begin]
        arrays += self._components + self._pending + self._edges
        return sum(int(each.nbytes) for each in arrays)

    def _grow(self, why: int) -> None:
        from ..kernels import subproblems as kernels

        if why == kernels.LIVE_FULL:
            self._check(self._live.nbytes)
            self._live = doubled(self._live)
        elif why == kernels.COMPONENTS_FULL:
            self._check(sum(each.nbytes for each in self._components))
            self._components = [doubled(each) for each in self._components]
        elif why == kernels.PENDING_FULL:
            self._check(sum(each.nbytes for each in self._pending))
            self._pending = [doubled(each) for each in self._pending]
        elif why == kernels.GRAPH_FULL:
            self._check(self._begin.nbytes + sum(each.nbytes for each in self._edges))
            self._begin = doubled(self._begin)
            self._edges = [doubled(each) for each in self._edges]
        else:
            self._check(self._slots.nbytes + self._keys.nbytes + self._nodes.nbytes)
            self._keys, self._nodes = doubled(self._keys), doubled(self._nodes)
            self._slots = np.full(2 * len(self._slots), -1, np.int32)
            kernels.rehash(self._slots, self._keys, self._n_words, self.n_states)

    def _check(self, more: int) -> None:
        # While one is copied to another, both are there.
        if self.n_bytes + more + more // 2 > self.memory or self.n_states > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_states)

    # -- answers -----------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of solutions, if it is done."""
        from ..kernels import component_graphs as products

        root, n_nodes = int(self._control[7]), int(self._control[5])
        if root <= 0:
            return 1 + root
        begin = self._begin[: n_nodes + 1]
        option, child = self._edges
        value = np.zeros(n_nodes)
        products.logarithms(begin, option, child, value)
        remainder = np.zeros(n_nodes, np.uint64)

        def modulo(prime: int) -> list[int]:
            products.remainders(begin, option, child, np.uint64(prime), remainder)
            return [int(remainder[root])]

        return exactly(float(value[root]), modulo)[0]

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph of choices alone, if it is done. Raises :class:`DiagramTooLarge`."""
        from ..kernels import component_graphs as products

        root, n_nodes = int(self._control[7]), int(self._control[5])
        if root <= 0:
            return Graph.without_edges(root)
        size = 1 << max(4, (2 * n_nodes).bit_length())
        slots: Any = np.full(2 * size, -1, np.int64)
        pairs: Any = [np.zeros(size, np.int32) for _ in range(3)]
        frames: Any = [np.zeros(2 * self._n_primary + 3, np.int32) for _ in range(4)]
        frames[0][0] = root
        begin = np.zeros(n_nodes + 2, np.int64)
        option, child = np.zeros((2, self.n_edges + 2), np.int32)
        control = np.zeros(products.WRITE_CONTROL, np.int64)
        control[2] = 1
        while True:
            tick()
            arrays: Any = [slots, *pairs, *frames, begin, option, child, control, _SLICE]
            why = products.write_out(self._begin, *self._edges, *arrays)
            if why == products.EXPANDED:
                break
            if why != products.ROOM:
                continue
            now = slots.nbytes + 3 * pairs[0].nbytes + begin.nbytes + 2 * option.nbytes
            if self.n_bytes + 2 * now > self.memory:
                raise DiagramTooLarge(self.memory, self.n_states)
            if 2 * (int(control[1]) + 1) > len(slots) or int(control[1]) == len(pairs[0]):
                pairs = [doubled(each) for each in pairs]
                slots = np.full(2 * len(slots), -1, np.int64)
                products.rehash(slots, pairs[0], pairs[1], int(control[1]))
            else:
                begin, option, child = doubled(begin), doubled(option), doubled(child)
        last = int(control[3])
        return Graph(
            begin[: int(control[2]) + 1].copy(),
            option[:last].copy(),
            child[:last].copy(),
            int(control[4]),
        )
