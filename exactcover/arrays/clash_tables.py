"""Bit tables: which options contain an item, and which options clash with an option."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ..common.slots import Slot
from ..kernels.bits import clashes
from ..kernels.bits.array_types import Words
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


_TABLES: Slot[ClashTables] = Slot("clash tables")


def clash_tables(compiled: Compiled, tick: Callable[[], None]) -> ClashTables:
    """The tables of a problem, made once for all searches of it."""
    return compiled.derived.get(_TABLES, lambda: ClashTables(compiled, tick), tick)
