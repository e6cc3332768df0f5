"""Bit tables: which options contain an item, and which options clash with an option."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ..common.slots import Slot
from ..kernels.bits import clashes
from ..kernels.bits.array_types import Words
from ..kernels.trees.bitset_seams import LANES, Seams
from .compiled import Compiled
from .views import (
    most_options,
    node_arrays,
    option_of_entries,
    primary_lengths,
    row_of_bits,
    sums_before,
    view,
)

#: Words of the tables written from one tick to the next: some 30 ms.
_BUILD_STEP = 10_000_000
#: Words that may be taken for seams in any case; more only where the table of clashes has more.
_LITTLE = 1 << 20


class ClashTables:
    """The tables of a problem; they take options²/8 bytes.

    Two options clash when they share an item that is covered at most once and do not agree on it
    in one colour. An option clashes with itself, unless it may be chosen again.
    """

    def __init__(self, compiled: Compiled, tick: Callable[[], None]):
        n_options, n_items, n_primary = compiled.n_options, compiled.n_items, compiled.n_primary
        self.n_words = n_words = max(1, (n_options + 63) // 64)
        starts, items, colours = node_arrays(compiled)
        # The nodes of each item, by the colour that their options give it, then by option.
        by_item = np.lexsort((colours, items))
        options, colours = option_of_entries(starts)[by_item], colours[by_item]
        item_starts = sums_before(np.bincount(items, minlength=n_items))
        # Options do not clash on an item before it has been covered as often as it may be.
        clashing = np.ones(n_items, np.uint8)
        clashing[:n_primary] = view(compiled.bounds[1]) == 1
        rows = np.zeros((n_primary + 1, n_words), np.uint64)
        clash = np.zeros((n_options, n_words), np.uint64)
        row = np.zeros(n_words, np.uint64)
        item = 0
        while item < n_items:
            tick()
            # As many items as a slice of time allows, but at least one.
            most = int(item_starts[item]) + _BUILD_STEP // n_words
            after = max(item + 1, int(np.searchsorted(item_starts, most, side="right")) - 1)
            clashes.build(
                n_primary, item, after, item_starts, options, colours, clashing, rows, clash, row
            )
            item = after
        if not compiled.repeat:
            each = np.arange(n_options)
            clash[each, each >> 6] |= np.uint64(1) << (each & 63).astype(np.uint64)
        #: Primary items of each option, and that number if all options have the same, else -1.
        self.lengths = primary_lengths(compiled)
        choosable = self.lengths[self.lengths > 0]
        same = len(choosable) > 0 and choosable.min() == choosable.max()
        self.uniform = int(choosable[0]) if same else -1
        #: The live options at the root.
        self.root = rows[n_primary] = row_of_bits(self.lengths > 0)
        #: Flat: options x words, and primary items x words, with one more for any of these items.
        self.clash, self.item_rows = clash.reshape(-1), rows.reshape(-1)
        self.n_levels = most_options(compiled) + 1
        #: The primary items of each option, as ``starts`` and ``items`` of a Compiled.
        self.starts = sums_before(self.lengths).astype(np.uint64)
        self.items = items[items < n_primary].astype(np.uint32)

    @cached_property
    def by_word(self) -> Words:
        """``item_rows`` transposed, without the last: words x primary items, flat."""
        return np.ascontiguousarray(self.item_rows.reshape(-1, self.n_words)[:-1].T).reshape(-1)

    def seams(self, compiled: Compiled) -> Seams:
        """The seams of a problem, made once, with room of its own for each search."""
        seams = compiled.derived.get(_SEAMS, lambda: self._seams(compiled))
        state = seams.colours.copy(), seams.ring.copy(), seams.waits.copy()
        return Seams(seams.twin, seams.marks, seams.span, *state)

    def _seams(self, compiled: Compiled) -> Seams:
        """The same. There are none with other bounds, or if they took more memory."""
        n_primary, n_items = compiled.n_primary, compiled.n_items
        size = LANES // 2 * (n_primary + 1) * (self.n_levels + 1)
        by_item, entries = map(view, compiled.by_item)
        starts, items, colours = node_arrays(compiled)
        none = np.zeros(0, np.uint64)
        no_seams = Seams(none, none, none.view(np.int64), none, none, none.view(np.uint8))
        unfit = compiled.multiple or size > max(len(self.clash), _LITTLE)
        if unfit or not colours.any() or not np.diff(by_item[: n_primary + 1]).all():
            return no_seams
        option_of = option_of_entries(starts)
        order = np.lexsort((items, option_of))
        given = order[colours[order] > 0]
        which = option_of[given]
        lane = np.arange(len(given)) - np.searchsorted(which, which)
        given, which, lane = given[lane < LANES], which[lane < LANES], lane[lane < LANES]
        marks = np.full((64 * self.n_words, LANES), 0xFFFFFFFF, np.uint64)
        marks[which, lane] = np.uint64(1) << (colours[given] & 31).astype(np.uint64)
        # An item owns what all its options have in the same lane.
        table = np.full((compiled.n_options, LANES), n_items)
        table[which, lane] = items[given]
        rows = table[option_of[entries[: by_item[n_primary]]]]
        begins = np.asarray(by_item[:n_primary]).astype(np.intp, copy=False)
        least, most = (f.reduceat(rows, begins) for f in (np.minimum, np.maximum))
        owned = np.where(least == most, least, n_items).reshape(-1)
        seams, seam, n_owners = np.unique(owned, return_inverse=True, return_counts=True)
        twins = np.flatnonzero(((n_owners == 2) & (seams < n_items))[seam])
        if len(twins) == 0:
            return no_seams
        pairs = twins[np.argsort(seam[twins], kind="stable")].reshape(-1, 2)
        twin = np.full(LANES * n_primary, LANES * n_primary, np.uint64)
        twin[pairs] = pairs[:, ::-1]
        used = self.item_rows.reshape(-1, self.n_words)[:-1] != 0
        span = np.stack([used.argmax(1), self.n_words - 1 - used[:, ::-1].argmax(1)], axis=1)
        span = span.astype(np.int64, copy=False)
        words = marks[:, ::2] | marks[:, 1::2] << np.uint64(32)
        ring = np.zeros(1 << n_primary.bit_length(), np.uint64)
        waits = np.zeros(n_primary + 1, np.uint8)
        left = np.zeros(size, np.uint64)
        return Seams(twin, words.reshape(-1), span.reshape(-1), left, ring, waits)


_TABLES: Slot[ClashTables] = Slot("clash tables")
_SEAMS: Slot[Seams] = Slot("seams")


def clash_tables(compiled: Compiled, tick: Callable[[], None]) -> ClashTables:
    """The tables of a problem, made once for all searches of it."""
    return compiled.derived.get(_TABLES, lambda: ClashTables(compiled, tick), tick)
