"""Perfect doubled scrambles: every seam is new, and every shape is used exactly twice.

The scrambled board may be turned in four ways, on a rectangle in two. Only one of them is counted:
the one with the upper-left piece in the upper-left corner. On boards that are not square there is a
second class, with that piece in the upper-right corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .scrambles import Scramble
from .sides import Sides
from .symmetries import Symmetry

#: Scrambles handed over at a time.
_ROOM = 1024


class PerfectSearch:
    """The perfect doubled scrambles of a board, in slices.

    ``corner``: 0 for the upper-left piece in the upper-left corner, 1 for it in the upper-right
    one. ``symmetries``: only scrambles that have them. ``distinct``: only scrambles whose puzzle
    has no two pieces alike, or alike when turned. ``apart``: only scrambles after which no two
    pieces are neighbours again, by whatever sides. ``seed``: pieces are tried in random order;
    None for their own order. Raises ValueError.
    """

    def __init__(
        self,
        sides: Sides,
        corner: int = 0,
        symmetries: Sequence[Symmetry] = (),
        *,
        distinct: bool = False,
        apart: bool = False,
        seed: int | None = None,
    ):
        from .perfect_kernel import CONTROL, PerfectState

        n = sides.n_pieces
        if corner not in (0, 1) or (corner and 1 in (sides.columns, sides.rows)):
            raise ValueError(f"corner={corner}: expected 0, or 1 on a board with four corners")
        self.sides = sides
        motions = [symmetry.motions(sides) for symmetry in symmetries]
        images = np.array(motions, np.int32).reshape(-1, 2, sides.n_sides)
        inverse = np.array([symmetry.inverse for symmetry in symmetries], np.bool_)
        turned = [np.roll(sides.border.reshape(n, 4), turn, axis=1) for turn in range(4)]
        codes = np.stack(turned, axis=1) @ np.array([1, 2, 4, 8])
        none, zeros = np.full(4 * n, -1, np.int32), np.zeros((4, n + 2), np.int32)
        self._of = of = PerfectState(
            n_places=n, sigma=sides.facing, border=sides.border.astype(np.uint8),
            codes=codes.astype(np.uint8).reshape(-1),
            place_images=np.ascontiguousarray(images[:, 0]),
            piece_images=np.ascontiguousarray(images[:, 1]),
            inverse=inverse, leads=_leads(n, images[~inverse, 0, ::4] >> 2),
            distinct=distinct, apart=apart,
            piece_at=none[:n].copy(), turn_at=np.zeros(n, np.int32), place_of=none[:n].copy(),
            mu=none, trail=np.zeros(5 * n + 4, np.int32),
            level_place=zeros[0], level_begin=zeros[1], level_next=zeros[2], level_trail=zeros[3],
            candidates=np.zeros(4 * n * (n + 2), np.int32),
            queue=np.zeros((2, n * (16 + len(images)) + 16), np.int32),
            near=np.zeros((4, 4), np.int32), control=np.zeros(CONTROL, np.int64),
        )  # fmt: skip
        # At level 0 the first piece is laid.
        place = 0 if corner == 0 else sides.columns - 1
        turns = sides.turns(0, place)
        of.level_place[0], of.level_begin[1] = place, len(turns)
        of.candidates[: len(turns)] = turns
        if seed is not None:
            of.control[3] = int(np.random.default_rng(seed).integers(1, 2**62))
        # Every side but those of the border has a partner.
        self.possible = (sides.columns + sides.rows) % 2 == 0

    @property
    def done(self) -> bool:
        """Whether all have been found."""
        return not self.possible or int(self._of.control[0]) < 0

    @property
    def nodes(self) -> int:
        """Pieces laid by choice so far."""
        return int(self._of.control[2])

    def run(self, nodes: int, most: int = _ROOM) -> tuple[Any, Any]:
        """Search up to ``nodes`` nodes or ``most`` scrambles: their pieces and turns, as rows."""
        from .perfect_kernel import search

        n = self.sides.n_pieces
        pieces, turns = np.zeros((2, most if not self.done else 0, n), np.int32)
        if self.done:
            return pieces, turns
        found = search(pieces, turns, nodes, self._of)
        return pieces[:found], turns[:found]

    def scrambles(self, nodes: int, most: int = _ROOM) -> list[Scramble]:
        """The same as scrambles."""
        pieces, turns = self.run(nodes, most)
        return [
            Scramble(self.sides, *both)
            for both in zip(pieces.tolist(), turns.tolist(), strict=True)
        ]


def _leads(n: int, motions: Any) -> Any:
    """Whether each of n places is the first of its orbit; ``motions`` say where each place goes."""
    least = np.arange(n)
    while True:
        before = least
        for goes in motions:
            least = np.minimum(least, least[goes])
        if np.array_equal(before, least):
            return least == np.arange(n)
