"""Latin squares: each of n symbols occurs once in each row and each column.

    1 2 . .
    . . 1 2
    . 1 . .
    . . . .

A file has a row on each line and a character for each cell, ``.`` for an empty one; spaces are
ignored. The symbols are 1 to 9 and then A to Z; they begin with 0 if a 0 occurs. A number instead
of a file is the order of an empty square.

Legend: an option (r, c, s) puts the symbol s into row r and column c, all from 0. It covers three
items: the cell, the symbol in its row and the symbol in its column. The symbols of the first row
and of the first column of an empty square may be assumed to be in order (a *reduced* square).

Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1. OEIS A002860 (squares),
A000315 (reduced squares), A040082 (squares up to permuting rows, columns and symbols).
"""

from __future__ import annotations

import argparse
import string
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from math import factorial
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.filled_grid import FilledGrid
from .shared.motions import symmetry_of_options
from .shared.parts import Assuming
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import Cell, drawing_of
from .shared.svg_page import Drawing

_SYMBOLS = string.digits[1:] + string.ascii_uppercase
_LARGEST = len(_SYMBOLS)


class Latin(FilledGrid, Assuming):
    """Fill Latin squares, from a file or empty of order N."""

    shipped = "latin"
    instead_of_file = f"an order from 1 to {_LARGEST}"
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

    def __init__(self, order: int, clues: Options = (), symbols: str = _SYMBOLS, title: str = ""):
        self.order, self.clues, self.symbols = order, clues, symbols
        self.title = title or f"Latin square of order {order}"
        cells = product(range(order), range(order))
        self.grid = {**dict.fromkeys(cells, "."), **self.filled(clues)}
        self.open_cells = frozenset(self.grid)
        if not clues:
            line = range(1, order)
            self.assumed = [(0, 0, 0), *((0, k, k) for k in line), *((k, 0, k) for k in line)]
            self.times = factorial(order) * factorial(order - 1)

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        order = xc.text.whole(path, 1, _LARGEST)
        if path.isdecimal() and order is None:
            raise xc.FileFault(path[:40], 0, 0, "no such order", f"a file, or 1 to {_LARGEST}")
        return cls(order) if order else None

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        _, lines = source.read((), "rows of symbols")
        order = len(lines)
        if not 0 < order <= _LARGEST:
            raise source.fault(0, 0, xc.text.counted(order, "row"), f"1 to {_LARGEST}")
        symbols = ("0" * any("0" in line.text for line in lines) + _SYMBOLS)[:order]
        clues, seen = [], set()
        for r, line in enumerate(lines):
            size = len("".join(line.text.split()))
            if size != order:
                found = xc.text.counted(size, "symbol")
                raise line.fault(found, f"{order}, the number of rows")
            for c, cell in enumerate(line.words(r"\S")):
                if (symbol := cell.text.upper()) == ".":
                    continue
                if not cell.text.isascii() or symbol not in symbols:
                    expected = f"'.' or a symbol from {symbols[0]} to {symbols[-1]}"
                    raise cell.fault(repr(cell.text), expected)
                for key in (("row", r, symbol), ("column", c, symbol)):
                    if key in seen:
                        raise cell.fault(f"{symbol} stands twice in its {key[0]}", "it once")
                    seen.add(key)
                clues.append((r, c, symbols.index(symbol)))
        yield cls(order, clues, symbols, source.path)

    @cached_property
    def problem(self) -> xc.Problem:
        numbers = range(self.order)
        empty = xc.Problem(
            list(product(("cell", "row", "column"), numbers, numbers)),
            {
                (r, c, s): [("cell", r, c), ("row", r, s), ("column", c, s)]
                for r, c, s in product(numbers, repeat=3)
            },
        )
        return empty.given(*self.clues)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """Permutations of rows, columns and symbols of an empty square. (The library
        lists a group, so there are none from order 5.)"""
        if self.clues or not 1 < self.order < 5:
            return None
        swap, turn = [1, 0, 2, 3], [k % self.order for k in range(1, self.order + 1)]
        return symmetry_of_options(
            self.problem,
            *(lambda o, at=at, p=p: (*o[:at], p[o[at]], *o[at + 1 :])
              for at in range(3) for p in (swap, turn)),
        )  # fmt: skip

    def filled(self, options: Options) -> Mapping[Cell, str]:
        return {(r, c): self.symbols[s] for r, c, s in options}

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"square": self.text(options, Screen()).replace(" ", "").split("\n")}

    def drawing(self, options: Options) -> Drawing:
        """The square, given symbols on grey."""
        labels = self.filled((*self.clues, *options))
        fills = {(r, c): "#e3e7ed" for r, c, _ in self.clues}
        return drawing_of(dict.fromkeys(self.grid, 0), labels, fills)

    def item_called(self, item: Any) -> str:
        kind, a, b = item
        cell = f"cell {cell_name(a, b)}"
        return cell if kind == "cell" else f"{self.symbols[b]} in {kind} {a + 1}"

    def option_called(self, option: Any) -> str:
        return f"{self.symbols[option[2]]} in {cell_name(*option[:2])}"
