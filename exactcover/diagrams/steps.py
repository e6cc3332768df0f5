"""The steps that ``kernels/states/state_program.py`` executes, made from a tree of items.

It says where each open item has its bits in a state. Items that are open at the same time have
different bits. A bit that a settled item leaves is set in all states of its table, and is cleared
when bits run out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays, option_of_entries
from ..common.deadline import ticking
from ..kernels.states import state_program as kernel
from .elimination import Tree

#: There are fewer states than two to the power of this.
_MOST_FIELDS = 31


class _NoRoom(Exception):
    """States need another word, or more."""

    def __init__(self, bits: int = 0):
        super().__init__()
        #: So many bits are needed at least.
        self.bits = bits


class Program:
    """The steps along a tree, as the kernel takes them. O(nodes) where bags are small."""

    def __init__(self, compiled: Compiled, tree: Tree, tick: Callable[[], None] = lambda: None):
        self._compiled, self._tree = compiled, tree
        self._low, self._high = compiled.bounds
        n_items, n_primary = compiled.n_items, compiled.n_primary
        starts, items, colours = node_arrays(compiled)
        place = np.full(n_items, n_items, np.int64)
        place[np.array(tree.order, np.int64)] = np.arange(len(tree.order))
        primary = np.where(items < n_primary, place[items], n_items)
        first = np.full(compiled.n_options, n_items, np.int64)
        np.minimum.at(first, option_of_entries(starts), primary)
        #: Place in the order -> the options to be decided there.
        self._options: defaultdict[int, list[int]] = defaultdict(list)
        for option, at in enumerate(first.tolist()):
            self._options[at].append(option)
        #: Secondary item -> its colours, each with its number in the field.
        self._colours: list[dict[int, int]] = [{} for _ in range(n_items)]
        for item, colour in zip(items.tolist(), colours.tolist(), strict=True):
            if colour:
                self._colours[item].setdefault(colour, 1 + len(self._colours[item]))
        pairs = list(zip(items.tolist(), colours.tolist(), strict=True))
        #: Option -> its items and their colours; item -> the bits of its field.
        self._pairs = [pairs[begin:end] for begin, end in pairwise(starts.tolist())]
        self._width = [self._width_of(item) for item in range(n_items)]
        self._sequence = _by_branches(tree)
        self.n_words = 1
        while True:
            try:
                self._write(tick)
                break
            except _NoRoom as none:
                self.n_words = max(self.n_words + 1, (none.bits + 63) // 64)

    def _write(self, tick: Callable[[], None]) -> None:
        self._kind: list[int] = []
        self._steps: dict[str, list[Any]] = defaultdict(list)
        self._kept: list[int] = []
        self._moves: list[tuple[int, int, int, int]] = []
        self._split: list[int] = []
        self._numbers: list[int] = []
        self._blocks: list[int] = []
        self._fields: list[tuple[int, int, int, int, int]] = []
        self._fields_first: list[int] = [0]
        #: Fields of options and those of joins are in one list, those of joins behind.
        self._shared: list[tuple[int, int, int, int, int]] = []
        self._layouts: list[_Layout] = []
        self.depth = settled = 0
        #: Step -> how many items are settled by then.
        self.settled: list[int] = []
        for place, joins in ticking(self._sequence, tick):
            if joins < 0:
                self._layouts.append(_Layout(self.n_words))
                self.depth = max(self.depth, len(self._layouts))
                self._step(kernel.START)
            elif joins:
                self._join()
            else:
                self._settle(place)
                settled += 1
            self.settled += [settled] * (len(self._kind) - len(self.settled))
        self.settled.append(settled)
        self._finish()

    def _step(self, kind: int, place: int = 0, mask: int = 0, bound: int = 0) -> None:
        self._kind.append(kind)
        for name, value in (
            ("place", place), ("mask", mask), ("bound", bound), ("options", len(self._numbers)),
            ("kept", len(self._kept) * self.n_words), ("moves", len(self._moves)),
            ("split", len(self._split)), ("shared", len(self._shared)),
        ):  # fmt: skip
            self._steps[name].append(value)

    # -- one item --------------------------------------------------------------------------------

    def _width_of(self, item: int) -> int:
        """The bits of an item's field; 0 if nothing need be known of it."""
        if item >= self._compiled.n_primary:
            colours = len(self._colours[item])
            # The largest number of the field stands for an option without a colour.
            return (colours + 1).bit_length() if colours else 1
        low, high = self._low[item], self._high[item]
        return low.bit_length() if high >= UNLIMITED else max(1, high.bit_length())

    def _settle(self, place: int) -> None:
        item, layout = self._tree.order[place], self._layouts[-1]
        if item >= self._compiled.n_primary:
            self._forget(layout, item, 0)
            return
        options = self._options[place]
        if self._low[item] == self._high[item] == 1:
            self._allot(layout, [item], options)
            self._step(kernel.CHOOSE, layout.place[item], 1)
            self._steps["bound"][-1] = min(_MOST_FIELDS, self._add_options(layout, options))
            layout.drop(item, 1, clean=False)
            return
        for option in options:
            self._allot(layout, [], [option])
            copies = self._copies(option)
            mask = (1 << copies.bit_length()) - 1
            self._make_room(layout, copies.bit_length())
            layout.add(-1, copies.bit_length())
            self._step(kernel.TAKE, layout.place[-1], mask, copies)
            self._add_options(layout, [option])
            self._step(kernel.FORGET, layout.place[-1], mask, 0)
            layout.drop(-1, copies.bit_length(), clean=True)
        self._forget(layout, item, self._low[item])

    def _forget(self, layout: _Layout, item: int, low: int) -> None:
        width = self._width[item]
        if item not in layout.place:
            if low == 0:
                return
            self._allot(layout, [item], [])
        self._step(kernel.FORGET, layout.place[item], (1 << width) - 1, low)
        layout.drop(item, width, clean=True)

    def _copies(self, option: int) -> int:
        """How often an option may be chosen at most."""
        if not self._compiled.repeat:
            return 1
        n_primary = self._compiled.n_primary
        members = self._pairs[option]
        if any(item >= n_primary and not colour for item, colour in members):
            return 1
        return min(int(self._high[item]) for item, _ in members if item < n_primary)

    def _allot(self, layout: _Layout, items: list[int], options: list[int]) -> None:
        """Give bits to items, and to those of options, which have none yet."""
        there = layout.place
        wanted = [item for item in items if item not in there]
        for option in options:
            wanted += [item for item, _ in self._pairs[option] if item not in there]
        new = dict.fromkeys(wanted)
        bits = layout.taken.bit_count() + sum(self._width[item] for item in new)
        if bits > 64 * self.n_words:
            raise _NoRoom(bits)
        for item in new:
            width = self._width[item]
            if width:
                self._make_room(layout, width)
                layout.add(item, width)

    def _make_room(self, layout: _Layout, width: int) -> None:
        if not layout.has_room(width):
            if layout.dirty:
                self._step(kernel.CLEAN)
                layout.clean()
                self._keep(layout.taken)
            if not layout.has_room(width):
                raise _NoRoom

    def _keep(self, bits: int) -> None:
        self._kept.append(bits)

    def _field(self, layout: _Layout, item: int, colour: int) -> tuple[int, int, int, int, int]:
        """A field as the kernel takes it: place, mask, colour, most, unlimited."""
        place, mask = layout.place[item], (1 << self._width[item]) - 1
        if item >= self._compiled.n_primary:
            return place, mask, colour, 0, 0
        unlimited = self._high[item] >= UNLIMITED
        return place, mask, 0, self._low[item] if unlimited else self._high[item], int(unlimited)

    def _add_options(self, layout: _Layout, options: list[int]) -> int:
        """Add options to the step; returns the most fields of one."""
        most = 0
        for option in options:
            block = 0
            for item, colour in self._pairs[option]:
                width = self._width[item]
                if not width:
                    continue
                if (item < self._compiled.n_primary and width > 1) or self._counts(item) or colour:
                    number = self._colours[item].get(colour, 0)
                    self._fields.append(self._field(layout, item, number))
                else:
                    block |= ((1 << width) - 1) << layout.place[item]
            self._numbers.append(option)
            self._blocks.append(block)
            most = max(most, len(self._fields) - self._fields_first[-1])
            self._fields_first.append(len(self._fields))
        return most

    def _counts(self, item: int) -> bool:
        """Whether a field of one bit does not mean "covered, no more"."""
        return item < self._compiled.n_primary and self._high[item] != 1

    # -- joins -----------------------------------------------------------------------------------

    def _join(self) -> None:
        upper, lower = self._layouts.pop(), self._layouts[-1]
        both = [item for item in upper.place if item in lower.place]
        self._step(kernel.JOIN)
        lower.clean()
        kept = lower.taken
        for item in upper.place:
            if item not in lower.place:
                width = self._width[item]
                if not lower.has_room(width):
                    raise _NoRoom
                lower.add(item, width)
        alone = 0
        for item in both:
            width = self._width[item]
            if width == 1 and not self._counts(item):
                alone |= 1 << lower.place[item]
                self._split.append(lower.place[item])
            else:
                self._shared.append(self._field(lower, item, 1))
        del self._split[self._steps["split"][-1] + 64 :]
        self._keep(kept | 1)
        self._keep(alone)
        moves: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        moves[0, 0, 0] = 1
        for item, place in upper.place.items():
            to = lower.place[item]
            mask = ((1 << self._width[item]) - 1) << (place & 63)
            moves[place >> 6, to >> 6, (to & 63) - (place & 63)] |= mask
        self._moves += [(begin, mask, end, by) for (begin, end, by), mask in moves.items()]

    # -- arrays ----------------------------------------------------------------------------------

    def _finish(self) -> None:
        def first(name: str, last: int) -> Any:
            return np.array([*self._steps[name], last], np.int64)

        def words(rows: list[int]) -> Any:
            size = 8 * self.n_words
            text = b"".join(row.to_bytes(size, "little") for row in rows)
            return np.frombuffer(text, "<u8").astype(np.uint64)

        moves = list(zip(*self._moves, strict=True)) or [(), (), (), ()]
        n_fields = len(self._fields)
        fields = [*self._fields, *self._shared]
        columns = list(zip(*fields, strict=True)) or [(), (), (), (), ()]
        self.steps = kernel.Steps(
            np.array(self._kind, np.int32),
            np.array(self._steps["place"], np.int64),
            np.array(self._steps["mask"], np.uint64),
            np.array(self._steps["bound"], np.int64),
            first("options", len(self._numbers)),
            np.array(self._steps["kept"], np.int64),
            words(self._kept),
            first("moves", len(self._moves)),
            np.array(moves[0], np.int64),
            np.array(moves[1], np.uint64),
            np.array(moves[2], np.int64),
            np.array(moves[3], np.int64),
            first("split", len(self._split)),
            np.array(self._split, np.int64),
            first("shared", len(self._shared)) + n_fields,
        )
        self.options = kernel.Options(
            np.array(self._numbers, np.int32),
            words(self._blocks),
            np.array(self._fields_first, np.int64),
        )
        self.fields = kernel.Fields(
            np.array(columns[0], np.int64),
            np.array(columns[1], np.uint64),
            np.array(columns[2], np.uint64),
            np.array(columns[3], np.uint64),
            np.array(columns[4], np.int64),
        )


