"""What a page shows of a puzzle and lets people move: its places, and what options put there.

Everything is data: the page knows no grid and no kind of puzzle. Lengths are in units of the edge
of a cell, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Corners", "Mark", "Piece", "Place", "Segment", "View", "square_corners"]

#: The corners of a polygon.
Corners = tuple[tuple[float, float], ...]
#: A line from one point to another: x, y, x, y.
Segment = tuple[float, float, float, float]


class Place(NamedTuple):
    """A place of the board. ``at``: whole numbers, of which a piece's motion adds the same to all.

    ``text`` stands there from the beginning. ``shade``: "dark" or "black" for a ground that is not
    light.
    """

    name: str
    at: tuple[int, ...]
    corners: Corners
    text: str = ""
    shade: str = ""


class Mark(NamedTuple):
    """What an option puts on the board: the numbers of its places, and what is seen there.

    ``piece``: what it is one of, for its colour. ``text``: what stands in it. ``shade`` as that of
    a place, "light" for a place that is known to be empty; "" if the piece's colour is seen.
    """

    places: tuple[int, ...]
    piece: str = ""
    text: str = ""
    shade: str = ""


class Piece(NamedTuple):
    """A piece that can be carried about.

    ``shapes``: its orientations, the ``at`` of the places that each covers, somewhere.
    ``outlines``: the corners of these places, in the same order. ``moves``: what each motion makes
    of each orientation, by their numbers.
    """

    name: str
    label: str
    least: int
    most: int
    shapes: tuple[tuple[tuple[int, ...], ...], ...]
    outlines: tuple[tuple[Corners, ...], ...]
    moves: Mapping[str, tuple[int, ...]]


class View(NamedTuple):
    """The places of a puzzle, thick lines between some of them, and its pieces.

    ``mark``: what an option of the problem puts on the board. ``of_item``: the places that an item
    stands for. ``parity``: pieces move only by vectors whose sum this number divides.
    """

    places: Sequence[Place]
    mark: Callable[[Any], Mark]
    of_item: Callable[[Any], Sequence[int]]
    lines: Sequence[Segment] = ()
    pieces: Sequence[Piece] = ()
    parity: int = 1


def square_corners(row: float, column: float) -> Corners:
    """The corners of a square cell."""
    return ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
