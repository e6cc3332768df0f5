"""Shared by puzzles with dominoes: how dominoes on cells are drawn and named.

The name of an option is the pair of cells that the domino covers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..shared.adapter import Options, Puzzle
from ..shared.cell_names import cell_name
from ..shared.screen import Screen
from ..shared.squares import Cell, drawing_of, walled
from ..shared.svg_page import Drawing
from ..shared.view import View, view_of_squares

#: By direction, and by whether the first cell is light or dark. This shows the regions of an Aztec
#: diamond in which all dominoes lie alike.
_FILLS = {(0, 0): "#8ecae6", (0, 1): "#ffb703", (1, 0): "#b5e48c", (1, 1): "#f28482"}


class Dominoes(Puzzle):
    """Cells to be covered by dominoes. ``labels``: what is written in cells."""

    options_called = ("domino", "dominoes")

    def __init__(self, cells: Sequence[Cell], title: str, labels: Mapping[Cell, str]):
        self.cells, self.title, self.labels = cells, title, labels

    def text(self, options: Options, screen: Screen) -> str:
        """The outlines of the dominoes and of the open cells."""
        parts = {cell: pair for pair in options for cell in pair}
        return walled({cell: parts.get(cell, 0) for cell in self.cells}, self.labels, screen.ascii)

    picture_of = text

    def overview(self, screen: Screen) -> str:
        return walled({cell: cell for cell in self.cells}, self.labels, screen.ascii)

    def drawing(self, options: Options) -> Drawing:
        """The dominoes in four colours."""
        parts = {cell: pair for pair in options for cell in pair}
        fills = {cell: _FILLS[a[0] != b[0], sum(a) % 2] for cell, (a, b) in parts.items()}
        return drawing_of(parts, self.labels, fills, thin=False)

    def view(self) -> View:

        def mark(pair: Any) -> tuple[Any, str, str]:
            (r, c), other = pair
            return pair, f"{'across' if r == other[0] else 'down'} {(r + c) % 2}", ""

        def of_item(item: Any) -> list[Cell]:
            return [item] if item in self.cells else []

        return view_of_squares(self.cells, mark, of_item, texts=self.labels)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"dominoes": list(options)}

    def item_called(self, item: Any) -> str:
        return f"cell {cell_name(*item)}"

    def option_called(self, option: Any) -> str:
        return f"the domino on {cell_name(*option[0])} {cell_name(*option[1])}"
