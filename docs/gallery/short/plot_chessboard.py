"""
The mutilated chessboard
========================

A chessboard without two opposite corners cannot be tiled by dominoes (Max Black 1946). A search
needs long to find that out. ``explain`` finds the reason: a weight for each cell.
"""

import exactcover as xc

cells = [(r, c) for r in range(8) for c in range(8) if (r, c) not in ((0, 0), (7, 7))]
pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
board = xc.Problem(cells, {pair: list(pair) for pair in pairs if pair[1] in cells})
why = board.explain()
why

# %%
# The weights drawn on the board. A domino covers a cell of each sign, and there are more cells of
# one sign than of the other. One cell is not needed for the proof.

marks = {cell: "+" if why.weights.get(cell, 0) > 0 else "−" for cell in cells}
marks |= {cell: "" for cell in cells if not why.weights.get(cell)}
signs = xc.Problem(cells, {cell: [cell] for cell in cells}).drawn_by(
    xc.grid_picture(text_of=marks.get, colour_of=marks.get)
)
signs.first()

# %%
# Without two corners of different colours there are many tilings.

left = [(r, c) for r in range(8) for c in range(8) if (r, c) not in ((0, 0), (0, 7))]
pairs = [((r, c), other) for r, c in left for other in ((r, c + 1), (r + 1, c))]
board = xc.Problem(left, {pair: list(pair) for pair in pairs if pair[1] in left})
board.drawn_by(xc.grid_picture()).zdd().sample(1, seed=1)[0]

# sphinx_gallery_thumbnail_number = 3
