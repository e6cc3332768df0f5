"""The solutions of a diagram in order of cost, one after the other.

One pass finds the least cost below each node, and so the cheapest solution. Further ones are found
lazily (L. Huang and D. Chiang, "Better k-best parsing", IWPT 2005): a node has a list of its best
solutions as far as somebody asked for them, and a heap of candidates for the next one. At a choice
a candidate is an edge with a place in the list of its child. When it is taken, the same edge with
the next place becomes one. At a product of two, a candidate is a pair of places; the next ones are
those with one of the places raised by one. A product of more is one of its first child and of all
others together.

Ties go by the order of the diagram: by the edge, and below it by the place, since lists of children
are in that order too. At a product, pairs of equal cost are compared by the solutions of the first
child and then by those of the others. Two solutions of one node are compared by following both
down to where they part.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from typing import Any

from ..kernels.graphs.graphs import PRODUCT
from .graph import Graph
from .sums import extremes, ranges

#: A node, or the product of some last children of one: their first edge, and where they end.
_Vertex = int | tuple[int, int]
#: One of the best solutions of a vertex. At a choice: the edge, and the place in the list of its
#: child. At a product: the places in the lists of the first child and of the others.
_Where = tuple[int, int]


class _List:
    """The best solutions of a vertex as far as they are known, and what may come next."""

    def __init__(self, heap: list[tuple[int, Any, _Where]]):
        #: The cost of each, and where it is.
        self.found: list[tuple[int, _Where]] = []
        #: Candidates: the cost, what decides between equal costs, and where.
        self.heap = heap
        #: Whether what follows the last one found is still to be put into the heap.
        self.behind = False


def by_cost(graph: Graph, costs: Sequence[int]) -> Iterator[list[int]]:
    """The options of each solution by cost, ascending; ties by the order of the diagram.

    ``costs``: a whole number of any size for each option. The first takes O(edges). A further one
    takes O(edges of the nodes on the way to it), times the logarithm of how many there were.
    """
    if graph.root >= 0:
        yield from _Best(graph, costs).solutions()


class _Best:
    """The lists of one graph."""

    def __init__(self, graph: Graph, costs: Sequence[int]):
        self._root = graph.root
        self._begin, self._option, self._child = graph.views
        self._costs = [*costs, 0]  # of option -1, which is none
        found = extremes(graph, costs)
        #: The least cost below each node.
        self._least: Any = ranges(graph, costs)[0] if found is None else found[0].data
        self._lists: dict[_Vertex, _List] = {}

    def solutions(self) -> Iterator[list[int]]:
        """All solutions."""
        place = 0
        while self._find(self._root, place):
            yield self._options(place)
            place += 1

    def _pair(self, vertex: _Vertex) -> tuple[int, _Vertex] | None:
        """The two vertices that a vertex is the product of; None for a choice."""
        if isinstance(vertex, tuple):
            edge, end = vertex
        else:
            edge, end = self._begin[vertex], self._begin[vertex + 1]
            if self._option[edge] != PRODUCT:
                return None
        last = edge + 2 == end
        return self._child[edge], self._child[edge + 1] if last else (edge + 1, end)

    def _has(self, vertex: _Vertex, place: int) -> bool | None:
        """Whether a vertex has more solutions than ``place``; None if that is not known yet."""
        if place == 0 or vertex == 0:
            return place == 0
        here = self._lists.get(vertex)
        if here is None:
            return None
        if len(here.found) > place:
            return True
        return None if here.heap or here.behind else False

    def _find(self, vertex: _Vertex, place: int) -> bool:
        """Whether a vertex has more solutions than ``place``; then they are found up to there."""
        # Without recursion: a list grows when those that it needs are long enough.
        stack = [(vertex, place)]
        while stack:
            above, wanted = stack[-1]
            if self._has(above, wanted) is not None:
                stack.pop()
                continue
            if above not in self._lists:
                self._lists[above] = _List(self._first(above))
            here = self._lists[above]
            if here.behind:
                following = self._following(above, here.found[-1][1])
                unknown = [below for _, below in following if self._has(*below) is None]
                if unknown:
                    stack += unknown
                    continue
                for where, below in following:
                    if self._has(*below):
                        heapq.heappush(here.heap, self._candidate(above, where))
                here.behind = False
            if here.heap:
                cost, _, where = heapq.heappop(here.heap)
                here.found.append((cost, where))
                here.behind = True
        return bool(self._has(vertex, place))

    def _first(self, vertex: _Vertex) -> list[tuple[int, Any, _Where]]:
        """The candidates for the best solution."""
        if self._pair(vertex) is not None:
            return [self._candidate(vertex, (0, 0))]
        assert isinstance(vertex, int)
        edges = range(self._begin[vertex], self._begin[vertex + 1])
        heap = [self._candidate(vertex, (edge, 0)) for edge in edges]
        heapq.heapify(heap)
        return heap

    def _following(
        self, vertex: _Vertex, where: _Where
    ) -> list[tuple[_Where, tuple[_Vertex, int]]]:
        """What may come after a solution; with each the solution below that it takes."""
        first, second = where
        pair = self._pair(vertex)
        if pair is None:
            return [((first, second + 1), (self._child[first], second + 1))]
        found: list[Any] = [((first, second + 1), (pair[1], second + 1))]
        if second == 0:  # so that each pair of places comes once
            found.append(((first + 1, 0), (pair[0], first + 1)))
        return found

    def _candidate(self, vertex: _Vertex, where: _Where) -> tuple[int, Any, _Where]:
        """What stands in the heap for a solution."""
        first, second = where
        pair = self._pair(vertex)
        if pair is None:
            step = self._costs[max(self._option[first], -1)]
            return step + self._cost(self._child[first], second), where, where

        def compared(one: _Where, two: _Where) -> int:
            return self._compared(vertex, one, two)

        cost = self._cost(pair[0], first) + self._cost(pair[1], second)
        return cost, cmp_to_key(compared)(where), where

    def _cost(self, vertex: _Vertex, place: int) -> int:
        """The cost of a solution that is found, or of the best one."""
        if place:
            return self._lists[vertex].found[place][0]
        if isinstance(vertex, tuple):
            return sum(self._least[self._child[edge]] for edge in range(*vertex))
        return int(self._least[vertex])

    def _compared(self, vertex: _Vertex, one: _Where, two: _Where) -> int:
        """Below 0 if the first of two solutions comes first in the order, above 0 if the other."""
        while one != two:
            pair = self._pair(vertex)
            at = 0 if pair is None or one[0] != two[0] else 1
            if pair is not None:
                vertex = pair[at]
            elif one[0] != two[0]:
                return one[0] - two[0]
            else:
                vertex, at = self._child[one[0]], 1
            found = self._lists[vertex].found
            one, two = found[one[at]][1], found[two[at]][1]
        return 0

    def _options(self, place: int) -> list[int]:
        """The options of a solution of the root."""
        chosen: list[int] = []
        stack: list[tuple[_Vertex, int]] = [(self._root, place)]
        while stack:
            vertex, place = stack.pop()
            if vertex == 0:
                continue
            pair = self._pair(vertex)
            here = self._lists.get(vertex)
            if here is not None and len(here.found) > place:
                first, second = here.found[place][1]
            elif pair is not None:
                first, second = 0, 0
            else:
                first, second = min(self._first(vertex))[2]
            if pair is not None:
                stack += [(pair[0], first), (pair[1], second)]
                continue
            if self._option[first] >= 0:
                chosen.append(self._option[first])
            stack.append((self._child[first], second))
        return chosen
