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
from .tables import ItemTable, deepest, item_table, option_rows

__all__ = ["BitsetSearch", "start"]


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
        self.starts, self.items = option_rows(compiled, primary_only=True)
        self.choosable = np.diff(self.starts) > 0
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
        self.live = np.zeros((n_levels, n_words), np.uint64)
        flags = np.zeros(64 * n_words, np.uint8)
        flags[: compiled.n_options] = tables.choosable
        self.live[0] = np.packbits(flags, bitorder="little").view("<u8")
        self.open_items = np.arange(n_primary, dtype=np.int32)
        self.place = np.arange(n_primary, dtype=np.int32)
        self.n_open = np.zeros(n_levels, np.int32)
        self.n_open[0] = n_primary
        self.branch = np.zeros(n_levels, np.int32)
        self.chosen = np.zeros(n_levels, np.int32)
        self.control = np.zeros(3, np.int64)
        for option in self.prefix:
            self._choose(option)

    def _choose(self, option: int) -> None:
        """Choose an option above the root."""
        tables = self.tables
        covered = set(tables.items[tables.starts[option] : tables.starts[option + 1]].tolist())
        left = [item for item in self.open_items[: self.n_open[0]].tolist() if item not in covered]
        gone = [item for item in range(len(self.open_items)) if item not in set(left)]
        self.open_items[:] = left + gone
        self.place[self.open_items] = np.arange(len(self.open_items))
        self.n_open[0] = len(left)
        self.live[0] &= ~tables.clash[option]

    def _run(self, nodes: int, limit: int, solutions: Any, lengths: Any) -> int:
        found: int = kernels.search(
            self.tables.rows,
            self.tables.clash,
            self.tables.starts,
            self.tables.items,
            self.live,
            self.open_items,
            self.place,
            self.n_open,
            self.branch,
            self.chosen,
            self.control,
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
