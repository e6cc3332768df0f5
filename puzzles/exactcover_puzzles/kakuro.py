"""Kakuro: a crossword of digits in which each entry has a given sum.

    title: Four sums
    grid:
    #     4\\     3\\
    \\4    .      .
    \\3    .      .

Cells are separated by spaces: ``.`` is empty, a digit is given, ``#`` is black. ``17\\4`` is black
too: the digits below it add up to 17, and those to its right to 4. Either sum may be omitted.
Entries hold digits from 1 to 9, all different. An entry without a sum may have any.

Items: cells; entries; and each entry with each of the nine digits. There are two kinds of options.
A digit in a cell covers the cell, and the digit in its entries. A set of digits with the sum of an
entry covers the entry and the digits *not* in the set; those in the set are left to the
cells. (The same idea: crabmouse, forum.enjoysudoku.com, thread 33617, 2020.)
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.filled_grid import FilledGrid
from .shared.penpa import Penpa, penpa_reader
from .shared.puzz_link import Address, address
from .shared.source import Source, Text
from .shared.squares import EDGE, Cell, drawing_text, drawn_cells, entries
from .shared.svg_page import PAPER, Drawing, text_element
from .shared.svg_text import number

#: Signs for sums in addresses of puzz.link, by value.
_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ALLOWED = (
    r"[.#1-9]|[0-9]{0,3}\\[0-9]{0,3}",
    r"'.', '#', a digit from 1 to 9, or sums such as 17\4",
)


@address("kakuro")
def from_puzz_link(found: Address) -> str:
    """``https://puzz.link/p?kakuro/…`` as a file.

    k to z are 1 to 16 empty cells, ``.`` is a black one, two signs are the sums below and to the
    right, ``-`` for none. Last come the sums above and to the left of the grid, for each column or
    row that begins with an empty cell.
    """
    (body,), (rows, columns) = found.fields, found.size
    end = body.part(len(body.text))
    signs = iter(body.words("."))

    def total(sign: Text) -> str:
        if sign.text not in (*_SUMS, "-"):
            expected = "a sum of puzz.link: 0 to 9, a to j, A to Z, or -"
            raise sign.fault(repr(sign.text) if sign.text else "the end", expected)
        return f"{_SUMS.find(sign.text)}" if sign.text > "0" else ""

    cells: list[str] = []
    while len(cells) < rows * columns:
        sign = next(signs, end)
        if not sign.text:
            cells += ["."] * (rows * columns - len(cells))
        elif "k" <= sign.text <= "z":
            cells += ["."] * (int(sign.text, 36) - 19)
        else:
            is_plain = sign.text == "."
            cells.append("#" if is_plain else f"{total(sign)}\\{total(next(signs, end))}")
    cells = cells[: rows * columns]
    none = end._replace(text="-")
    above = (f"{total(next(signs, none))}\\" if cell == "." else "#" for cell in cells[:columns])
    grid = [["#", *above]]
    for k in range(0, len(cells), columns):
        left = f"\\{total(next(signs, none))}" if cells[k] == "." else "#"
        grid.append([left, *cells[k : k + columns]])
    for sign in signs:
        raise sign.fault(repr(body.text[sign.column - body.column :][:20]), "the end")
    return _file(grid, f"title: {found.title}\n")


def _file(grid: list[list[str]], above: str = "") -> str:
    rows = (("#" if cell == "\\" else cell for cell in row) for row in grid)
    return drawing_text(rows, " ", f"{above}grid:")


@penpa_reader({"kakuro"}, "symbol", "number", "numberS")
def from_penpa(board: Penpa) -> str:
    """A board with black cells, and sums in their lower left and upper right corners."""
    sums, drawn = board.corners(1, 2), board.texts()
    for cell, (_, name, *_) in board.drawn("symbol").items():
        if name != "kakuro":
            raise board.fault(f"the symbol {name!r}", "black cells, numbers and sums")
        drawn[cell] = "\\".join(sums.pop((cell, corner), "") for corner in (2, 1))
    if sums or not board.drawn("symbol"):
        raise board.fault("sums in cells that are not black", "black cells, and sums in them")
    return _file(board.rows(drawn))


class Kakuro(FilledGrid):
    """Solve kakuro: fill a grid with digits that have the given sums."""

    shipped = "kakuro"
    foreign = from_puzz_link, from_penpa
    example = """\
