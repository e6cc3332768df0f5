"""The solutions of a problem as a graph of states, in arrays.

Node 0 is the end. Every other node has edges, each with an option, or -1 for none, and a child of a
smaller number. The paths from the root to the end are the solutions, each once. Every node has a
path to the end. (A decision diagram with many-valued decisions; see ``kernels/frontier.py``.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays.views import repeated
from ..errors import DiagramTooLarge
from ..kernels.array_types import Int32s, Int64s, Uint32s
from .remainders import exactly

__all__ = ["Graph"]

#: Bytes for the numbers of solutions below all nodes: without need, and at most.
_FEW_LIMBS, _MOST_LIMBS = 2**28, 4 * 10**9


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges of node *n* stand from ``begin[n]`` to ``begin[n + 1]``; node 0 has none."""

    #: One more than there are nodes.
    begin: Int64s
    #: The option of each edge, or -1.
    option: Int32s
    #: The child of each edge.
    child: Int32s
    #: The root; -1 if there is no solution.
    root: int

    @classmethod
    def without_edges(cls, root: int) -> Graph:
        """The end alone: of the one empty solution (root 0), or of none (root -1)."""
        return cls(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), root)

    @classmethod
    def cut(cls, begin: Int64s, option: Int32s, child: Int32s, n_nodes: int, root: int) -> Graph:
        """The graph of the first nodes in arrays that have room for more."""
        last = int(begin[n_nodes])
        return cls(begin[: n_nodes + 1].copy(), option[:last].copy(), child[:last].copy(), root)

    @property
    def n_nodes(self) -> int:
        """Number of nodes, the end included."""
        return len(self.begin) - 1

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return len(self.child)

    @property
    def n_bytes(self) -> int:
        """Bytes of the arrays."""
        return int(self.begin.nbytes + self.option.nbytes + self.child.nbytes)

    def edges(self, node: int) -> Iterator[tuple[int, int]]:
        """The option, or -1, and the child of each edge of a node."""
        begin, option, child = self._views
        first, last = begin[node], begin[node + 1]
        return zip(option[first:last].tolist(), child[first:last].tolist(), strict=True)

    @cached_property
    def _views(self) -> tuple[memoryview, memoryview, memoryview]:
        """The arrays as plain Python reads them fastest."""
        return self.begin.data, self.option.data, self.child.data

    def __reduce__(self) -> Any:
        return Graph, (self.begin, self.option, self.child, self.root)

    # -- how many solutions ----------------------------------------------------------------------

    @cached_property
    def _bits(self) -> float:
        """The logarithm to base 2 of the number of solutions, nearly. O(edges)."""
        from ..kernels import component_graphs

        logarithm = np.zeros(self.n_nodes)
        component_graphs.logarithms(self.begin, self.option, self.child, logarithm)
        return float(logarithm[max(self.root, 0)])

    @cached_property
    def _limbs(self) -> Uint32s:
        """The solutions below each node: nodes x limbs, limb k times 2^32k. O(edges)."""
        from ..kernels import graphs

        if self._limbs_bytes > _MOST_LIMBS:
            raise DiagramTooLarge(_MOST_LIMBS, self.n_nodes)
        # A bit more than the logarithm says, for what it is rounded by.
        n_limbs = int(self._bits * (1 + 1e-9) + 1e-3) // 32 + 1
        limbs = np.zeros((self.n_nodes, n_limbs), np.uint32)
        graphs.count(self.begin, self.child, n_limbs, limbs)
        return limbs

    @property
    def _limbs_bytes(self) -> int:
        return 4 * self.n_nodes * (int(self._bits) // 32 + 2)

    def below(self, node: int) -> int:
        """How many solutions lie below a node, exactly. O(edges), once.

        Raises :class:`DiagramTooLarge` if these numbers would take more than 4 GB.
        """
        return int.from_bytes(self._limbs[node].astype("<u4").tobytes(), "little")

    def count(self) -> int:
        """The number of solutions, exactly."""
        return 0 if self.root < 0 else self._count

    @cached_property
    def _count(self) -> int:
        if "_limbs" in self.__dict__ or self._limbs_bytes <= _FEW_LIMBS:
            return self.below(self.root)
        # The numbers of all nodes would fill the memory.
        return self.count_by_remainders()

    def count_by_remainders(self) -> int:
        """The number of solutions, exactly; edges may be those of ``component_graphs.py`` too."""
        from ..kernels import component_graphs

        remainder = np.zeros(self.n_nodes, np.uint64)

        def modulo(prime: int) -> list[int]:
            arrays = self.begin, self.option, self.child
            component_graphs.remainders(*arrays, np.uint64(prime), remainder)
            return [int(remainder[self.root])]

        return exactly(self._bits, modulo)[0]

    def walk(self, start: int = 0) -> Iterator[list[int]]:
        """The options of each solution, in order of the edges; the same list, to be copied.

        ``start``: how many to leave out; these take no time.
        """
        if start >= self.count():
            return
        begin, option, child = self._views
        chosen: list[int] = []
        if self.root == 0:
            yield chosen
            return
        #: For each node on the path: the edge to take, the last one, and how many options came
        #: before.
        path = [[begin[self.root], begin[self.root + 1], 0]]
        while path:
            edge, last, length = path[-1]
            if edge == last:
                path.pop()
                continue
            path[-1][0] += 1
            node = child[edge]
            if start and start >= (below := self.below(node)):
                start -= below
                continue
            del chosen[length:]
            if option[edge] >= 0:
                chosen.append(option[edge])
            if node:
                path.append([begin[node], begin[node + 1], len(chosen)])
            else:
                yield chosen

    def containing(self, n_options: int, repeat: bool) -> list[int]:
        """For each option how many solutions contain it, exactly. O(edges x digits).

        ``repeat``: whether a solution may contain an option several times; then O(options x edges x
        digits), though mostly much less.
        """
        from ..kernels import component_graphs, graphs

        if self.root < 1:
            return [0] * n_options
        if repeat:
            # The highest and the lowest node with an edge of each option.
            first, last = np.zeros(n_options, np.int64), np.full(n_options, self.n_nodes, np.int64)
            taking = self.option >= 0
            node = repeated(np.arange(self.n_nodes), np.diff(self.begin))[taking]
            np.maximum.at(first, self.option[taking], node)
            np.minimum.at(last, self.option[taking], node)

        def modulo(prime: int) -> list[int]:
            above, below, behind = np.zeros((3, self.n_nodes), np.uint64)
            found, again = np.zeros((2, n_options), np.uint64)
            arrays = self.begin, self.option, self.child
            modulus = np.uint64(prime)
            component_graphs.remainders(*arrays, modulus, below)
            graphs.occurrences(*arrays, self.root, modulus, above, below, found)
            if repeat:
                graphs.repetitions(*arrays, first, last, modulus, above, below, behind, again)
            once = found.astype(np.int64) - again.astype(np.int64)
            numbers: list[int] = (once % prime).tolist()
            return numbers

        return exactly(self.count().bit_length(), modulo)

    # -- parts -----------------------------------------------------------------------------------

    def restricted(self, option: int, contained: bool) -> Graph:
        """The solutions with an option, or those without it. O(edges)."""
        from ..kernels import graphs

        if self.root < 0:
            return self
        due, free = np.zeros((2, self.n_nodes), np.int32)
        begin = np.zeros(2 * self.n_nodes + 1, np.int64)
        options, children = np.zeros((2, 2 * self.n_edges), np.int32)
        arrays = self.begin, self.option, self.child
        n_nodes = graphs.restrict(*arrays, option, contained, due, free, begin, options, children)
        return Graph(begin[: n_nodes + 1], options, children, int(due[self.root])).trimmed()

    def trimmed(self) -> Graph:
        """The graph of the nodes that the root reaches. O(edges)."""
        from ..kernels import graphs

        if self.root < 0:
            return Graph.without_edges(-1)
        reached = np.zeros(self.n_nodes, np.uint8)
        graphs.reach(self.begin, self.child, self.root, reached)
        kept = reached == 1
        number = np.cumsum(kept, dtype=np.int32) - 1
        lengths = np.diff(self.begin)
        of_kept = repeated(kept, lengths)
        begin = np.zeros(int(number[-1]) + 2, np.int64)
        np.cumsum(lengths[kept], out=begin[1:])
        children = number[self.child[: len(of_kept)][of_kept]]
        return Graph(begin, self.option[: len(of_kept)][of_kept], children, int(number[self.root]))
