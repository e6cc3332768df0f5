"""
Counting with diagrams
======================

Some problems have more solutions than any computer can list. A *zero-suppressed decision diagram*
holds all of them at once, and counts, samples and ranks them.
"""

# %%
# Dominoes
# --------
#
# A domino covers two neighbouring cells of a board.

import exactcover as xc


def dominoes(cells):
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    return xc.Problem(cells, {pair: list(pair) for pair in pairs if pair[1] in cells})


small = dominoes([(r, c) for r in range(2) for c in range(4)])
small.drawn_by(xc.grid_picture()).gather(listed=5)

# %%
# The diagram
# -----------
#
# Each way from the top to the bottom is a tiling, and each edge is named by the domino that it
# takes. Equal remainders are shared: that is why the diagram stays small.

small.zdd()

# %%
# A chessboard has 12,988,816 tilings (Kasteleyn 1961; OEIS A004003). Its diagram has 828 nodes.

chessboard = dominoes([(r, c) for r in range(8) for c in range(8)]).drawn_by(xc.grid_picture())
chessboard.zdd()

# %%
# The Aztec diamond
# -----------------
#
# The *Aztec diamond* of order n has 2 to the power n(n + 1)/2 tilings (Elkies, Kuperberg, Larsen
# and Propp 1992).

n = 10
diamond = [
    (r, c) for r in range(2 * n) for c in range(2 * n)
    if abs(2 * r + 1 - 2 * n) + abs(2 * c + 1 - 2 * n) <= 2 * n
]  # fmt: skip
diagram = dominoes(diamond).zdd()
print(f"{diagram.count():,}")
assert diagram.count() == 2 ** (n * (n + 1) // 2)

# %%
# Draw a tiling at random. In the corners all dominoes lie the same way. Inside the *arctic circle*
# they are mixed (Jockusch, Propp and Shor 1998). The four colours are the four kinds of dominoes:
# horizontal or vertical, each in two positions of a checkerboard.


def kind(pair):
    (r, c), (below, _) = pair
    return below > r, (r + c) % 2


aztec = dominoes(diamond).drawn_by(xc.grid_picture(colour_of=kind))
aztec.zdd().sample(1, seed=5)[0]

# %%
# Questions to all solutions
# --------------------------
#
# A diagram knows all of its solutions. In how many tilings of the chessboard is the first corner
# covered by a domino that lies across? And what is the millionth tiling, in the diagram's order?

diagram = chessboard.zdd()
across = ((0, 0), (0, 1))
print(f"{diagram.option_counts()[across]:,}")
diagram.unrank(10**6)

# sphinx_gallery_thumbnail_number = 4
