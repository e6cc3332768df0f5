"""How many solutions a puzzle vector has, quickly, where its shapes repeat little."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jigsaw.pieces import turned
from .sides import Sides, pieces_of


class FitCounter:
    """Counts the solutions of puzzle vectors of one board up to turning it, up to a limit.

    Pieces that are alike are not told apart. Only for puzzles in which the upper-left piece is
    different from all others, in every turn; see :meth:`suits`.
    """

    def __init__(self, sides: Sides, nodes: int = 10_000_000):
        """``nodes``: how many pieces may be laid before a count is given up."""
        self.sides = sides
        self.nodes = nodes
        n = sides.n_pieces
        # On a square every solution is turned until the upper-left piece is back in its corner; on
        # a rectangle each has two images, with one corner piece or another in that corner.
        square = sides.columns == sides.rows
        self._board = (sides.columns, sides.rows)
        self._border = sides.border.astype(np.uint8)
        self._starts = np.array(
            [
                4 * piece + turn
                for piece in range(1 if square else n)
                for turn in sides.turns(piece, 0)
            ],
            np.int32,
        )
        self._images = 1 if square else 2
        self._fitting = np.zeros((2, 4 * n), np.int32), np.zeros(4 * n, np.int32)
        self._numbers = np.zeros(2 * len(sides.seams) + 2, np.int32)
        self._scratch = np.zeros((4, n), np.int32)
        self._mu = np.zeros(4 * n, np.int32)
        self._p = np.zeros(4 * n, np.int64)

    @staticmethod
    def suits(p: Any) -> bool:
        """Whether the upper-left piece looks like no other piece, and different in each turn."""
        pieces = pieces_of(p)
        first = {turned(pieces[0], turn) for turn in range(4)}
        return len(first) == 4 and not first & set(pieces[1:])

    def count(self, p: Any, limit: int) -> int | None:
        """The number of solutions up to turning the board; None if it was given up.

        Raises ValueError for a vector whose border sides are not those of the board, or a limit
        that is not positive.
        """
        from .fit_kernel import count_fits

        p = self.sides.vector(p)
        if not self.sides.keeps_border(p):
            raise ValueError("the pieces as listed do not keep to the border")
        if not 1 <= limit < 2**60:
            raise ValueError(f"limit={limit}: expected a number from 1")
        # Shapes by their order, so that there are no more of them than sides.
        names, shapes = np.unique(np.abs(p), return_inverse=True)
        if len(names) and names[0]:
            shapes = shapes + 1
        found = count_fits(
            *self._board,
            np.sign(p) * shapes.reshape(-1),
            self._border,
            self._starts,
            self._images,
            limit,
            self.nodes,
            *self._fitting,
            np.zeros(2 * len(names) + 4, np.int32),
            self._scratch,
        )
        return None if found < 0 else int(found)

    def judge(self, pieces: Any, turns: Any) -> Any:
        """What the puzzles of many scrambles are worth, given as rows of pieces and turns.

        int64, one number each: 1 or 2 is the number of solutions, and 3 stands for more. 0: two
        pieces are alike, or one looks the same when it is turned. -1: the count was given up.
        Raises ValueError for rows that are no scrambles.
        """
        from .fit_kernel import judge

        pieces = np.ascontiguousarray(pieces, np.int32)
        turns = np.ascontiguousarray(turns, np.int32)
        n = self.sides.n_pieces
        if pieces.ndim != 2 or pieces.shape != turns.shape or pieces.shape[1] != n:
            raise ValueError(f"expected rows of {n} pieces, and as many of turns")
        if not np.array_equal(np.sort(pieces, axis=1), np.broadcast_to(np.arange(n), pieces.shape)):
            raise ValueError(f"a scramble of {n} pieces has each of 0 to {n - 1} once")
        if len(turns) and (turns.min() < 0 or turns.max() > 3):
            raise ValueError("a turn is a number from 0 to 3")
        verdicts = np.zeros(len(pieces), np.int64)
        judge(
            *self._board,
            self.sides.facing,
            self._border,
            self._starts,
            self._images,
            self.nodes,
            pieces,
            turns,
            self._mu,
            self._p,
            *self._fitting,
            self._numbers,
            self._scratch,
            verdicts,
        )
        return verdicts
