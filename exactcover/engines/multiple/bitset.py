"""The bitset engine for multiplicities (see ``kernels/multiple_bitset.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...arrays.compiled import UNLIMITED, Compiled
from ...arrays.views import item_table, late_flags, most_options, node_arrays, primary_lengths
from ...common.slots import Slot
from ...kernels import clashes
from ...kernels import multiple_bitset as kernels
from .prefixes import MultipleSearch

__all__ = ["MultipleBitsetSearch", "clash_rows"]

#: At most so many free options are counted as a power of two, which must fit a word.
_MOST_FREE = 40


_ROWS: Slot[tuple[Any, Any]] = Slot("rows of bitset with multiplicities")


class MultipleBitsetSearch(MultipleSearch):
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    kernels: ClassVar[Any] = kernels

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        n_options, n_primary = compiled.n_options, compiled.n_primary
        n_words = max(1, (n_options + 63) // 64)
        self._n_words = n_words
        self._low, self._high = np.array(compiled.low, np.int64), np.array(compiled.high, np.int64)
        self._rows, self._clash = clash_rows(compiled, n_words, tick)
        self._table = np.ascontiguousarray(self._rows.T).reshape(-1)
        lengths = primary_lengths(compiled)
        _, items, _ = node_arrays(compiled)
        self._starts = np.concatenate([[0], np.cumsum(lengths)])
        self._items = items[items < n_primary].astype(np.int64)

        self.compiled = compiled
        self.entries = tuple(map(int, prefix))
        self.prefix = tuple(entry for entry in prefix if entry >= 0)
        self.n_levels = most_options(compiled) + 1
        self._live = np.zeros((self.n_levels + 1, n_words), np.uint64)
        flags = np.zeros(64 * n_words, np.uint8)
        flags[:n_options] = lengths > 0
        self._live[0] = np.packbits(flags, bitorder="little").view("<u8")
        for entry in prefix:
            self._apply(int(entry))

        self._late = late_flags(compiled)
        self._order = compiled.branching
        self._repeat = compiled.repeat
        self._sizes = np.zeros(n_primary, np.uint64)
        self._untried = np.zeros_like(self._live)
        self._first_word, self.path, self.given_mark = np.zeros((3, self.n_levels + 1), np.int64)
        # Given up once on a path, if it may not be repeated; else once at each level.
        self.given_up = np.zeros(n_options + self.n_levels + 1, np.int64)
        self.control = np.zeros(kernels.CONTROL, np.int64)

    def _apply(self, entry: int) -> None:
        """Choose an option above the root, or leave it out (~option)."""
        option = entry if entry >= 0 else ~entry
        live = self._live[0]
        if entry < 0:
            live[option >> 6] &= ~np.uint64(1 << (option & 63))
            return
        live &= ~self._clash[option]
        for item in self._items[self._starts[option] : self._starts[option + 1]]:
            self._low[item] -= 1
            if self._high[item] < UNLIMITED:
                self._high[item] -= 1
                if self._high[item] == 0:
                    live &= ~self._rows[item]

    def _run(self, nodes: int, limit: int, solutions: Any, lengths: Any) -> int:
        found: int = kernels.search(
            self._starts,
            self._items,
            self._clash.reshape(-1),
            self._rows.reshape(-1),
            self._table,
            self._repeat,
            self._order,
            self._late,
            _MOST_FREE,
            self._low,
            self._high,
            self._live.reshape(-1),
            self._n_words,
            self._sizes,
            self._untried.reshape(-1),
            self._first_word,
            self.path,
            self.given_up,
            self.given_mark,
            self.control,
            nodes,
            limit,
            solutions,
            lengths,
        )
        return found


def clash_rows(compiled: Compiled, n_words: int, tick: Callable[[], None]) -> tuple[Any, Any]:
    """Bit rows of the primary items, and of what clashes with each option whatever the bounds.

    An option clashes with itself, unless it may be chosen again. Made once for all searches.
    """
    return compiled.derived.get(_ROWS, lambda: _clash_rows(compiled, n_words, tick), tick)


def _clash_rows(compiled: Compiled, n_words: int, tick: Callable[[], None]) -> tuple[Any, Any]:
    table = item_table(compiled)
    rows = np.zeros((compiled.n_primary, n_words), np.uint64)
    clash = np.zeros((compiled.n_options, n_words), np.uint64)
    scratch = np.zeros(n_words, np.uint64)
    one = np.uint64(1)
    for item in range(compiled.n_items):
        tick()
        if compiled.multiple and item < compiled.n_primary and compiled.high[item] != 1:
            # Options do not clash on it before it has been covered as often as it may be.
            options = table.options[table.starts[item] : table.starts[item + 1]].astype(np.uint64)
            np.bitwise_or.at(rows[item], options >> np.uint64(6), one << (options & np.uint64(63)))
            continue
        clashes.build(
            compiled.n_primary,
            item,
            item + 1,
            table.starts,
            table.options,
            table.colours,
            rows,
            clash,
            scratch,
        )
    if not compiled.repeat:
        each = np.arange(compiled.n_options)
        clash[each, each >> 6] |= one << (each & 63).astype(np.uint64)
    return rows, clash
