"""Counting the solutions of a polyform puzzle, as they stand and up to the board's symmetry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import exactcover as xc

from .polyforms import HOLES, Placement, PolyformPuzzle
from .words import item_words

__all__ = ["SolutionOfPieces", "Tally"]

SolutionOfPieces = tuple[Placement, ...]


class Tally:
    """Counts of a puzzle's solutions, up to date at any moment of :meth:`run`."""

    def __init__(self, puzzle: PolyformPuzzle):
        self.puzzle = puzzle
        #: Solutions as they stand.
        self.fixed = 0
        #: Solutions up to the motions of the board: the first of each orbit is counted.
        self.free = 0
        #: The first solution found.
        self.example: SolutionOfPieces | None = None
        #: What ended the search early, or None: as of ``Solutions.stopped``.
        self.stopped: str | None = None
        #: Why there is no solution, once that is proven.
        self.impossible: xc.Impossible | None = None

    def run(
        self,
        each: Callable[[SolutionOfPieces, bool], None] | None = None,
        **search: Any,
    ) -> None:
        """Search, and call ``each`` with every solution and whether it is the first of its orbit.

        ``search`` goes to :meth:`exactcover.Problem.solutions`. Ctrl-C ends it like a budget,
        with ``stopped`` set to ``"interrupt"``.
        """
        if self.puzzle.misfit is not None:
            self.impossible = xc.Impossible(self.puzzle.misfit)
            return
        self.stopped = "interrupt"  # until it has ended in another way
        try:
            solutions = self.puzzle.problem.solutions(**search)
            for solution in solutions:
                chosen = self.puzzle.placed(solution.options)
                first = self.puzzle.is_first_of_its_orbit(chosen)
                with xc.cli.uninterrupted():  # what is counted is shown
                    self.fixed += 1
                    self.free += first
                    if self.example is None:
                        self.example = chosen
                    if each is not None:
                        each(chosen, first)
        except KeyboardInterrupt:
            return
        self.stopped = solutions.stopped
        if solutions.impossible is not None:
            self.impossible = self._in_words(solutions.impossible)

    def _in_words(self, impossible: xc.Impossible) -> xc.Impossible:
        """The reason in terms of pieces and cells rather than of items and options."""
        item: Any = impossible.item
        if item is None:
            return impossible
        what = item_words(item)
        if isinstance(item, str):
            reason = f"{what} fits nowhere" if self._fits_nowhere(item) else f"no place for {what}"
        elif item == HOLES:
            return xc.Impossible(
                "the wrong number of cells would stay open", item, impossible.nodes
            )
        else:
            reason = f"no piece can cover the cell {what}"
        if not self._fits_nowhere(item):
            reason += " once every other cell and piece has its due"
        return xc.Impossible(reason, item, impossible.nodes)

    def _fits_nowhere(self, item: object) -> bool:
        return not any(item == name or item in cells for name, cells in self.puzzle.placements)
