"""Sudoku of any size and shape; as lines of 81 characters very fast."""
