"""Makes jigsaws: a rectangle with a random shape at every seam, cut, shuffled and turned."""

from __future__ import annotations

import random

from .pieces import Jigsaw, Shapes, turned

__all__ = ["make_jigsaw"]


def make_jigsaw(
    columns: int,
    rows: int,
    shapes: int,
    seed: int,
    *,
    fit: str = "opposite",
    border: str = "frame",
    turn: bool = True,
) -> Jigsaw:
    """A jigsaw with shapes 1 to ``shapes``; the same arguments make the same one everywhere.

    With ``fit="opposite"`` the tab of a seam is on either side at random.
    """
    draw = random.Random(seed)

    def cut() -> int:
        shape = 1 + int(draw.random() * shapes)
        return -shape if fit == "opposite" and draw.random() < 0.5 else shape

    # What the upper or left side of each seam has.
    across = [[cut() for _ in range(columns)] for _ in range(rows)]
    down = [[cut() for _ in range(columns)] for _ in range(rows)]
    if border == "frame":
        for beside in across:
            beside[-1] = 0
        down[-1] = [0] * columns
    sign = -1 if fit == "opposite" else 1
    pieces: list[Shapes] = []
    for row in range(rows):
        for column in range(columns):
            left, top = sign * across[row][column - 1], sign * down[row - 1][column]
            if border == "none":
                # The edges have shapes of their own.
                left = cut() if column == 0 else left
                top = cut() if row == 0 else top
            pieces.append((left, top, across[row][column], down[row][column]))
    for k in range(len(pieces) - 1, 0, -1):
        other = int(draw.random() * (k + 1))
        pieces[k], pieces[other] = pieces[other], pieces[k]
    if turn:
        pieces = [turned(piece, int(4 * draw.random())) for piece in pieces]
    title = f"{columns} x {rows}, {shapes} shapes, seed {seed}"
    return Jigsaw(columns, rows, pieces, fit, border, turn, title=title)
