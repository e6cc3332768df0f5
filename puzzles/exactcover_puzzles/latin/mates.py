"""Orthogonal mates of a Latin square: laid over each other, the two have each pair of symbols once.

    1 2 3     1 2 3     11 22 33
    2 3 1     3 1 2     23 31 12
    3 1 2     2 3 1     32 13 21

Legend: a *transversal* is a cell in each row, all in different columns and with different symbols.
An option is a transversal, as the columns of its cells; the items are the cells. The cells in which
a mate has the same symbol are a transversal, so n transversals without a common cell are a mate.
Its symbols have no names of their own: the first row is in the order of the symbols.

Source: D. E. Knuth, The Art of Computer Programming 4A, section 7, after E. T. Parker (1959): two
exact cover problems, one for the transversals and one for the mates.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options, Puzzle
from ..shared.cell_names import cell_name
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.svg_grid import grid_drawing
from ..shared.svg_page import Drawing
from .square import Square, square_of

__all__ = ["Mates"]

#: Transversals, and nodes of the search for them, at most. (The cyclic square of order 11 has
#: 37,851; that of order 14 has none, which takes 14 million nodes.)
_MOST, _NODES = 100_000, 20_000_000


class Mates(Puzzle):
    """Find Latin squares orthogonal to a given one."""

    shipped = "latin"
    example = """\
1 2 3
2 3 1
3 1 2
"""
    items_called = "cells"
    options_called = ("transversal", "transversals")

    def __init__(self, square: Square, symbols: str, title: str = ""):
        self.square, self.symbols, self.title = square, symbols, title

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The square in a text, which has no holes."""
        square, symbols = square_of(source)
        for r, row in enumerate(square):
            if None in row:
                hole = f"a hole at {cell_name(r, row.index(None))}"
                raise source.fault(0, 0, hole, "a square without holes")
        puzzle = cls(square, symbols, source.path)
        if puzzle.transversals is None:
            most = f"at most {_MOST:,}, found in {_NODES:,} nodes of search"
            raise source.fault(0, 0, "too many transversals", most)
        yield puzzle

    @cached_property
    def transversals(self) -> list[tuple[int, ...]] | None:
        """All of them, unless they are too many or the search for them is too long."""
        numbers = range(len(self.square))
        cells = {(r, c): [("row", r), ("column", c), ("symbol", self.square[r][c])]
                 for r in numbers for c in numbers}  # fmt: skip
        lines = [(kind, k) for kind in ("row", "column", "symbol") for k in numbers]
        search: Any = xc.Problem(lines, cells).solutions(_MOST + 1, nodes=_NODES)
        found = [tuple(c for _, c in sorted(solution)) for solution in search]
        return found if search.stopped is None else None

    @cached_property
    def problem(self) -> xc.Problem:
        """Cells are items, transversals are options."""
        cells = [(r, c) for r, row in enumerate(self.square) for c in range(len(row))]
        return xc.Problem(cells, {each: list(enumerate(each)) for each in self.transversals or ()})

    def sizes(self) -> str:
        """The order, and how many transversals there are."""
        number = xc.text.counted(len(self.transversals or ()), "transversal")
        return f"order {len(self.square)}, {number}"

    def _rows(self, options: Options) -> list[str]:
        mate = {(r, c): self.symbols[each[0]] for each in options for r, c in enumerate(each)}
        numbers = range(len(self.square))
        return ["".join(mate.get((r, c), ".") for c in numbers) for r in numbers]

    def _pairs(self, options: Options) -> list[list[str]]:
        rows = zip(self.square, self._rows(options), strict=True)
        return [
            [self.symbols[a or 0] + b for a, b in zip(row, mate, strict=True)] for row, mate in rows
        ]

    def text(self, options: Options, screen: Screen) -> str:
        """Both squares laid over each other."""
        return "\n".join(map(" ".join, self._pairs(options)))

    picture_of = text

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The rows of the mate."""
        return {"mate": self._rows(options)}

    def drawing(self, options: Options) -> Drawing:
        """Both squares laid over each other."""
        return grid_drawing(self._pairs(options))

    def item_called(self, item: Any) -> str:
        """A cell."""
        return f"cell {cell_name(*item)}"

    def option_called(self, option: Any) -> str:
        """The cells of a transversal."""
        return "the transversal " + " ".join(cell_name(r, c) for r, c in enumerate(option))
