"""Solve Reflect puzzles of any size; this module alone chooses the engine."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import exactcover as xc

from .board import Board
from .puzzle import ALL, READINGS, BeamPuzzle

if TYPE_CHECKING:
    from .sat import SatSolver

#: After this number of solutions, exact cover takes over from SAT.
_MANY = 5_000

#: ``cover``: exact cover with colours; ``sat``: the extra ``sat``; ``auto``: SAT where it is
#: installed.
ENGINES = ("auto", "cover", "sat")


class Solver:
    """The solutions of puzzles in a reading. Raises ValueError for another reading or engine, and
    :class:`exactcover.MissingLibrary`."""

    def __init__(self, reading: str = ALL, engine: str = "auto"):
        for name, value, known in (("reading", reading, READINGS), ("engine", engine, ENGINES)):
            if value not in known:
                raise ValueError(f"{name}={value!r}: expected one of {', '.join(known)}")
        self.reading, self.engine = reading, engine
        #: What ended the last search early, if anything did; its nodes, or conflicts of SAT.
        self.stopped: str | None = None
        self.nodes = 0
        self._sat: dict[int, SatSolver] = {}
        self._has_sat = engine == "sat" or find_spec("pysat") is not None
        if engine == "sat":
            self._sat_of(4)

    def _sat_of(self, n: int) -> SatSolver:
        from .sat import SatSolver

        if n not in self._sat:
            self._sat[n] = SatSolver(n, self.reading)
        return self._sat[n]

    def boards(
        self,
        puzzle: BeamPuzzle,
        limit: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Iterator[Board]:
        """The boards that solve a puzzle, each once, in no particular order.

        ``nodes``: of exact cover, or conflicts of SAT, after which it stops.
        """
        self.stopped, self.nodes = None, 0
        clock = xc.Deadline(seconds)
        seen: set[Board] = set()
        if self.engine == "sat" or (self.engine == "auto" and self._has_sat):
            sat = self._sat_of(puzzle.n)
            # Every solution found makes its formula longer.
            most = limit if self.engine == "sat" or limit is not None else _MANY
            for board in sat.boards(puzzle, most, seconds=seconds, nodes=nodes):
                if most != limit:
                    seen.add(board)
                yield board
            self.stopped, self.nodes = sat.stopped, sat.nodes
            if most == limit or self.stopped != "limit":
                return
        from .cover import CoverSolver

        cover = CoverSolver(puzzle, self.reading)
        for board in cover.boards(limit, seconds=clock.left(), nodes=nodes):
            if board not in seen:
                yield board
        self.stopped, self.nodes = cover.stopped, self.nodes + cover.nodes

    def is_unique(
        self, puzzle: BeamPuzzle, *, seconds: float | None = None, nodes: int | None = None
    ) -> bool | None:
        """Whether a puzzle has exactly one solution; None if the search was stopped before."""
        found = len(list(self.boards(puzzle, 2, seconds=seconds, nodes=nodes)))
        return None if found < 2 and self.stopped is not None else found == 1

    def other(
        self,
        puzzle: BeamPuzzle,
        than: Board,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Board | None:
        """Another solution than one that is known; None if there is none, or the search was
        stopped (``stopped`` is "seconds" or "nodes" then)."""
        for board in self.boards(puzzle, 2, seconds=seconds, nodes=nodes):
            if board != than:
                self.stopped = None
                return board
        return None
