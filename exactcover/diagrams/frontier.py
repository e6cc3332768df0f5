"""From a problem to the graph of its solutions, its items taken in a fixed order.

Here is what ``kernels/frontier.py`` is given: the fields of the items in one string of bits, the
options as masks, room for states and edges that grows as it is needed, and stays below a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import doubled
from ..common.budget import ticking
from ..errors import DiagramTooLarge
from .bit_layout import BitLayout, Counter, as_words
from .graph import Graph

__all__ = ["FrontierBuild"]

_FIRST_STATES, _FIRST_EDGES = 1 << 12, 1 << 13
_LARGEST = 2**31 - 2
#: How often a state is reached on average: from the first number on a diagram is promising; below
#: the second there is no hope, once the third number of states is known. Measured after 100,000
#: states: tilings by dominoes 1.5, by tetrominoes 1.8; Latin squares 1.2, and more later;
#: pentominoes 1.03 to 1.07, where listing is faster by far; queens, Sudoku and edge matching 1.0.
_PROMISING, _HOPELESS, _ENOUGH_TO_JUDGE = 1.1, 1.12, 1_000_000
#: A state takes as long as the first number of nodes of a search, and as long again for each group
#: of options times words of the window.
_NODES_PER_STATE, _OPTIONS_PER_STATE = 2, 4
#: The work of a step, in nodes of a search.
_STEP_WORK = 40_000


class FrontierBuild:
    """A graph being built, in slices. ``order``: the primary items in the order to settle them."""

    def __init__(
        self,
        compiled: Compiled,
        order: Sequence[int],
        memory: int,
        name: str = "items in order",
        tick: Callable[[], None] = lambda: None,
    ):
        """``tick`` is called now and then while tables are made, and may end that by raising."""
        self._compiled = compiled
        self.memory = memory
        self.name = name
        self._layout = BitLayout(compiled, order, tick)
        self._make_masks(self._make_layers(tick), tick)
        n_words, n_layers = self.n_words, len(self._item_of)
        self._n_states, self._n_edges = _FIRST_STATES, _FIRST_EDGES
        self._windows = np.zeros(_FIRST_STATES * (n_words + 1), np.uint64)
        self._head = np.full(n_layers + 1, -1, np.int32)
        self._following = np.full(_FIRST_STATES, -1, np.int32)
        self._order = np.zeros(_FIRST_STATES, np.int32)
        self._begin, self._end = np.zeros((2, _FIRST_STATES), np.int64)
        self._edge_option, self._edge_child = np.zeros((2, _FIRST_EDGES), np.int32)
        self._scratch = np.zeros(n_words + 1, np.uint64)
        self._windows[:n_words] = self._initial[:n_words]
        self._head[0] = 0
        self._control = np.array([0, -1, 1, 0, 0], np.int64)
        self.done = False
        options = compiled.n_options / max(1, compiled.n_primary)
        self._cost = _NODES_PER_STATE * (1 + options * n_words / _OPTIONS_PER_STATE)
        self.step = max(8, min(4_096, int(_STEP_WORK / self._cost)))
        self._slots = self._hashed(self._windows, _FIRST_STATES)

    # -- the problem as the kernel takes it ----------------------------------------------------

    def _make_layers(self, tick: Callable[[], None]) -> list[int]:
        """The layers with their options; returns the options in their order.

        An item that must be covered exactly once is one layer. Any other has a layer for each of
        its options, and one if it has none.
        """
        layout = self._layout
        n_primary = self._compiled.n_primary
        groups: list[list[int]] = [[] for _ in range(n_primary)]
        for option, branch in enumerate(ticking(layout.branch.tolist(), tick)):
            if branch < n_primary:
                groups[branch].append(option)
        item_of: list[int] = []
        layer_of: list[int] = []
        options: list[int] = []
        first = [0]
        for rank, group in enumerate(ticking(groups, tick)):
            layer_of.append(len(item_of))
            parts = [group] if layout.exact[rank] or not group else [[option] for option in group]
            for part in parts:
                item_of.append(rank)
                options += part
                first.append(len(options))
        layer_of.append(len(item_of))
        #: Layer -> the rank of its item; where its options begin; rank -> its first layer.
        self._item_of = np.array(item_of, np.int64)
        self._first = np.array(first, np.int64)
        self._layer_of = np.array(layer_of, np.int64)
        self._options = np.array(options, np.int32)
        return options

    def _make_masks(self, options: list[int], tick: Callable[[], None]) -> None:
        """The options as masks of a window. Raises :class:`DiagramTooLarge`.

        Windows are wide where an option reaches far in the order, or an item has many colours.
        """
        layout = self._layout
        # Masks are whole numbers of any size at first, and then words.
        if len(options) * layout.widest_window(options) // 2 > self.memory // 2:
            raise DiagramTooLarge(self.memory, 0)
        need, clear, starts = [], [], [0]
        counters: list[Counter] = []
        reach, width = 0, 1
        for option in ticking(options, tick):
            masks = layout.masks(option)
            need.append(masks.need)
            clear.append(masks.clear)
            counters += masks.counters
            starts.append(len(counters))
            reach = max(reach, masks.end)
            width = max(width, reach - int(layout.position[layout.branch[option]]))
        # A counter must not be cut at the end of the window.
        self.width = max(width, layout.widest_counter)
        self.n_words = n_words = (self.width + 63) // 64
        self._need, self._clear = (
            np.concatenate([np.zeros(0, np.uint64), *[as_words(mask, n_words) for mask in masks]])
            for masks in (need, clear)
        )
        places, fields, unlimited = np.array(counters, np.int64).reshape(-1, 3).T.copy()
        self._counters = (np.array(starts, np.int64), places, fields.astype(np.uint64), unlimited)
        self._initial = as_words(layout.string, (layout.n_bits + 63) // 64 + 2 * n_words + 3)

    # -- building --------------------------------------------------------------------------------

    @property
    def n_states(self) -> int:
        """States found so far, dead ends included."""
        return int(self._control[2])

    @property
    def n_edges(self) -> int:
        """Edges found so far."""
        return int(self._control[3])

    @property
    def n_visited(self) -> int:
        """States visited so far."""
        return int(self._control[4])

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited * self._cost

    @property
    def repeats(self) -> float:
        """How often a state has been come to, on average."""
        return self.n_edges / self.n_states

    @property
    def promising(self) -> bool:
        """Whether it comes to the same states again and again."""
        return self.repeats > _PROMISING

    @property
    def hopeless(self) -> bool:
        """Whether it does not, and is not likely to."""
        return self.n_states > _ENOUGH_TO_JUDGE and self.n_edges < _HOPELESS * self.n_states

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return self._bytes(self._n_states, self._n_edges)

    def run(self, states: int) -> None:
        """Visit at most ``states`` more. Raises :class:`DiagramTooLarge`."""
        from ..kernels import frontier as kernels

        until = int(self._control[4]) + states
        while not self.done:
            why = kernels.explore(
                self._item_of,
                self._first,
                self._options,
                self._need,
                self._clear,
                *self._counters,
                self.n_words,
                self._initial,
                self._layout.position,
                self._layout.field,
                self._layout.enough,
                self._layer_of,
                self._compiled.repeat,
                self._slots,
                self._windows,
                self._head,
                self._following,
                self._order,
                self._begin,
                self._end,
                self._edge_option,
                self._edge_child,
                self._scratch,
                self._control,
                until - int(self._control[4]),
            )
            if why == kernels.DONE:
                self.done = True
            elif why == kernels.STATES_FULL:
                self._grow_states()
            elif why == kernels.EDGES_FULL:
                self._grow_edges()
            else:
                return

    def _bytes(self, states: int, edges: int) -> int:
        return states * (8 * self.n_words + 8 + 4 + 4 + 16 + 16) + 8 * edges

    def _check(self, states: int, edges: int) -> None:
        # While one is copied to another, both are there.
        now = self._bytes(self._n_states, self._n_edges)
        if self._bytes(states, edges) + now // 2 > self.memory or states > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_states)

    def _grow_states(self) -> None:
        n_states = 2 * self._n_states
        self._check(n_states, self._n_edges)
        # All or none: where memory ends on the way, the work may go on with less beside it.
        windows, following = doubled(self._windows), doubled(self._following)
        order, begin, end = doubled(self._order), doubled(self._begin), doubled(self._end)
        slots = self._hashed(windows, n_states)
        self._windows, self._following, self._slots = windows, following, slots
        self._order, self._begin, self._end = order, begin, end
        self._n_states = n_states

    def _grow_edges(self) -> None:
        self._check(self._n_states, 2 * self._n_edges)
        option, child = doubled(self._edge_option), doubled(self._edge_child)
        self._edge_option, self._edge_child = option, child
        self._n_edges *= 2

    def _hashed(self, windows: Any, n_states: int) -> Any:
        """The hash table by which states are found again, with room for ``n_states``."""
        from ..kernels import frontier as kernels

        slots = np.full(2 * n_states, -1, np.int64)
        kernels.rehash(slots, windows, self.n_words, self.n_states)
        return slots

    def _parents_first(self, n_visited: int) -> Any:
        """The visited states, each before its children."""
        order = self._order[:n_visited]
        if not self._compiled.repeat:
            return order
        # Taking an option again leads to another state of the same layer; its window, read as one
        # number, is less.
        windows = self._windows.reshape(-1, self.n_words + 1)[order]
        keys: list[Any] = [~windows[:, word] for word in range(self.n_words)]
        return order[np.lexsort([*keys, windows[:, self.n_words]])]

    def count(self) -> int:
        """The number of solutions, if it is done."""
        return self.graph().count()

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, of what has been visited: of all solutions, if it is done."""
        from ..kernels import graphs

        n_states, n_edges, n_visited = (int(self._control[k]) for k in (2, 3, 4))
        number = np.full(n_states, -1, np.int32)
        end = self._head[len(self._item_of)]
        if end >= 0:
            number[end] = 0
        begin = np.zeros(n_visited + 2, np.int64)
        option, child = np.zeros((2, n_edges), np.int32)
        n_nodes = graphs.compress(
            self._parents_first(n_visited),
            self._begin,
            self._end,
            self._edge_option,
            self._edge_child,
            number,
            begin,
            option,
            child,
        )
        last = int(begin[n_nodes])
        root = int(number[0])
        return Graph(begin[: n_nodes + 1].copy(), option[:last].copy(), child[:last].copy(), root)
