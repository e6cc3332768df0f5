"""From a problem to the graph of its solutions, its items taken in a fixed order.

This prepares what ``kernels/frontier.py`` works on: the fields of the items in one string of bits,
the options as masks, and room for states and edges, which grows up to a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import doubled, repeated
from ..common.deadline import ticking
from ..errors import DiagramTooLarge
from ..kernels.array_types import Int32s, Int64s
from .bit_layout import BitLayout, as_words
from .graph import Graph
from .repeats import LookedUp

__all__ = ["FrontierBuild"]

_FIRST_STATES, _FIRST_EDGES = 1 << 12, 1 << 13
_LARGEST = 2**31 - 2
#: See ``repeats.py``.
_OPTIONS_PER_STATE = 4


class FrontierBuild(LookedUp):
    """A graph being built, in slices. ``order``: the primary items in the order to settle them."""

    def __init__(
        self,
        compiled: Compiled,
        order: Sequence[int],
        memory: int,
        name: str = "items in order",
        tick: Callable[[], None] = lambda: None,
    ):
        """``tick`` is called now and then while tables are made, and may end that by raising.

        Raises :class:`DiagramTooLarge` where windows are too wide: where an option reaches far in
        the order, or an item has many colours.
        """
        from ..kernels import frontier as kernels

        self.memory, self.name = memory, name
        self._repeat = compiled.repeat
        self._layout = layout = BitLayout(compiled, order, tick)
        item_of, first, options, layer_of = self._layers(compiled.n_primary)
        window = layout.widest_window(options)
        if len(options) * window // 2 > memory // 2:
            raise DiagramTooLarge(memory, 0)
        self._n_words = n_words = (window + 63) // 64
        self._item_of = item_of
        masks = self._masks(options, tick)
        initial = as_words(layout.string, (layout.n_bits + 63) // 64 + 2 * n_words + 3)
        #: What the kernel takes of the problem, in its order.
        layers, fields = (item_of, first, options), (layout.position, layout.field, layout.enough)
        self._problem: Any = *layers, *masks, n_words, initial, *fields, layer_of, self._repeat
        windows = np.zeros(_FIRST_STATES * (n_words + 1), np.uint64)
        windows[:n_words] = initial[:n_words]
        slots = np.full(2 * _FIRST_STATES, -1, np.int64)
        following, visits = np.full(_FIRST_STATES, -1, np.int32), np.zeros(_FIRST_STATES, np.int32)
        begin, end = np.zeros((2, _FIRST_STATES), np.int64)
        #: What grows, by the kernel's answer that asks for more room.
        self._room: dict[int, list[Any]] = {
            kernels.STATES_FULL: [slots, windows, following, visits, begin, end],
            kernels.EDGES_FULL: [*np.zeros((2, _FIRST_EDGES), np.int32)],
        }
        self._head = np.full(len(item_of) + 1, -1, np.int32)
        self._head[0] = 0
        self._scratch = np.zeros(n_words + 1, np.uint64)
        self._control = np.array([0, -1, 1, 0, 0], np.int64)
        kernels.rehash(slots, windows, n_words, self.n_states)
        self.done = False
        super().__init__(compiled, n_words, _OPTIONS_PER_STATE)

    # -- the problem as the kernel takes it ----------------------------------------------------

    def _layers(self, n_primary: int) -> tuple[Int64s, Int64s, Int32s, Int64s]:
        """Layer -> the rank of its item; where its options begin; these; rank -> its first layer.

        An item that must be covered exactly once is one layer. Any other has a layer for each of
        its options, and one if it has none.
        """
        branch, exact = self._layout.branch, self._layout.exact
        n_options_of = np.bincount(branch, minlength=n_primary)[:n_primary]
        options = np.argsort(branch, kind="stable")[: n_options_of.sum()].astype(np.int32)
        n_layers_of = np.where(exact, 1, np.maximum(1, n_options_of))
        item_of = repeated(np.arange(n_primary), n_layers_of)
        lengths = np.where(exact, n_options_of, np.minimum(1, n_options_of))[item_of]
        first, layer_of = (np.append(0, np.cumsum(each)) for each in (lengths, n_layers_of))
        return item_of, first, options, layer_of

    def _masks(self, options: Int32s, tick: Callable[[], None]) -> tuple[Any, ...]:
        """The masks of the options and their counters, as the kernel takes them."""
        masks = [self._layout.masks(option) for option in ticking(options.tolist(), tick)]
        none = np.zeros(0, np.uint64)
        need = np.concatenate([none, *[as_words(bits, self._n_words) for bits, _, _ in masks]])
        clear = np.concatenate([none, *[as_words(bits, self._n_words) for _, bits, _ in masks]])
        starts = np.append(0, np.cumsum([len(each) for _, _, each in masks], dtype=np.int64))
        counters = [counter for _, _, each in masks for counter in each]
        places, fields, unlimited = np.array(counters, np.int64).reshape(-1, 3).T.copy()
        return need, clear, starts, places, fields.astype(np.uint64), unlimited

    # -- building --------------------------------------------------------------------------------

    @property
    def settled(self) -> int:
        """Items that are settled."""
        layer = min(int(self._control[0]), len(self._item_of) - 1)
        return int(self._item_of[layer]) if layer >= 0 else 0

    @property
    def n_states(self) -> int:
        """States found so far, dead ends included."""
        return int(self._control[2])

    @property
    def n_reached(self) -> int:
        """How often a state has been reached so far: by as many edges."""
        return int(self._control[3])

    @property
    def n_visited(self) -> int:
        """States visited so far."""
        return int(self._control[4])

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return sum(int(each.nbytes) for arrays in self._room.values() for each in arrays)

    def run(self, states: int) -> None:
        """Visit at most ``states`` more. Raises :class:`DiagramTooLarge`."""
        from ..kernels import frontier as kernels

        until = self.n_visited + states
        while not self.done:
            (slots, windows, *by_state), by_edge = self._room.values()
            found: Any = slots, windows, self._head, *by_state, *by_edge
            scratch: Any = self._scratch, self._control, until - self.n_visited
            why = kernels.explore(*self._problem, *found, *scratch)
            if why == kernels.DONE:
                self.done = True
            elif why == kernels.PAUSED:
                return
            else:
                self._grow(why)

    def _grow(self, why: int) -> None:
        from ..kernels import frontier as kernels

        arrays = self._room[why]
        more = sum(int(each.nbytes) for each in arrays)
        # While one is copied to another, both are there.
        if self.n_bytes * 3 // 2 + more > self.memory or self.n_states > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_states)
        # All or none: where memory ends on the way, the work may go on with less beside it.
        grown = [doubled(each) for each in arrays]
        if why == kernels.STATES_FULL:
            slots, windows, *_ = grown
            slots.fill(-1)
            kernels.rehash(slots, windows, self._n_words, self.n_states)
        self._room[why] = grown

    # -- answers -----------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of solutions, if it is done."""
        return self.graph().count()

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, of what has been visited: of all solutions, if it is done."""
        from ..kernels import graphs

        (_, windows, _, visits, *spans), by_edge = self._room.values()
        order = visits[: self.n_visited]
        if self._repeat:
            # Taking an option again leads to another state of the same layer; its window, read as
            # one number, is less. Parents must come first.
            *words, layer = windows.reshape(-1, self._n_words + 1)[order].T
            order = order[np.lexsort([*(~word for word in words), layer])]
        number = np.full(self.n_states, -1, np.int32)
        end = self._head[-1]
        if end >= 0:
            number[end] = 0
        begin = np.zeros(self.n_visited + 2, np.int64)
        option, child = np.zeros((2, self.n_reached), np.int32)
        arrays: Any = order, *spans, *by_edge, number, begin, option, child
        n_nodes = graphs.compress(*arrays)
        return Graph.cut(begin, option, child, n_nodes, int(number[0]))
