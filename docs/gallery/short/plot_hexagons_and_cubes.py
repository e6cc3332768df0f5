"""
Hexagons and cubes
==================

Pieces of hexagons are *polyhexes*, pieces of cubes *polycubes*.
"""

import exactcover_puzzles as puzzles

(ring,) = puzzles.read("polyform", "polyhexes-ring")
ring.problem.first()

# %%
# Tetrahexes: seven pieces of four hexagons.

(rows,) = puzzles.read("polyform", "tetrahexes-rows")
rows.drawn(found.solution for found in rows.symmetry.solutions())

# %%
# The Soma cube of Piet Hein, layer by layer. It has 240 solutions up to symmetry.

(soma,) = puzzles.read("polyform", "soma")
soma.problem.first()

# %%
# With ``--steps``: how to put it together.

(soma,) = puzzles.read("polyform", "soma", "--steps")
soma.problem.first()
