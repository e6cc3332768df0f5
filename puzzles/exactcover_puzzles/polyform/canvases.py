"""Draw the cells of each grid in a terminal.

Legend: a *canvas* (``shared/screen.py``) has the names of pieces, whose colours are seen. Cells
are drawn in one of a few *sizes*. On the square grid the size is the number of columns from one
cell to the next; on the others it is the number of lines from one row to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..shared.screen import Canvas
from ..shared.squares import BOX, arms
from .grids import HEXAGONAL, SQUARE, TRIANGULAR, Cell, Grid
from .outlines import UNCOVERED, Owners
from .polyforms import Placement

Place = tuple[int, int]


class Style(NamedTuple):
    """How a grid of the plane is drawn."""

    #: The sizes of cells, the better one first.
    sizes: tuple[int, ...]
    #: A picture without labels: of these cells, in this size, with ASCII characters alone or not.
    canvas: Callable[[Owners, int, bool], Canvas]
    #: Where a label of this length may begin: on these cells, in this size.
    places: Callable[[Sequence[Cell], int, int], list[Place]]


# The square grid: a cell takes one line, and the walls above and below it one each.


def _square_canvas(owned: Owners, size: int, ascii: bool) -> Canvas:
    box = BOX[ascii]
    canvas: Canvas = {}
    wide = range(1, size)
    for row, column in owned:
        for y, x in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
            walls, here = arms(owned, y, x), (" ", _piece(owned.get((y, x))))
            canvas[2 * y, size * x] = (box[walls], None) if walls else here
            if (y - 1, x) in owned or (y, x) in owned:
                mark = (box[10], None) if walls & 2 else here
                canvas.update({(2 * y, size * x + k): mark for k in wide})
            if (y, x - 1) in owned or (y, x) in owned:
                canvas[2 * y + 1, size * x] = (box[5], None) if walls & 4 else here
        inside = " ", _piece(owned[row, column])
        canvas.update({(2 * row + 1, size * column + k): inside for k in wide})
    return canvas


def _square_places(cells: Sequence[Cell], size: int, length: int) -> list[Place]:
    """Where a label of this length may begin: in the middle of each cell."""
    return [(2 * y + 1, size * x + (size + 1 - length) // 2) for y, x in cells]


# The triangular grid: row r of cells takes lines size·r to size·r + size - 1, and the corner at
# column c stands between columns size·c - 1 and size·c. Slanted walls have a character of their
# own in each line; level ones are the underscores of the line above them.


def _triangular_canvas(owned: Owners, size: int, ascii: bool) -> Canvas:
    canvas: Canvas = {}
    slanted: dict[Place, str] = {}
    level: list[Place] = []
    for (row, column), owner in owned.items():
        up = (row + column) % 2 == 0
        beyond = owned.get((row + 1 if up else row - 1, column))
        if beyond != owner:
            line = size * (row + up) - 1
            level += [(line, k) for k in range(size * (column - 1), size * (column + 1))]
        for k in range(size):
            line = size * row + k
            # How far the walls on both sides stand from the middle of the cell.
            far = k if up else size - 1 - k
            left, right = size * column - 1 - far, size * column + far
            for place in range(left + 1, right):
                canvas[line, place] = " ", _piece(owner)
            for place, beside, wall in (
                (left, column - 1, "/" if up else "\\"),
                (right, column + 1, "\\" if up else "/"),
            ):
                if owned.get((row, beside)) != owner:
                    slanted[line, place] = wall
                else:
                    canvas[line, place] = " ", _piece(owner)
    for at in level:
        canvas[at] = "_", canvas.get(at, (" ", None))[1]
    canvas.update({at: (wall, None) for at, wall in slanted.items()})
    return canvas


def _triangular_places(cells: Sequence[Cell], size: int, length: int) -> list[Place]:
    """Where a label of this length may begin.

    One character has no middle in a cell, whose lines are even, but has one between two cells
    side by side; two characters have it in a cell.
    """
    own = set(cells)
    places: list[Place] = []
    for row, column in cells:
        up = (row + column) % 2 == 0
        k = (size - 1) // 2
        if length == 1 and (row, column + 1) in own:
            places.append((size * row + k, size * column + (size - 1 - k if up else k)))
    if not places:
        places = [
            (
                size * row + (size // 2 if (row + column) % 2 == 0 else (size - 1) // 2),
                size * column - 1,
            )
            for row, column in cells
        ]
    return places


# The hexagonal grid: a cell of row r has its label in line size·r + size - 1, between upright
# walls. The slanted ones stand in the size - 1 lines above and below, where rows meet. The middle
# of a cell of column c stands in column size·c of the text.


def _hexagonal_canvas(owned: Owners, size: int, ascii: bool) -> Canvas:
    canvas: Canvas = {}
    for (row, column), owner in owned.items():
        middle, line = size * column, size * row + size - 1
        upright = BOX[ascii][5]
        sides = [(line, size, upright, upright, 0)]
        for k in range(1, size):
            sides.append((line - k, size - k, "/", "\\", -1))
            sides.append((line + k, size - k, "\\", "/", 1))
        for y, far, left, right, below in sides:
            for x in range(middle - far + 1, middle + far):
                canvas[y, x] = " ", _piece(owner)
            beside = 1 if below else 2
            for wall, side in ((left, -1), (right, 1)):
                near = owned.get((row + below, column + side * beside))
                mark = (" ", _piece(owner)) if near == owner else (wall, None)
                canvas[y, middle + side * far] = mark
    return canvas


def _hexagonal_places(cells: Sequence[Cell], size: int, length: int) -> list[Place]:
    """Where a label of this length may begin: in the middle of each cell."""
    return [(size * y + size - 1, size * x - length // 2) for y, x in cells]


def _piece(owner: Placement | None) -> str | None:
    return None if owner is None or owner is UNCOVERED else owner.piece


STYLES: Mapping[Grid, Style] = {
    SQUARE: Style((4, 3), _square_canvas, _square_places),
    TRIANGULAR: Style((3, 2), _triangular_canvas, _triangular_places),
    HEXAGONAL: Style((3, 2), _hexagonal_canvas, _hexagonal_places),
}