grid:
#     4\\     3\\
\\4    .      .
\\3    .      .
"""
    draws_unsolved = True
    items_called = "cells, entries and digits"
    options_called = ("digit or set of digits", "digits and sets of digits")

    def __init__(self, grid: Mapping[Cell, str], title: str = ""):
        self.grid, self.title = grid, title
        self.open_cells = frozenset(c for c, text in grid.items() if text == "." or text.isdigit())
        found = [((way, cells[0]), cells) for way, cells in entries(self.open_cells)]
        #: (direction, first cell) -> cells. A single cell is an entry if it has a sum.
        self.entries = {key: cells for key, cells in found if len(cells) > 1 or self._sum(*key)}

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        drawn = drawn_cells(source, allowed=_ALLOWED, alone=r".*\\.*")
        puzzle = cls({cell: each.text for cell, each in drawn.items()}, source.title)
        if not puzzle.open_cells:
            raise drawn[0, 0].fault("no cell to fill", "'.' for each")
        for (r, c), each in drawn.items():
            down, _, across = each.text.partition("\\")
            entries_of = (down, (r + 1, c), "below"), (across, (r, c + 1), "right of")
            for total, cell, where in entries_of:
                if total.isdigit() and int(total) == 0:
                    raise each.fault(repr(each.text), "a sum from 1 to 45, or nothing for any sum")
                if "\\" in each.text and total and cell not in puzzle.open_cells:
                    found = f"{each.text!r} with no cell {where} it"
                    raise each.fault(found, "a cell to fill there")
        yield puzzle

    def _sum(self, way: str, first: Cell) -> int:
        """The sum of the entry that begins here; 0 if none is given."""
        r, c = first
        sums = self.grid.get((r, c - 1) if way == "across" else (r - 1, c), "")
        down, _, across = sums.partition("\\")
        return int((across if way == "across" else down) or 0) if "\\" in sums else 0

    @cached_property
    def problem(self) -> xc.Problem:
        options: dict[Any, list[Any]] = {
            (cell, digit): [cell]
            for cell in sorted(self.open_cells)
            for digit in self._digits(cell)
        }
        items: list[Any] = [*sorted(self.open_cells), *self.entries]
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
        return range(1, 10) if self.grid[cell] == "." else [int(self.grid[cell])]

    def filled(self, options: Options) -> Mapping[Cell, str]:
        return {cell: str(digit) for cell, digit in options if cell in self.grid}

    def drawing(self, options: Options) -> Drawing:
        drawing = super().drawing(options)
        elements = list(drawing.elements)
        for (r, c), text in self.grid.items():
            down, stroke, across = text.partition("\\")
            if stroke:
                x, y = c * EDGE, r * EDGE
                diagonal = f"M{number(x)} {number(y)}l{number(EDGE)} {number(EDGE)}"
                elements.append(f'<path d="{diagonal}" stroke="{PAPER}" stroke-width="0.75"/>')
                for total, dx, dy in ((down, 0.28, 0.86), (across, 0.7, 0.42)):
                    at = x + dx * EDGE, y + dy * EDGE, 0.34 * EDGE
                    elements.append(text_element(total, *at, ink=PAPER, anchor="middle"))
        return Drawing(drawing.width, drawing.height, elements)

    def cells_of(self, item: Any) -> Sequence[Cell]:
        """A cell, or those of an entry."""
        one = item[0]
        if isinstance(one, int):
            return [item]
        return self.entries[one if isinstance(one, tuple) else item]

    def item_called(self, item: Any) -> str:
        one, other = item
        if isinstance(one, tuple):
            return f"digit {other} in {self.item_called(one)}"
        if isinstance(one, int):
            return f"cell {cell_name(one, other)}"
        total = self._sum(one, other)
        return f"the entry {one} from {cell_name(*other)}" + f" with sum {total}" * (total > 0)

    def option_called(self, option: Any) -> str:
        where, digits = option
        if where in self.grid:
            return f"{digits} at {cell_name(*where)}"
        return f"{''.join(map(str, digits))} in {self.item_called(where)}"
