"""Shared by puzzles with dominoes: how dominoes on cells are drawn and named.

The name of an option is the pair of cells that the domino covers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.outlined import Outlined
from ..shared.squares import Cell

#: By direction, and by whether the first cell is light or dark. This shows the regions of an Aztec
#: diamond in which all dominoes lie alike.
_FILLS = {(0, 0): "#8ecae6", (0, 1): "#ffb703", (1, 0): "#b5e48c", (1, 1): "#f28482"}


class Dominoes(Outlined):
    """Cells to be covered by dominoes. ``labels``: what is written in cells."""

    options_called = ("domino", "dominoes")

    def __init__(self, cells: Sequence[Cell], title: str, labels: Mapping[Cell, str]):
        self.cells, self.title, self.labels = cells, title, labels

    def covered(self, option: Any) -> Sequence[Cell]:
        pair: Sequence[Cell] = option
        return pair

    def piece(self, option: Any) -> str:
        (r, c), other = self.covered(option)
        return f"{'across' if r == other[0] else 'down'} {(r + c) % 2}"

    def fill(self, option: Any) -> str:
        """One of four colours."""
        a, b = self.covered(option)
        return _FILLS[a[0] != b[0], sum(a) % 2]

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"dominoes": list(options)}

    def option_called(self, option: Any) -> str:
        a, b = self.covered(option)
        return f"the domino on {cell_name(*a)} {cell_name(*b)}"
