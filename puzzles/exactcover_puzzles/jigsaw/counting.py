"""Solve and count jigsaws: propagation by border sets, then the engine.

Counting up to turning the board. Suppose that some piece is the only one of its kind and looks
different in each turn. Then every solution has as many different images as the board has
symmetries, and exactly one of these images has that piece turned as it is listed. (On a rectangle
the piece has one of two turns. On a torus it must also lie in the first cell.) Only these images
are searched: propagation leaves less, and the search becomes that many times shorter. If there is
no such piece, the engine gets the symmetries of the board, and finds one solution of each orbit.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import exactcover as xc

from ..borders.board import members
from ..borders.engine_search import EngineSearch, problem_of
from .pieces import FRAME, Jigsaw

#: More candidates than this are not searched: the problem would fill the memory.
_MOST_CANDIDATES = 2_000_000


class JigsawSearch(EngineSearch):
    """What propagation leaves of a jigsaw, and the solutions found in it.

    With ``up_to_turning`` only one solution per class under turning the board.
    ``seconds`` is how long propagation may take; if it does not end by then, ``stopped`` says so.
    """

    def __init__(
        self,
        jigsaw: Jigsaw,
        *,
        up_to_turning: bool = True,
        propagate: bool = True,
        seconds: float | None = None,
    ):
        super().__init__(jigsaw.propagation())
        self.jigsaw = jigsaw
        self._by_orbits = False
        if up_to_turning and jigsaw.n_motions > 1:
            marker = self._marker()
            if marker is None:
                self._by_orbits = True
            else:
                self._fix(marker)
                self.images = jigsaw.n_motions
        #: Candidates at the start, before propagation.
        self.before = self.sets.left
        deadline = xc.Deadline(seconds)
        if propagate and not self.sets.run(deadline.passed) and self.sets.contradiction is None:
            self.stopped = "seconds"
        if self.sets.left > _MOST_CANDIDATES and self.sets.contradiction is None:
            self.stopped = self.stopped or "memory"

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
    def finds_orbits(self) -> bool:
        """Whether only one solution is found of those that turning the board makes of each other.

        Not so if the board has no symmetries, or too many for a table.
        """
        settled = self._by_orbits and self.sets.settled
        return settled or self.images > 1 or self.symmetry is not None

    @cached_property
    def problem(self) -> xc.Problem:
        """What is left to search; where symmetries are used, with the edge of the board."""
        return problem_of(self.sets, outer=self._by_orbits)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """The symmetries of the board, if no piece breaks them and they are not too many."""
        if not self._by_orbits or not self.possible or self.sets.settled:
            return None
        # Propagation treats all cells alike, so what it leaves has the symmetries of the board.
        try:
            return self.problem.symmetry(*map(self._moved, self.jigsaw.motions()))
        except xc.GroupTooLarge:
            return None

    def _moved(self, motion: tuple[list[int], int]) -> dict[Any, Any]:
        """Where the items of the problem go, and the colours of seams, by a motion of the board."""
        goes_to, turn = motion
        board, stock = self.sets.board, self.sets.stock
        moved: dict[Any, Any] = {}
        items: Any = (*self.problem.primary, *self.problem.secondary)
        for item in items:
            kind, number = item
            if kind == "cell":
                moved[item] = "cell", goes_to[number]
            elif kind == "seam":
                cell, direction = board.sides[number][0]
                after = (direction + turn) % 4
                seam = moved[item] = "seam", board.seams[goes_to[cell]][after]
                # A seam names a tab by the piece above it or on its left, and that may change.
                if self.jigsaw.seen_from(direction) == self.jigsaw.seen_from(after):
                    continue
                for border in members(self.sets.borders[number]):
                    other = stock.number_of.get(-stock.names[border])  # type: ignore[operator]
                    moved[xc.Coloured(item, border)] = xc.Coloured(seam, other)
        return moved

    def count(self, limit: int | None = None, **search: Any) -> xc.OrbitCount:
        """The number of solutions, and up to turning the board, which ``limit`` bounds.

        ``search`` as for :meth:`exactcover.Problem.count`. Only if a piece breaks the symmetry can
        the count be divided among ``workers``.
        """
        if self.symmetry is None:
            try:
                return self._by_images(self.counted(limit, **search))
            except xc.Interrupted as interruption:
                raise xc.Interrupted(self._by_images(interruption.partial)) from None
        if limit is None:
            return self.symmetry.count(**search)
        answers = self.solutions(limit, **search)
        stopped = None
        try:
            for _ in answers:
                pass
        except KeyboardInterrupt:
            stopped = "interrupt"
        counted = xc.OrbitCount(
            answers.found, answers.fixed, nodes=answers.nodes, stopped=stopped or answers.stopped
        )
        if stopped:
            raise xc.Interrupted(counted)
        return counted

    def _by_images(self, count: xc.Count) -> xc.OrbitCount:
        found = int(count)
        return xc.OrbitCount(found, found * self.images, nodes=count.nodes, stopped=count.stopped)
