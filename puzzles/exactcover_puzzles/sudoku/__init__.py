"""Sudoku of any size and shape; lines of 81 characters are answered very fast."""
