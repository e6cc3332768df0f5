"""The bitset engine for multiplicities (see ``kernels/multiple_bitset.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...arrays.clash_tables import clash_tables
from ...arrays.compiled import UNLIMITED, Compiled
from ...compile import bound
from ...kernels import multiple_bitset as kernels
from .prefixes import MultipleSearch

__all__ = ["MultipleBitsetSearch"]

#: At most this many free options are counted as a power of two, which must fit a word.
_MOST_FREE = 40


class MultipleBitsetSearch(MultipleSearch):
    """A search as ``engines/contract.py`` wants it."""

    kernels: ClassVar[Any] = kernels

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        tables = clash_tables(compiled, tick)
        self.n_words = n_words = tables.n_words
        n_levels = tables.n_levels
        super().__init__(compiled, prefix, n_levels)
        self.starts, self.items = tables.starts, tables.items
        self.clash, self.rows, self.table = tables.clash, tables.item_rows, tables.by_word
        self.live, self.untried = np.zeros((2, (n_levels + 1) * n_words), np.uint64)
        self.live[:n_words] = tables.root
        for entry in self.entries:
            self._apply(entry)
        self.most_free = _MOST_FREE
        self.sizes = np.zeros(compiled.n_primary, np.uint64)
        self.first_word, self.path, self.given_mark = np.zeros((3, n_levels + 1), np.int64)
        self._search = bound(kernels.search, vars(self))

    def _apply(self, entry: int) -> None:
        """Choose an option above the root, or leave it out (~option)."""
        live = self.live[: self.n_words]
        if entry < 0:
            live[~entry >> 6] &= ~np.uint64(1 << (~entry & 63))
            return
        live &= ~self.clash[entry * self.n_words : (entry + 1) * self.n_words]
        for item in self.items[int(self.starts[entry]) : int(self.starts[entry + 1])].tolist():
            self.low[item] -= 1
            if self.high[item] < UNLIMITED:
                self.high[item] -= 1
                if self.high[item] == 0:
                    live &= ~self.rows[item * self.n_words : (item + 1) * self.n_words]
