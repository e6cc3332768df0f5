"""Where each item has its bits in the string that a state of ``frontier.py`` is a window of.

Every item has a field of bits; ``kernels/frontier.py`` says what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays, option_of_nodes
from ..common.deadline import ticking
from ..kernels.array_types import Int32s, Words
from .item_order import ranks

__all__ = ["BitLayout", "as_words"]


class BitLayout:
    """The fields of all items; ``order``: the primary items in the order to settle them.

    The *rank* of a primary item is its place in the order. O(nodes).
    """

    def __init__(
        self, compiled: Compiled, order: Sequence[int], tick: Callable[[], None] = lambda: None
    ):
        self._compiled = compiled
        in_order = np.asarray(order, np.int64)
        starts, items, colours = self._nodes = node_arrays(compiled)
        n_primary, n_items = compiled.n_primary, compiled.n_items
        #: Item -> its rank; option -> the lowest rank of its items, n_primary without any.
        self._rank, self.branch = ranks(compiled, order)
        low, high = np.array(compiled.bounds, np.int64)[:, in_order]
        #: By rank: whether the item must be covered exactly once.
        self.exact = (low == 1) & (high == 1)
        self._unlimited = high >= UNLIMITED
        at_first = np.where(self._unlimited, low, high)
        bits = np.array([max(1, int(value).bit_length()) for value in at_first], np.int64)
        #: By rank: all bits of the item's counter, or 0 if it has none; and the value of the
        #: counter at which the item is covered often enough.
        self.field = np.where(self.exact, 0, (1 << bits) - 1).astype(np.uint64)
        self.enough = np.where(self._unlimited, 0, high - low).astype(np.uint64)

        # A field stands where its item is settled, a secondary one behind the last item that an
        # option covers with it.
        behind = np.append(self._rank[:n_primary], np.full(n_items - n_primary, -1))
        branch = self.branch[option_of_nodes(starts)]
        touched = np.flatnonzero((items >= n_primary) & (branch < n_primary))
        np.maximum.at(behind, items[touched], branch[touched])
        #: Secondary item -> its colours, each with the number of its bit, from 1.
        self._colours: list[dict[int, int]] = [{} for _ in range(n_items)]
        for item, colour in zip(items[touched].tolist(), colours[touched].tolist(), strict=True):
            if colour:
                self._colours[item].setdefault(colour, 1 + len(self._colours[item]))
        #: Item -> the bits of its field, and where it begins.
        self._width = np.array([1 + len(each) for each in self._colours], np.int64)
        self._width[in_order] = bits
        fields = np.argsort(behind, kind="stable")[np.count_nonzero(behind < 0) :]
        ends = np.cumsum(self._width[fields])
        self._place = np.zeros(n_items, np.int64)
        self._place[fields] = ends - self._width[fields]
        #: By rank: where the field of the item begins.
        self.position = self._place[in_order]
        #: The string of bits at first, and its length.
        self.string, self.n_bits = 0, int(ends[-1]) if len(ends) else 0
        for item in ticking(fields.tolist(), tick):
            full = (1 << int(self._width[item])) - 1
            value = int(at_first[self._rank[item]]) if item < n_primary else full
            self.string |= value << int(self._place[item])

    def widest_window(self, options: Int32s) -> int:
        """The bits from the first item of an option to the end of all that options touch so far.

        ``options`` stand in the order in which they are tried. The widest window of all is given,
        and at least the widest counter, since no counter may be cut at the end of the window.
        """
        counter = max(1, int(self.field.max(initial=0)).bit_length())
        if not len(options):
            return counter
        starts, items, _ = self._nodes
        ends = np.maximum.reduceat((self._place + self._width)[items], starts[:-1].astype(np.intp))[
            options
        ]
        windows = np.maximum.accumulate(ends) - self.position[self.branch[options]]
        return max(counter, int(windows.max()))

    def masks(self, option: int) -> tuple[int, int, list[tuple[int, int, int]]]:
        """The bits that an option needs, those it clears, and the counters that it counts down.

        The option has a primary item, and the bits are those of a window that begins at its first
        one. A counter is given by its lowest bit, by all its bits moved down to bit 0, and by 1 if
        it stays at zero, since the item has no upper limit, or 0.
        """
        base = int(self.position[self.branch[option]])
        need = clear = 0
        counters = []
        for item, colour in self._compiled.option(option):
            place, width = int(self._place[item]) - base, int(self._width[item])
            full, rank = (1 << width) - 1, int(self._rank[item])
            if item >= self._compiled.n_primary:
                bit = self._colours[item].get(colour, 0)
                need |= 1 << (place + bit)
                # A colour leaves its bit; without a colour none is left.
                clear |= (full & ~(1 << bit if colour else 0)) << place
            elif self.exact[rank]:
                need |= 1 << place
                clear |= 1 << place
            else:
                counters.append((place, full, int(self._unlimited[rank])))
        return need, clear, counters


def as_words(bits: int, n_words: int) -> Words:
    """The lowest bits of an int as words of 64, the lowest first."""
    lowest = bits & (1 << 64 * n_words) - 1
    return np.frombuffer(lowest.to_bytes(8 * n_words, "little"), np.uint64)
