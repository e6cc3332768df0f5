"""Boards that differ from a given one by a few cells: which of them have exactly one solution?

A variation takes some cells of a board away and puts as many elsewhere, so that the board stays in
one piece. Variations that a motion of the grid carries to each other are one. If the puzzle says
something of some cells (``given``, ``forbidden``, ``optional``, letters), these cells stay where
they are, and motions play no part.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Set
from itertools import combinations

import exactcover as xc

from ..shared.adapter import Options
from .adapter import Polyform
from .grids import Cell, Cells, Grid
from .outlines import parts
from .polyforms import PolyformPuzzle, canonical

__all__ = ["Variations", "variations"]


def variations(
    grid: Grid, board: Cells, n_moved: int, fixed: Set[Cell] = frozenset()
) -> Iterator[Cells]:
    """The boards that moving ``n_moved`` cells makes of a board, each once up to motions.

    ``fixed`` cells stay; if there are any, boards that a motion carries to each other are several.
    The board itself is none of them. There are C(b, n) · C(r, n) ways for b cells and r cells
    around them (for n = 1), so n above 2 takes long for all but small boards.
    """
    seen = {canonical(grid, board)}
    around = set(board)
    for _ in range(n_moved):
        around |= {near for cell in around for near in grid.neighbours(cell)}
    outside = sorted(around - set(board))
    for removed in combinations([cell for cell in board if cell not in fixed], n_moved):
        left = set(board) - set(removed)
        for added in combinations(outside, n_moved):
            varied = tuple(sorted(left.union(added)))
            if len(parts(grid, varied)) > len(parts(grid, board)):
                continue
            form = varied if fixed else canonical(grid, varied)
            if form not in seen:
                seen.add(form)
                yield varied


class Variations:
    """The verdicts about the variations of a puzzle; up to date at any moment."""

    def __init__(self, puzzle: PolyformPuzzle, n_moved: int):
        self.puzzle, self.n_moved = puzzle, n_moved
        #: How many have no solution, exactly one up to symmetry, several; and are not decided.
        self.numbers = dict.fromkeys(("impossible", "unique", "several", "undecided"), 0)
        self.stopped: str | None = None

    def unique(
        self, deadline: xc.Deadline, nodes: int | None, report: Callable[[str], None]
    ) -> Iterator[tuple[Polyform, Options]]:
        """Those with exactly one solution up to symmetry, as they are found, with it.

        ``nodes``: of each search; a board whose search is stopped is not decided.
        """
        puzzle = self.puzzle
        for board in variations(puzzle.grid, puzzle.board, self.n_moved, puzzle.named_cells):
            if deadline.passed():
                self.stopped = "seconds"
                return
            varied = Polyform(dataclasses.replace(puzzle, board=board))
            answers = varied.solutions(2, nodes=nodes, seconds=deadline.left())
            found = list(answers)
            if answers.stopped == "seconds":
                self.stopped = "seconds"
                return
            undecided = answers.stopped is not None and len(found) < 2
            verdict = "undecided" if undecided else ("impossible", "unique", "several")[len(found)]
            self.numbers[verdict] += 1
            report(self.in_words())
            if verdict == "unique":
                yield varied, found[0]

    def in_words(self) -> str:
        """The numbers so far, in a sentence."""
        n = self.numbers
        boards = xc.text.counted(sum(n.values()), "board")
        words = [f"{boards}: {n['unique']:,} with exactly one solution up to symmetry"]
        words += [f"{n['impossible']:,} without any", f"{n['several']:,} with several"]
        if n["undecided"]:
            words.append(f"{n['undecided']:,} not decided")
        return ", ".join(words)
