"""Puzzles that dissect cells into pieces: dominoes, rectangles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from .adapter import Options, Puzzle
from .screen import Screen
from .squares import Cell, drawing_of, walled
from .svg_page import PAPER, Drawing
from .view import View, view_of_squares


class Outlined(Puzzle):
    """A kind says what an option covers; text, pictures and the board of a page follow."""

    cells: Sequence[Cell]
    #: What is written in cells.
    labels: Mapping[Cell, str]
    #: Groups of cells with a dashed line around them on a page, and notes.
    groups: Iterable[tuple[Collection[Cell], str]] = ()
    writes_unsolved = True

    @abstractmethod
    def mark(self, option: Any) -> tuple[Iterable[Cell], str, str]:
        """The cells of an option, what it is one of, and what stands in it on a page."""

    def fill(self, option: Any) -> str:
        """Its colour in a picture."""
        return PAPER

    def written(self, options: Options) -> Mapping[Cell, str]:
        """What is written in cells once options lie there."""
        return self.labels

    def cells_of(self, item: Any) -> Collection[Cell]:
        """The cells that an item stands for."""
        return [item] if item in self.cells else []

    def _parts(self, options: Options) -> dict[Cell, Any]:
        covered = {cell: option for option in options for cell in self.mark(option)[0]}
        return {cell: covered.get(cell, 0) for cell in self.cells}

    def text(self, options: Options, screen: Screen) -> str:
        """The outlines of the pieces and of the open cells."""
        return walled(self._parts(options), self.written(options), screen.ascii)

    def overview(self, screen: Screen) -> str:
        return walled({cell: cell for cell in self.cells}, self.labels, screen.ascii)

    def drawing(self, options: Options) -> Drawing:
        parts = self._parts(options)
        fills = {cell: self.fill(option) for cell, option in parts.items() if option}
        return drawing_of(parts, self.written(options), fills, thin=not options)

    def view(self) -> View:
        labels, groups = self.labels, self.groups
        return view_of_squares(self.cells, self.mark, self.cells_of, texts=labels, groups=groups)
