"""From a problem to the graph of its solutions, its items taken in a fixed order.

Here is what ``kernels/frontier.py`` is given: the fields of the items in one string of bits, the
options as masks, room for states and edges that grows as it is needed, and stays below a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import doubled, node_arrays
from ..common.budget import ticking
from ..errors import DiagramTooLarge
from .graph import Graph

__all__ = ["FrontierBuild"]

_FIRST_STATES, _FIRST_EDGES = 1 << 12, 1 << 13
_LARGEST = 2**31 - 2
#: States have been come to so often on average where a diagram is promising; and where there is
#: no hope, once so many states are known. Measured after 100,000 states: tilings by dominoes 1.5,
#: by tetrominoes 1.8; Latin squares 1.2, and more later; pentominoes 1.03 to 1.07, where listing
#: is faster by far; queens, Sudoku and edge matching 1.0.
_PROMISING, _HOPELESS, _ENOUGH_TO_JUDGE = 1.1, 1.12, 1_000_000
#: Nodes of a search that take as long as a state without options; so many options, and words of
#: the window, take as long again.
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
        self._fields(order, tick)
        self._masks(tick)
        n_words, n_layers = self.n_words, len(self._item_of)
        self._n_states, self._n_edges = _FIRST_STATES, _FIRST_EDGES
        self._windows = np.zeros(_FIRST_STATES * (n_words + 1), np.uint64)
        self._head = np.full(n_layers + 1, -1, np.int32)
        self._following = np.full(_FIRST_STATES, -1, np.int32)
        self._order = np.zeros(_FIRST_STATES, np.int32)
        self._begin, self._end = np.zeros((2, _FIRST_STATES), np.int64)
        self._edge_option, self._edge_child = np.zeros((2, _FIRST_EDGES), np.int32)
        self._scratch = np.zeros(2 * n_words, np.uint64)
        self._windows[:n_words] = self._initial[:n_words]
        self._head[0] = 0
        self._control = np.array([0, -1, 1, 0, 0], np.int64)
        self.done = False
        options = compiled.n_options / max(1, compiled.n_primary)
        self._cost = _NODES_PER_STATE * (1 + options * n_words / _OPTIONS_PER_STATE)
        self.step = max(8, min(4_096, int(_STEP_WORK / self._cost)))
        self._slots = self._hashed(self._windows, _FIRST_STATES)

    # -- the problem as the kernel takes it ----------------------------------------------------

    def _fields(self, order: Sequence[int], tick: Callable[[], None]) -> None:
        """Places of all items in the string of bits, and what it is at first."""
        compiled = self._compiled
        starts, items, colours = node_arrays(compiled)
        n_primary, n_items = compiled.n_primary, compiled.n_items
        #: Primary item -> its number in the order.
        rank = np.empty(n_primary, np.int64)
        rank[np.asarray(order, np.int64)] = np.arange(n_primary)
        option_of = np.repeat(np.arange(compiled.n_options), np.diff(starts))
        primary = items < n_primary
        #: For each option the first of its items in the order, n_primary if it has none.
        self._branch = np.full(compiled.n_options, n_primary, np.int64)
        np.minimum.at(self._branch, option_of[primary], rank[items[primary]])
        self._rank = rank
        low = np.ones(n_primary, np.int64) if not compiled.multiple else np.array(compiled.low)
        high = np.ones(n_primary, np.int64) if not compiled.multiple else np.array(compiled.high)
        low, high = low[order].astype(np.int64), high[order].astype(np.int64)
        exact = (low == 1) & (high == 1)
        unlimited = high >= UNLIMITED
        start_value = np.where(unlimited, low, high)
        counter_bits = np.array([max(1, int(value).bit_length()) for value in start_value])
        self._exact, self._unlimited = exact, unlimited
        self._field = np.array(
            [
                0 if one else (1 << int(bits)) - 1
                for one, bits in zip(exact, counter_bits, strict=True)
            ],
            np.uint64,
        )
        self._enough = np.where(unlimited, 0, high - low).astype(np.uint64)
        # The colours that each secondary item has, and the last primary item that concerns it.
        chosen = self._branch[option_of] < n_primary
        secondary = ~primary & chosen
        self._colours: list[dict[int, int]] = [{} for _ in range(n_items)]
        last = np.full(n_items, -1, np.int64)
        np.maximum.at(last, items[secondary], self._branch[option_of[secondary]])
        for item, colour in zip(
            items[secondary].tolist(), colours[secondary].tolist(), strict=True
        ):
            if colour:
                self._colours[item].setdefault(colour, 1 + len(self._colours[item]))
        behind: list[list[int]] = [[] for _ in range(n_primary)]
        for item in range(n_primary, n_items):
            if last[item] >= 0:
                behind[last[item]].append(item)
        #: Where the field of each item begins; primary items by their numbers in the order.
        self._position = np.zeros(n_primary, np.int64)
        self._place_of_secondary = np.full(n_items, -1, np.int64)
        string, at = 0, 0
        for number in ticking(range(n_primary), tick):
            self._position[number] = at
            string |= int(start_value[number]) << at
            at += 1 if exact[number] else int(counter_bits[number])
            for item in behind[number]:
                bits = 1 + len(self._colours[item])
                self._place_of_secondary[item] = at
                string |= ((1 << bits) - 1) << at
                at += bits
        self._bits = at
        self._string = string

    def _masks(self, tick: Callable[[], None]) -> None:
        """The options as masks, and the layers."""
        compiled = self._compiled
        starts, items, colours = node_arrays(compiled)
        n_primary = compiled.n_primary
        groups: list[list[int]] = [[] for _ in range(n_primary)]
        for option, branch in enumerate(ticking(self._branch.tolist(), tick)):
            if branch < n_primary:
                groups[branch].append(option)
        item_of: list[int] = []
        layer_of: list[int] = []
        options: list[int] = []
        first = [0]
        for number, group in enumerate(ticking(groups, tick)):
            layer_of.append(len(item_of))
            if self._exact[number]:
                item_of.append(number)
                options += group
                first.append(len(options))
                continue
            for option in group:
                item_of.append(number)
                options.append(option)
                first.append(len(options))
            if not group:
                item_of.append(number)
                first.append(len(options))
        layer_of.append(len(item_of))
        self._item_of = np.array(item_of, np.int64)
        self._first = np.array(first, np.int64)
        self._layer_of = np.array(layer_of, np.int64)
        self._options = np.array(options, np.int32)

        self._require_room(options)
        need, clear = [], []
        counter_starts, counter_at, counter_mask, counter_waits = [0], [], [], []
        reach, width = 0, 1
        for option in ticking(options, tick):
            base = int(self._position[self._branch[option]])
            needed = cleared = 0
            for item, colour in zip(
                items[starts[option] : starts[option + 1]].tolist(),
                colours[starts[option] : starts[option + 1]].tolist(),
                strict=True,
            ):
                if item >= n_primary:
                    place = int(self._place_of_secondary[item]) - base
                    mine = self._colours[item].get(colour, 0)
                    whole = (1 << (1 + len(self._colours[item]))) - 1
                    needed |= 1 << (place + mine)
                    cleared |= (whole & ~(1 << mine if colour else 0)) << place
                    reach = max(reach, base + place + 1 + len(self._colours[item]))
                    continue
                number = int(self._rank[item])
                place = int(self._position[number]) - base
                mask = int(self._field[number])
                if mask == 0:
                    needed |= 1 << place
                    cleared |= 1 << place
                    reach = max(reach, base + place + 1)
                else:
                    counter_at.append(place)
                    counter_mask.append(mask)
                    counter_waits.append(int(self._unlimited[number]))
                    reach = max(reach, base + place + mask.bit_length())
            counter_starts.append(len(counter_at))
            need.append(needed)
            clear.append(cleared)
            width = max(width, reach - base)
        # A counter must not be cut at the end of the window.
        width = max([width, *(int(mask).bit_length() for mask in self._field)])
        self.width = width
        self.n_words = n_words = (width + 63) // 64
        self._need, self._clear = (
            np.array([_words(mask, n_words) for mask in masks], np.uint64).reshape(-1)
            for masks in (need, clear)
        )
        self._counters = (
            np.array(counter_starts, np.int64),
            np.array(counter_at, np.int64),
            np.array(counter_mask, np.uint64),
            np.array(counter_waits, np.int64),
        )
        self._initial = np.array(
            _words(self._string, (self._bits + 63) // 64 + 2 * n_words + 3), np.uint64
        )

    def _require_room(self, options: list[int]) -> None:
        """Raise :class:`DiagramTooLarge` if the masks alone would take much of the memory.

        Windows are wide where an option reaches far in the order, or an item has many colours.
        """
        starts, items, _ = node_arrays(self._compiled)
        n_primary = self._compiled.n_primary
        field = [max(1, int(mask).bit_length()) for mask in self._field]
        end = np.zeros(self._compiled.n_items, np.int64)
        end[:n_primary] = (self._position + np.array(field, np.int64))[self._rank]
        for item in range(n_primary, self._compiled.n_items):
            end[item] = self._place_of_secondary[item] + 1 + len(self._colours[item])
        reach = np.maximum.reduceat(end[items], starts[:-1]) if len(items) else end[:0]
        reach = np.maximum.accumulate(reach[options]) if options else reach[:0]
        width = int((reach - self._position[self._branch[options]]).max()) if options else 1
        # Masks are whole numbers of any size at first, and then words.
        if len(options) * width // 2 > self.memory // 2:
            raise DiagramTooLarge(self.memory, 0)

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
                self._position,
                self._field,
                self._enough,
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
        """The table by which states are found again, with room for so many."""
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


def _words(bits: int, n_words: int) -> list[int]:
    """The bits of an integer as so many words of 64."""
    return [bits >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF for word in range(n_words)]
