"""The bitset engine for multiplicities (see ``kernels/multiple_bitset.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import deferred_flags, numbers_in
from ..compile import bound
from ..kernels import multiple_bitset as kernels
from .kernel_search import KernelSearch
from .prefix import Level, OpenPrefixes, level_of

__all__ = ["MultipleBitsetSearch"]

#: At most this many free options are counted as a power of two, which must fit a word.
_MOST_FREE = 40


class MultipleBitsetSearch(KernelSearch):
    """A search as ``engines/contract.py`` wants it; its arrays are named as in the kernel."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        tables = clash_tables(compiled, tick)
        self.n_words, self.n_levels = n_words, n_levels = tables.n_words, tables.n_levels
        #: The prefix, with the options that are left out.
        self.entries = tuple(map(int, prefix))
        self.prefix = tuple(entry for entry in self.entries if entry >= 0)
        self.low, self.high = np.array(compiled.bounds, np.int64)
        self.repeat, self.order = compiled.repeat, compiled.branching
        self.deferred = deferred_flags(compiled)
        self.starts, self.items = tables.starts, tables.items
        self.clash, self.rows, self.table = tables.clash, tables.item_rows, tables.by_word
        self.live, self.untried = np.zeros((2, (n_levels + 1) * n_words), np.uint64)
        self.live[:n_words] = tables.root
        for entry in self.entries:
            self._apply(entry)
        self.most_free = _MOST_FREE
        self.sizes = np.zeros(compiled.n_primary, np.uint64)
        self.first_word, self.path, self.given_mark = np.zeros((3, n_levels + 1), np.int64)
        # Given up once on a path, if it may not be repeated; else once at each level.
        self.given_up = np.zeros(compiled.n_options + n_levels + 1, np.int64)
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self._search = bound(kernels.search, vars(self))

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        depth = int(self.control[kernels.DEPTH])
        marks = [*self.given_mark[:depth].tolist(), int(self.control[kernels.GIVEN_UP])]
        path, levels = list(self.entries), list[Level]()
        for level in range(depth):
            tried = self.given_up[marks[level] : marks[level + 1]].tolist()
            left = numbers_in(self.untried[level * self.n_words : (level + 1) * self.n_words])
            options = [*tried, int(self.path[level]), *left]
            levels.append(level_of(path, options, len(tried), disjoint=False))
        return OpenPrefixes.below(path, [*levels, (1, [(len(path), ())])])

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