class _Layout:
    """Where the open items of a table have their bits."""

    def __init__(self, n_words: int):
        self._n_words = n_words
        #: Item -> the lowest bit of its field.
        self.place: dict[int, int] = {}
        #: Bits of open items; bits that are not 0 in all states though no item has them. The lowest
        #: bit is set in every state.
        self.taken, self.dirty = 1, 0

    def has_room(self, width: int) -> bool:
        """Whether a field has room."""
        return self._free(width) >= 0

    def _free(self, width: int) -> int:
        free = ~(self.taken | self.dirty) & ((1 << 64 * self._n_words) - 1)
        # Bits from which on ``width`` bits are free, all in one word.
        from_here = free
        for more in range(1, width):
            from_here &= free >> more
        while from_here:
            place = (from_here & -from_here).bit_length() - 1
            if place % 64 + width <= 64:
                return place
            from_here &= from_here - 1
        return -1

    def add(self, item: int, width: int) -> None:
        """Give bits to an item."""
        place = self._free(width)
        self.place[item] = place
        self.taken |= ((1 << width) - 1) << place

    def drop(self, item: int, width: int, clean: bool) -> None:
        """Take the bits of an item that is settled; ``clean``: they are 0 in all states."""
        bits = ((1 << width) - 1) << self.place.pop(item)
        self.taken &= ~bits
        if not clean:
            self.dirty |= bits

    def clean(self) -> None:
        """The bits of settled items are cleared."""
        self.dirty = 0


def _by_branches(tree: Tree) -> list[tuple[int, int]]:
    """The places of a tree in an order in which each branch is done before the next one begins.

    A pair (place, 0) settles an item; (place, 1) joins two branches, and (place, -1) begins one.
    The branch with the widest part comes first, since it is waiting while others are done.
    """
    n_places = len(tree.order)
    below: list[list[int]] = [[] for _ in range(n_places + 1)]
    size = [1] * (n_places + 1)
    for place, parent in enumerate(tree.parent):
        below[parent].append(place)
        size[parent] += size[place]
    sequence: list[tuple[int, int]] = []
    # Those without a parent, -1, are below the last entry.
    for branches in below:
        branches.sort(key=lambda place: -size[place])
    stack = [(n_places, 0)]
    while stack:
        place, done = stack.pop()
        branches = below[place]
        if not branches:
            sequence.append((place, -1))
        if done > 1:
            sequence.append((place, 1))
        if done < len(branches):
            stack += [(place, done + 1), (branches[done], 0)]
        elif place < n_places:
            sequence.append((place, 0))
    return sequence
