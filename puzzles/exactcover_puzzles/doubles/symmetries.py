"""Symmetries that a scramble may be required to have, so that whole orbits move together.

The board has eight motions as a square, four as a rectangle. A scramble t is a bijection from the
sides of places to the sides of pieces. It has the symmetry (g, h) if t g = h t: if it puts side a
of a piece on side x of a place, it puts h(a) on g(x). With g = h it commutes with a motion of the
board. With g and h different it is a symmetry of the two solutions together: a quarter turn of the
one may go with the quarter turn back of the other. And it has the symmetry (g, h) *to the inverse*
if t h t = g: if it puts a on x, it puts g(x) on h(a). With g = h = 1 it is its own inverse.

The more symmetries, the fewer scrambles, and the faster one is found: on 12 x 12 pieces none is
found in minutes without symmetries to the inverse, and with them about twenty a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .scrambles import Scramble
from .sides import Sides

#: The motions of the board by name: to where each place goes, of the places as rows; and which side
#: each side becomes.
MOTIONS: dict[str, tuple[Callable[[Any], Any], tuple[int, int, int, int]]] = {
    "identity": (lambda places: places, (0, 1, 2, 3)),
    "half turn": (lambda places: places[::-1, ::-1], (2, 3, 0, 1)),
    "quarter turn": (lambda places: places.T[::-1], (1, 2, 3, 0)),
    "quarter turn back": (lambda places: places[::-1].T, (3, 0, 1, 2)),
    "left-right mirror": (lambda places: places[:, ::-1], (2, 1, 0, 3)),
    "top-bottom mirror": (lambda places: places[::-1], (0, 3, 2, 1)),
    "diagonal mirror": (lambda places: places.T, (1, 0, 3, 2)),
    "other diagonal mirror": (lambda places: places[::-1, ::-1].T, (3, 2, 1, 0)),
}

#: Those that exchange columns and rows.
_SQUARE_ONLY = ("quarter turn", "quarter turn back", "diagonal mirror", "other diagonal mirror")


@dataclass(frozen=True)
class Symmetry:
    """A motion of the places and one of the pieces, and whether the scramble is taken back.

    ``piece``: the same motion as of the places, if it is left out. Both must be turns, or both
    mirrors, since pieces are not turned over.
    """

    place: str
    piece: str = ""
    inverse: bool = False

    def __str__(self) -> str:
        piece = self.piece or self.place
        if self.place == piece == "identity":
            return "its own inverse" if self.inverse else "identity"
        words = self.place if self.place == piece else f"{self.place} to {piece}"
        return f"{words}, to the inverse" if self.inverse else words

    def motions(self, sides: Sides) -> tuple[Any, Any]:
        """g and h as permutations of sides. Raises ValueError for motions that no scramble has."""
        g, h = motion(sides, self.place), motion(sides, self.piece or self.place)
        if (g[1] - g[0]) % 4 != (h[1] - h[0]) % 4:
            raise ValueError(f"{self}: expected two turns or two mirrors")
        return g, h

    def holds(self, scramble: Scramble) -> bool:
        """Whether a scramble has this symmetry. Raises ValueError as above."""
        g, h = self.motions(scramble.sides)
        t = scramble.side_map
        return np.array_equal(t[h[t]], g) if self.inverse else np.array_equal(t[g], h[t])


def motion(sides: Sides, name: str) -> Any:
    """A motion of the board as a permutation of sides. Raises ValueError if it is not one."""
    if name not in MOTIONS:
        raise ValueError(f"{name!r}: expected one of {', '.join(map(repr, MOTIONS))}")
    if name in _SQUARE_ONLY and sides.columns != sides.rows:
        raise ValueError(f"a board of {sides.columns} x {sides.rows} has no {name}")
    goes_to, becomes = MOTIONS[name]
    places = goes_to(np.arange(sides.n_pieces, dtype=np.int32).reshape(sides.rows, -1))
    return (4 * places.reshape(-1, 1) + np.array(becomes, np.int32)).reshape(-1)
