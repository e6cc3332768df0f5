"""Count the solutions of the puzzles of scrambles quickly, if few shapes repeat."""

from __future__ import annotations

from typing import Any

import numpy as np

from .scrambles import Scramble
from .sides import Sides

#: What becomes of a scramble that is judged.
VERDICTS = {
    -1: "not counted",
    0: "pieces that are alike, or alike when turned",
    1: "one solution",
    2: "exactly two solutions",
    3: "more than two solutions",
}


class SolutionCounter:
    """Counts the solutions of the coarsest puzzles of scrambles, up to turning the board.

    ``nodes``: how many pieces may be laid before a count is given up.
    """

    def __init__(self, sides: Sides, nodes: int = 10_000_000):
        from .counter_kernel import CounterState

        n = sides.n_pieces
        # On a square every solution is turned until the upper-left piece is back in its corner; on
        # a rectangle each has two images, with one corner piece or another in that corner.
        square = sides.columns == sides.rows
        first = range(1 if square else n)
        starts = [4 * piece + turn for piece in first for turn in sides.turns(piece, 0)]
        rows = np.zeros((4, n), np.int32)
        self._of = CounterState(
            columns=sides.columns, rows=sides.rows, sigma=sides.facing,
            border=sides.border.astype(np.uint8), starts=np.array(starts, np.int32),
            images=1 if square else 2, most_nodes=nodes,
            mu=np.zeros(4 * n, np.int32), p=np.zeros(4 * n, np.int64),
            fitting_begin=np.zeros((2, 4 * n), np.int32), fitting=np.zeros(4 * n, np.int32),
            numbers=np.zeros(2 * len(sides.seams) + 2, np.int32),
            piece_at=rows[0], turn_at=rows[1], used=rows[2], next_side=rows[3],
        )  # fmt: skip

    def judge(self, pieces: Any, turns: Any) -> Any:
        """What the puzzles of scrambles, as rows of pieces and turns, are worth: int64, one of
        :data:`VERDICTS` each."""
        from .counter_kernel import judge

        verdicts = np.zeros(len(pieces), np.int64)
        judge(pieces, turns, verdicts, self._of)
        return verdicts

    def verdict(self, scramble: Scramble) -> int:
        """The same for one scramble."""
        pieces, turns = np.array([[scramble.pieces], [scramble.turns]], np.int32)
        return int(self.judge(pieces, turns)[0])
