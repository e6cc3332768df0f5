"""Puzzles that dissect cells into pieces: dominoes, rectangles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .adapter import Options, Puzzle
from .cell_names import cell_name
from .screen import Screen
from .squares import Cell, drawing_of, walled
from .svg_page import Drawing
from .view import View, view_of_squares


class Outlined(Puzzle):
    """A kind says which cells an option covers; this class derives text, pictures and the board of
    a page. Items that are not cells have names of their own."""

    cells: Sequence[Cell]
    #: What is written in cells.
    labels: Mapping[Cell, str]

    @abstractmethod
    def covered(self, option: Any) -> Iterable[Cell]:
        """The cells of an option."""

    @abstractmethod
    def piece(self, option: Any) -> str:
        """What an option is one of, for its colour on a page."""

    def fill(self, option: Any) -> str:
        """Its colour in a picture."""
        return "#ffffff"

    def written(self, options: Options) -> Mapping[Cell, str]:
        """What is written in cells once options lie there."""
        return self.labels

    def _parts(self, options: Options) -> dict[Cell, Any]:
        covered = {cell: option for option in options for cell in self.covered(option)}
        return {cell: covered.get(cell, 0) for cell in self.cells}

    def text(self, options: Options, screen: Screen) -> str:
        """The outlines of the pieces and of the open cells."""
        return walled(self._parts(options), self.written(options), screen.ascii)

    picture_of = text

    def overview(self, screen: Screen) -> str:
        return walled({cell: cell for cell in self.cells}, self.labels, screen.ascii)

    def drawing(self, options: Options) -> Drawing:
        parts = self._parts(options)
        fills = {cell: self.fill(option) for cell, option in parts.items() if option}
        return drawing_of(parts, self.written(options), fills, thin=not options)

    def view(self) -> View:

        def mark(option: Any) -> tuple[Iterable[Cell], str, str]:
            return self.covered(option), self.piece(option), ""

        def of_item(item: Any) -> list[Cell]:
            return [item] if item in self.cells else []

        return view_of_squares(self.cells, mark, of_item, texts=self.labels)

    def item_called(self, item: Any) -> str:
        return f"cell {cell_name(*item)}"
