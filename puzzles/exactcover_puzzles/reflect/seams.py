"""Seams: the places where two cells meet, or a cell and an edge place.

A seam is the same thing as in ``edges/board.py``. There it is a number. Here it is the name of an
item or of variables, so it says how it is crossed, and where. Every seam is part of one beam, or of
a strand that no edge place sees: between two balls, or a closed loop.
"""

from __future__ import annotations

from .board import DOWN, RIGHT, UP, entry

#: Whether it is crossed upright or level, and the cell below it or to its right.
Seam = tuple[str, int, int]


def seam(row: int, column: int, side: int) -> Seam:
    """The seam at a side of a cell."""
    if side == DOWN:
        row += 1
    if side == RIGHT:
        column += 1
    return ("down" if side in (UP, DOWN) else "across", row, column)


def edge_seam(n: int, place: int) -> Seam:
    """The seam at an edge place."""
    return seam(*entry(n, place))
