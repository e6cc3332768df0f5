"""The bitset engine: word-parallel search over the live options (see ``kernels/bitset.py``).

For problems of up to some ten thousand options; its table of clashes takes options²/8 bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compiled import Compiled
from ..kernels import bitset as kernels
from .tables import ItemTable, deepest, item_table, option_rows

__all__ = ["BitsetSearch", "start", "table_bytes"]


def table_bytes(n_options: int) -> int:
    """Bytes of the table of clashes for so many options."""
    return n_options * ((n_options + 63) // 64) * 8


class _Tables:
    """The unchanging part: bit rows of the items, bit rows of the clashes."""

    def __init__(self, compiled: Compiled):
        n_words = max(1, (compiled.n_options + 63) // 64)
        table: ItemTable = item_table(compiled)
        self.rows = np.zeros((compiled.n_primary, n_words), np.uint64)
        self.clash = np.zeros((compiled.n_options, n_words), np.uint64)
        kernels.build(
            compiled.n_primary, table.starts, table.options, table.colours, self.rows, self.clash
        )
        self.starts, self.items = option_rows(compiled, primary_only=True)
        self.choosable = np.diff(self.starts) > 0
        self.n_levels = deepest(compiled) + 1


class BitsetSearch:
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    def __init__(self, compiled: Compiled, prefix: Sequence[int] = ()):
        self.tables = tables = _Tables(compiled)
        n_primary, n_words = tables.rows.shape
        n_levels = tables.n_levels
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

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.control[kernels.NODES])

    @property
    def done(self) -> bool:
        """Whether the whole tree has been visited."""
        return bool(self.control[kernels.DONE])

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return self._run(nodes, limit, np.zeros((0, 0), np.int32), np.zeros(0, np.int32))

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Like ``count``, and gives the solutions."""
        solutions = np.zeros((limit, self.tables.n_levels), np.int32)
        lengths = np.zeros(limit, np.int32)
        found = self._run(nodes, limit, solutions, lengths)
        rows, ends = solutions[:found].tolist(), lengths[:found].tolist()
        return [(*self.prefix, *row[:end]) for row, end in zip(rows, ends, strict=True)]

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


def start(compiled: Compiled, prefix: Sequence[int] = ()) -> BitsetSearch:
    """A search of ``compiled`` below the options of ``prefix``."""
    return BitsetSearch(compiled, prefix)
