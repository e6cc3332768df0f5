"""KenKen, or Calcudoku: a Latin square whose digits in each cage make a given number.

Cells of a cage have the same letter; ``.`` is a cell in none. In ``clues:``, ``6+`` is a sum,
``6x`` a product, ``2-`` a difference and ``2/`` a quotient, both of two cells in either order;
``3`` is the digit of a single cell. A cage without a clue may hold any digits.

Items: cells, and each digit in each row and column. An option puts a digit into a cell. For a
difference or a quotient, options are also the pairs of digits; cells and pairs agree by colours. A
sum is a rule; a product is one for each prime, which says how often the prime divides it.

Sources: T. Miyamoto, 2004. Without clues these are Latin squares (OEIS A002860).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, Self

import exactcover as xc

from .shared import puzz_link
from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.codes import GameId, game_id, walled_parts
from .shared.filled_grid import FilledGrid
from .shared.penpa import Penpa, penpa_reader
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import Cell, drawing_text, drawn_groups, letters, rows_of, walled

#: The side of a square, and the cells of a cage with a clue.
_LARGEST, _MOST_CELLS = 16, 36
_CLUE = re.compile(r"([1-9][0-9]{0,49})\s*([-+x*×/÷:]?)")


class Cage(NamedTuple):
    """The cells of a cage, its number, and ``+``, ``-``, ``x`` or ``/``."""

    cells: Sequence[Cell]
    number: int
    sign: str

    def pairs(self, digits: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs of digits with this difference or quotient."""
        pairs = product(digits, repeat=2)
        if self.sign == "-":
            return [(a, b) for a, b in pairs if abs(a - b) == self.number]
        return [(a, b) for a, b in pairs if max(a, b) == self.number * min(a, b)]

    def totals(self, digits: Sequence[int]) -> Iterator[tuple[list[int], int]]:
        """What the digits weigh, and the total: for a sum, or for each prime of a product."""
        if self.sign == "+":
            yield [*digits], self.number
            return
        rest = self.number
        for prime in (2, 3, 5, 7, 11, 13):
            yield [_power(d, prime) for d in digits], _power(rest, prime)
            rest //= prime ** _power(rest, prime)
        if rest > 1:  # no digits have this product
            yield [0 for _ in digits], 1


@puzz_link.address("factors")
def from_puzz_link(found: puzz_link.Address) -> str:
    """An address of puzz.link: Rooms of Factors, in which all numbers are products."""
    parts, field = puzz_link.regions(found.cells, found.fields[0])
    products = puzz_link.numbers(_firsts(parts), field)
    clues = {cell: f"{n}x" for cell, n in products.items() if n}
    return _file(parts, clues, f"title: {found.title}")


@game_id("keen", "(?:d[a-z])?m?", "[_a-z0-9]+,[a-z0-9]+")
def tatham(code: GameId) -> str | None:
    """A game id of Simon Tatham's Keen: ``4:a_3b_,a5m6…``: walls, and then the clues."""
    if not code.rows == code.columns <= _LARGEST:
        return None
    walls, clues = code.body.split(",")
    parts = walled_parts(walls, code.columns)
    firsts, stated = _firsts(parts), clues.words("[asmd][0-9]+|.")
    for clue in stated:
        if len(clue.text) < 2 or len(stated) != len(firsts):
            found = f"{clue.text!r} among {xc.text.counted(len(stated), 'clue')}"
            raise clue.fault(found, f"a, s, m or d and a number, for {len(firsts)} cages")
    signs = str.maketrans("asmd", "+-x/")
    said = (clue.text[1:] + clue.text[0].translate(signs) for clue in stated)
    return _file(parts, dict(zip(firsts, said, strict=True)))


@penpa_reader({"factors", "tomtom"}, "lineE", "cage", "killercages", "numberS", "surface")
def from_penpa(board: Penpa) -> str:
    """A board with cages or thick lines; clues stand in upper left corners, and without a sign are
    products (Rooms of Factors)."""
    parts, cages = board.parts(), board.cages()
    if cages:
        parts = dict.fromkeys(parts, ".")
        for letter, cage in zip(letters(), cages, strict=False):
            parts |= dict.fromkeys(cage, letter)
    board.rows(parts)
    times = "" if "tomtom" in board.tags else "x"
    clues = {cell: text for (cell, _), text in board.corners(0).items()}
    return _file(parts, {cell: text + times * text.isdigit() for cell, text in clues.items()})


def _firsts(parts: Mapping[Cell, str]) -> list[Cell]:
    """The first cell of each part."""
    return sorted({part: cell for cell, part in sorted(parts.items(), reverse=True)}.values())


