"""The bitset engine: word-parallel search over the live options (see ``kernels/bitset.py``).

For problems of up to some ten thousand options; its table of clashes takes options²/8 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..compiled import Compiled
from ..kernels import bitset as kernels
from .kernel_search import KernelSearch
from .tables import ItemTable, deepest, item_table, primary_lengths

__all__ = ["BitsetSearch", "start"]


#: Columns of a focus come in multiples of this, so that whole vectors of items fill its lines.
_PADDING = 4
#: Room for the focuses, in multiples of the first one; and how many there may be.
_FOCUS_ROOM, _MOST_FOCUSES = 4, 32
#: Words of the tables written from one tick to the next: some 20 ms.
_BUILD_STEP = 50_000_000


class _Tables:
    """The unchanging part: bit rows of the items, bit rows of the clashes."""

    def __init__(self, compiled: Compiled, tick: Callable[[], None]):
        n_words = max(1, (compiled.n_options + 63) // 64)
        table: ItemTable = item_table(compiled)
        self.rows = np.zeros((compiled.n_primary, n_words), np.uint64)
        self.clash = np.zeros((compiled.n_options, n_words), np.uint64)
        item = 0
        while item < compiled.n_items:
            tick()
            # As many items as a slice of time allows, but at least one.
            most = int(table.starts[item]) + _BUILD_STEP // n_words
            after = max(item + 1, int(np.searchsorted(table.starts, most, side="right")) - 1)
            kernels.build(
                compiled.n_primary,
                item,
                after,
                table.starts,
                table.options,
                table.colours,
                self.rows,
                self.clash,
            )
            item = after
        #: Primary items of each option, and that number if all options have the same, else -1.
        self.lengths = primary_lengths(compiled)
        choosable = self.lengths[self.lengths > 0]
        same = len(choosable) > 0 and choosable.min() == choosable.max()
        self.uniform = int(choosable[0]) if same else -1
        self.n_levels = deepest(compiled) + 1


class BitsetSearch(KernelSearch):
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.tables = tables = _tables_of(compiled, tick)
        n_primary, n_words = tables.rows.shape
        self.n_levels = n_levels = tables.n_levels
        self.prefix = tuple(prefix)
        columns = max(_PADDING, (n_primary + _PADDING - 1) // _PADDING * _PADDING)
        self.table = np.zeros(_FOCUS_ROOM * n_words * columns, np.uint64)
        self.table[: n_words * columns].reshape(n_words, columns)[:, :n_primary] = tables.rows.T
        self.words = np.zeros(_MOST_FOCUSES * n_words, np.int64)
        self.words[:n_words] = np.arange(n_words)
        self.focus = np.zeros((_MOST_FOCUSES, kernels.FOCUS), np.int64)
        self.focus[0] = (0, n_words, columns, 0, -1)
        self.live = np.zeros((n_levels + 1, n_words), np.uint64)
        flags = np.zeros(64 * n_words, np.uint8)
        flags[: compiled.n_options] = tables.lengths > 0
        self.live[0] = np.packbits(flags, bitorder="little").view("<u8")
        self.options = np.zeros(compiled.n_options + 1, np.int32)
        levels = [np.zeros(n_levels + 1, np.int64) for _ in range(5)]
        self.n_open, self.next_option, self.last_option, self.chosen, self.visits = levels
        self.n_open[0] = n_primary
        self.expected = np.zeros(n_levels + 1)
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self.scratch = (
            np.zeros(n_words + 4, np.int64),
            np.zeros(n_words + 4, np.uint64),
            np.zeros(columns, np.uint64),
            np.zeros(1, np.uint64),
        )
        for option in self.prefix:
            self.live[0] &= ~tables.clash[option]
            self.n_open[0] -= tables.lengths[option]

    def _run(self, nodes: int, limit: int, solutions: Any, lengths: Any) -> int:
        tables = self.tables
        found: int = kernels.search(
            tables.clash,
            tables.lengths,
            tables.uniform,
            _PADDING,
            self.table,
            self.words,
            self.focus,
            self.live,
            self.n_open,
            self.options,
            self.next_option,
            self.last_option,
            self.chosen,
            self.visits,
            self.expected,
            self.control,
            *self.scratch,
            nodes,
            limit,
            solutions,
            lengths,
        )
        return found


def _tables_of(compiled: Compiled, tick: Callable[[], None]) -> _Tables:
    """The tables of a problem, made once for all searches of it."""
    tables: _Tables | None = compiled.derived.get("bitset")
    if tables is None:
        tables = compiled.derived["bitset"] = _Tables(compiled, tick)
    return tables


def start(
    compiled: Compiled, prefix: Sequence[int] = (), tick: Callable[[], None] = lambda: None
) -> BitsetSearch:
    """A search of ``compiled`` below the options of ``prefix``; ``tick`` as in ``choose.start``."""
    return BitsetSearch(compiled, prefix, tick)
