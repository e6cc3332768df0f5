"""
Haley's puzzle
==============

Six triangles can be joined in twelve ways, the *hexiamonds*. They fill Haley's board, which has 72
triangles. This page goes from the drawing of the board to all of its solutions.
"""

# %%
# The drawing
# -----------
#
# ``^`` is a triangle that points up, ``v`` one that points down, and a dot is no cell. The word
# ``hexiamonds`` stands for the twelve pieces.

import exactcover_puzzles as puzzles

(haley,) = puzzles.read(
    "polyform",
    text="""
title: Haley's board
grid: triangular
pieces: hexiamonds

board:
......^v^
.^v^v^v^v^
.v^v^v^v^v^v^
.^v^v^v^v^v^v
^v^v^v^v^v^v
v^v^v^v^v^v^
...v^v^v^v^v
....v^v
""",
)
haley

# %%
# The problem
# -----------
#
# Twelve pieces and 72 cells are the items. The pieces can be placed in 1,873 ways.

haley.problem

# %%
# The solutions
# -------------

haley.problem.first()

# %%
# There are 330. Turning the board by 60 degrees turns it into itself, so they come in sixes. No
# solution looks the same after a turn: the stabiliser of each has order 1.

haley.symmetry.count()

# %%
# Here is one of each six.

haley.drawn(found.solution for found in haley.symmetry.solutions())

# %%
# What does the hexagon do?
# -------------------------
#
# How many of the 330 solutions have the hexagon in each of its places? The search counts while it
# lists.

gathered = haley.problem.gather(options=True)
places = {
    placement: number
    for placement, number in gathered.options.items()
    if placement.piece == "hexagon"
}
sorted(places.values())

# %%
# Six places have 54 each: the corners. So 54 of the 55 solutions have the hexagon in a corner. Here
# is the other one.

corners = [placement for placement, number in places.items() if number == 54]
haley.problem.without(*corners).first()

# sphinx_gallery_thumbnail_number = 2
