"""Kakuro: a crossword of digits, in which the sum of each entry is given.

    title: Four sums
    grid:
    #     4\\     3\\
    \\4    .      .
    \\3    .      .

Cells stand between spaces: ``.`` is to be filled, a digit is given, ``#`` is black. ``17\\4`` is
black too: the digits below it add up to 17, and those to its right to 4. One may be left out.
Entries hold digits from 1 to 9, all different. An entry without a sum may have any.

Items: cells; entries; and each entry with each of the nine digits. Options: a digit in a cell,
which covers the cell and the digit in its entries; and for an entry a set of digits with its sum,
which covers the entry and the digits that are *not* in the set. So the digits in the set are left
to the cells. (The same idea: crabmouse, forum.enjoysudoku.com, thread 33617, 2020.)
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options, Puzzle
from .shared.cell_names import cell_name
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import EDGE, Cell, drawing_of, drawn_cells, entries, rows_of, table
from .shared.svg_page import INK, PAPER, Drawing, text_element

__all__ = ["Kakuro"]

_TOKEN = re.compile(r"[.#1-9]|([0-9]{0,3})\\([0-9]{0,3})")


class Kakuro(Puzzle):
    """Fill a grid with digits whose sums are given."""

    shipped = "kakuro"
    items_called = "cells, entries and digits"
    options_called = ("digit or set of digits", "digits and sets of digits")

    def __init__(self, tokens: Mapping[Cell, str], title: str = ""):
        self.tokens, self.title = tokens, title
        white = [cell for cell, token in tokens.items() if len(token) == 1 and token != "#"]
        #: (direction, first cell) -> its cells. A single cell is an entry if it has a sum.
        self.entries = {
            (way, cells[0]): cells
            for way, cells in entries(white)
            if len(cells) > 1 or self._sum(way, cells[0])
        }
        self.white = white

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The grid in a file."""
        title, drawn = drawn_cells(source)
        for each in drawn:
            if not _TOKEN.fullmatch(each.text):
                expected = r"'.', '#', a digit from 1 to 9, or sums such as 17\4"
                raise source.fault(each.line, each.column, repr(each.text[:20]), expected)
        places = {each.cell: each for each in drawn}
        puzzle = cls({cell: each.text for cell, each in places.items()}, title)
        for (way, first), cells in puzzle.entries.items():
            if len(cells) > 9:
                place = places[first]
                found = f"an entry {way} of {len(cells)} cells"
                raise source.fault(place.line, place.column, found, "at most 9")
        if not puzzle.white:
            raise source.fault(drawn[0].line, 1, "no cell to fill", "'.' for each")
        yield puzzle

    def _sum(self, way: str, first: Cell) -> int:
        """The sum of the entry that begins here; 0 if none is given."""
        r, c = first
        sums = self.tokens.get((r, c - 1) if way == "across" else (r - 1, c), "")
        down, _, across = sums.partition("\\")
        return int((across if way == "across" else down) or 0) if "\\" in sums else 0

    @cached_property
    def problem(self) -> xc.Problem:
        """Cells, entries, and the digits of each entry are items."""
        options: dict[Any, list[Any]] = {
            (cell, digit): [cell] for cell in self.white for digit in self._digits(cell)
        }
        items: list[Any] = [*self.white, *self.entries]
        for entry, cells in self.entries.items():
            items += [(entry, digit) for digit in range(1, 10)]
            for cell in cells:
                for digit in self._digits(cell):
                    options[cell, digit].append((entry, digit))
            for digits in combinations(range(1, 10), len(cells)):
                if sum(digits) == self._sum(*entry) or not self._sum(*entry):
                    others = [(entry, digit) for digit in range(1, 10) if digit not in digits]
                    options[entry, digits] = [entry, *others]
        return xc.Problem(items, options)

    def _digits(self, cell: Cell) -> Sequence[int]:
        return range(1, 10) if self.tokens[cell] == "." else [int(self.tokens[cell])]

    def _filled(self, options: Options) -> dict[Cell, str]:
        return self.tokens | {cell: str(digit) for cell, digit in options if cell in self.tokens}

    def text(self, options: Options, screen: Screen) -> str:
        """The grid as files have it, with the digits."""
        return table(self._filled(options))

    picture_of = text

    def overview(self, screen: Screen) -> str:
        """The grid as files have it."""
        return table(self.tokens)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The digit of each cell, row by row; null for a black one."""
        digits = {cell: digit for cell, digit in options if cell in self.tokens}
        return {"rows": rows_of({cell: digits.get(cell) for cell in self.tokens})}

    def drawing(self, options: Options) -> Drawing:
        """The digits, and the sums in their black cells."""
        digits = {cell: text for cell, text in self._filled(options).items() if text.isdigit()}
        black = {cell: text for cell, text in self.tokens.items() if cell not in digits}
        grid = drawing_of(self.tokens, digits, dict.fromkeys(black, INK))
        elements = list(grid.elements)
        for (r, c), text in black.items():
            down, stroke, across = text.partition("\\")
            if stroke:
                x, y = c * EDGE, r * EDGE
                corner = f"M{x:g} {y:g}l{EDGE:g} {EDGE:g}"
                elements.append(f'<path d="{corner}" stroke="{PAPER}" stroke-width="0.75"/>')
                for sum_, dx, dy in ((down, 0.28, 0.86), (across, 0.7, 0.42)):
                    at = x + dx * EDGE, y + dy * EDGE, 0.34 * EDGE
                    elements.append(text_element(sum_, *at, ink=PAPER, anchor="middle"))
        return Drawing(grid.width, grid.height, elements)

    def item_called(self, item: Any) -> str:
        """A cell, an entry, or a digit in an entry."""
        one, other = item
        if isinstance(one, tuple):
            return f"digit {other} in {self.item_called(one)}"
        if isinstance(one, int):
            return f"cell {cell_name(one, other)}"
        total = self._sum(one, other)
        return f"the entry {one} from {cell_name(*other)}" + f" with sum {total}" * (total > 0)

    def option_called(self, option: Any) -> str:
        """A digit in a cell, or the digits of an entry."""
        where, digits = option
        if where in self.tokens:
            return f"{digits} at {cell_name(*where)}"
        return f"{''.join(map(str, digits))} in {self.item_called(where)}"
