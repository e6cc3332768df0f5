"""From a problem to the graph of its solutions, by solving each of its subproblems once.

This prepares what ``kernels/subproblems.py`` works on. Where a fixed order makes a wide frontier,
but choices force others or make the problem fall apart, this needs fewer states than ``tables.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, primary_lengths
from .components import ComponentBuild
from .graph import Graph

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


class SubproblemBuild(ComponentBuild):
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
        from ..kernels import subproblems

        self.name, self.step, self.done = name, _STEP, False
        n_primary, n_items, n_options = compiled.n_primary, compiled.n_items, compiled.n_options
        by_options = n_items > n_primary
        lengths = primary_lengths(compiled)
        choosable = np.flatnonzero(lengths).astype(np.int32)
        n_words = max(1, ((n_options if by_options else n_primary) + 63) // 64)
        super().__init__(memory, choosable, n_words, n_primary + 2, subproblems.FIELDS)
        starts, items, colours = node_arrays(compiled)
        number = np.arange(n_items, dtype=np.int32)
        if order is not None:
            number[np.asarray(order, np.int64)] = np.arange(n_primary)
        self._problem = subproblems.Problem(
            starts, number[items], colours, lengths, clash_tables(compiled, tick).clash, n_primary,
            order is not None, by_options,
        )  # fmt: skip
        size, parent, shade, touched = np.zeros((4, n_items), np.int32)
        binds, entry = np.zeros(n_items, np.uint8), np.full(n_items, -1, np.int32)
        tree = np.zeros(n_options, np.int32)
        self._scratch = subproblems.Scratch(size, parent, shade, binds, touched, entry, tree)
        subproblems.begin(self._problem, self._scratch, self._frames, self._room, self._control)

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        from ..kernels.components import WORK

        return self.n_visited + int(self._control[WORK]) / _OPTIONS_PER_NODE

    @property
    def hopeless(self) -> bool:
        """Whether it seldom meets a subproblem again, and is not likely to."""
        from ..kernels.components import AGAIN

        return bool(self.n_visited > _ENOUGH_TO_JUDGE and self._control[AGAIN] < self.n_visited / 8)

    def run(self, states: int) -> None:
        """Begin at most ``states`` more. Raises :class:`DiagramTooLarge`."""
        from ..kernels import components, subproblems

        until = self.n_visited + states
        while not self.done:
            why = subproblems.explore(
                self._problem, self._scratch, self._key, self._frames, self._room, self._control,
                until,
            )  # fmt: skip
            if why == components.PAUSED:
                return
            if why == components.DONE:
                self.done = True
            else:
                self._grow(why)

    # -- answers -----------------------------------------------------------------------------------

    def _whole(self) -> Graph:
        """The graph as it was built, with nodes that led nowhere, if it is done."""
        from ..kernels.components import NODES, ROOT

        room, n_nodes = self._room, int(self._control[NODES])
        root = int(self._control[ROOT])
        return Graph(room.begin[: n_nodes + 1], room.option, room.child, root)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        graph = self._whole()
        return graph.count_by_remainders() if graph.root > 0 else 1 + graph.root

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, with a product wherever the problem fell apart; if it is done."""
        tick()
        return self._whole().trimmed()
