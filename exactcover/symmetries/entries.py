"""The entries of options, as the points that symmetries permute.

An *entry* is an item, or an item in a colour. There are often far fewer entries than options, and
what a symmetry does to the options follows from what it does to the entries.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, nodes_of, option_of_entries, repeated
from ..kernels.bits.array_types import Int32s, Int64Rows, Int64s
from .coloured_graph import ColouredGraph
from .permutations import Chain

#: The graph of the entries alone is tried if its options have no more pairs of entries than this.
_MOST_PAIRS = 2_500_000


def _drawn(seed: int, number: int) -> Any:
    """Random words. (The import of numpy.random takes longer than many a symmetry.)"""
    return np.frombuffer(random.Random(seed).randbytes(8 * number), np.uint64)


class Entries:
    """What options consist of: the items, and after them each item in a colour."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        self._starts, items, colours = node_arrays(compiled)
        coloured = np.flatnonzero(colours)
        pairs, place = np.unique(
            np.stack([items[coloured], colours[coloured]]), axis=1, return_inverse=True
        )
        self._of_node = items.astype(np.int32)
        self._of_node[coloured] = compiled.n_items + place.reshape(-1)
        self._option_of = option_of_entries(self._starts)
        #: How many there are, and the item of each with a colour.
        self.number = compiled.n_items + pairs.shape[1]
        self._coloured = pairs[0]
        self._keys = _drawn(0, self.number)
        self._sums = self._sums_under(np.arange(self.number))
        self._by_sum = np.argsort(self._sums).astype(np.int32)
        self._sorted = self._sums[self._by_sum]
        #: Whether no two options have the same entries.
        self.distinct = bool((self._sorted[1:] != self._sorted[:-1]).all())

    def _sums_under(self, goes: Any) -> Any:
        """For each option the sum of the keys of where its entries go; it wraps around."""
        sums = np.zeros(len(self._of_node) + 1, np.uint64)
        np.cumsum(self._keys[goes[self._of_node]], out=sums[1:])
        return sums[self._starts[1:]] - sums[self._starts[:-1]]

    def options_under(self, goes: Any) -> Int32s | None:
        """The images of the options if entries move like this; None if an option has no image."""
        sums = self._sums_under(goes)
        moved = np.flatnonzero(sums != self._sums)
        place = np.minimum(np.searchsorted(self._sorted, sums[moved]), len(sums) - 1)
        if not np.array_equal(self._sorted[place], sums[moved]):
            return None
        images = np.arange(len(sums), dtype=np.int32)
        images[moved] = self._by_sum[place]
        return images

    def moves(self, items: Sequence[Int32s], options: Sequence[Int32s]) -> list[Int32s]:
        """Permutations of items and of options as permutations of entries."""
        n_items = self._compiled.n_items
        found = np.flatnonzero(self._of_node >= n_items)
        #: A node of each entry with a colour; and the entry of an option on an item.
        node = np.zeros(self.number - n_items, np.int64)
        node[self._of_node[found] - n_items] = found
        item_of = node_arrays(self._compiled)[1]
        entry = {
            (int(self._option_of[k]), int(item_of[k])): int(self._of_node[k])
            for k in found.tolist()
        }
        moves = []
        for goes, moved in zip(items, options, strict=True):
            there = [
                entry[int(moved[self._option_of[k]]), int(goes[item_of[k]])] for k in node.tolist()
            ]
            moves.append(np.array([*goes.tolist(), *there], np.int32))
        return moves

    def order(
        self,
        items: Sequence[Int32s],
        options: Sequence[Int32s],
        tick: Callable[[], None] = lambda: None,
    ) -> int:
        """The order of a group of permutations of options, by what it does to the entries.

        Entries of the same options are taken as one, so that only the identity leaves all of them.
        No two options have the same entries.
        """
        draw = _drawn(1, self._compiled.n_options)
        sums = np.zeros(self.number, np.uint64)
        np.add.at(sums, self._of_node, draw[self._option_of])
        _, first, place = np.unique(sums, return_index=True, return_inverse=True)
        moves = [place[move[first]].astype(np.int32) for move in self.moves(items, options)]
        return Chain(moves, len(first), tick).order

    def of_items(self) -> Int64Rows:
        """Each entry in a colour, after its item."""
        return np.stack([self._coloured, np.arange(self._compiled.n_items, self.number)], axis=1)

    def of_options(self, options: Any, first: int) -> Int64Rows:
        """The entries of some options, each after the number of its option, from ``first`` on."""
        nodes = nodes_of(self._starts, options)
        numbers = repeated(np.arange(len(options)) + first, np.diff(self._starts)[options])
        return np.stack([numbers, self._of_node[nodes]], axis=1)

    def with_options(self) -> Int64Rows:
        """The edges of the graph by options."""
        options = np.arange(self._compiled.n_options)
        return np.concatenate([self.of_items(), self.of_options(options, self.number)])

    def still(self, colours: Int64s) -> int:
        """How many permutations of entries leave all options as they are.

        ``colours``: a number for each entry; those with different numbers are not exchanged.
        """
        apart = np.arange(self._compiled.n_options) + colours.max(initial=-1) + 1
        return ColouredGraph(self.with_options(), np.concatenate([colours, apart])).order()

    def joined(self) -> Int64Rows | None:
        """Edges between two entries of an item, and between two of more options than others have.

        All other edges instead, if these are fewer: the automorphisms are the same. None: too many.
        """
        lengths = np.diff(self._starts)
        if (lengths * (lengths - 1) // 2).sum() > _MOST_PAIRS:
            return None
        found = [np.zeros(0, np.int64)]
        for length in np.unique(lengths):
            begins = self._starts[:-1][lengths == length]
            rows = np.sort(self._of_node[begins[:, None] + np.arange(length)], axis=1)
            found.append(self._pairs(rows.T[np.stack(np.triu_indices(length, 1))]).reshape(-1))
        pairs, times = np.unique(np.concatenate(found), return_counts=True)
        most = self.number * (self.number - 1) // 2
        if 0 < len(pairs) == most:
            pairs = pairs[times > times.min()]
        pairs = np.concatenate([pairs, self._pairs(self.of_items().T)])
        if 2 * len(pairs) > most:
            every = self._pairs(np.stack(np.triu_indices(self.number, 1)))
            pairs = np.setdiff1d(every, pairs, assume_unique=True)
        return np.stack(np.divmod(pairs, self.number), axis=1)

    def _pairs(self, two: Any) -> Any:
        """Two entries, the lesser first, as one number."""
        return two[0].astype(np.int64) * self.number + two[1]


class OptionGraph:
    """A graph, and what its automorphisms do to the options.

    The entries are vertices, and the neighbours of an option. In the graph *by options* every
    option is a vertex, with numbers after those of the entries. In the other one the entries of an
    option are neighbours (:meth:`Entries.joined`), and options are not vertices: it is several
    times smaller.
    """

    def __init__(self, entries: Entries, edges: Int64Rows, colours: Int64s, kinds: Int64s):
        self._entries, self._kinds = entries, kinds
        #: The graph without marks.
        self.graph = ColouredGraph(edges, colours)
        self.by_options = len(colours) > entries.number
        self._first_mark = int(colours.max(initial=-1)) + 1

    @classmethod
    def all(cls, entries: Entries, colours: Int64s, kinds: Int64s) -> Iterator[OptionGraph]:
        """The small graph, which may have automorphisms that are not symmetries, and the other.

        ``colours`` and ``kinds``: a number for each entry and option. Those with different numbers
        are not exchanged.
        """
        joined = entries.joined() if entries.distinct else None
        if joined is not None:
            yield cls(entries, joined, colours, kinds)
        first_kind = colours.max(initial=-1) + 1
        more = np.concatenate([colours, first_kind + kinds])
        yield cls(entries, entries.with_options(), more, kinds)

    def marked(self, chosen: Int32s) -> ColouredGraph:
        """The graph with some options marked: by their colours, or each by a vertex more."""
        options, times = np.unique(chosen, return_counts=True)
        marks = self._first_mark + self._kinds[options] + len(self._kinds) * times
        number = self._entries.number
        if self.by_options:
            colours = self.graph.colours.copy()
            colours[number + options] = marks
            return self.graph.with_colours(colours)
        return self.graph.with_more(self._entries.of_options(options, number), marks)

    def options_under(
        self, moved: Iterable[Any], tick: Callable[[], None] = lambda: None
    ) -> list[Int32s] | None:
        """Where automorphisms take the options; None if one takes an option to none of its kind."""
        first, last = self._entries.number, self._entries.number + len(self._kinds)
        goes = []
        for each in moved:
            tick()
            if self.by_options:
                there = each[first:last] - first
            else:
                there = self._entries.options_under(each[:first])
                if there is None or (self._kinds[there] != self._kinds).any():
                    return None
            goes.append(there)
        return goes
