"""Grids of cells: who neighbours whom, and which motions carry the grid into itself.

Legend: a *cell* is (row, column). ``SQUARE`` has unit squares. ``TRIANGULAR`` has unit triangles:
the cell points up where row + column is even, and down where it is odd; an up cell's neighbours
are left, right and below, a down cell's left, right and above.

A *motion* maps cells to cells and keeps neighbours neighbours. Every motion of a grid is one of
its ``motions`` (those fixing the origin: rotations first, then mirrorings) followed by a shift.
On the triangular grid only shifts with an even row + column keep up cells up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = ["GRIDS", "SQUARE", "TRIANGULAR", "Cell", "Cells", "Grid", "Motion"]

Cell = tuple[int, int]
#: Cells in ascending order, without repeats.
Cells = tuple[Cell, ...]
Motion = Callable[[Cell], Cell]


@dataclass(frozen=True)
class Grid:
    """A grid; compare grids by identity, there is one object of each kind."""

    name: str
    #: How many motions are rotations; the others, as many, mirror.
    n_rotations: int
    #: The motions that fix the origin, the identity first.
    motions: tuple[Motion, ...]
    #: The cells that share an edge with a cell.
    neighbours: Callable[[Cell], Cells]
    #: Corner points (x, y) of a cell in multiples of ``unit``, in order around it; y is downwards.
    corners: Callable[[Cell], tuple[tuple[int, int], ...]]
    #: Width and height of the unit of ``corners``, where the edge of a cell is 1.
    unit: tuple[float, float]
    #: 1 if shifts may be any, 2 if row + column of a shift must be even.
    parity: int

    def shifted(self, cells: Iterable[Cell], rows: int, columns: int) -> Cells:
        """The cells moved by so many rows and columns, which must be a shift of this grid."""
        return tuple(sorted((row + rows, column + columns) for row, column in cells))

    def to_origin(self, cells: Iterable[Cell]) -> Cells:
        """The cells shifted so that the first stands at (0, 0), or (0, 1) if it points down.

        Two sets of cells are shifts of each other exactly when this makes them equal.
        """
        ordered = sorted(cells)
        row, column = ordered[0]
        kind = (row + column) % self.parity
        return tuple([(r - row, c - column + kind) for r, c in ordered])

    def kind(self, cell: Cell) -> int:
        """0 or 1; cells of the same kind are shifts of each other."""
        return sum(cell) % self.parity


def _square_neighbours(cell: Cell) -> Cells:
    row, column = cell
    return ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))


def _square_corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    y, x = cell
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


def _square_motion(quarter_turns: int, mirrored: bool) -> Motion:
    def move(cell: Cell) -> Cell:
        row, column = cell
        if mirrored:
            column = -column
        for _ in range(quarter_turns):
            row, column = column, -row
        return row, column

    return move


def _triangular_neighbours(cell: Cell) -> Cells:
    row, column = cell
    if (row + column) % 2 == 0:
        return ((row, column - 1), (row, column + 1), (row + 1, column))
    return ((row - 1, column), (row, column - 1), (row, column + 1))


def _triangular_corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    row, column = cell
    if (row + column) % 2 == 0:
        return ((column, row), (column + 1, row + 1), (column - 1, row + 1))
    return ((column - 1, row), (column + 1, row), (column, row + 1))


def _triangular_motion(sixth_turns: int, mirrored: bool) -> Motion:
    """A rotation about a corner of cell (0, 0) by multiples of 60°, after a mirroring or not.

    It acts on a cell's three corners, written as i·u + j·v with u one edge to the right and v one
    edge down to the right. A turn by 60° takes u to v and v to v - u; swapping u and v mirrors.
    Both are linear, so they act in the same way on the sum (I, J) of the corners. That sum tells
    the cell: J is 3·row + 2 for an up cell and 3·row + 1 for a down cell, and 2·I + J is 3·column.
    """

    def move(cell: Cell) -> Cell:
        row, column = cell
        j = 3 * row + (2 if (row + column) % 2 == 0 else 1)
        i = (3 * column - j) // 2
        if mirrored:
            i, j = j, i
        for _ in range(sixth_turns):
            i, j = -j, i + j
        return j // 3, (2 * i + j) // 3

    return move


SQUARE = Grid(
    name="square",
    n_rotations=4,
    motions=tuple(_square_motion(k, mirrored) for mirrored in (False, True) for k in range(4)),
    neighbours=_square_neighbours,
    corners=_square_corners,
    unit=(1.0, 1.0),
    parity=1,
)

TRIANGULAR = Grid(
    name="triangular",
    n_rotations=6,
    motions=tuple(_triangular_motion(k, mirrored) for mirrored in (False, True) for k in range(6)),
    neighbours=_triangular_neighbours,
    corners=_triangular_corners,
    unit=(0.5, 3**0.5 / 2),
    parity=2,
)

#: The grids by name.
GRIDS = {grid.name: grid for grid in (SQUARE, TRIANGULAR)}
