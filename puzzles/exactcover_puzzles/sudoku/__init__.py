"""Sudoku of any size and shape; as lines of 81 characters very fast."""

from .drawing import picture
from .lines import SudokuFault, clues, line_of, problem, reason, solve
from .model import Cage, Layout, usual

__all__ = ["Cage", "Layout", "SudokuFault", "clues", "line_of", "picture", "problem", "reason"]
__all__ += ["solve", "usual"]
