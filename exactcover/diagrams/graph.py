"""The solutions of a problem as a graph of states, in arrays.

Node 0 is the end. Every other node has edges, each with an option, or -1 for none, and a child of a
smaller number; the ways from the root to the end are the solutions, each once. No node is without
a way to the end. (A decision diagram with many-valued decisions; see ``kernels/frontier.py``.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import DiagramTooLarge
from .remainders import exactly

__all__ = ["Graph"]

#: Bytes for the numbers of solutions below all nodes: gladly, and at most.
_FEW_LIMBS, _MOST_LIMBS = 2**28, 4 * 10**9


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges of node *n* stand from ``begin[n]`` to ``begin[n + 1]``; those of node 0 are none."""

    #: int64, one more than there are nodes.
    begin: Any
    #: int32: the option of each edge, or -1.
    option: Any
    #: int32: the child of each edge.
    child: Any
    #: The root; -1 if there is no solution.
    root: int

    @classmethod
    def without_edges(cls, root: int) -> Graph:
        """The end alone: of the one empty solution (root 0), or of none (root -1)."""
        return cls(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), root)

    @property
    def n_nodes(self) -> int:
        """Number of nodes, the end included."""
        return len(self.begin) - 1

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return len(self.child)

    @cached_property
    def _bits(self) -> float:
        """The logarithm to base 2 of the number of solutions, nearly. O(edges)."""
        from ..kernels import component_graphs as products

        logarithm = np.zeros(self.n_nodes)
        products.logarithms(self.begin, self.option, self.child, logarithm)
        return float(logarithm[max(self.root, 0)])

    @property
    def _limbs_bytes(self) -> int:
        return 4 * self.n_nodes * (int(self._bits) // 32 + 2)

    @cached_property
    def _limbs(self) -> Any:
        """The solutions below each node: uint32, nodes x limbs, limb k times 2^32k. O(edges)."""
        from ..kernels import graphs

        if self._limbs_bytes > _MOST_LIMBS:
            raise DiagramTooLarge(_MOST_LIMBS, self.n_nodes)
        # A bit more than the logarithm says, for what it is rounded by.
        n_limbs = int(self._bits * (1 + 1e-9) + 1e-3) // 32 + 1
        limbs = np.zeros((self.n_nodes, n_limbs), np.uint32)
        graphs.count(self.begin, self.child, n_limbs, limbs)
        return limbs

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
        from ..kernels import component_graphs as products

        if "_limbs" in self.__dict__ or self._limbs_bytes <= _FEW_LIMBS:
            return self.below(self.root)
        # The numbers of all nodes would fill the memory: that of the root from its remainders.
        remainder = np.zeros(self.n_nodes, np.uint64)

        def modulo(prime: int) -> list[int]:
            prime_word = np.uint64(prime)
            products.remainders(self.begin, self.option, self.child, prime_word, remainder)
            return [int(remainder[self.root])]

        return exactly(self._bits, modulo)[0]

    def walk(self, start: int = 0) -> Iterator[list[int]]:
        """The options of each solution, in order of the edges; the same list, to be copied.

        ``start``: how many to leave out; these take no time.
        """
        if start >= self.count():
            return
        begin, child, option = self.begin, self.child, self.option
        chosen: list[int] = []
        #: For each node on the way: the next edge, the last one, and how many options were chosen.
        way: list[list[int]] = []
        node = self.root
        while True:
            if node == 0:
                yield chosen
            else:
                edge = int(begin[node])
                while start:
                    below = self.below(int(child[edge]))
                    if start < below:
                        break
                    start -= below
                    edge += 1
                way.append([edge, int(begin[node + 1]), len(chosen)])
            while way and way[-1][0] == way[-1][1]:
                way.pop()
            if not way:
                return
            edge, _, length = way[-1]
            way[-1][0] = edge + 1
            del chosen[length:]
            if option[edge] >= 0:
                chosen.append(int(option[edge]))
            node = int(child[edge])

    def containing(self, n_options: int, repeat: bool) -> list[int]:
        """For each option how many solutions contain it, exactly. O(edges x digits).

        ``repeat``: whether a solution may contain an option several times; then O(options x edges x
        digits), though mostly much less.
        """
        from ..kernels import component_graphs, graphs

        if self.root < 1:
            return [0] * n_options
        if repeat:
            first, last = self._nodes_with(n_options)

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

    def _nodes_with(self, n_options: int) -> tuple[Any, Any]:
        """The highest and the lowest node with an edge of each option; 0 and the number of nodes
        without one."""
        highest, lowest = np.zeros(n_options, np.int64), np.full(n_options, self.n_nodes, np.int64)
        node = np.repeat(np.arange(self.n_nodes), np.diff(self.begin))[self.option >= 0]
        option = self.option[self.option >= 0]
        np.maximum.at(highest, option, node)
        np.minimum.at(lowest, option, node)
        return highest, lowest

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
        of_kept = np.repeat(kept, lengths)
        begin = np.zeros(int(number[-1]) + 2, np.int64)
        np.cumsum(lengths[kept], out=begin[1:])
        children = number[self.child[: len(of_kept)][of_kept]]
        return Graph(begin, self.option[: len(of_kept)][of_kept], children, int(number[self.root]))

    @property
    def n_bytes(self) -> int:
        """Bytes of the arrays."""
        return int(self.begin.nbytes + self.option.nbytes + self.child.nbytes)
