"""Perfect doubled scrambles: every seam is new, and every shape is used exactly twice.

They are counted as T with the upper-left piece in the upper-left corner, which is once for each
four (on a rectangle two) ways to turn the scrambled board; on boards that are not square there is a
second class, with that piece in the upper-right corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .scrambles import Scramble
from .sides import Sides

__all__ = ["SYMMETRIES", "PerfectSearch", "perfect_scrambles"]

#: Row and column of a piece, and the last row and column -> where it goes.
_Moves = Callable[[int, int, int, int], tuple[int, int]]

#: Symmetries of the board that a scramble may be asked to have: it commutes with them. By name,
#: where row r, column c goes, and which side each side becomes.
SYMMETRIES: dict[str, tuple[_Moves, tuple[int, int, int, int]]] = {
    "half turn": (lambda r, c, last_r, last_c: (last_r - r, last_c - c), (2, 3, 0, 1)),
    "quarter turn": (lambda r, c, last_r, last_c: (c, last_r - r), (1, 2, 3, 0)),
    "left-right mirror": (lambda r, c, last_r, last_c: (r, last_c - c), (2, 1, 0, 3)),
    "top-bottom mirror": (lambda r, c, last_r, last_c: (last_r - r, c), (0, 3, 2, 1)),
    "diagonal mirror": (lambda r, c, last_r, last_c: (c, r), (1, 0, 3, 2)),
}

#: Scrambles handed over at a time.
_ROOM = 1024


class PerfectSearch:
    """The perfect doubled scrambles of a board, in slices.

    ``corner``: 0 for the upper-left piece in the upper-left corner, 1 for it in the upper-right
    one. ``symmetries``: names out of :data:`SYMMETRIES`; only scrambles that commute with them.
    ``seed``: pieces are tried in random order; None for their own order. Raises ValueError.
    """

    def __init__(
        self,
        sides: Sides,
        corner: int = 0,
        symmetries: Sequence[str] = (),
        seed: int | None = None,
    ):
        from .perfect_kernel import CONTROL

        n = sides.n_pieces
        if corner not in (0, 1) or (corner and 1 in (sides.columns, sides.rows)):
            raise ValueError(f"corner={corner}: expected 0, or 1 on a board with four corners")
        self.sides = sides
        images = np.array([symmetry(sides, name) for name in symmetries], np.int32)
        self._images = images.reshape(len(symmetries), sides.n_sides)
        self._border = sides.border.astype(np.uint8)
        place = 0 if corner == 0 else sides.columns - 1
        turns = sides.turns(0, place)
        self._piece_at, self._place_of = np.full((2, n), -1, np.int32)
        self._turn_at = np.zeros(n, np.int32)
        self._mu = np.full(4 * n, -1, np.int32)
        self._trail = np.zeros(5 * n + 4, np.int32)
        levels = np.zeros((4, n + 2), np.int32)
        self._level_place, self._level_begin, self._level_next, self._level_trail = levels
        self._candidates = np.zeros(4 * n * (n + 2), np.int32)
        self._queue = np.zeros((2, n * (16 + len(images)) + 16), np.int32)
        # At level 0 the first piece is laid.
        self._level_place[0], self._level_begin[1] = place, len(turns)
        self._candidates[: len(turns)] = turns
        self._control = np.zeros(CONTROL, np.int64)
        if seed is not None:
            self._control[3] = int(np.random.default_rng(seed).integers(1, 2**62))
        # Every side but those of the border has a partner.
        self.possible = (sides.columns + sides.rows) % 2 == 0

    @property
    def done(self) -> bool:
        """Whether all have been found."""
        return not self.possible or int(self._control[0]) < 0

    @property
    def nodes(self) -> int:
        """Pieces laid by choice so far."""
        return int(self._control[2])

    def run(self, nodes: int, most: int = _ROOM) -> tuple[Any, Any]:
        """Go on for at most ``nodes`` nodes or ``most`` scrambles: their pieces and turns, rows."""
        from .perfect_kernel import search

        n = self.sides.n_pieces
        pieces, turns = np.zeros((2, most if not self.done else 0, n), np.int32)
        if self.done:
            return pieces, turns
        found = search(
            n,
            self.sides.facing,
            self._border,
            self._images,
            self._piece_at,
            self._turn_at,
            self._place_of,
            self._mu,
            self._trail,
            self._level_place,
            self._level_begin,
            self._level_next,
            self._level_trail,
            self._candidates,
            self._queue,
            pieces,
            turns,
            self._control,
            nodes,
        )
        return pieces[:found], turns[:found]

    def scrambles(self, nodes: int, most: int = _ROOM) -> list[Scramble]:
        """The same as scrambles."""
        pieces, turns = self.run(nodes, most)
        return [
            Scramble(self.sides, *both)
            for both in zip(pieces.tolist(), turns.tolist(), strict=True)
        ]


def symmetry(sides: Sides, name: str) -> Any:
    """A symmetry of the board as a permutation of sides. Raises ValueError if it has it not."""
    if name not in SYMMETRIES:
        raise ValueError(f"{name!r}: expected one of {', '.join(map(repr, SYMMETRIES))}")
    if name in ("quarter turn", "diagonal mirror") and sides.columns != sides.rows:
        raise ValueError(f"a board of {sides.columns} x {sides.rows} has no {name}")
    goes_to, becomes = SYMMETRIES[name]
    permutation = np.empty(sides.n_sides, np.int32)
    for r in range(sides.rows):
        for c in range(sides.columns):
            row, column = goes_to(r, c, sides.rows - 1, sides.columns - 1)
            for s in range(4):
                side = 4 * (row * sides.columns + column) + becomes[s]
                permutation[4 * (r * sides.columns + c) + s] = side
    return permutation


def perfect_scrambles(sides: Sides, corner: int = 0) -> Iterator[Scramble]:
    """All perfect doubled scrambles of one class, as they are found."""
    search = PerfectSearch(sides, corner)
    while not search.done:
        yield from search.scrambles(200_000)
