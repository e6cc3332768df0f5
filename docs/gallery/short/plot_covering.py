"""
A board with one hole
=====================

L-trominoes fill every board of 8 by 8 with one cell missing (Golomb 1954). The hole need not be
known before: here it is one more piece, of one cell.
"""

import exactcover as xc

cells = [(r, c) for r in range(8) for c in range(8)]
blocks = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in range(7) for c in range(7)]
options = {
    ("L", block[0], missing): [cell for cell in block if cell != missing]
    for block in blocks
    for missing in block
}
options |= {("hole", cell): ["the hole", cell] for cell in cells}
board = xc.Problem(["the hole", *cells], options).drawn_by(
    xc.grid_picture(
        text_of=lambda option: "○" if option[0] == "hole" else "",
        colour_of=lambda option: option if option[0] == "hole" else option[1],
    )
)
board.first()

# %%
# How many ways for each place of the hole? A diagram counts all 64 at once.

counts = board.zdd().option_counts()
for r in range(8):
    print("".join(f"{counts['hole', (r, c)]:8,}" for c in range(8)))

# %%
# One with the hole in the middle, drawn at random.

board.given(("hole", (3, 3))).zdd().sample(1, seed=2)[0]
