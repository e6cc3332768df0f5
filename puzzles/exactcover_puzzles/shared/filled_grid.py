"""Puzzles that put a text into each open cell of a grid: crosswords of letters or digits."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from .adapter import Options, Puzzle
from .screen import Screen
from .squares import Cell, drawing_of, rows_of
from .svg_page import INK, Drawing

__all__ = ["FilledGrid"]


class FilledGrid(Puzzle):
    """A kind says what stands in the ``open_cells`` of its ``grid``; pictures and JSON follow."""

    #: What a file draws in each cell.
    grid: Mapping[Cell, str]
    #: The cells that are to be filled, or are filled already; the others are black.
    open_cells: frozenset[Cell]

    @abstractmethod
    def filled(self, options: Options) -> Mapping[Cell, str]:
        """What options put into cells."""

    def text(self, options: Options, screen: Screen) -> str:
        """The grid as files have it, filled."""
        texts = {**self.grid, **self.filled(options)}
        wide = max(map(len, texts.values()))
        rows = (" ".join((text or "").ljust(wide) for text in row) for row in rows_of(texts))
        return "\n".join(row.rstrip() for row in rows)

    picture_of = text

    def overview(self, screen: Screen) -> str:
        """The grid as files have it."""
        return self.text((), screen)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """What stands in each cell, row by row; null for a black one."""
        texts = {**self.grid, **self.filled(options)}
        shown = {cell: int(x) if x.isdecimal() else x for cell, x in texts.items()}
        opened = {cell: shown[cell] if cell in self.open_cells else None for cell in shown}
        return {"rows": rows_of(opened)}

    def drawing(self, options: Options) -> Drawing:
        """The grid with what was filled in; letters are capitals."""
        texts = {**self.grid, **self.filled(options)}
        open_cells = ((cell, text) for cell, text in texts.items() if cell in self.open_cells)
        labels = {cell: "" if text == "." else text.upper() for cell, text in open_cells}
        black = {cell: INK for cell in self.grid if cell not in labels}
        return drawing_of(self.grid, labels, black)
