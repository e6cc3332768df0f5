"""How a cell of a board is called in what people read and write: r1c1 is the upper left one.

Rows and columns count from 1 in every sentence, picture and text file; in Python and JSON they
index, and count from 0.
"""

from __future__ import annotations

__all__ = ["cell_name"]


def cell_name(row: int, column: int) -> str:
    """The name of a cell, of which row and column are counted from 0."""
    return f"r{row + 1}c{column + 1}"
