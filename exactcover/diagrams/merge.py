"""Union, intersection and difference of two graphs (``kernels/graphs/graph_merge.py``)."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np

from ..arrays.views import FIRST_PLACES, doubled
from ..errors import DiagramTooLarge
from ..kernels.graphs import graph_merge as kernels
from ..kernels.graphs.graphs import CASES
from .graph import MEMORY, Graph


def merged(one: Graph, other: Graph, origin: Graph, operation: str) -> Graph:
    """The solutions in both (``&``), in either (``|``), or in the first alone (``-``).

    Both are parts of ``origin``. O(pairs of nodes of the same place) for choices and products.
    Raises :class:`DiagramTooLarge` if it takes more than 4 GB.
    """
    if one.root < 0 or other.root < 0:
        if operation == "-":
            return one
        return (min if operation == "&" else max)(one, other, key=attrgetter("root"))
    code = {"&": kernels.AND, "|": kernels.OR, "-": kernels.MINUS}[operation]
    store = _Store(one, other, origin)
    return store.graph(store.answer(code))


class _Store:
    """Both graphs as one, with room to grow."""

    def __init__(self, one: Graph, other: Graph, origin: Graph):
        self._origin = origin
        n_nodes, n_edges = one.n_nodes + other.n_nodes, one.n_edges + other.n_edges
        nodes, edges = n_nodes + n_nodes // 4 + FIRST_PLACES, n_edges + n_edges // 4 + FIRST_PLACES
        #: What grows, by the kernel's answer that asks for more room; a table of nodes, and one of
        #: the questions that are answered.
        self._room: dict[int, list[Any]] = {
            kernels.GRAPH_FULL: [
                np.zeros(nodes + 1, np.int64), *np.zeros((2, edges), np.int32),
                np.zeros(nodes, np.int32),
            ],
            kernels.KNOWN_FULL: [np.zeros(_power(n_nodes), np.uint64), None],
            kernels.PENDING_FULL: [*np.zeros((2, FIRST_PLACES), np.int32)],
            kernels.FRAMES_FULL: [
                *np.zeros((5, FIRST_PLACES), np.int32), np.zeros(FIRST_PLACES, np.int64),
            ],
        }  # fmt: skip
        self._slots = np.zeros(_power(nodes), np.uint64)
        self._room[kernels.KNOWN_FULL][1] = np.zeros(_power(n_nodes), np.int32)
        self._control = np.zeros(kernels.CONTROL, np.int64)
        self._control[1] = 1
        self._roots = [self._embedded(each) for each in (one, other)]

    def _embedded(self, graph: Graph) -> int:
        new = np.zeros(graph.n_nodes, np.int32)
        scratch = np.zeros((2, graph.widest), np.int32)
        graphs = *graph.arrays, graph.places, *self._origin.arrays
        store = *self._room[kernels.GRAPH_FULL], self._slots
        arrays: Any = *graphs, *store, *scratch, new, self._control
        kernels.embed(*arrays)
        return int(new[graph.root])

    def answer(self, operation: int) -> int:
        """The root of the answer; -1 for no solutions."""
        one, two = self._roots
        if one == two:
            return -1 if operation == kernels.MINUS else one
        frames = self._room[kernels.FRAMES_FULL]
        frames[0][0], frames[1][0], frames[2][0] = operation, one, two
        while True:
            store, known, pending, frames = self._room.values()
            arrays: Any = *store, self._slots, *known, *pending, *frames, self._control
            why = kernels.merge(self._origin.option, *arrays)
            if why == kernels.DONE:
                return int(self._control[5])
            self._grow(why)

    def _grow(self, why: int) -> None:
        taken = self._slots.nbytes + sum(
            each.nbytes for arrays in self._room.values() for each in arrays
        )
        # While one is copied to another, both are there.
        if 2 * taken > MEMORY:
            raise DiagramTooLarge(MEMORY, int(self._control[1]))
        if why == kernels.KNOWN_FULL:
            asked, answers = self._room[why]
            room = [np.zeros(2 * len(asked), each.dtype) for each in (asked, answers)]
            kernels.rehash_known(asked, answers, *room)
            self._room[why] = room
            return
        self._room[why] = [doubled(each) for each in self._room[why]]
        if why == kernels.GRAPH_FULL:
            self._slots = np.zeros(_power(len(self._room[why][3])), np.uint64)
            arrays: Any = *self._room[why], self._slots, int(self._control[1])
            kernels.rehash(*arrays)

    def graph(self, root: int) -> Graph:
        """What a node of the store holds."""
        n_nodes, n_edges = self._control[1:3].tolist()
        begin, number, child, place = self._room[kernels.GRAPH_FULL]
        number, options = number[:n_edges], self._origin.option
        option = np.full(n_edges, CASES, np.int32)
        np.copyto(option, options[np.maximum(number, 0)], where=number >= 0)
        return Graph(begin[: n_nodes + 1], option, child, root, place[:n_nodes]).trimmed()


def _power(number: int) -> int:
    """A power of two, at least twice the number."""
    return 1 << (2 * number).bit_length()
