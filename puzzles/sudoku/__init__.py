"""Sudoku: lines of 81 characters in, solutions out."""

from .model import SIDE, SudokuFault, clues, line_of, picture, problem, reason, solve

__all__ = ["SIDE", "SudokuFault", "clues", "line_of", "picture", "problem", "reason", "solve"]
