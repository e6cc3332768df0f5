"""The eight symmetries of a Reflect board.

A quarter turn and a mirror image of the board exchange ``/`` and ``\\``; half turns and reflections
in a diagonal do not.
"""

from __future__ import annotations

from dataclasses import dataclass

from exactcover_puzzles.reflect.board import BACKSLASH, EMPTY, SLASH, Board

__all__ = ["Symmetry", "symmetries"]


@dataclass(frozen=True)
class Symmetry:
    """Mirrored left to right first, if ``mirrored``, then turned clockwise by ``quarters``."""

    mirrored: bool
    quarters: int

    @property
    def swaps(self) -> bool:
        """Whether it exchanges the two kinds of mirrors."""
        return (self.mirrored + self.quarters) % 2 == 1

    def cell(self, n: int, row: int, column: int) -> tuple[int, int]:
        """Where a cell goes."""
        if self.mirrored:
            column = n - 1 - column
        for _ in range(self.quarters):
            row, column = column, n - 1 - row
        return row, column

    def edge(self, n: int, place: int) -> int:
        """Where an edge place goes."""
        if self.mirrored:
            place = n - 1 - place
        return (place + n * self.quarters) % (4 * n)

    def moved(self, board: Board) -> Board:
        """The board after it."""
        cells = [EMPTY] * len(board.cells)
        for number, content in enumerate(board.cells):
            row, column = self.cell(board.n, *divmod(number, board.n))
            exchanged = self.swaps and content in (SLASH, BACKSLASH)
            cells[row * board.n + column] = 3 - content if exchanged else content
        return Board(board.n, tuple(cells))


def symmetries() -> list[Symmetry]:
    """The eight symmetries of a square, the identity first."""
    return [Symmetry(mirrored, quarters) for mirrored in (False, True) for quarters in range(4)]
