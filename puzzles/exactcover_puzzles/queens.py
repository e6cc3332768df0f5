"""Queens: n queens on a board of n x n squares that do not attack each other.

    puzzles queens 8 --given r1c1        puzzles queens 13 --torus

Legend: a *square* is (row, column), both from 0. Items are rows and columns, and as secondary items
the diagonals: ("rising", row + column) and ("falling", row - column). An option is a square. On a
torus diagonals wrap around at the borders; then there are n of each kind, and each has a queen.

Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (rows and columns from the
middle outwards make the search smaller). OEIS A000170, up to symmetry A002562; on a torus A007705.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.cell_names import cell_name, cell_of
from .shared.filled_grid import FilledGrid
from .shared.motions import symmetry_of_options
from .shared.numbered import NumberedPuzzle
from .shared.squares import EDGE, Cell, drawing_of, symmetries
from .shared.svg_page import INK, Drawing, moved

_DARK = "#d5dbe3"
_CROWN = f'<path d="M7 25L5 10l6 7 5-11 5 11 6-7-2 15z" fill="{INK}"/>'


class Queens(FilledGrid, NumberedPuzzle):
    """Place N queens on an N x N board so that no two attack each other."""

    most, number_is = 100, "rows, columns and queens"
    items_called = "rows, columns and diagonals"
    options_called = ("queen", "queens")
    up_to = "up to symmetries of the board"
    page_options = ("--torus", "--given")
    as_seen = "♛"

    def __init__(self, n: int, queens: Options = (), torus: bool = False):
        self.n, self.queens, self.torus = n, queens, torus
        self.title = xc.text.counted(n, "queen") + (" on a torus" if torus else "")
        self.grid = {(r, c): "." for r in range(n) for c in range(n)} | self.filled(queens)
        self.open_cells = frozenset(self.grid)
        self.dark = [(r, c) for r, c in self.grid if (r + c) % 2]

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        given = "queens already on the board, such as r1c5 r2c3"
        parser.add_argument("--given", metavar="SQUARE", nargs="+", default=[], help=given)
        xc.cli.add_argument(parser, "--torus", "let diagonals wrap around at the borders")

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Iterator[Self]:
        n, queens = arguments.n, list(map(cell_of, arguments.given))
        for name, queen in zip(arguments.given, queens, strict=True):
            if queen is None or max(queen) >= n:
                expected = f"expected a square from r1c1 to r{n}c{n}"
                arguments.parser.error(f"--given {name!r}: {expected}")
        yield cls(n, queens, arguments.torus)

    @cached_property
    def problem(self) -> xc.Problem:
        n, numbers, wrapped = self.n, range(self.n), self.n if self.torus else 2 * self.n
        middle_out = sorted(numbers, key=lambda k: abs(2 * k - n + 1))
        lines = [(kind, k) for k in middle_out for kind in ("row", "column")]
        options = {
            (r, c): [("row", r), ("column", c),
                     ("rising", (r + c) % wrapped), ("falling", (r - c) % wrapped)]
            for r in numbers for c in numbers
        }  # fmt: skip
        others = list(dict.fromkeys(item for items in options.values() for item in items[2:]))
        primary, secondary = (lines + others, []) if self.torus else (lines, others)
        return xc.Problem(primary, options, secondary=secondary).given(*self.queens)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """Motions of the board, and shifts of a small empty torus; the library
        lists the group."""
        motions = symmetries(self.grid)
        if self.torus and self.n < 20 and not self.queens:
            motions.append({(r, c): ((r + 1) % self.n, c) for r, c in self.grid})
        return symmetry_of_options(self.problem, *(motion.__getitem__ for motion in motions))

    @property
    def misfit(self) -> str | None:
        what = "there is none on a torus if 2 or 3 divides the number of rows (Polya, 1918)"
        return what if self.torus and (self.n % 2 == 0 or self.n % 3 == 0) else None

    def filled(self, options: Options) -> dict[Cell, str]:
        """Queens."""
        return dict.fromkeys(options, "Q")

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"queens": sorted(options)}

    def drawing(self, options: Options) -> Drawing:
        fills = dict.fromkeys(self.dark, _DARK)
        board = drawing_of(dict.fromkeys(self.grid, 0), fills=fills)
        crowns = [each for r, c in options for each in moved([_CROWN], c * EDGE, r * EDGE)]
        return Drawing(board.width, board.height, [*board.elements, *crowns])

    def item_called(self, item: Any) -> str:
        kind, k = item
        if kind in ("row", "column"):
            return f"{kind} {k + 1}"
        first, *_ = self.cells_of(item)
        return f"the {kind} diagonal of {cell_name(*first)}"

    def option_called(self, option: Any) -> str:
        return f"a queen on {cell_name(*option)}"
