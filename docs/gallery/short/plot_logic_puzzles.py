"""
Logic puzzles
=============

Each of these has one solution, and ``is_unique`` proves it.
"""

import exactcover_puzzles as puzzles

(nonogram,) = puzzles.read("nonogram", "cup")
nonogram.problem.first()

# %%
# Kakuro: sums of different digits.

(kakuro,) = puzzles.read("kakuro", "small")
kakuro.problem.is_unique()

# %%
# Dominosa: find the dominoes among the numbers.

(dominosa,) = puzzles.read("dominosa", "double-six")
dominosa.problem.first()

# %%
# A Sudoku whose boxes have other shapes.

(irregular,) = puzzles.read("sudoku", "irregular-9")
irregular.problem.is_unique()

# %%
# Words that cross.

(words,) = puzzles.read("words", "rings")
words.problem.first()
