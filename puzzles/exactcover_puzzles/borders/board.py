"""Square pieces on a board: cells, the seams where they meet, and the borders that pieces offer.

Legend: a *cell* is its number, row by row from the upper left. Its four *directions* are 0 left, 1
top, 2 right, 3 bottom: clockwise, in the order in which files list the sides of pieces. A *turn* is
a number of quarter turns clockwise, here, in jigsaws, in scrambles and in files: what lies in
direction s after t of them was in direction s - t (modulo 4). A *seam* is where two neighbouring
cells meet, or a cell and the outside. What a piece has on a side is a *border*. Two pieces fit at a
seam if they offer it the same border, so a border has the same name on both sides of the seam: a
tab and the blank that it fits are both named after the shape. A string is named as it reads from
left to right, or from top to bottom.

A *type* is a set of pieces that are alike. A *candidate* is a type and how it is turned, the number
4 * type + turn. Sets of candidates, of borders and of cells are integers, a bit for each member.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

#: A piece, as it is turned.
Look = TypeVar("Look", bound=Hashable)

LEFT, TOP, RIGHT, BOTTOM = range(4)


def members(numbers: int) -> Iterator[int]:
    """The members of a set of numbers that is kept as the bits of an integer, ascending."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def types_of(
    pieces: Sequence[Look], views: Callable[[Look], Iterable[Look]]
) -> tuple[list[list[int]], dict[Look, int]]:
    """The pieces of each type, in the order of their first pieces, by their places in the list; and
    the candidate of each view. ``views``: a piece in each of its turns."""
    types: list[list[int]] = []
    candidates: dict[Look, int] = {}
    for number, piece in enumerate(pieces):
        if piece in candidates:
            types[candidates[piece] // 4].append(number)
            continue
        for turn, view in enumerate(views(piece)):
            candidates.setdefault(view, 4 * len(types) + turn)
        types.append([number])
    return types, candidates


class Board:
    """A board of ``columns`` x ``rows`` cells; with ``torus`` its opposite edges are one seam."""

    def __init__(self, columns: int, rows: int, torus: bool = False):
        self.columns = columns
        self.rows = rows
        self.torus = torus
        self.n_cells = columns * rows
        #: The seams at the left, top, right and bottom of each cell.
        self.seams: list[tuple[int, int, int, int]] = []
        down = rows if torus else rows + 1
        across = columns if torus else columns + 1
        self.n_seams = down * columns + rows * across
        for row in range(rows):
            for column in range(columns):
                below, right = (row + 1) % down, (column + 1) % across
                beside = down * columns + row * across
                self.seams.append(
                    (beside + column, row * columns + column, beside + right,
                     below * columns + column)
                )  # fmt: skip
        #: The cells at each seam, with the direction in which the seam lies from there.
        self.sides: list[list[tuple[int, int]]] = [[] for _ in range(self.n_seams)]
        for cell, seams in enumerate(self.seams):
            for direction, seam in enumerate(seams):
                self.sides[seam].append((cell, direction))
        #: The seams on the edge of the board.
        self.outer = frozenset(seam for seam, sides in enumerate(self.sides) if len(sides) == 1)

    def turned(self, quarters: int) -> list[int] | None:
        """Where each cell goes when the board is turned clockwise; None if it does not fit."""
        rows, columns = self.rows, self.columns
        if quarters % 2 and rows != columns:
            return None
        places = [(cell // columns, cell % columns) for cell in range(self.n_cells)]
        for _ in range(quarters % 4):
            # Turning exchanges the two measures; after an even number of turns they are back.
            places = [(column, rows - 1 - row) for row, column in places]
            rows, columns = columns, rows
        return [row * columns + column for row, column in places]

    def shifted(self, rows: int, columns: int) -> list[int]:
        """Where each cell goes when a torus is shifted."""
        return [
            (row + rows) % self.rows * self.columns + (column + columns) % self.columns
            for row in range(self.rows)
            for column in range(self.columns)
        ]


class Stock:
    """The pieces: types, how many there are of each, and the borders they offer when turned."""

    def __init__(
        self,
        types: Iterable[tuple[str, int]],
        looks: Mapping[Look, int],
        borders_of: Callable[[Look], Sequence[object]],
    ):
        """``types``: for each what to call it, and how many pieces there are; ``looks``: the
        candidate of each look; ``borders_of``: its borders at left, top, right, bottom.

        There is no candidate for a turn that is not allowed, or that is like an earlier one.
        """
        listed = list(types)
        self.labels = [label for label, _ in listed]
        #: How many pieces there are of each type.
        self.counts = [count for _, count in listed]
        #: The borders in all four directions, by number, of each candidate; None if there is none.
        self.borders: list[tuple[int, ...] | None] = [None] * (4 * len(self.counts))
        numbers: dict[object, int] = {}
        for look, candidate in looks.items():
            borders = borders_of(look)
            self.borders[candidate] = tuple(numbers.setdefault(b, len(numbers)) for b in borders)
        #: What the numbers of borders stand for.
        self.names = list(numbers)
        self.number_of = numbers
        #: All candidates.
        self.all = sum(1 << k for k, borders in enumerate(self.borders) if borders is not None)
        #: For each direction and border the candidates that offer it there.
        self.offering = [[0] * len(self.names) for _ in range(4)]
        for candidate, offered in enumerate(self.borders):
            for direction, border in enumerate(offered or ()):
                self.offering[direction][border] |= 1 << candidate

    @property
    def n_types(self) -> int:
        """Number of types."""
        return len(self.counts)

    def of_type(self, number: int) -> int:
        """The candidates of a type."""
        return self.all & 15 << 4 * number

    def sides_with(self, border: int) -> int:
        """How many sides of all pieces have this border; it must not depend on how they turn."""
        total = 0
        for number, count in enumerate(self.counts):
            turns = self.borders[4 * number : 4 * number + 4]
            shown = next(borders for borders in turns if borders is not None)
            total += count * shown.count(border)
        return total
