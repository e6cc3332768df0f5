"""Latin squares: each of n symbols stands once in each row and each column.

    1 2 . .
    . . 1 2
    . 1 . .
    . . . .

A file draws the square (:mod:`exactcover_puzzles.latin.square`); a number stands for an empty one.

Legend: an option (r, c, s) puts the symbol s into row r and column c, all from 0. It covers three
items: the cell, the symbol in its row and the symbol in its column. The symbols of the first row
and of the first column of an empty square may be assumed to be in order (a *reduced* square).

Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1. OEIS A002860 (squares),
A000315 (reduced squares), A040082 (squares up to permuting rows, columns and symbols).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import factorial
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.filled_grid import FilledGrid
from ..shared.motions import symmetry_of_options
from ..shared.parts import Assuming
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.squares import Cell, drawing_of
from ..shared.svg_page import Drawing
from ..shared.view import View
from .square import MOST, SYMBOLS, Square, square_of


class Latin(FilledGrid, Assuming):
    """Fill Latin squares: from files, or empty ones of order N."""

    shipped = "latin"
    instead_of_file = f"an order from 1 to {MOST}"
    example = """\
4 . 6 . . 5
. 5 2 . . .
. . . 5 6 .
. . . 1 3 .
. . . . 4 3
. . . . . 6
"""
    draws_unsolved = True
    items_called = "cells and symbols"
    options_called = ("symbol", "symbols")
    up_to = "up to permuting rows, columns and symbols"

    def __init__(self, square: Square, symbols: str = SYMBOLS, title: str = ""):
        self.square, self.symbols, self.order, self.title = square, symbols, len(square), title
        cells = [(r, c, s) for r, row in enumerate(square) for c, s in enumerate(row)]
        self.clues = [cell for cell in cells if cell[2] is not None]
        holes = {(r, c): "." for r, c, _ in cells}
        self.grid = holes | self.filled(self.clues)
        self.open_cells = frozenset(self.grid)
        if not self.clues:
            line = range(1, self.order)
            self.assumed = [(0, 0, 0), *((0, k, k) for k in line), *((k, 0, k) for k in line)]
            self.times = factorial(self.order) * factorial(self.order - 1)

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        """The square in a file, or the empty one of an order."""
        if not path.isdecimal():
            yield from super().from_file(path, arguments)
        elif (order := xc.text.whole(path, 1, MOST)) is None:
            raise xc.FileFault(path[:40], 0, 0, "no such order", f"a file, or 1 to {MOST}")
        else:
            yield cls([[None] * order] * order, title=f"Latin square of order {order}")

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The square in a text."""
        yield cls(*square_of(source), source.path)

    @cached_property
    def problem(self) -> xc.Problem:
        """Cells, and symbols in rows and columns, are items."""
        numbers = range(self.order)
        pairs = [(a, b) for a in numbers for b in numbers]
        empty = xc.Problem(
            [(kind, a, b) for kind in ("cell", "row", "column") for a, b in pairs],
            {(r, c, s): [("cell", r, c), ("row", r, s), ("column", c, s)]
             for r, c in pairs for s in numbers},
        )  # fmt: skip
        return empty.given(*self.clues)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """Permutations of the rows, the columns and the symbols of an empty square.

        The library lists a group, so there are none from order 5.
        """
        if self.clues or not 1 < self.order < 5:
            return None
        swap, turn = [1, 0, 2, 3], [k % self.order for k in range(1, self.order + 1)]
        return symmetry_of_options(
            self.problem,
            *(lambda o, at=at, p=p: (*o[:at], p[o[at]], *o[at + 1 :])
              for at in range(3) for p in (swap, turn)),
        )  # fmt: skip

    def filled(self, options: Options) -> dict[Cell, str]:
        """Symbols."""
        return {(r, c): self.symbols[s] for r, c, s in options}

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """Its rows."""
        return {"square": self.text(options, Screen()).replace(" ", "").split("\n")}

    def drawing(self, options: Options) -> Drawing:
        """The square; what was given stands on grey."""
        labels = self.filled((*self.clues, *options))
        fills = {(r, c): "#e3e7ed" for r, c, _ in self.clues}
        return drawing_of(dict.fromkeys(self.grid, 0), labels, fills)

    def view(self) -> View:
        """The square, and a symbol for each cell."""
        return self.board()

    def item_called(self, item: Any) -> str:
        """A cell, or a symbol in a row or column."""
        kind, a, b = item
        return (
            f"cell {cell_name(a, b)}" if kind == "cell" else f"{self.symbols[b]} in {kind} {a + 1}"
        )

    def option_called(self, option: Any) -> str:
        """A symbol in a cell."""
        return f"{self.symbols[option[2]]} in {cell_name(option[0], option[1])}"
