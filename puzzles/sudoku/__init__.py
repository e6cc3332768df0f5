"""Sudoku of any size and shape; as lines of 81 characters very fast."""

from .lines import SudokuFault, clues, line_of, problem, reason, solve
from .model import Cage, Layout, usual

__all__ = [
    "Cage", "Layout", "SudokuFault", "clues", "line_of", "problem", "reason", "solve", "usual"
]  # fmt: skip
