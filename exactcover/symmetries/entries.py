"""The entries of options, as the points that symmetries permute.

An *entry* is an item, or an item in a colour. There are often far fewer entries than options, and
what a symmetry does to the options follows from what it does to the entries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_entries
from ..common.deadline import ticking
from ..kernels.bits.array_types import Int32s
from .permutations import order_of


class Entries:
    """What options consist of: the items, and after them each item in a colour."""

    def __init__(self, compiled: Compiled, tick: Callable[[], None] = lambda: None):
        """``tick`` is called now and then, and may end it by raising."""
        self._compiled = compiled
        self._starts, items, colours = node_arrays(compiled)
        coloured = np.flatnonzero(colours)
        pairs, place = np.unique(
            np.stack([items[coloured], colours[coloured]]), axis=1, return_inverse=True
        )
        self._of_node = items.astype(np.int32)
        self._of_node[coloured] = compiled.n_items + place.reshape(-1)
        #: How many there are, and the item of each with a colour.
        self.number = compiled.n_items + pairs.shape[1]
        self._coloured: list[int] = pairs[0].tolist()
        ends = self._starts.tolist()
        self.of_option = [
            self._of_node[begin:end].tolist() for begin, end in ticking(pairwise(ends), tick)
        ]
        self._keys = np.random.default_rng(0).integers(0, 2**64, self.number, np.uint64)
        sums = self._sums(np.arange(self.number))
        self._by_sum = np.argsort(sums)
        self._sorted = sums[self._by_sum]
        #: Whether no two options have the same entries.
        self.distinct = bool((self._sorted[1:] != self._sorted[:-1]).all())

    def _sums(self, goes: Any) -> Any:
        """For each option the sum of the keys of where its entries go; it wraps around."""
        sums = np.zeros(len(self._of_node) + 1, np.uint64)
        np.cumsum(self._keys[goes[self._of_node]], out=sums[1:])
        return sums[self._starts[1:]] - sums[self._starts[:-1]]

    def options_under(self, goes: Any) -> Int32s | None:
        """The images of the options if entries move like this; None if an option has no image."""
        sums = self._sums(goes)
        place = np.minimum(np.searchsorted(self._sorted, sums), len(sums) - 1)
        if not np.array_equal(self._sorted[place], sums):
            return None
        moved: Int32s = self._by_sum[place].astype(np.int32)
        return moved

    def moves(self, items: Sequence[Int32s], options: Sequence[Int32s]) -> list[Int32s]:
        """Permutations of items and of options as permutations of entries."""
        n_items = self._compiled.n_items
        found = np.flatnonzero(self._of_node >= n_items)
        option_of = option_of_entries(self._starts)
        #: A node of each entry with a colour; and the entry of an option on an item.
        node = np.zeros(self.number - n_items, np.int64)
        node[self._of_node[found] - n_items] = found
        item_of = node_arrays(self._compiled)[1]
        entry = {
            (int(option_of[k]), int(item_of[k])): int(self._of_node[k]) for k in found.tolist()
        }
        moves = []
        for goes, moved in zip(items, options, strict=True):
            there = [entry[int(moved[option_of[k]]), int(goes[item_of[k]])] for k in node.tolist()]
            moves.append(np.array([*goes.tolist(), *there], np.int32))
        return moves

    def order(
        self,
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
        np.add.at(sums, self._of_node, draw[option_of_entries(self._starts)])
        _, first, place = np.unique(sums, return_index=True, return_inverse=True)
        moves = [place[move[first]].astype(np.int32) for move in self.moves(items, options)]
        return order_of(moves, len(first), known, tick)

    def graph(self, together: bool) -> dict[int, list[int]]:
        """The later neighbours of each entry: entries in a colour are neighbours of their item.

        ``together``: so are two entries that have more options in common than others have.
        """
        neighbours: list[set[int]] = [set() for _ in range(self.number)]
        for k, item in enumerate(self._coloured, self.number - len(self._coloured)):
            neighbours[item].add(k)
        if together and self.number:
            common = self._common()
            least = common.min()
            for k, row in enumerate(common):
                neighbours[k].update(np.flatnonzero(row > least).tolist())
        return {k: sorted(j for j in row if j > k) for k, row in enumerate(neighbours)}

    def _common(self) -> Any:
        """For each two entries how many options have both: a table; the diagonal is no less."""
        lengths = np.diff(self._starts)
        common = np.zeros((self.number, self.number), np.int32)
        for length in set(lengths.tolist()):
            begins = self._starts[:-1][lengths == length]
            rows = self._of_node[begins[:, None] + np.arange(length)]
            for a in range(length):
                for b in range(length):
                    np.add.at(common, (rows[:, a], rows[:, b]), 1)
        return common


class OptionGraph:
    """A graph, and what its automorphisms do to the options.

    The entries are vertices, and the neighbours of an option. In the graph *by options* every
    option is a vertex, with numbers after those of the entries. In the other one two entries are
    neighbours if an option has both, and options are not vertices: it is several times smaller.
    """

    def __init__(
        self, entries: Entries, kinds: Sequence[int], cells: Iterable[set[int]], by_options: bool
    ):
        """``kinds``: a number for each option; options of different kinds are not exchanged.
        ``cells``: the entries that may be exchanged."""
        self.entries, self.by_options = entries, by_options
        #: Vertex -> later neighbours; sets of vertices that may be exchanged.
        self.edges = entries.graph(together=not by_options)
        self.cells = list(cells)
        if by_options:
            self.edges.update(enumerate(entries.of_option, entries.number))
            of_kind = defaultdict(set)
            for vertex, kind in enumerate(kinds, entries.number):
                of_kind[kind].add(vertex)
            self.cells += [of_kind[kind] for kind in sorted(of_kind)]

    def options_under(
        self, moved: Iterable[Any], tick: Callable[[], None] = lambda: None
    ) -> list[Int32s] | None:
        """Where automorphisms take the options; None if one takes an option to no option."""
        first, last = self.entries.number, self.entries.number + len(self.entries.of_option)
        if self.by_options:
            return [np.array(each[first:last], np.int32) - first for each in moved]
        goes = []
        for each in moved:
            tick()
            there = self.entries.options_under(np.array(each[:first]))
            if there is None:
                return None
            goes.append(there)
        return goes
