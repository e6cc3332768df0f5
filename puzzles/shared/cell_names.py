"""How a cell of a board is called in what people read and write: r1c1 is the upper left one.

In a solid the layer comes first: L1r1c1. Layers, rows and columns count from 1 in every sentence,
picture and text file; in Python and JSON they index, and count from 0.
"""

from __future__ import annotations

__all__ = ["cell_name"]


def cell_name(*cell: int) -> str:
    """The name of a cell (row, column) or (layer, row, column), which are counted from 0."""
    return "".join(f"{what}{k + 1}" for what, k in zip("Lrc"[-len(cell) :], cell, strict=True))
