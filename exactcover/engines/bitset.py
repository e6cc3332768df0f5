"""The bitset engine: word-parallel search over the live options (see
``kernels/trees/bitset_loop.py``).

For problems of up to some ten thousand options; its table of clashes takes options²/8 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import Compiled
from ..arrays.views import deferred_flags, numbers_in
from ..kernels.trees import bitset_endgame as endgame
from ..kernels.trees import bitset_focus
from ..kernels.trees import bitset_loop as kernels
from .contract import Levels, OpenPrefixes, level_of
from .kernel_search import KernelSearch

#: Room for the focuses, in multiples of the first one; and how many there may be.
_FOCUS_ROOM, _MOST_FOCUSES = 4, 32
#: A focus is made where it leaves at most this share of the columns, and where it saves at least
#: this many columns, over all nodes expected below, for each column it costs. An endgame is begun
#: where at least this many nodes are expected. All measured: without a focus the empty Sudoku grid
#: of 16 x 16 takes six times as long, and without an endgame 14 queens twice as long; with both
#: wherever they are possible, pentominoes 6 x 10 take 2.5 and 1.2 times as long.
_MOST_COLUMNS, _WORTH, _END_WORTH = 0.8, 20.0, 5.0
#: At most this many free options are counted as a power of two, which must fit a word.
_MOST_FREE = 40


class BitsetSearch(KernelSearch):
    """A search as ``engines/contract.py`` wants it."""

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        tables = clash_tables(compiled, tick)
        n_primary, n_words = compiled.n_primary, tables.n_words
        self.n_levels = tables.n_levels
        self.control = np.zeros(kernels.CONTROL, np.int64)
        n_rows = tables.n_levels + 1

        table = np.zeros(_FOCUS_ROOM * n_words * n_primary, np.uint64)
        table[: n_words * n_primary] = tables.by_word
        words = np.zeros(_MOST_FOCUSES * n_words, np.uint64)
        words[:n_words] = np.arange(n_words)
        column_items = np.zeros(_MOST_FOCUSES * n_primary, np.uint32)
        column_items[:n_primary] = np.arange(n_primary)
        focus = np.zeros((_MOST_FOCUSES, bitset_focus.FIELDS), np.int64)
        focus[0] = (0, n_words, n_primary, 0, 0, -1, 0, n_words - 1)
        low, high = np.array(compiled.bounds, np.int64)
        multiple = compiled.multiple

        #: What the kernels take, by its name there: the tables, and the state, which they change.
        self.state = state = SimpleNamespace(
            **vars(tables),
            multiple=multiple,
            repeat=compiled.repeat,
            low_at_root=low,
            closed_at=low - high,
            plain=compiled.n_items == n_primary,
            order=compiled.branching,
            deferred=deferred_flags(compiled),
            most_free=_MOST_FREE,
            worth=np.array([_MOST_COLUMNS, _WORTH, _END_WORTH]),
            table=table,
            words=words,
            column_items=column_items,
            column_of=np.zeros(n_primary, np.uint32),
            need=np.zeros(_MOST_FOCUSES * n_primary, np.uint64),
            focus=focus,
            live=np.zeros(n_rows * n_words, np.uint64),
            sizes=np.zeros(n_primary, np.uint64),
            low=low.copy(),
            path=np.zeros(n_rows, np.int32),
            killer=np.full(compiled.n_options, -1, np.int32),
            control=self.control,
            end_rows=np.zeros(n_primary + 1, np.uint64),
            end_deferred=np.zeros(n_primary + 1, np.uint8),
            end_ready=np.zeros(64, np.uint8),
            end_masks=np.zeros(n_primary, np.uint64),
            end_open=np.zeros(66, np.int64),
            **_zeros(n_rows, np.int64, "n_open branch ways tried cursor path_length mark bucket"),
            **_zeros(kernels.BUCKETS, np.int64, "below times"),
            **_zeros(n_words + 4, np.uint64, "line word"),
            **_zeros(64, np.uint64, "end_clash end_names"),
            **_zeros(66, np.uint64, "end_live end_branch end_untried"),
            n_open_at_root=n_primary,
            seams=tables.seams(compiled),
        )
        if multiple:
            # How many items are open says nothing of what is still to be chosen.
            state.lengths, state.uniform = np.zeros_like(tables.lengths), -1
        self._search = kernels.search.bound(vars(state))
        self._restart = kernels.restart.bound(vars(state))
        self.restart(prefix)

    def restart(self, prefix: Sequence[int], forget: bool = True) -> bool:
        """Start again, below these options; false if two of them clash.

        Without ``forget`` the search keeps what it has learned of the problem: as fast as if it had
        never stopped, but with nodes that depend on what it did before.
        """
        self.entries = np.array(prefix, np.int64)
        self.prefix = tuple(entry for entry in map(int, prefix) if entry >= 0)
        return bool(self._restart(self.entries, forget))

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        state, depth = self.state, int(self.control[kernels.DEPTH])
        path: list[int] = self.entries.tolist()
        levels: Levels = []
        visited, in_endgame = self.control[kernels.VISITED], self.control[kernels.ENDGAME]
        rows, lives = (each.reshape(-1, state.n_words) for each in (state.item_rows, state.live))
        focus = state.focus[: int(self.control[kernels.FOCUS]) + 1]
        for level in range(depth + int(visited and not in_endgame)):
            # Beyond the words of the focus in force there, the row holds what was there before.
            *_, first, last = focus[focus[:, bitset_focus.LEVEL] <= level][-1]
            live = lives[level, first : last + 1] & rows[state.branch[level], first : last + 1]
            options = [64 * int(first) + k for k in numbers_in(live)[: state.ways[level]]]
            # A visited node is left where the next of its options is due.
            tried = int(state.tried[level]) - (level < depth)
            levels.append(level_of(path, options, tried, disjoint=not state.multiple))
        if not in_endgame:
            return OpenPrefixes.below(path, [*levels, (1, [(len(path), ())])])
        return self._within_endgame(depth, levels)

    def _within_endgame(self, base: int, levels: Levels) -> OpenPrefixes:
        """The same where the search stands in an endgame that began at level ``base``."""
        state = self.state
        depth, visited = int(self.control[endgame.DEPTH]), bool(self.control[endgame.VISITED])
        path = [*self.prefix, *state.path[: state.path_length[base + depth]].tolist()]
        for level in range(depth + visited):
            untried = int(state.end_untried[level])
            if untried or level < depth:
                length = len(self.prefix) + int(state.path_length[base + level])
                names = [state.end_names[k] for k in range(64) if untried >> k & 1]
                tails = [(length, (int(name),)) for name in names]
                levels.append((int(state.end_branch[level]).bit_count(), tails))
        if not visited:
            levels.append((1, [(len(path), ())]))
        return OpenPrefixes.below(path, levels)


def _zeros(length: int, kind: Any, names: str) -> dict[str, Any]:
    return {name: np.zeros(length, kind) for name in names.split()}
