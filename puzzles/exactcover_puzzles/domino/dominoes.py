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

    def mark(self, option: Any) -> tuple[Sequence[Cell], str, str]:
        (r, c), other = option
        return option, f"{'across' if r == other[0] else 'down'} {(r + c) % 2}", ""

    def fill(self, option: Any) -> str:
        """One of four colours."""
        a, b = option
        return _FILLS[a[0] != b[0], sum(a) % 2]

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"dominoes": list(options)}

    def item_called(self, item: Any) -> str:
        is_domino = item[0] == "domino"
        return f"the domino {item[1]}-{item[2]}" if is_domino else super().item_called(item)

    def option_called(self, option: Any) -> str:
        return f"the domino on {cell_name(*option[0])} {cell_name(*option[1])}"
