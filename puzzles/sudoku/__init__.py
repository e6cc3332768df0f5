"""Sudoku: lines of 81 characters in, solutions out."""
