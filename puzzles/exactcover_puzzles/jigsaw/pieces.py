"""A square jigsaw: its pieces, its board, and what propagation starts from.

Legend: a piece has a *shape* on each side, in the order left, top, right, bottom, an integer. In a
jigsaw (``fit="opposite"``) the shape +k, a tab, fits -k, its blank; in an edge-matching puzzle
(``fit="equal"``) equal shapes, its colours, fit. On a board with a frame 0 is the outer border: all
around, and nowhere else. A *turn* is a number of quarter turns clockwise.

Pieces that are alike when turned are one *type* (see ``borders/board.py``), so that swapping twins
makes no other solution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul

from ..borders.board import LEFT, TOP, Board, Stock, types_of
from ..borders.border_sets import BorderSets
from ..borders.search import Arrangement

#: The shapes at the left, top, right and bottom.
Shapes = tuple[int, int, int, int]

FITS = ("opposite", "equal")
BORDERS = ("frame", "none", "torus")
#: The shape of the outer border.
FRAME = 0


@dataclass(frozen=True)
class Given:
    """A piece, by its place in the list, that is known to lie in a cell; perhaps with its turn."""

    piece: int
    row: int
    column: int
    turn: int | None = None


@dataclass(frozen=True)
class Placed:
    """A piece, by its place in the list, and how it is turned."""

    piece: int
    turn: int


def turned(shapes: Shapes, turn: int) -> Shapes:
    """The shapes of a piece turned clockwise by ``turn`` quarters: after one, left is top."""
    k = -turn % 4
    return shapes[k:] + shapes[:k]  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Jigsaw:
    """The puzzle. ``pieces`` are as many as there are cells, each with its shapes."""

    columns: int
    rows: int
    pieces: Sequence[Shapes]
    fit: str = "opposite"
    #: "frame", "none" (the edge of the board may show anything) or "torus" (opposite edges meet).
    border: str = "frame"
    turn: bool = True
    given: Sequence[Given] = ()
    #: What the pieces are called; their numbers from 1, if it is empty.
    labels: Sequence[str] = ()
    title: str = ""
    #: Where the pieces lie in a second solution, cell by cell; the first one is then the list.
    second: Sequence[Placed] = ()

    def label(self, piece: int) -> str:
        """What a piece is called."""
        return self.labels[piece] if self.labels else str(piece + 1)

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.columns, self.rows, self.border == "torus")

    @cached_property
    def types(self) -> list[list[int]]:
        """The pieces of each type, in the order of their first pieces."""
        return self._types_and_candidates[0]

    @cached_property
    def _types_and_candidates(self) -> tuple[list[list[int]], dict[Shapes, int]]:
        turns = range(4 if self.turn else 1)
        return types_of(self.pieces, lambda piece: [turned(piece, turn) for turn in turns])

    @cached_property
    def shapes_of(self) -> dict[int, Shapes]:
        """The shapes of each candidate, as it lies on the board."""
        return {candidate: shapes for shapes, candidate in self._types_and_candidates[1].items()}

    @cached_property
    def stock(self) -> Stock:
        """The types, with borders as the seams see them: the shape on its upper or left side."""
        signs = [self.seen_from(direction) for direction in range(4)]
        types = [(self.label(members[0]), len(members)) for members in self.types]
        looks = self._types_and_candidates[1]
        return Stock(types, looks, lambda shapes: list(map(mul, signs, shapes)))

    def seen_from(self, direction: int) -> int:
        """1 or -1: a shape on that side of a piece times this is the border that the seam sees."""
        return -1 if self.fit == "opposite" and direction in (TOP, LEFT) else 1

    def propagation(self) -> BorderSets:
        """The border sets at the start: the frame and the given pieces.

        The number of flat sides must be that of the frame, whatever else is true.
        """
        sets = BorderSets(self.board, self.stock)
        if self.border == "frame":
            flat = self.stock.number_of.get(FRAME)
            sides = 0 if flat is None else self.stock.sides_with(flat)
            needed = len(self.board.outer)
            if flat is None or sides != needed:
                sets.contradiction = (
                    f"{sides} sides of pieces are {FRAME}, the outer border, but the frame takes"
                    f" {needed}"
                )
            else:
                sets.frame(flat, elsewhere=False)
        candidates = self._types_and_candidates[1]
        for given in self.given:
            turns = range(4 if self.turn else 1) if given.turn is None else (given.turn,)
            shown = {candidates[turned(self.pieces[given.piece], turn)] for turn in turns}
            cell = given.row * self.columns + given.column
            sets.restrict(cell, sum(1 << candidate for candidate in shown))
        return sets

    def turns_of_board(self) -> list[int]:
        """The turns of the board that make a solution of a solution: 0, and perhaps others."""
        if not self.turn or self.given:
            return [0]
        return [turn for turn in range(4) if self.board.turned(turn) is not None]

    def motions(self) -> Iterator[tuple[list[int], int]]:
        """Symmetries of the board that generate all others: where each cell goes, and how far
        pieces turn with it."""
        for turn in self.turns_of_board()[1:2]:
            turning = self.board.turned(turn)
            assert turning is not None
            yield turning, turn
        if self.border == "torus" and not self.given:
            yield self.board.shifted(1, 0), 0
            yield self.board.shifted(0, 1), 0

    @property
    def n_motions(self) -> int:
        """How many symmetries the board has."""
        shifts = self.columns * self.rows if self.border == "torus" and not self.given else 1
        return len(self.turns_of_board()) * shifts

    @property
    def ways_to_swap_twins(self) -> int:
        """The number of ways to permute identical pieces; given ones stay."""
        known = {given.piece for given in self.given}
        return math.prod(math.factorial(len(set(members) - known)) for members in self.types)

    def placed(self, arrangement: Arrangement) -> list[Placed]:
        """The pieces of an arrangement, cell by cell; twins in the order of the list."""
        left = [list(members) for members in self.types]
        given = {g.row * self.columns + g.column: g for g in self.given}
        for cell, candidate in enumerate(arrangement):
            if cell in given:
                left[candidate // 4].remove(given[cell].piece)
        found = []
        for cell, candidate in enumerate(arrangement):
            known = given.get(cell)
            if known is not None and known.turn is not None:
                found.append(Placed(known.piece, known.turn))
                continue
            piece = left[candidate // 4].pop(0) if known is None else known.piece
            shapes = self.shapes_of[candidate]
            found.append(
                Placed(piece, next(t for t in range(4) if turned(self.pieces[piece], t) == shapes))
            )
        return found
