"""KenKen, or Calcudoku: a Latin square whose digits in each cage make a given number.

    title: Four cages
    cages:
    AAB
    CAB
    CDD
    clues: A 6x, B 2-, C 5+

Cells of a cage have the same letter; ``.`` is a cell in none. In ``clues:``, ``6+`` is a sum,
``6x`` a product, ``2-`` a difference and ``2/`` a quotient, both of two cells in either order;
``3`` is the digit of a single cell. A cage without a clue may hold any digits.

Items: cells, each digit in each row and column, and cages with clues; as secondary items, the
digits of cells, which are colours. There are two kinds of options. A digit in a cell covers the
cell, and the digit in its row and column; a filling covers its cage. Both colour their cells. Cages
with very many fillings have a rule instead: a sum, or one for each prime factor of the product.

Sources: T. Miyamoto, 2004. Without clues these are Latin squares (OEIS A002860).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.filled_grid import FilledGrid
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import Cell, drawn_groups, rows_of, walled

_LARGEST, _MOST_FILLINGS, _MOST_CELLS = 16, 3_000, 36
_CLUE = re.compile(r"([1-9][0-9]{0,49})\s*([-+x*×/÷:]?)")


class Cage(NamedTuple):
    """The cells of a cage, its number, and ``+``, ``-``, ``x`` or ``/``."""

    cells: Sequence[Cell]
    number: int
    sign: str

    def fits(self, values: Sequence[int], order: int) -> bool:
        """Whether these may be its first values; others are from 1 to ``order``."""
        rest, number = len(self.cells) - len(values), self.number
        if self.sign == "+":
            return sum(values) + rest <= number <= sum(values) + rest * order
        if self.sign == "x":
            return number % prod(values) == 0 and number // prod(values) <= order**rest
        less, more = min(values), max(values)
        return rest > 0 or number == (more - less if self.sign == "-" else more / less)

    def fillings(self, order: int) -> list[tuple[int, ...]] | None:
        """All its fillings with different digits in a line; None if there are too many."""
        found: list[tuple[int, ...]] = [()]
        for k, (r, c) in enumerate(self.cells):
            line = [j for j in range(k) if r == self.cells[j][0] or c == self.cells[j][1]]
            longer = ((*f, d) for f in found for d in range(1, order + 1)
                      if all(f[j] != d for j in line))  # fmt: skip
            found = [values for values in longer if self.fits(values, order)]
            if len(found) > _MOST_FILLINGS:
                return None
        return found


class KenKen(FilledGrid):
    """Fill a Latin square whose cages have given sums, products, differences and quotients."""

    shipped = "kenken"
    example = """\
cages:
AAB
CAB
CDD
clues: A 6x, B 2-, C 5+
"""
    draws_unsolved = True
    items_called = "cells, digits and cages"
    options_called = ("digit or filling", "digits and fillings")

    def __init__(self, parts: Mapping[Cell, str], cages: Mapping[str, Cage], title: str = ""):
        self.parts = self.walls = {c: c if name == "." else name for c, name in parts.items()}
        self.order, self.cages, self.title = max(parts)[0] + 1, cages, title
        self.grid = dict.fromkeys(parts, ".")
        self.open_cells = frozenset(parts)
        self.corners = {
            cage.cells[0]: f"{cage.number}{cage.sign * (len(cage.cells) > 1)}"
            for cage in cages.values()
        }

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        title, drawn, clues = drawn_groups(source, "cages", "clues")
        parts = {each.cell: each.text for each in drawn}
        order = max(parts)[0] + 1
        for each, row in ((drawn[0], row) for row in rows_of(parts)):
            if len(row) != order or None in row or order > _LARGEST:
                expected = f"as many rows as columns, at most {_LARGEST}"
                raise source.fault(each.line, 0, f"{order} rows, one of {len(row)} cells", expected)
        cages = {}
        for name, clue in clues.items():
            cells = [cell for cell, part in parts.items() if part == name]
            found = _CLUE.fullmatch(clue.text)
            sign = found[2].translate(str.maketrans("*×÷:", "xx//")) if found else ""
            size = xc.text.counted(len(cells), "cell")
            most = 2 if sign in ("-", "/") else _MOST_CELLS if sign else 1
            if not found or len(cells) > most or (most == 2 > len(cells)):
                expected = f"12+ or 12x (of up to {_MOST_CELLS}), 1- or 2/ (of two), or 3 (of one)"
                raise clue.fault(f"the clue {clue.text[:20]!r} of {size}", expected)
            cages[name] = Cage(cells, int(found[1]), sign or "+")
        yield cls(parts, cages, title)

    @cached_property
    def problem(self) -> xc.Problem:
        numbers, digits = range(self.order), range(1, self.order + 1)
        items: list[Any] = list(product(("cell", "row", "column"), numbers, numbers))
        options: dict[Any, list[Any]] = {
            (cell, d): [("cell", *cell), ("row", cell[0], d - 1), ("column", cell[1], d - 1),
                        xc.Coloured(cell, d)]
            for cell in self.grid for d in digits
        }  # fmt: skip
        rules: list[Any] = []
        for name, (cells, number, sign) in self.cages.items():
            places = list(product(cells, digits))
            fillings = self.cages[name].fillings(self.order)
            if fillings is not None:
                items.append(("cage", name))
                for values in fillings:
                    colours = map(xc.Coloured, cells, values)
                    options[name, values] = [("cage", name), *colours]
            elif sign == "+":
                rules.append(xc.Total({(cell, d): d for cell, d in places}, number))
            else:
                powers = {p: _power(number, p) for p in (2, 3, 5, 7, 11, 13)}
                if prod(p**k for p, k in powers.items()) != number:
                    items.append(("cage", name))  # no digits have this product
                for p, k in powers.items():
                    rules.append(xc.Total({(cell, d): _power(d, p) for cell, d in places}, k))
        stated = xc.Problem(items, options, secondary=list(self.grid))
        return stated.where(*(rule for rule in rules)) if rules else stated

    def filled(self, options: Options) -> Mapping[Cell, str]:
        return {cell: str(digit) for cell, digit in options if cell in self.grid}

    def cells_of(self, item: Any) -> Sequence[Cell]:
        if item[0] == "cage":
            return self.cages[item[1]].cells
        return [item] if item in self.grid else list(super().cells_of(item))

    def overview(self, screen: Screen) -> str:
        """The cages, and a line with their clues."""
        names = {cage.cells[0]: name for name, cage in self.cages.items()}
        clues = ", ".join(f"{names[cell]} {clue}" for cell, clue in self.corners.items())
        return f"{walled(self.walls, names, screen.ascii)}\n{clues}"

    def item_called(self, item: Any) -> str:
        if item in self.grid:
            return f"the digit of {cell_name(*item)}"
        kind, *at = item
        if kind == "cage":
            return f"cage {at[0]}"
        return f"cell {cell_name(*at)}" if kind == "cell" else f"{at[1] + 1} in {kind} {at[0] + 1}"

    def option_called(self, option: Any) -> str:
        where, digits = option
        if where in self.grid:
            return f"{digits} in {cell_name(*where)}"
        return f"{' '.join(map(str, digits))} in cage {where}"


def _power(number: int, prime: int) -> int:
    """How often a prime divides a number."""
    return 0 if number % prime else 1 + _power(number // prime, prime)
