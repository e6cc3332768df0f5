"""The sides of a jigsaw by number, and what it means to be solved: σ, V and p.

A jigsaw of ``columns`` by ``rows`` pieces has 4 sides a piece: left, top, right, bottom, piece
after piece, row by row from the upper left; side 4 i + s is side s of piece i. The *puzzle vector*
p gives the shape of each side, 0 on the border; +k fits -k.

The pairing σ leads from a side to the one it meets in the solved puzzle, and from a border side to
itself. The *verification matrix* V has ones on its diagonal and, for the two sides of each seam, at
their crossings: V p = 0 says that facing sides add up to 0, and border sides are 0. It is large and
nearly empty, so everything here works with σ as an array of indices; V is there to be looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..borders.board import BOTTOM, LEFT, RIGHT, TOP
from ..jigsaw.pieces import Shapes, turned

#: The order in which turns are tried. Another order would change what each seed finds.
TURNS = (0, 3, 2, 1)


@dataclass(frozen=True)
class Sides:
    """The numbered sides of a board of ``columns`` x ``rows`` pieces."""

    columns: int
    rows: int

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"{self.columns} x {self.rows} pieces: expected at least 1 x 1")

    def __str__(self) -> str:
        return f"{self.columns} x {self.rows}"

    @property
    def n_pieces(self) -> int:
        """Number of pieces, and of places."""
        return self.columns * self.rows

    @property
    def n_sides(self) -> int:
        """Four times that."""
        return 4 * self.n_pieces

    @cached_property
    def facing(self) -> Any:
        """σ: the side that each side meets, or itself on the border; int32, an involution."""
        side = np.arange(self.n_sides, dtype=np.int32).reshape(self.rows, self.columns, 4)
        facing = side.copy()
        facing[:, 1:, LEFT] = side[:, :-1, RIGHT]
        facing[:, :-1, RIGHT] = side[:, 1:, LEFT]
        facing[1:, :, TOP] = side[:-1, :, BOTTOM]
        facing[:-1, :, BOTTOM] = side[1:, :, TOP]
        return unwritable(facing.reshape(-1))

    @cached_property
    def border(self) -> Any:
        """Whether each side lies on the border; bool."""
        return unwritable(self.facing == np.arange(self.n_sides))

    @cached_property
    def seams(self) -> Any:
        """The two sides of each seam, the smaller number first; int32, seams x 2, ascending."""
        first = np.flatnonzero(self.facing > np.arange(self.n_sides)).astype(np.int32)
        return unwritable(np.stack([first, self.facing[first]], axis=1))

    @property
    def n_classes(self) -> int:
        """In how many corners a corner piece may lie, up to turning the board: 1 or 2."""
        return 1 if self.columns == self.rows or 1 in (self.columns, self.rows) else 2

    @cached_property
    def kinds(self) -> list[list[int]]:
        """The places of each kind: corners, edges, middle; on a board one wide, ends and others."""
        kinds: dict[tuple[bool, ...], list[int]] = {}
        for place, border in enumerate(self.border.reshape(-1, 4).tolist()):
            turned = [tuple(border[k:] + border[:k]) for k in range(4)]
            kinds.setdefault(min(turned), []).append(place)
        return list(kinds.values())

    def turns(self, piece: int, place: int) -> list[int]:
        """The turns in which a piece fits the border at a place, in the order of ``TURNS``."""
        border = self.border
        return [
            turn
            for turn in TURNS
            if all(border[4 * place + s] == border[4 * piece + (s - turn) % 4] for s in range(4))
        ]

    def verification_matrix(self) -> Any:
        """V, of int8, n_sides x n_sides: symmetric, with ones on the diagonal."""
        matrix = np.eye(self.n_sides, dtype=np.int8)
        matrix[self.seams[:, 0], self.seams[:, 1]] = 1
        matrix[self.seams[:, 1], self.seams[:, 0]] = 1
        return matrix

    def verify(self, p: Any) -> bool:
        """Whether p is a solved puzzle: V p = 0. Raises ValueError for another number of sides."""
        p = self.vector(p)
        return not np.any(np.where(self.border, p, p + p[self.facing]))

    def keeps_border(self, p: Any) -> bool:
        """Whether p is 0 on the border and nowhere else. Raises ValueError as above."""
        return np.array_equal(self.vector(p) == 0, self.border)

    def vector(self, p: Any) -> Any:
        """A puzzle vector as int64. Raises ValueError for another number of sides."""
        p = np.asarray(p)
        if p.shape != (self.n_sides,) or not np.issubdtype(p.dtype, np.integer):
            raise ValueError(
                f"a puzzle vector of {self.columns} x {self.rows} pieces has {self.n_sides} whole"
                f" numbers, not {p.dtype} {p.shape}"
            )
        return p.astype(np.int64)


def alike_turned(p: Any) -> list[int]:
    """The pieces that look the same after a half or a quarter turn."""
    return [
        number
        for number, piece in enumerate(pieces_of(p))
        if piece in {turned(piece, turn) for turn in (1, 2, 3)}
    ]


def unwritable(array: Any) -> Any:
    """An array that nobody may change, since it is shared."""
    array.flags.writeable = False
    return array


def pieces_of(p: Any) -> list[Shapes]:
    """The pieces of a puzzle vector: the shapes of each at the left, top, right and bottom."""
    sides = np.asarray(p).reshape(-1, 4).tolist()
    return [(left, top, right, bottom) for left, top, right, bottom in sides]


def repeats(p: Any) -> dict[int, int]:
    """For each shape, by its positive number, how many seams of the solved puzzle it cuts."""
    sides = Counter(abs(shape) for shape in np.asarray(p).tolist() if shape)
    return {shape: sides[shape] // 2 for shape in sorted(sides)}


def duplicates(p: Any) -> list[list[int]]:
    """The groups of pieces, two or more in each, that are alike when they are turned."""
    groups: dict[Shapes, list[int]] = {}
    for number, piece in enumerate(pieces_of(p)):
        least = min(turned(piece, turn) for turn in range(4))
        groups.setdefault(least, []).append(number)
    return [group for group in groups.values() if len(group) > 1]
