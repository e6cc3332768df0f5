"""
Edge matching
=============

Tiles with coloured edges: neighbours must show the same colour. A seam is a secondary item, and its
colour is the colour of the item.
"""

import exactcover_puzzles as puzzles

(triangles,) = puzzles.read("matching", "macmahon-triangles")
triangles.problem.first()

# %%
# Seven hexagons with numbers at their edges, in a flower: *Drive Ya Nuts* of 1970. Each tile may be
# turned, and there is one solution.

(nuts,) = puzzles.read("matching", "drive-ya-nuts")
nuts.symmetry.count()

# %%
nuts.problem.first()
