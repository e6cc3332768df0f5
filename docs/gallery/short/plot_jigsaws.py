"""
Jigsaws
=======

Square pieces with tabs and blanks. The shapes at the edges of pieces must fit, and the border of
the puzzle is straight.
"""

import exactcover_puzzles as puzzles

(jigsaw,) = puzzles.read("jigsaw", "six-by-five")
jigsaw.problem.first()

# %%
# This one was made to have exactly two solutions.

(double,) = puzzles.read("jigsaw", "double-5x6")
double.problem.is_unique()
