"""
Langford pairs
==============

Two of each number from 1 to n stand in a row. Between the two 3s stand three other numbers, between
the two 5s five, and so on (C. D. Langford 1958).
"""

import exactcover_puzzles as puzzles

(langford,) = puzzles.read("langford", "8")
langford.problem.first()

# %%
# There are 150, each and its reverse counted once (OEIS A014552).

langford.symmetry.count()
