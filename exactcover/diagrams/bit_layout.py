"""Where each item has its bits in the string that a state of ``frontier.py`` is a window of.

Every item has a field. The fields of primary items stand in the order in which the items are
settled. That of a secondary item stands behind the last primary item whose options touch it.

- A primary item that must be covered exactly once has one bit, set while it is open.
- Any other primary item has a counter: of how often it may still be covered, or, if there is no
  limit, of how often it still must be.
- A secondary item has a bit for "not used yet" and one for each of its colours, all set at first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays
from ..common.budget import ticking

__all__ = ["BitLayout", "Counter", "OptionMasks", "as_words"]


class Counter(NamedTuple):
    """A counter that an option counts down: its place in the window, its bits, how it ends."""

    place: int
    mask: int
    #: 1 if it stays at zero there, since the item has no upper limit.
    unlimited: int


class OptionMasks(NamedTuple):
    """What an option asks of a window that begins at its first item, and what it changes there."""

    #: The bits that must be set, and those that are cleared.
    need: int
    clear: int
    counters: list[Counter]
    #: The end of the last field that it touches, in the whole string.
    end: int


class BitLayout:
    """The fields of all items; ``order``: the primary items in the order to settle them.

    An item is told by its number in the problem, and a primary one by its *rank*, its number in
    the order, where that is said. O(nodes).
    """

    def __init__(
        self, compiled: Compiled, order: Sequence[int], tick: Callable[[], None] = lambda: None
    ):
        self._compiled = compiled
        starts, items, _ = self._nodes = node_arrays(compiled)
        n_primary = compiled.n_primary
        #: Primary item -> its rank.
        self.rank = np.empty(n_primary, np.int64)
        self.rank[np.asarray(order, np.int64)] = np.arange(n_primary)
        #: Option -> the lowest rank of its items; n_primary if it has no primary item.
        self.branch = np.full(compiled.n_options, n_primary, np.int64)
        self._option_of = np.repeat(np.arange(compiled.n_options), np.diff(starts))
        primary = items < n_primary
        np.minimum.at(self.branch, self._option_of[primary], self.rank[items[primary]])
        self._read_bounds(order)
        #: Secondary item -> its colours, each with the number of its bit, from 1.
        self._colours: list[dict[int, int]] = [{} for _ in range(compiled.n_items)]
        self._place_fields(self._secondary_behind(), tick)

    def _read_bounds(self, order: Sequence[int]) -> None:
        """What the multiplicities of the primary items make of their fields, by rank."""
        compiled = self._compiled
        low, high = np.array(compiled.bounds, np.int64)[:, order]
        #: Whether the item must be covered exactly once.
        self.exact = (low == 1) & (high == 1)
        self._unlimited = high >= UNLIMITED
        self._at_first = np.where(self._unlimited, low, high)
        self._bits = [max(1, int(value).bit_length()) for value in self._at_first]
        #: The bits of each counter, and 0 for an item without one.
        self.field = np.array(
            [
                0 if exact else (1 << bits) - 1
                for exact, bits in zip(self.exact, self._bits, strict=True)
            ],
            np.uint64,
        )
        #: The value of a counter at which the item is covered often enough.
        self.enough = np.where(self._unlimited, 0, high - low).astype(np.uint64)

    def _secondary_behind(self) -> list[list[int]]:
        """For each rank the secondary items that no option of a higher rank touches."""
        compiled = self._compiled
        n_primary, n_items = compiled.n_primary, compiled.n_items
        _, items, colours = self._nodes
        branch = self.branch[self._option_of]
        at = np.flatnonzero((items >= n_primary) & (branch < n_primary))
        last = np.full(n_items, -1, np.int64)
        np.maximum.at(last, items[at], branch[at])
        for item, colour in zip(items[at].tolist(), colours[at].tolist(), strict=True):
            if colour:
                self._colours[item].setdefault(colour, 1 + len(self._colours[item]))
        behind: list[list[int]] = [[] for _ in range(n_primary)]
        for item in range(n_primary, n_items):
            if last[item] >= 0:
                behind[last[item]].append(item)
        return behind

    def _place_fields(self, behind: list[list[int]], tick: Callable[[], None]) -> None:
        """Give every item its place, and the string the bits that it has at first."""
        compiled = self._compiled
        #: Where the field of each item begins: primary items by rank, secondary ones by number.
        self.position = np.zeros(compiled.n_primary, np.int64)
        self._place_of_secondary = np.full(compiled.n_items, -1, np.int64)
        string, at = 0, 0
        for rank in ticking(range(compiled.n_primary), tick):
            self.position[rank] = at
            string |= int(self._at_first[rank]) << at
            at += 1 if self.exact[rank] else self._bits[rank]
            for item in behind[rank]:
                bits = 1 + len(self._colours[item])
                self._place_of_secondary[item] = at
                string |= ((1 << bits) - 1) << at
                at += bits
        #: The string of bits at first, as a whole number, and its length.
        self.string, self.n_bits = string, at

    @property
    def widest_counter(self) -> int:
        """The bits of the widest counter; 0 without any."""
        return max((int(mask).bit_length() for mask in self.field), default=0)

    def widest_window(self, options: Sequence[int]) -> int:
        """The bits from the first item of an option to the end of all that options touch so far.

        ``options`` stand in the order in which they are tried. The widest window of all is given.
        """
        if not options:
            return 1
        starts, items, _ = self._nodes
        n_primary, n_items = self._compiled.n_primary, self._compiled.n_items
        field = np.array([max(1, int(mask).bit_length()) for mask in self.field], np.int64)
        end = np.zeros(n_items, np.int64)
        end[:n_primary] = (self.position + field)[self.rank]
        for item in range(n_primary, n_items):
            end[item] = self._place_of_secondary[item] + 1 + len(self._colours[item])
        reach = np.maximum.accumulate(np.maximum.reduceat(end[items], starts[:-1])[options])
        return int((reach - self.position[self.branch[options]]).max())

    def masks(self, option: int) -> OptionMasks:
        """What an option with a primary item needs and changes."""
        starts, items, colours = self._nodes
        n_primary = self._compiled.n_primary
        base = int(self.position[self.branch[option]])
        need = clear = end = 0
        counters: list[Counter] = []
        nodes = slice(starts[option], starts[option + 1])
        for item, colour in zip(items[nodes].tolist(), colours[nodes].tolist(), strict=True):
            if item >= n_primary:
                place = int(self._place_of_secondary[item]) - base
                bits = 1 + len(self._colours[item])
                bit = self._colours[item].get(colour, 0)
                need |= 1 << (place + bit)
                # A colour leaves its own bit; without a colour none is left.
                clear |= ((1 << bits) - 1 & ~(1 << bit if colour else 0)) << place
            else:
                rank = int(self.rank[item])
                place, mask = int(self.position[rank]) - base, int(self.field[rank])
                bits = max(1, mask.bit_length())
                if mask:
                    counters.append(Counter(place, mask, int(self._unlimited[rank])))
                else:
                    need |= 1 << place
                    clear |= 1 << place
            end = max(end, base + place + bits)
        return OptionMasks(need, clear, counters, end)


def as_words(bits: int, n_words: int) -> Any:
    """The lowest bits of a whole number as words of 64, the lowest first."""
    return np.frombuffer(
        (bits & (1 << 64 * n_words) - 1).to_bytes(8 * n_words, "little"), np.uint64
    )
