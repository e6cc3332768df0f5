"""Grids of cells: who neighbours whom, and which motions carry the grid into itself.

Legend: a *cell* is a tuple of whole numbers. A *motion* maps cells to cells and keeps neighbours
neighbours. Every motion of a grid is one of its ``motions`` (those that fix the origin, or a corner
of it: rotations first, then reflections), followed by a shift. Cells are of the same *kind* if
a shift maps one to the other.

A further grid is a further class, and an object of it in ``GRIDS``. Text and pictures ask the grid
how it is drawn; ``canvases.py`` says how its cells look in a terminal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from itertools import permutations, product
from operator import add, sub

Cell = tuple[int, ...]
#: Cells in ascending order, without repeats.
Cells = tuple[Cell, ...]
Motion = Callable[[Cell], Cell]


class Grid(ABC):
    """A grid. There is one object of each kind, so grids are compared by identity."""

    name: str
    #: The cell from which polyforms grow.
    origin: Cell = (0, 0)
    #: The motions but for shifts: the identity first, then the other rotations, then as many
    #: reflections.
    motions: tuple[Motion, ...]
    #: A shift is any vector whose coordinates have a sum that this number divides.
    parity = 1
    #: Whether pieces may be turned over, unless a puzzle says otherwise.
    reflect = True
    #: The characters that stand for cells in a drawing, in the order of their kinds.
    marks = "#"
    #: How these characters must stand to each other. (On this grid they may stand anywhere.)
    alignment = ""
    #: Width and height of the unit of ``corners``, where the edge of a cell is 1.
    unit: tuple[float, float] = (1.0, 1.0)
    #: For a grid of space, the grid of its layers, which are drawn one by one; else None. The first
    #: number of a cell is its layer, from the top down.
    layer: Grid | None = None

    @abstractmethod
    def neighbours(self, cell: Cell) -> Cells:
        """The cells that share an edge, or in space a face, with a cell."""

    @abstractmethod
    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Corner points (x, y) of a cell in multiples of ``unit``, clockwise; y is downwards.

        In space: those of its outline, as one sees it from above, from the front and the right.
        """

    @property
    def n_rotations(self) -> int:
        """How many motions are rotations; the others, as many, reflect."""
        return len(self.motions) // 2

    def allowed(self, turn: str, reflect: bool) -> tuple[Motion, ...]:
        """The motions of a piece. ``turn``: "yes", "no", or "half" if only half turns are allowed,
        by which rows stay rows and columns stay columns."""
        motions = self.motions if reflect else self.motions[: self.n_rotations]
        if turn == "half":
            return tuple(filter(self._keeps_axes, motions))
        return motions if turn == "yes" else motions[:1]

    def _keeps_axes(self, motion: Motion) -> bool:
        def moved(axis: int) -> Cell:
            beyond = tuple(each + 2 * (k == axis) for k, each in enumerate(self.origin))
            return tuple(map(sub, motion(beyond), motion(self.origin)))

        axes = range(len(self.origin))
        return all(not moved(axis)[k] for axis in axes for k in axes if k != axis)

    def hand_motions(self, turn: str, reflect: bool) -> dict[str, Motion]:
        """The motions by which a person turns a piece, by name: "turn" is the least one."""
        allowed = self.allowed(turn, reflect)
        motions = {"turn": allowed[1]} if turn != "no" else {}
        return motions | {"flip": allowed[len(allowed) // 2]} if reflect and motions else motions

    def has(self, place: Cell) -> bool:
        """Whether there is a cell with these numbers."""
        return True

    def kind(self, cell: Cell) -> int:
        """0 or 1; cells of the same kind are shifts of each other."""
        return sum(cell) % self.parity

    def shifted(self, cells: Iterable[Cell], *shift: int) -> Cells:
        """The cells, each moved by a vector, which must be a shift of this grid."""
        return _moved(sorted(cells), shift)

    def to_origin(self, cells: Iterable[Cell]) -> Cells:
        """The cells shifted so that the first stands at the origin, or beside it for other kinds.

        Two sets of cells are shifts of each other exactly when this makes them equal.
        """
        ordered = sorted(cells)
        first = ordered[0]
        *others, last = first
        return _moved(ordered, (*[-each for each in others], self.kind(first) - last))


def _moved(cells: list[Cell], shift: Cell) -> Cells:
    """Ascending cells stay ascending."""
    if len(shift) == 2:  # the same as below, in half the time
        rows, columns = shift
        return tuple([(row + rows, column + columns) for row, column in cells])
    return tuple([tuple(map(add, cell, shift)) for cell in cells])


class _Square(Grid):
    """Unit squares: (row, column)."""

    name = "square"

    def __init__(self) -> None:
        self.motions = tuple(
            _square_motion(turns, mirrored) for mirrored in (False, True) for turns in range(4)
        )

    def neighbours(self, cell: Cell) -> Cells:
        row, column = cell
        return ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
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


class _Triangular(Grid):
    """Unit triangles: (row, column).

    The cell points up where row + column is even, and down where it is odd. Only shifts with an
    even row + column keep up cells up. The motions turn about a corner of cell (0, 0).
    """

    name = "triangular"
    parity = 2
    marks = "^v"
    alignment = "^ and v alternating along rows and columns"
    unit = (0.5, 3**0.5 / 2)

    def __init__(self) -> None:
        self.motions = tuple(
            _triangular_motion(turns, mirrored) for mirrored in (False, True) for turns in range(6)
        )

    def neighbours(self, cell: Cell) -> Cells:
        row, column = cell
        if (row + column) % 2 == 0:
            return ((row, column - 1), (row, column + 1), (row + 1, column))
        return ((row - 1, column), (row, column - 1), (row, column + 1))

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        row, column = cell
        if (row + column) % 2 == 0:
            return ((column, row), (column + 1, row + 1), (column - 1, row + 1))
        return ((column - 1, row), (column + 1, row), (column, row + 1))


def _sixth_turns(i: int, j: int, turns: int, mirrored: bool) -> tuple[int, int]:
    """A vector i·u + j·v turned by multiples of 60°, after a reflection or not.

    u is one step to the right and v one step down to the right. A turn by 60° takes u to v and
    v to v - u; swapping u and v reflects.
    """
    if mirrored:
        i, j = j, i
    for _ in range(turns):
        i, j = -j, i + j
    return i, j


def _triangular_motion(turns: int, mirrored: bool) -> Motion:
    """It acts on the three corners of a cell, in the same way on each, so also on their sum.

    The sum (I, J) tells the cell: J is 3·row + 2 for an up cell and 3·row + 1 for a down cell, and
    2·I + J is 3·column.
    """

    def move(cell: Cell) -> Cell:
        row, column = cell
        j = 3 * row + (2 if (row + column) % 2 == 0 else 1)
        i, j = _sixth_turns((3 * column - j) // 2, j, turns, mirrored)
        return j // 3, (2 * i + j) // 3

    return move


class _Hexagonal(Grid):
    """Unit hexagons that stand on a corner, in rows shifted by half a cell.

    A cell is (row, column), where columns count half cells: neighbours in a row are two columns
    apart, and row + column is always even. So a cell stands where the drawing in a file has it.
    """

    name = "hexagonal"
    parity = 2
    alignment = "cells in every second column, shifted by one column from row to row"
    unit = (3**0.5 / 2, 0.5)

    def __init__(self) -> None:
        self.motions = tuple(
            _hexagonal_motion(turns, mirrored) for mirrored in (False, True) for turns in range(6)
        )

    def neighbours(self, cell: Cell) -> Cells:
        y, x = cell
        return (
            *((y - 1, x - 1), (y - 1, x + 1), (y, x - 2)),
            *((y, x + 2), (y + 1, x - 1), (y + 1, x + 1)),
        )

    def has(self, place: Cell) -> bool:
        return self.kind(place) == 0

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        row, column = cell
        return _hexagon(column, 3 * row)


def _hexagon(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """The corners of a hexagon with this centre, the uppermost first."""
    return (
        *((x, y - 2), (x + 1, y - 1), (x + 1, y + 1)),
        *((x, y + 2), (x - 1, y + 1), (x - 1, y - 1)),
    )


def _hexagonal_motion(turns: int, mirrored: bool) -> Motion:
    def move(cell: Cell) -> Cell:
        row, column = cell
        i, j = _sixth_turns((column - row) // 2, row, turns, mirrored)
        return j, 2 * i + j

    return move


class _Cubic(Grid):
    """Unit cubes: (layer, row, column), with the first layer on top and the first row behind.

    A mirror image of a solid piece is another piece: no turn in space makes one of the other. The
    outline of a cube is a hexagon (in isometric projection: edges along columns go down to the
    right, edges along rows down to the left).
    """

    name = "cubic"
    origin = (0, 0, 0)
    reflect = False
    unit = (3**0.5 / 2, 0.5)

    def __init__(self, layer: Grid) -> None:
        self.layer = layer
        signed = [
            (order, signs)
            for order in permutations(range(3))
            for signs in product((1, -1), repeat=3)
        ]
        # A permutation of the axes reflects if it is odd, and so does each reversal of an axis.
        self.motions = tuple(
            _cubic_motion(order, signs)
            for reflects in (False, True)
            for order, signs in signed
            if reflects == ((order in ((0, 2, 1), (1, 0, 2), (2, 1, 0))) != (signs.count(-1) % 2))
        )

    def neighbours(self, cell: Cell) -> Cells:
        z, y, x = cell
        return (
            *((z - 1, y, x), (z, y - 1, x), (z, y, x - 1)),
            *((z, y, x + 1), (z, y + 1, x), (z + 1, y, x)),
        )

    def hand_motions(self, turn: str, reflect: bool) -> dict[str, Motion]:
        motions = super().hand_motions(turn, reflect)
        if turn == "yes":
            motions["turn"] = _cubic_motion((0, 2, 1), (1, 1, -1))
            motions["tip"] = _cubic_motion((1, 0, 2), (1, -1, 1))
        elif turn == "half":
            motions["turn"] = _cubic_motion((0, 1, 2), (1, -1, -1))
            motions["tip"] = _cubic_motion((0, 1, 2), (-1, -1, 1))
        return motions

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        layer, row, column = cell
        return _hexagon(column - row, column + row + 2 * layer + 2)


def _cubic_motion(order: tuple[int, ...], signs: tuple[int, ...]) -> Motion:
    (a, b, c), (sign_a, sign_b, sign_c) = order, signs

    def move(cell: Cell) -> Cell:
        return sign_a * cell[a], sign_b * cell[b], sign_c * cell[c]

    return move


SQUARE = _Square()
TRIANGULAR = _Triangular()
HEXAGONAL = _Hexagonal()
CUBIC = _Cubic(SQUARE)

#: The grids by name.
GRIDS: dict[str, Grid] = {grid.name: grid for grid in (SQUARE, TRIANGULAR, HEXAGONAL, CUBIC)}
