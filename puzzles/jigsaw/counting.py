"""Solving and counting jigsaws: propagation by border sets, then the engine.

Counting up to turning the board. If some piece is one of its kind and differs from itself in every
turn, then every solution has as many different images as the board has symmetries, and exactly one
of them has that piece turned as it is listed (on a rectangle: one of two with that piece in one of
two turns; on a torus, in the first cell besides). So only these are counted, which is that many
times less work. If there is no such piece, all solutions are listed, and those are counted that are
the least of their images.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import exactcover as xc

from ..edges.search import Arrangement, arrangement, exact_cover
from .pieces import FRAME, Jigsaw

#: More candidates than this are not searched: their problem would fill the memory.
_MOST_CANDIDATES = 2_000_000

#: Arguments that divide a search.
_DIVIDED = ("workers", "executor", "journal")

__all__ = ["JigsawCount", "JigsawSearch", "count"]


@dataclass(frozen=True)
class JigsawCount:
    """The numbers of solutions. ``stopped`` names what ended the count early, or is None."""

    #: As they stand.
    fixed: int
    #: Up to turning the board (and shifting it, on a torus).
    free: int
    #: As they stand, with pieces that are alike told apart.
    told_apart: int
    nodes: int
    stopped: str | None = None

    @property
    def complete(self) -> bool:
        """Whether every solution was counted."""
        return self.stopped is None


class JigsawSearch:
    """What propagation leaves of a jigsaw, and the solutions found in it.

    With ``up_to_turning`` only one solution of those that turning the board makes of each other.
    """

    def __init__(
        self,
        jigsaw: Jigsaw,
        *,
        up_to_turning: bool = True,
        propagate: bool = True,
        seconds: float | None = None,
    ):
        """``seconds`` is how long propagation may take; if it does not end by then, ``stopped``
        says so, and no question is answered."""
        self.jigsaw = jigsaw
        #: How many images every solution has, if that is known: by the piece that is fixed.
        self.images = 1
        self._by_least_image = False
        self.sets = jigsaw.propagation()
        if up_to_turning and jigsaw.n_motions > 1:
            marker = self._marker()
            if marker is None:
                self._by_least_image = True
            else:
                self._fix(marker)
                self.images = jigsaw.n_motions
        #: Candidates at the start, and once propagation is done.
        self.before = self.sets.left
        self._given_up: str | None = None
        deadline = xc.Deadline(seconds)
        if propagate and not self.sets.run(deadline.passed) and self.sets.contradiction is None:
            self._given_up = "seconds"
        if self.sets.left > _MOST_CANDIDATES and self.sets.contradiction is None:
            self._given_up = self._given_up or "memory"
        self.possible = self.sets.contradiction is None and self._given_up is None
        self._problem: xc.Problem | None = None
        self._solutions: Any = None

    def _marker(self) -> int | None:
        """A type to break the symmetry by: one piece, different in all turns; a corner if any."""
        jigsaw = self.jigsaw
        n_turns = 4 if jigsaw.turn else 1
        marked = [
            number
            for number, members in enumerate(jigsaw.types)
            if len(members) == 1
            and sum(4 * number + turn in jigsaw.shapes_of for turn in range(4)) == n_turns
        ]
        # Where there is a frame, the fewer places a piece has the more of its sides are flat.
        flat = 1 if jigsaw.border == "frame" else 0
        return max(
            marked,
            key=lambda number: flat * jigsaw.shapes_of[4 * number].count(FRAME),
            default=None,
        )

    def _fix(self, marker: int) -> None:
        jigsaw, sets = self.jigsaw, self.sets
        n_turns = (4 if jigsaw.turn else 1) // len(jigsaw.turns_of_board())
        kept = sum(1 << 4 * marker + turn for turn in range(n_turns))
        sets.remove(sets.stock.of_type(marker) & ~kept)
        if jigsaw.border == "torus":
            sets.restrict(0, kept)

    @property
    def problem(self) -> xc.Problem:
        """What is left, as an exact cover problem."""
        if self._problem is None:
            exact = exact_cover(self.sets)
            self._problem = xc.Problem(
                exact.primary,
                exact.options,
                secondary=exact.secondary,
                multiplicity=exact.multiplicity,
            )
        return self._problem

    def solutions(self, limit: int | None = None, **search: Any) -> Iterator[Arrangement]:
        """The solutions, up to ``limit``; ``search`` as for :meth:`exactcover.Problem.solutions`.

        Afterwards ``stopped`` tells what ended them early, and ``nodes`` counts.
        """
        found = 0
        for each in self._all(limit, search):
            if self._by_least_image and not self._is_least(each):
                continue
            if limit is not None and found >= limit:
                self._cut = True
                return
            found += 1
            yield each

    _cut = False

    def _all(self, limit: int | None, search: dict[str, Any]) -> Iterator[Arrangement]:
        self._cut = False
        if not self.possible:
            return
        if self.sets.settled:
            yield arrangement(self.sets)
            return
        most = None if self._by_least_image else limit
        self._solutions = self.problem.solutions(most, **search)
        for options in self._solutions:
            yield arrangement(self.sets, options)

    def _is_least(self, solution: Arrangement) -> bool:
        """Whether it is the least of its images."""
        mine = tuple(solution)
        return all(mine <= self.jigsaw.moved(mine, motion) for motion in self.jigsaw.motions())

    @property
    def stopped(self) -> str | None:
        """What ended the solutions early: "limit", "nodes", "seconds", "interrupt", or "memory", if
        more candidates are left than can be searched; or None."""
        if self._given_up:
            return self._given_up
        if self._cut:
            return "limit"
        return None if self._solutions is None else self._solutions.stopped

    @property
    def nodes(self) -> int:
        """Nodes of the search."""
        return 0 if self._solutions is None else self._solutions.nodes

    def count(self, limit: int | None = None, **search: Any) -> JigsawCount:
        """The number of solutions; ``limit`` bounds those up to turning the board.

        ``search`` as for :meth:`exactcover.Problem.count`, with its ``workers``, ``executor`` and
        ``journal``; if no piece is marked (see above), all solutions are then held in memory.
        """
        divided = any(search.get(name) is not None for name in _DIVIDED)
        if not divided:
            search = {name: value for name, value in search.items() if name not in _DIVIDED}
        if self._by_least_image:
            if divided and self.possible and not self.sets.settled:
                return self._divided_by_images(limit, search)
            return self._count_by_images(limit, search)
        stopped, nodes = self._given_up, 0
        if not self.possible:
            free = 0
        elif self.sets.settled:
            free = 1 if limit is None else min(1, limit)
            stopped = None if free else "limit"
        else:
            try:
                counted = self.problem.count(limit, **search)
            except xc.Interrupted as interruption:
                nodes, found = interruption.partial.nodes, int(interruption.partial)
                partial = self._counted(found * self.images, found, nodes, "interrupt")
                raise xc.Interrupted(partial) from None
            free, stopped, nodes = int(counted), counted.stopped, counted.nodes
        return self._counted(free * self.images, free, nodes, stopped)

    def _count_by_images(self, limit: int | None, search: dict[str, Any]) -> JigsawCount:
        fixed = free = 0
        stopped = None
        try:
            for each in self._all(None, search):
                least = self._is_least(each)
                if least and limit is not None and free >= limit:
                    stopped = "limit"
                    break
                fixed += 1
                free += least
        except KeyboardInterrupt:
            raise xc.Interrupted(self._counted(fixed, free, self.nodes, "interrupt")) from None
        return self._counted(fixed, free, self.nodes, stopped or self.stopped)

    def _divided_by_images(self, limit: int | None, search: dict[str, Any]) -> JigsawCount:
        if limit is not None:
            raise xc.MethodConflict(f"limit={limit!r}", "workers=, executor= or journal=")
        try:
            found = self.problem.gather(listed=None, **search)
        except xc.Interrupted as interruption:
            found = interruption.partial
        every = [arrangement(self.sets, options) for options in found.listed]
        free = sum(map(self._is_least, every))
        counted = self._counted(len(every), free, found.count.nodes, found.count.stopped)
        if counted.stopped == "interrupt":
            raise xc.Interrupted(counted)
        return counted

    def _counted(self, fixed: int, free: int, nodes: int, stopped: str | None) -> JigsawCount:
        told_apart = fixed * self.jigsaw.ways_to_swap_twins
        return JigsawCount(fixed, free, told_apart, nodes, stopped)


def count(jigsaw: Jigsaw, **search: Any) -> JigsawCount:
    """The numbers of solutions of a jigsaw."""
    return JigsawSearch(jigsaw).count(**search)