def _file(parts: Mapping[Cell, str], clues: Mapping[Cell, str], title: str = "") -> str:
    """A file with a letter for each cell, and clues of cells; those of single cells are plain."""
    size = Counter(parts.values())
    stated = (f"{parts[cell]} {clue if size[parts[cell]] > 1 else clue.rstrip('x+-/')}"
              for cell, clue in clues.items())  # fmt: skip
    below = f"clues: {', '.join(stated)}\n" * bool(clues)
    return drawing_text(rows_of(parts), "", f"{title}\ncages:") + f"\n{below}"


class KenKen(FilledGrid):
    """Fill a Latin square whose cages have given sums, products, differences and quotients."""

    shipped = "kenken"
    foreign = from_puzz_link, tatham, from_penpa
    example = "cages:\nAAB\nCAB\nCDD\nclues: A 6x, B 2-, C 5+\n"
    draws_unsolved = True
    items_called = "cells and digits"
    options_called = ("digit", "digits")

    def __init__(self, parts: Mapping[Cell, str], cages: Mapping[str, Cage], title: str = ""):
        self.parts = self.walls = {c: c if name == "." else name for c, name in parts.items()}
        self.order, self.cages, self.title = max(parts)[0] + 1, cages, title
        self.grid, self.open_cells = dict.fromkeys(parts, "."), frozenset(parts)
        clues = (f"{n}{sign * (len(cells) > 1)}" for cells, n, sign in cages.values())
        self.corners = {
            cage.cells[0]: clue for cage, clue in zip(cages.values(), clues, strict=True)
        }

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        parts, clues = drawn_groups(source, "cages", "clues")
        order = max(parts)[0] + 1
        if {*parts} != {*product(range(order), repeat=2)} or order > _LARGEST:
            first, size = source.stated["cages"][0].drawing[0], xc.text.counted(order, "row")
            raise first.fault(size, f"as many cells in each row, and at most {_LARGEST}")
        cages = {}
        for name, clue in clues.items():
            cells = [cell for cell, part in parts.items() if part == name]
            found = _CLUE.fullmatch(clue.text)
            sign = found[2].translate(str.maketrans("*×÷:", "xx//")) if found else ""
            most = 2 if sign in ("-", "/") else _MOST_CELLS if sign else 1
            if not found or len(cells) > most or (most == 2 > len(cells)):
                what = f"the clue {clue.text[:20]!r} of {xc.text.counted(len(cells), 'cell')}"
                expected = f"12+ or 12x (of up to {_MOST_CELLS}), 1- or 2/ (of two), or 3 (of one)"
                raise clue.fault(what, expected)
            cages[name] = Cage(cells, int(found[1]), sign or "+")
        yield cls(parts, cages, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        digits = range(1, self.order + 1)
        items: list[Any] = [*self.grid, *product(("row", "column"), range(self.order), digits)]
        options: dict[Any, list[Any]] = {
            ((r, c), d): [(r, c), ("row", r, d), ("column", c, d), xc.Coloured(("digit", r, c), d)]
            for r, c in self.grid for d in digits
        }  # fmt: skip
        rules = []
        for name, cage in self.cages.items():
            if cage.sign in "-/":
                items.append(f"cage {name}")
                one, other = (("digit", *cell) for cell in cage.cells)
                for a, b in cage.pairs(digits):
                    colours = xc.Coloured(one, a), xc.Coloured(other, b)
                    options[name, (a, b)] = [f"cage {name}", *colours]
            for weights, total in cage.totals(digits) if cage.sign in "+x" else ():
                weighed = {(cell, d): weights[d - 1] for cell in cage.cells for d in digits}
                rules.append(xc.Total(weighed, total).named(f"cage {name}"))
        stated = xc.Problem(items, options, secondary=[("digit", *cell) for cell in self.grid])
        return stated.where(*rules) if rules else stated

    def filled(self, options: Options) -> Mapping[Cell, str]:
        return {cell: str(digit) for cell, digit in options if cell in self.grid}

    def cells_of(self, item: Any) -> Iterable[Cell]:
        return self.cages[item[-1]].cells if isinstance(item, str) else super().cells_of(item)

    def overview(self, screen: Screen) -> str:
        """The cages, and a line with their clues."""
        names = {cage.cells[0]: name for name, cage in self.cages.items()}
        clues = ", ".join(f"{names[cell]} {clue}" for cell, clue in self.corners.items())
        return f"{walled(self.walls, names, screen.ascii)}\n{clues}"

    def item_called(self, item: Any) -> str:
        if item[0] == "digit":
            return f"the digit of {cell_name(*item[1:])}"
        is_line = item[0] in ("row", "column")
        return f"{item[2]} in {item[0]} {item[1] + 1}" if is_line else super().item_called(item)

    def option_called(self, option: Any) -> str:
        where, digits = option
        in_cell = where in self.grid
        return f"{digits} in {cell_name(*where)}" if in_cell else f"{digits} in cage {where}"


def _power(number: int, prime: int) -> int:
    """How often a prime divides a number."""
    return 0 if number % prime else 1 + _power(number // prime, prime)
