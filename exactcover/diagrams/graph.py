"""The solutions of a problem as a graph, in arrays.

Node 0 is the end. Every other node has edges to children of smaller numbers, and is of one of three
kinds by the marks of its edges:

* A *choice*: each edge has an option, or -1 for none. The solutions are those of its children, each
  with the option of the edge. Several edges may have the same option; then they hold different
  solutions. Where a solution has the options of several edges, it is below the first of these.
* A *product*: each edge has the mark ``PRODUCT``, and there are at least two. The solutions are all
  unions of one solution of each child. What different children mention are different options. The
  first child is the most significant one in the order of solutions.
* *Cases*: each edge has the mark ``CASES``. The solutions are those of its children, which are
  different. They come only out of unions and differences (``merge.py``).

So each solution of the root is there once. (Decision diagrams with many-valued decisions, see
``kernels/states/state_program.py``, and with products: "decision-ZDNNF", R. Fang et al., "A
Parallel Approach to Counting Exact Covers Based on Decomposability Property", SAT 2026. They are
deterministic decomposable negation normal forms: A. Darwiche, "Decomposable negation normal form",
JACM 2001.)

A graph may be a part of another one, its *origin*: the solutions that some question has left. Each
of its nodes then has a *place*, the node of the origin some of whose solutions it holds. Its edges
are those of its place, in the same order and with some of them left out; to be the same edge is to
have the same option and a child of the same place. A product has all children of its place. The
children of cases have the same place as the cases, and that is a product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays.views import doubled, repeated
from ..common.arguments import required_memory
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int32s, Int64s, Uint32s
from ..kernels.graphs import graphs
from ..kernels.graphs.graphs import PRODUCT

#: Bytes that a question about a diagram may take, where it is not told how many.
MEMORY = required_memory("4GB")
#: Bytes for the numbers of solutions below all nodes that are taken without need.
_FEW_LIMBS = 2**28


@dataclass(frozen=True, eq=False)
class Graph:
    """Edges of node *n* stand from ``begin[n]`` to ``begin[n + 1]``; node 0 has none."""

    #: One more than there are nodes.
    begin: Int64s
    #: The option of each edge, or -1, or a mark of its node's kind.
    option: Int32s
    #: The child of each edge.
    child: Int32s
    #: The root, which is the last node; -1 if there is no solution.
    root: int
    #: The place of each node; None for a graph that is its own origin.
    place: Int32s | None = None

    @classmethod
    def without_edges(cls, root: int) -> Graph:
        """The end alone: of the one empty solution (root 0), or of none (root -1)."""
        place = np.zeros(1, np.int32)
        return cls(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), root, place)

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
        place = 0 if self.place is None else self.place.nbytes
        return int(self.begin.nbytes + self.option.nbytes + self.child.nbytes + place)

    @property
    def places(self) -> Int32s:
        """The place of each node; its number, if the graph is its own origin."""
        return np.arange(self.n_nodes, dtype=np.int32) if self.place is None else self.place

    @property
    def arrays(self) -> tuple[Int64s, Int32s, Int32s]:
        """What kernels take."""
        return self.begin, self.option, self.child

    def edges(self, node: int) -> Iterator[tuple[int, int]]:
        """The option, -1 or a mark, and the child of each edge of a node."""
        begin, option, child = self.views
        first, last = begin[node], begin[node + 1]
        return zip(option[first:last].tolist(), child[first:last].tolist(), strict=True)

    @cached_property
    def views(self) -> tuple[memoryview, memoryview, memoryview]:
        """The arrays as plain Python reads them fastest."""
        return self.begin.data, self.option.data, self.child.data

    @cached_property
    def widest(self) -> int:
        """The most edges of a node."""
        return int(np.diff(self.begin).max())

    @cached_property
    def multiplies(self) -> bool:
        """Whether there is a product."""
        return bool(np.any(self.option == PRODUCT))

    def renamed(self, numbers: Any) -> Graph:
        """The graph with option *o* called ``numbers[o]``."""
        option = self.option.copy()
        taking = option >= 0
        option[taking] = np.asarray(numbers, np.int32)[option[taking]]
        return replace(self, option=option)

    def __reduce__(self) -> Any:
        return Graph, (self.begin, self.option, self.child, self.root, self.place)

    # -- how many solutions ----------------------------------------------------------------------

    @cached_property
    def bits(self) -> float:
        """The logarithm to base 2 of the number of solutions, nearly. O(edges)."""
        logarithm = np.zeros(self.n_nodes)
        graphs.logarithms(*self.arrays, logarithm)
        return float(logarithm[max(self.root, 0)])

    @cached_property
    def _limbs(self) -> Uint32s:
        """The solutions below each node: nodes x limbs, limb k times 2^32k. O(edges)."""
        if self._limbs_bytes > MEMORY:
            raise DiagramTooLarge(MEMORY, self.n_nodes)
        # A bit more than the logarithm says, for what it is rounded by.
        n_limbs = int(self.bits * (1 + 1e-9) + 1e-3) // 32 + 1
        limbs = np.zeros((self.n_nodes, n_limbs), np.uint32)
        graphs.count(*self.arrays, n_limbs, np.zeros(n_limbs, np.uint64), limbs)
        return limbs

    @property
    def _limbs_bytes(self) -> int:
        return 4 * self.n_nodes * (int(self.bits) // 32 + 2)

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
        remainder = np.zeros(self.n_nodes, np.uint64)

        def modulo(prime: int) -> list[int]:
            graphs.remainders(*self.arrays, np.uint64(prime), remainder)
            return [int(remainder[self.root])]

        return exactly(self.bits, modulo)[0]

    def walk(self, start: int = 0) -> Iterator[list[int]]:
        """The options of each solution, in order of the edges; the same list, to be copied.

        ``start``: how many to leave out; these take no time.
        """
        if start >= self.count():
            return
        begin, option, child = self.views
        chosen: list[int] = []
        skipping = True
        #: For each choice on the path: the edge to take, the last one, how many options came
        #: before, and what is deferred.
        path: list[list[Any]] = []
        #: Children of products that come later: the next one, how many of its solutions to leave
        #: out, and those after it. None for no more.
        deferred: Any = None
        node = self.root
        while True:
            if node:
                edge, last = begin[node], begin[node + 1]
                if option[edge] == PRODUCT:
                    # The last child changes with every solution, the first one most seldom.
                    for later in range(last - 1, edge, -1):
                        own = 0
                        if start:
                            start, own = divmod(start, self.below(child[later]))
                        deferred = child[later], own, deferred
                    node = child[edge]
                    continue
                path.append([edge, last, len(chosen), deferred])
            elif deferred is not None:
                node, own, deferred = deferred
                # With the first solution, all that was to be left out has been.
                start = own if skipping else 0
                continue
            else:
                yield chosen
                skipping = False
            while path and path[-1][0] == path[-1][1]:
                path.pop()
            if not path:
                return
            edge, _, length, deferred = here = path[-1]
            while start and start >= (below := self.below(child[edge])):
                start -= below
                edge += 1
            here[0] = edge + 1
            del chosen[length:]
            if option[edge] >= 0:
                chosen.append(option[edge])
            node = child[edge]

    def containing(self, n_options: int, repeat: bool) -> list[int]:
        """For each option how many solutions contain it, exactly. O(edges x digits).

        ``repeat``: whether a solution may contain an option several times; then O(options x edges x
        digits), though mostly much less.
        """
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
            others = np.zeros(self.widest, np.uint64)
            modulus = np.uint64(prime)
            graphs.remainders(*self.arrays, modulus, below)
            ways = modulus, above, below
            graphs.occurrences(*self.arrays, self.root, *ways, others, found)
            if repeat:
                graphs.repetitions(*self.arrays, first, last, *ways, behind, others, again)
            once = found.astype(np.int64) - again.astype(np.int64)
            numbers: list[int] = (once % prime).tolist()
            return numbers

        return exactly(self.count().bit_length(), modulo)

    # -- parts -----------------------------------------------------------------------------------

    def restricted(self, option: int, contained: bool) -> Graph:
        """The solutions with an option, or those without it. O(edges)."""
        if self.root < 0:
            return self
        begin, options, children, place = map(doubled, (*self.arrays, self.places))
        mentions, due = np.zeros(self.n_nodes, np.uint8), np.zeros(self.n_nodes, np.int32)
        room = begin, options, children, place
        n_nodes = graphs.restrict(*room, self.n_nodes, option, contained, mentions, due)
        root = int(due[self.root])
        return Graph(begin[: n_nodes + 1], options, children, root, place[:n_nodes]).trimmed()

    def turned(self, order: Int32s, n_options: int) -> Graph:
        """The same solutions, decided from the end on; for a graph of choices alone. O(edges).

        ``order``: the options in the order in which they were decided.
        """
        last, n_edges = self.n_nodes - 1, self.n_edges
        if self.root < 1:
            return self
        rank = np.full(n_options + 1, n_options, np.int64)
        rank[order] = np.arange(len(order))
        begin, of_rank = np.zeros(last + 2, np.int64), np.zeros(n_options + 2, np.int64)
        sorted_edges, node = np.zeros(n_edges, np.int64), np.zeros(n_edges, np.int32)
        option, child = np.zeros_like(self.option), np.zeros_like(self.child)
        graphs.turn(*self.arrays, rank, sorted_edges, node, of_rank, begin, option, child)
        # A node whose one edge has no option decides nothing.
        idle = np.flatnonzero(np.diff(begin) == 1)
        idle = idle[option[begin[idle]] < 0]
        if not len(idle):
            return Graph(begin, option, child, last)
        same = np.arange(last + 1, dtype=np.int32)
        same[idle] = child[begin[idle]]
        while not np.array_equal(further := same[same], same):
            same = further
        return Graph(begin, option, same[child], int(same[last])).trimmed()

    def trimmed(self) -> Graph:
        """The graph of the nodes that the root reaches. O(edges)."""
        if self.root < 1:
            return Graph.without_edges(self.root)
        reached = np.zeros(self.n_nodes, np.uint8)
        graphs.reach(self.begin, self.child, self.root, reached)
        kept = reached == 1
        number = np.cumsum(kept, dtype=np.int32) - 1
        lengths = np.diff(self.begin)
        of_kept = repeated(kept, lengths)
        begin = np.zeros(int(number[-1]) + 2, np.int64)
        np.cumsum(lengths[kept], out=begin[1:])
        option, child = self.option[: len(of_kept)][of_kept], self.child[: len(of_kept)][of_kept]
        place = None if self.place is None else self.place[kept]
        return Graph(begin, option, number[child], int(number[self.root]), place)


def exactly(bits: float, remainders: Callable[[int], Sequence[int]]) -> list[int]:
    """Numbers from 0 to below 2 to the power of ``bits``, given by what they leave modulo primes.

    For kernels, whose words hold 64 bits and no more.
    ``remainders(p)`` are those of all numbers modulo the prime p < 2^31; it is asked for as many
    primes as the size of the numbers takes. (Chinese remainder theorem, one prime after the other.)
    """
    numbers: list[int] = []
    modulus = 1
    # Some bits more, for what a bound found with floating point may be rounded by.
    wanted = 1 << int(bits * (1 + 1e-9)) + 32
    for prime in _primes():
        found = remainders(prime)
        numbers = numbers or [0] * len(found)
        inverse = pow(modulus, -1, prime)
        numbers = [
            number + (int(each) - number) * inverse % prime * modulus
            for number, each in zip(numbers, found, strict=True)
        ]
        modulus *= prime
        if modulus > wanted:
            break
    return numbers


def _primes() -> Iterator[int]:
    """The primes below 2^31, the greatest first."""
    sieve = np.ones(1 << 16, bool)
    sieve[:2] = False
    for n in range(2, 1 << 8):
        if sieve[n]:
            sieve[n * n :: n] = False
    divisors = np.flatnonzero(sieve)
    for candidate in range(2**31 - 1, 1 << 16, -1):
        if np.all(candidate % divisors):
            yield candidate
