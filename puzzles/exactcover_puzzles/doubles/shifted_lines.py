"""Perfect doubled scrambles of large boards without a search: permute rows and columns.

A line of n pieces, n = 4 k + 1, has m = n - 1 seams, 1 to m. The pairing f of seam x with x + m/2
(modulo m) has no fixed point. The map x -> f(x) + 1 = x + m/2 + 1 runs through all seams in one
path, since m/2 + 1 and m have no common divisor. The line is rearranged like this: piece 0 comes
first; its right side is at seam 1. After the piece whose right side is at seam x comes the one
whose left side is at seam f(x). All pieces are used, and the last is last again. Seams x and f(x)
have then exchanged their sides. Laying out all rows and all columns in this order is a perfect
doubled scramble. But its puzzle has four solutions: rows alone, or columns alone, may be laid out
anew.

Turning pieces halfway round binds rows to columns. In a line the pieces d and d + m/2 can be turned
together, for any d from 1 to m/2 - 1, as long as no two such d are neighbours. The pairing of seams
then changes, but it can still be laid out in one path. (No proof: all patterns of n = 5, 9 and 13
were tried, and every scramble made here is checked by its definition.) So choose cells (d, e) of a
grid of m/2 - 1 rows and columns, no two of them side by side, and turn the four pieces that each
stands for. With many cells, only the two intended solutions are left.
"""

from __future__ import annotations

import random

from .scrambles import Scramble
from .sides import Sides


def suits_lines(sides: Sides) -> bool:
    """Whether both columns and rows are 1 modulo 4, and at least 9."""
    return all(n % 4 == 1 and n >= 9 for n in (sides.columns, sides.rows))


def _order(n: int) -> list[int]:
    """The pieces of a line in their new order."""
    m = n - 1
    return [(i * (m // 2 + 1)) % m if i < m else m for i in range(n)]


def shifted_lines(sides: Sides, seed: int) -> Scramble:
    """A perfect doubled scramble from permuted rows and columns and random pieces to turn.

    Raises ValueError unless both columns and rows are 1 modulo 4, and at least 9.
    """
    if not suits_lines(sides):
        raise ValueError(
            f"{sides.columns} x {sides.rows}: rows and columns to permute must be 9, 13, 17, ..."
        )
    draw = random.Random(seed)
    half_rows, half_columns = (sides.rows - 1) // 2, (sides.columns - 1) // 2
    grid = [(d, e) for d in range(1, half_rows) for e in range(1, half_columns)]
    draw.shuffle(grid)
    chosen: set[tuple[int, int]] = set()
    for d, e in grid:
        if not chosen & {(d - 1, e), (d + 1, e), (d, e - 1), (d, e + 1)}:
            chosen.add((d, e))
    pieces, turns = [], []
    for r in _order(sides.rows):
        for c in _order(sides.columns):
            pieces.append(r * sides.columns + c)
            turns.append(2 if (r % half_rows, c % half_columns) in chosen else 0)
    return Scramble(sides, pieces, turns)
