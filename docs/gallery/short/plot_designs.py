"""
Squares and triples
===================

In a *Latin square* each row and each column has each symbol once. In a *Steiner triple system* each
pair of points is in one triple.
"""

import exactcover_puzzles as puzzles

(latin,) = puzzles.read("latin", "6")
latin.problem.first()

# %%
# The Fano plane has seven points and seven triples. A row of the picture is a point, a column a
# triple.

(fano,) = puzzles.read("steiner", "7")
fano.problem.first()

# %%
# On nine named points there are 840 systems (OEIS A001201). All of them are one, the affine plane
# of order 3, with the points named in other ways.

(affine,) = puzzles.read("steiner", "9")
affine.problem.count()

# %%
affine.problem.first()
