"""A Reflect board: what its cells hold, and where beams go.

Legend: a board has n x n *cells*, row by row from the upper left, each empty (0) or with a *piece*:
a mirror ``/`` (1) or ``\\`` (2), or a mirror ball ``o`` (3). Beams enter from 4 n *edge places*,
numbered clockwise: 0 to n - 1 along the top from the left, then down the right side, along the
bottom from the right, and up the left side. A mirror turns a beam, on either of its sides; a ball
sends it back where it came from, and so to its own edge place. So the *beams* of a board pair the
edge places, or leave one by itself: an involution. A beam enters a cell by one of its four *sides*,
clockwise from the top, and leaves it by one; :meth:`Board.steps` is what follows it. A *seam* is
where two cells meet, or a cell and an edge place. It is part of one beam, or of a strand that no
edge place sees: between two balls, or a closed loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import exactcover as xc

EMPTY, SLASH, BACKSLASH, BALL = range(4)
#: How each content of a cell is written.
PIECES = "./\\o"

SIDES = UP, RIGHT, DOWN, LEFT = (0, 1, 2, 3)
#: Which sides of a cell each content joins; a ball joins none.
JOINED = {
    EMPTY: ((LEFT, RIGHT), (UP, DOWN)),
    SLASH: ((LEFT, UP), (RIGHT, DOWN)),
    BACKSLASH: ((LEFT, DOWN), (RIGHT, UP)),
}
#: By which side a beam leaves a cell, by what the cell holds and the side where the beam enters.
_LEAVES = {
    content: {side: out for pair in pairs for side, out in (pair, pair[::-1])}
    for content, pairs in JOINED.items()
}
_LEAVES[BALL] = {side: side for side in SIDES}
#: The cell beyond each side.
_STEP = ((-1, 0), (0, 1), (1, 0), (0, -1))


def entry(n: int, place: int) -> tuple[int, int, int]:
    """The first cell of a beam from an edge place of n x n cells, and the side where it enters."""
    side, along = divmod(place, n)
    last = n - 1
    return ((0, along), (along, last), (last, last - along), (last - along, 0))[side] + (side,)


def seam(row: int, column: int, side: int) -> tuple[str, int, int]:
    """The seam at a side of a cell: whether it is crossed upright or level, and the cell below it
    or to its right."""
    row, column = row + (side == DOWN), column + (side == RIGHT)
    return ("down" if side in (UP, DOWN) else "across", row, column)


def edge_seam(n: int, place: int) -> tuple[str, int, int]:
    """The seam at an edge place."""
    return seam(*entry(n, place))


@dataclass(frozen=True, order=True)
class Board:
    """An n x n board. Raises ValueError for another number of cells, or other contents."""

    n: int
    #: What each cell holds, row by row.
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.n < 1 or len(self.cells) != self.n**2:
            cells = xc.text.counted(len(self.cells), "cell")
            raise ValueError(f"{cells}; expected n x n for n = {self.n}")
        if any(cell not in range(4) for cell in self.cells):
            raise ValueError("a cell holds 0 (nothing), 1 (/), 2 (\\) or 3 (o)")

    @classmethod
    def of_rows(cls, rows: Sequence[str]) -> Board:
        """A board of rows of ``.``, ``/``, ``\\`` and ``o``. Raises ValueError for others."""
        if any(len(row) != len(rows) for row in rows) or not {*"".join(rows)} <= {*PIECES}:
            raise ValueError(f"{rows}: expected as many columns as rows, of {PIECES}")
        return cls(len(rows), tuple(PIECES.index(letter) for row in rows for letter in row))

    def rows(self) -> list[str]:
        """The rows as text."""
        text = "".join(PIECES[cell] for cell in self.cells)
        return [text[k : k + self.n] for k in range(0, len(text), self.n)]

    @property
    def pieces(self) -> tuple[int, int, int]:
        """How many mirrors of each kind and balls there are: ``/``, ``\\``, ``o``."""
        counts = Counter(self.cells)
        return counts[SLASH], counts[BACKSLASH], counts[BALL]

    # -- beams -------------------------------------------------------------------------------

    def path(self, place: int) -> list[tuple[int, int]]:
        """The cells a beam from an edge place goes through, in order; a ball sends it back."""
        return [(row, column) for row, column, _, _ in self.steps(place)]

    def steps(self, place: int) -> Iterator[tuple[int, int, int, int]]:
        """Cells of a beam, and the sides where it enters each and leaves it."""
        row, column, side = entry(self.n, place)
        while 0 <= row < self.n and 0 <= column < self.n:
            out = _LEAVES[self.cells[row * self.n + column]][side]
            yield row, column, side, out
            row, column, side = row + _STEP[out][0], column + _STEP[out][1], (out + 2) % 4

    @cached_property
    def beams(self) -> tuple[int, ...]:
        """For each edge place the one where its beam leaves the board: an involution."""
        ends = []
        for place in range(4 * self.n):
            *_, (row, column, _, side) = self.steps(place)
            along = column if side in (UP, DOWN) else row
            if side in (DOWN, LEFT):
                along = self.n - 1 - along
            ends.append(side * self.n + along)
        return tuple(ends)

    def beam_ends(self) -> list[tuple[int, int]]:
        """The beams: both ends of each, the lesser first, or one twice."""
        return [(place, end) for place, end in enumerate(self.beams) if place <= end]

    def reflections(self, place: int) -> int:
        """How often the beam from an edge place meets a mirror or a ball."""
        return sum(self.cells[row * self.n + column] != EMPTY for row, column in self.path(place))
