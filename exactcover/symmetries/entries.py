"""What options consist of, as the points that symmetries permute.

An *entry* is an item, or an item in a colour. There are often far fewer entries than options, and
what a symmetry does to the options follows from what it does to the entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_nodes
from ..common.deadline import ticking
from ..kernels.array_types import Int32s, Int64s
from .chain import order_of
from .permutations import orbits

__all__ = ["Entries"]


class Entries:
    """What options consist of: the items, and behind them each item in a colour."""

    def __init__(
        self,
        starts: Int64s,
        of_node: Int32s,
        number: int,
        coloured: list[int],
        tick: Callable[[], None],
    ):
        self.starts, self.of_node, self.number = starts, of_node, number
        #: The item of each entry with a colour.
        self.coloured = coloured
        ends = starts.tolist()
        self.of_option = [
            of_node[begin:end].tolist() for begin, end in ticking(pairwise(ends), tick)
        ]
        self._keys = np.random.default_rng(0).integers(0, 2**64, number, np.uint64)
        sums = self._sums(np.arange(number))
        self._by_sum = np.argsort(sums)
        self._sorted = sums[self._by_sum]
        #: Whether no two options have the same entries.
        self.distinct = bool((self._sorted[1:] != self._sorted[:-1]).all())

    @classmethod
    def of(cls, compiled: Compiled, tick: Callable[[], None] = lambda: None) -> Entries:
        """Those of a problem; ``tick`` is called now and then, and may end it by raising."""
        starts, items, colours = node_arrays(compiled)
        of_node = items.astype(np.int32)
        coloured = np.flatnonzero(colours)
        pairs, place = np.unique(
            np.stack([items[coloured], colours[coloured]]), axis=1, return_inverse=True
        )
        of_node[coloured] = compiled.n_items + place.reshape(-1)
        n = compiled.n_items + pairs.shape[1]
        return cls(starts, of_node, n, pairs[0].tolist(), tick)

    def _sums(self, goes: Any) -> Any:
        """For each option the sum of the keys of where its entries go; it wraps around."""
        sums = np.zeros(len(self.of_node) + 1, np.uint64)
        np.cumsum(self._keys[goes[self.of_node]], out=sums[1:])
        return sums[self.starts[1:]] - sums[self.starts[:-1]]

    def options_under(self, goes: Any) -> Int32s | None:
        """Where the options go, if the entries go there; None if one goes to no option.

        No two options have the same entries.
        """
        sums = self._sums(goes)
        place = np.minimum(np.searchsorted(self._sorted, sums), len(sums) - 1)
        if not np.array_equal(self._sorted[place], sums):
            return None
        moved: Int32s = self._by_sum[place].astype(np.int32)
        return moved

    def moves(
        self, compiled: Compiled, items: Sequence[Int32s], options: Sequence[Int32s]
    ) -> list[Int32s]:
        """Permutations of items and of options as permutations of entries."""
        n_items = compiled.n_items
        found = np.flatnonzero(self.of_node >= n_items)
        option_of = option_of_nodes(self.starts)
        #: A node of each entry with a colour; and the entry of an option on an item.
        node = np.zeros(self.number - n_items, np.int64)
        node[self.of_node[found] - n_items] = found
        item_of = node_arrays(compiled)[1]
        entry = {(int(option_of[k]), int(item_of[k])): int(self.of_node[k]) for k in found.tolist()}
        moves = []
        for goes, moved in zip(items, options, strict=True):
            there = [entry[int(moved[option_of[k]]), int(goes[item_of[k]])] for k in node.tolist()]
            moves.append(np.array([*goes.tolist(), *there], np.int32))
        return moves

    def orbits(
        self, compiled: Compiled, items: Sequence[Int32s], options: Sequence[Int32s]
    ) -> list[list[int]]:
        """The entries, by orbits of a group."""
        cells = defaultdict(list)
        moves = self.moves(compiled, items, options)
        for k, least in enumerate(orbits(moves, self.number).tolist()):
            cells[least].append(k)
        return list(cells.values())

    def order(
        self,
        compiled: Compiled,
        items: Sequence[Int32s],
        options: Sequence[Int32s],
        known: float | None,
        tick: Callable[[], None] = lambda: None,
    ) -> int:
        """The order of a group of permutations of options, by what it does to the entries.

        Entries of the same options are taken as one, so that only the identity leaves all of them.
        No two options have the same entries.
        """
        draw = np.random.default_rng(1).integers(0, 2**64, len(self.of_option), np.uint64)
        sums = np.zeros(self.number, np.uint64)
        np.add.at(sums, self.of_node, draw[option_of_nodes(self.starts)])
        _, first, place = np.unique(sums, return_index=True, return_inverse=True)
        moves = [
            place[move[first]].astype(np.int32) for move in self.moves(compiled, items, options)
        ]
        return order_of(moves, len(first), known, tick)

    def graph(self, together: bool) -> dict[int, list[int]]:
        """The later neighbours of each entry: entries in a colour are neighbours of their item.

        ``together``: so are two entries that have more options in common than others have.
        """
        neighbours: list[set[int]] = [set() for _ in range(self.number)]
        for k, item in enumerate(self.coloured, self.number - len(self.coloured)):
            neighbours[item].add(k)
        if together and self.number:
            common = self._common()
            least = common.min()
            for k, row in enumerate(common):
                neighbours[k].update(np.flatnonzero(row > least).tolist())
        return {k: sorted(j for j in row if j > k) for k, row in enumerate(neighbours)}

    def _common(self) -> Any:
        """For each two entries how many options have both: a table; the diagonal is no less."""
        lengths = np.diff(self.starts)
        common = np.zeros((self.number, self.number), np.int32)
        for length in set(lengths.tolist()):
            begins = self.starts[:-1][lengths == length]
            rows = self.of_node[begins[:, None] + np.arange(length)]
            for a in range(length):
                for b in range(length):
                    np.add.at(common, (rows[:, a], rows[:, b]), 1)
        return common
