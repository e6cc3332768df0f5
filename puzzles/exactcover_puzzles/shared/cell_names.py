"""The names of cells in sentences, pictures and files: r1c1 is the upper left one.

In a solid the layer comes first: L1r1c1. Layers, rows and columns count from 1 in every sentence,
picture and text file; in Python and JSON they index, and count from 0.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})", re.ASCII)


def cell_name(*cell: int) -> str:
    """The name of a cell (row, column) or (layer, row, column), which are counted from 0."""
    return "".join(f"{what}{k + 1}" for what, k in zip("Lrc"[-len(cell) :], cell, strict=True))


def cell_of(name: str) -> tuple[int, int] | None:
    """Row and column of a cell, from 0; None if the name is not one."""
    found = _NAME.fullmatch(name)
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None
