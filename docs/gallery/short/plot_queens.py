"""
Queens
======

Eight queens on a chessboard, none of which attacks another. Rows and columns are primary items:
each has one queen. Diagonals are secondary: each has at most one.
"""

import exactcover as xc

N = 8
squares = [(r, c) for r in range(N) for c in range(N)]
queens = xc.Problem(
    [(line, k) for line in ("row", "column") for k in range(N)],
    {
        (r, c): [("row", r), ("column", c), ("sum", r + c), ("difference", r - c)]
        for r, c in squares
    },
    secondary=[("sum", k) for k in range(2 * N - 1)] + [("difference", k) for k in range(1 - N, N)],
)
queens = queens.drawn_by(
    xc.grid_picture(
        lambda square: [square],
        text_of=lambda square: "♛",
        colour_of=lambda square: "queen",
        board=squares,
    )
)
queens.first()

# %%
# There are 92 ways, and 12 up to turning and reflecting the board (OEIS A002562).

turn = {("row", k): ("column", N - 1 - k) for k in range(N)}
turn |= {("column", k): ("row", k) for k in range(N)}
turn |= {("sum", k): ("difference", k - N + 1) for k in range(2 * N - 1)}
turn |= {("difference", k): ("sum", N - 1 - k) for k in range(1 - N, N)}
mirror = {("row", k): ("row", N - 1 - k) for k in range(N)}
mirror |= {("sum", k): ("difference", N - 1 - k) for k in range(2 * N - 1)}
mirror |= {("difference", k): ("sum", N - 1 - k) for k in range(1 - N, N)}
symmetry = queens.symmetry(turn, mirror)
symmetry.count()

# %%
# One of them looks the same after half a turn.

symmetric = [found for found in symmetry.solutions() if found.stabiliser > 1]
symmetric[0]
