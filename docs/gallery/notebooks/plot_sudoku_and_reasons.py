"""
Sudoku and reasons
==================

A Sudoku is an exact cover: each cell holds one digit, and each row, column and box has each digit
once. This page solves one, explains it, and repairs one that is broken.
"""

# %%
# One solution
# ------------

import exactcover_puzzles as puzzles

(sudoku,) = puzzles.read(
    "sudoku",
    text="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)
sudoku.problem.is_unique()

# %%
# Step by step
# ------------
#
# ``trace`` gives the steps that need no guess: a place with one digit left, or a digit with one
# place left in a row, column or box.

sudoku.problem.trace()

# %%
# Two solutions
# -------------
#
# A proper Sudoku has exactly one solution. Without its last row, this one has more. The display
# shows two of them and what differs.

(open_one,) = puzzles.read(
    "sudoku",
    text="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........",
)
open_one.problem.is_unique()

# %%
# Which clues would make it unique? ``ambiguity`` finds a smallest choice.

open_one.problem.ambiguity()

# %%
# No solution
# -----------
#
# Here the first clue is wrong. ``explain`` gives a part of the problem that has no solution by
# itself.

(broken,) = puzzles.read(
    "sudoku",
    text="93..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)
broken.problem.explain()

# %%
# How hard is a Sudoku?
# ---------------------
#
# ``difficulty`` is the number of nested assumptions that a proof needs: 0 for this one, and 1 or 2
# for the hardest that are known.

print(sudoku.problem.difficulty())
