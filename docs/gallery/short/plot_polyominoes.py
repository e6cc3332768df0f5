"""
Boards for polyominoes
======================

A board is a drawing, and so are pieces that have no name of their own.
"""

import exactcover_puzzles as puzzles

(hole,) = puzzles.read("polyform", "pentominoes-8x8-hole")
hole.problem.first()

# %%
# A pentomino three times as large, made of nine others.

(tripled,) = puzzles.read("polyform", "pentomino-x-tripled")
tripled.problem.first()

# %%
# A board of one's own, for nine of the twelve.

(heart,) = puzzles.read(
    "polyform",
    text="""
title: A heart
grid: square
pieces: pentominoes
use: any
board:
.##...##.
####.####
#########
#########
.#######.
..#####..
...###...
""",
)
heart.problem.gather(sample=3)
