"""How many solutions a puzzle vector has, quickly, where its shapes repeat little."""

from __future__ import annotations

from typing import Any

import numpy as np

from .pieces import turned
from .sides import Sides, pieces_of

__all__ = ["FitCounter"]


class FitCounter:
    """Counts the solutions of puzzle vectors of one board up to turning it, up to a limit.

    Pieces that are alike are not told apart. Only for puzzles in which the upper-left piece is
    different from all others, in every turn; see :meth:`suits`.
    """

    def __init__(self, sides: Sides, nodes: int = 10_000_000):
        """``nodes``: how many pieces may be laid before a count is given up."""
        self.sides = sides
        self.nodes = nodes
        self._border = sides.border.astype(np.uint8)
        n = sides.n_pieces
        self._piece_at, self._turn_at, self._used, self._next = np.zeros((4, n), np.int32)

    @staticmethod
    def suits(p: Any) -> bool:
        """Whether the upper-left piece looks like no other piece, and different in each turn."""
        pieces = pieces_of(p)
        first = {turned(pieces[0], turn) for turn in range(4)}
        return len(first) == 4 and not first & set(pieces[1:])

    def count(self, p: Any, limit: int) -> int | None:
        """The number of solutions up to turning the board; None if it was given up."""
        from .fit_kernel import count_fits

        sides, n = self.sides, self.sides.n_pieces
        shapes = sides.vector(p)
        # For each side those that fit it, by number.
        order = np.argsort(shapes, kind="stable").astype(np.int32)
        first = np.searchsorted(shapes[order], -shapes, side="left")
        last = np.searchsorted(shapes[order], -shapes, side="right")
        length = np.where(shapes == 0, 0, last - first)
        begin = np.zeros(4 * n + 1, np.int64)
        np.cumsum(length, out=begin[1:])
        places = np.arange(int(begin[-1])) - np.repeat(begin[:-1] - first, length)
        views = np.stack([shapes.reshape(n, 4)[:, (np.arange(4) + k) % 4] for k in range(4)], 1)
        _, looks = np.unique(views.reshape(-1, 4), axis=0, return_inverse=True)
        looks = looks.reshape(-1).astype(np.int32)
        # On a square every solution is turned until the upper-left piece is back in its corner; on
        # a rectangle each has two images, with one corner piece or another in that corner.
        square = sides.columns == sides.rows
        images = 1 if square else 2
        starts = {int(looks[start]): start for start in reversed(self._starts(square))}
        found = 0
        control = np.zeros(1, np.int64)
        for start in starts.values():
            here = count_fits(
                sides.columns,
                sides.rows,
                shapes,
                self._border,
                begin,
                order[places],
                looks,
                start >> 2,
                start & 3,
                self._piece_at,
                self._turn_at,
                self._used,
                self._next,
                images * limit - found,
                self.nodes,
                control,
            )
            if here < 0:
                return None
            found += here
            if found >= images * limit:
                break
        return found // images

    def _starts(self, square: bool) -> list[int]:
        """The pieces, times 4, plus turns, that fit the border in the upper-left corner."""
        return [
            4 * piece + turn
            for piece in range(1 if square else self.sides.n_pieces)
            for turn in self.sides.turns(piece, 0)
        ]
