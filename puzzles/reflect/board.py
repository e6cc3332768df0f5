"""A Reflect board: what its cells hold, where beams go, and its eight symmetries.

Legend: a board has n x n *cells*, row by row from the upper left, each empty (0) or with a *piece*:
a mirror ``/`` (1) or ``\\`` (2), or a mirror ball ``o`` (3). Beams enter from 4 n *edge places*,
numbered clockwise: 0 to n - 1 along the top from the left, then down the right side, along the
bottom from the right, and up the left side. A mirror turns a beam, on either of its sides; a ball
sends it back where it came from, and so to its own edge place. So the *beams* of a board pair the
edge places, or leave one by itself: an involution.

A quarter turn and a mirror image of the board exchange ``/`` and ``\\``; half turns and reflections
in a diagonal do not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import exactcover as xc

__all__ = [
    "BACKSLASH",
    "BALL",
    "DOWN",
    "EMPTY",
    "LEFT",
    "PIECES",
    "RIGHT",
    "SLASH",
    "UP",
    "Board",
    "Symmetry",
    "n_boards",
    "symmetries",
]

EMPTY, SLASH, BACKSLASH, BALL = range(4)
#: How each content of a cell is written.
PIECES = "./\\o"

UP, RIGHT, DOWN, LEFT = range(4)
#: Where a beam goes on after a mirror, by its direction.
_TURNED = {SLASH: (RIGHT, UP, LEFT, DOWN), BACKSLASH: (LEFT, DOWN, RIGHT, UP)}
_STEP = ((-1, 0), (0, 1), (1, 0), (0, -1))


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

    def content(self, content: int) -> int:
        """What becomes of what a cell holds."""
        return 3 - content if self.swaps and content in (SLASH, BACKSLASH) else content

    def then(self, other: Symmetry) -> Symmetry:
        """This one and another one after it."""
        quarters = other.quarters + (-self.quarters if other.mirrored else self.quarters)
        return Symmetry(self.mirrored != other.mirrored, quarters % 4)


def symmetries() -> list[Symmetry]:
    """The eight symmetries of a square, the identity first."""
    return [Symmetry(mirrored, quarters) for mirrored in (False, True) for quarters in range(4)]


def n_boards(n: int, pieces: int) -> int:
    """How many n x n boards have so many pieces."""
    return int(math.comb(n**2, pieces) * 3**pieces)


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
        if any(len(row) != len(rows) for row in rows):
            raise ValueError(
                f"{xc.text.counted(len(rows), 'row')}; expected as many columns in each"
            )
        for row in rows:
            for letter in row:
                if letter not in PIECES:
                    raise ValueError(f"{letter!r} is no piece; expected one of {PIECES}")
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

    def entry(self, place: int) -> tuple[int, int, int]:
        """The first cell of a beam from an edge place, and its direction."""
        side, along = divmod(place, self.n)
        last = self.n - 1
        if side == 0:
            return 0, along, DOWN
        if side == 1:
            return along, last, LEFT
        if side == 2:
            return last, last - along, UP
        return last - along, 0, RIGHT

    def path(self, place: int) -> list[tuple[int, int]]:
        """The cells a beam from an edge place goes through, in order; a ball sends it back."""
        return [(row, column) for row, column, _ in self.steps(place)]

    def steps(self, place: int) -> Iterator[tuple[int, int, int]]:
        """Cells of a beam, and in which direction it leaves them."""
        row, column, direction = self.entry(place)
        while 0 <= row < self.n and 0 <= column < self.n:
            content = self.cells[row * self.n + column]
            if content == BALL:
                direction = (direction + 2) % 4
            elif content != EMPTY:
                direction = _TURNED[content][direction]
            yield row, column, direction
            row, column = row + _STEP[direction][0], column + _STEP[direction][1]

    @cached_property
    def beams(self) -> tuple[int, ...]:
        """For each edge place the one where its beam leaves the board: an involution."""
        ends = []
        for place in range(4 * self.n):
            *_, (row, column, direction) = self.steps(place)
            along = column if direction in (UP, DOWN) else row
            if direction in (DOWN, LEFT):
                along = self.n - 1 - along
            ends.append(direction * self.n + along)
        return tuple(ends)

    def reflections(self, place: int) -> int:
        """How often the beam from an edge place meets a mirror or a ball."""
        return sum(self.cells[row * self.n + column] != EMPTY for row, column in self.path(place))

    # -- symmetries --------------------------------------------------------------------------

    def moved(self, symmetry: Symmetry) -> Board:
        """The board after a symmetry."""
        cells = [EMPTY] * len(self.cells)
        for number, content in enumerate(self.cells):
            row, column = symmetry.cell(self.n, *divmod(number, self.n))
            cells[row * self.n + column] = symmetry.content(content)
        return Board(self.n, tuple(cells))

    @cached_property
    def canonical(self) -> Board:
        """The least of its eight images."""
        return min(self.moved(symmetry) for symmetry in symmetries())
