"""
Pentominoes
===========

Five squares can be joined in twelve ways, the *pentominoes*. Together they have 60 squares, as many
as a board of 6 by 10. How many ways are there to fill it? This page states the problem from nothing
and then asks about it.
"""

# %%
# The pieces
# ----------
#
# A piece is a set of cells. Turning and reflecting it gives up to eight *orientations*.

import exactcover as xc

PIECES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": ".XXX XX..", "P": "XXX XX.",
    "T": "XXX .X. .X.", "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX",
    "X": ".X. XXX .X.", "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip


def orientations(drawing):
    """All turns and reflections of a piece, each moved to row 0 and column 0."""
    rows = drawing.split()
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]
    found = set()
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for shape in (cells, [(r, -c) for r, c in cells]):
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(tuple(sorted((r - top, c - left) for r, c in shape)))
    return sorted(found)


{name: len(orientations(drawing)) for name, drawing in PIECES.items()}

# %%
# The problem
# -----------
#
# The items are the twelve pieces and the sixty cells. An option is a *placement*. It covers its
# piece and five cells.

ROWS, COLUMNS = 6, 10
cells = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
placements = {}
for name, drawing in PIECES.items():
    for number, shape in enumerate(orientations(drawing)):
        for r, c in cells:
            covered = [(r + down, c + right) for down, right in shape]
            if all(cell in cells for cell in covered):
                placements[name, number, r, c] = [name, *covered]

board = xc.Problem([*PIECES, *cells], placements)
board

# %%
# One solution
# ------------
#
# ``drawn_by`` says how solutions are drawn. Here the cells are items that are pairs of numbers, so
# ``grid_picture`` finds them by itself.

board = board.drawn_by(xc.grid_picture())
board.first()

# %%
# All solutions
# -------------

board.count()

# %%
# Solutions that differ only by a turn or a reflection of the board usually count as one. C. B. and
# Jenifer Haselgrove counted these by computer in 1960: 2,339.

half_turn = {(r, c): (ROWS - 1 - r, COLUMNS - 1 - c) for r, c in cells}
mirror = {(r, c): (r, COLUMNS - 1 - c) for r, c in cells}
board.symmetry(half_turn, mirror).count()

# %%
# Three at random
# ---------------
#
# The first solutions of a search look alike. In a *uniform sample* each solution has the same
# chance.

board.gather(sample=3, seed=1)

# %%
# Where is the middle of the X? Here is in how many solutions it lies in each cell.

gathered = board.gather(options=True)
middles = dict.fromkeys(cells, 0)
for (name, _, r, c), number in gathered.options.items():
    if name == "X":
        middles[r + 1, c + 1] = number
for r in range(ROWS):
    print("".join(f"{middles[r, c]:5}" for c in range(COLUMNS)))

# %%
# What if?
# --------
#
# With one piece given, fewer solutions are left. How many have the X near the middle?

board.given(("X", 0, 1, 4)).is_unique()

# sphinx_gallery_thumbnail_number = 2
