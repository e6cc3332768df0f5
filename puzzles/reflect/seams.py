"""Seams: the places where two cells meet, or a cell and an edge place.

Every seam is part of one beam, or of a strand that no edge place sees: between two balls, or a
closed loop.
"""

from __future__ import annotations

from .board import BACKSLASH, DOWN, EMPTY, LEFT, RIGHT, SLASH, UP, Board

__all__ = ["JOINED", "SIDES", "Seam", "edge_seam", "seam"]

#: Whether it is crossed upright or level, and the cell below it or to its right.
Seam = tuple[str, int, int]

SIDES = (UP, RIGHT, DOWN, LEFT)
#: Which sides of a cell each content joins; a ball joins none.
JOINED = {
    EMPTY: ((LEFT, RIGHT), (UP, DOWN)),
    SLASH: ((LEFT, UP), (RIGHT, DOWN)),
    BACKSLASH: ((LEFT, DOWN), (RIGHT, UP)),
}


def seam(row: int, column: int, side: int) -> Seam:
    """The seam at a side of a cell."""
    if side == DOWN:
        row += 1
    if side == RIGHT:
        column += 1
    return ("down" if side in (UP, DOWN) else "across", row, column)


def edge_seam(n: int, place: int) -> Seam:
    """The seam at an edge place."""
    row, column, direction = Board(n, (EMPTY,) * n**2).entry(place)
    return seam(row, column, (direction + 2) % 4)
