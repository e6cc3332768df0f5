"""Puzzles that put a text into each open cell of a grid: letters, digits, queens."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from .adapter import Options, Puzzle
from .screen import Screen
from .squares import Cell, drawing_of, neighbours, parts_of, rows_of, walled
from .svg_page import INK, Drawing
from .view import View, view_of_squares


class FilledGrid(Puzzle):
    """A kind says what stands in the ``open_cells`` of its ``grid``; this class derives text,
    pictures, JSON and the board of a page."""

    #: The character or word of each cell in a file.
    grid: Mapping[Cell, str]
    #: The cells to fill, or filled already; all others are black.
    open_cells: frozenset[Cell]
    #: The part of each cell, if walls between parts are drawn; and small texts in corners of cells.
    parts: Mapping[Cell, Hashable] | None = None
    corners: Mapping[Cell, str] = MappingProxyType({})
    #: Cells that a page shows dark, and what it shows in place of what an option fills in.
    dark: Iterable[Cell] = ()
    as_seen: ClassVar[str] = ""
    writes_unsolved = True

    @abstractmethod
    def filled(self, options: Options) -> Mapping[Cell, str]:
        """What options put into cells."""

    @cached_property
    def _cells_of(self) -> Mapping[Any, Mapping[Cell, None]]:
        """The cells that the options of an item fill."""
        cells: dict[Any, dict[Cell, None]] = {}
        for option in self.problem.options:
            filled = dict.fromkeys(self.filled([option]))
            for item in self.problem.items_of(option):
                cells.setdefault(item, {}).update(filled)
        return cells

    def cells_of(self, item: Any) -> Iterable[Cell]:
        """The cells that an item stands for: by default those that its options fill."""
        return self._cells_of.get(item, ())

    def remarks(self) -> Iterable[str]:
        """The parts that do not hang together: perhaps a letter is missing, or there twice."""
        names = {} if self.parts is None else self.parts
        walls = (pair for pair in neighbours(names) if len({*map(names.get, pair)}) > 1)
        joined = parts_of([*names], walls)
        pieces = Counter(name for _, name in dict.fromkeys((joined[c], names[c]) for c in names))
        return (f"the cells of {name} are in {n} parts" for name, n in pieces.items()
                if n > 1 and name != ".")  # fmt: skip

    def view(self) -> View | None:
        """The grid, for kinds with options of one cell."""

        def mark(option: Any) -> tuple[Iterable[Cell], str, str]:
            filled = self.filled([option])
            text = "".join(filled.values())
            return filled, "", text and (self.as_seen or text)

        black = {cell: text for cell, text in self.grid.items() if cell not in self.open_cells}
        texts = {cell: text for cell, text in black.items() if text != "#"}
        shades = dict.fromkeys(black, "black") | dict.fromkeys(self.dark, "dark")
        return view_of_squares(self.grid, mark, self.cells_of, texts=texts, shades=shades,
                               parts=self.parts, notes=self.corners)  # fmt: skip

    def text(self, options: Options, screen: Screen) -> str:
        """The grid as files have it, filled; or the parts."""
        if self.parts is not None:
            return walled(self.parts, self.filled(options), screen.ascii)
        texts = {**self.grid, **self.filled(options)}
        wide = max(map(len, texts.values()))
        rows = (" ".join((text or "").ljust(wide) for text in row) for row in rows_of(texts))
        return "\n".join(row.rstrip() for row in rows)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """What stands in each cell, row by row; null for a black one."""
        texts = {**self.grid, **self.filled(options)}
        shown = {cell: int(x) if x.isdecimal() else x for cell, x in texts.items()}
        opened = {cell: shown[cell] if cell in self.open_cells else None for cell in shown}
        return {"rows": rows_of(opened)}

    def drawing(self, options: Options) -> Drawing:
        """The filled grid; letters are capitals."""
        texts = {**self.grid, **self.filled(options)}
        open_cells = ((cell, text) for cell, text in texts.items() if cell in self.open_cells)
        labels = {cell: "" if text == "." else text.upper() for cell, text in open_cells}
        black = {cell: INK for cell in self.grid if cell not in labels}
        return drawing_of(self.parts or self.grid, labels, black, notes=self.corners)
