"""Shikaku: cut a board into rectangles, each with one number, which is its area.

    title: Four rectangles
    grid:
    . 6 . 3
    . . . .
    4 . . .
    . ? . .

Cells are separated by spaces; ``.`` is empty. ``?`` stands for an area that is not known.

Items: cells. Options: the rectangles with exactly one number, which is their area. An option is
named by its upper left and lower right cells.

Sources: Nikoli, 1989 ("Divide by Squares"). With ``?`` in each cell of the diagonal of a square the
solutions are the diagonal rectangulations, whose numbers are the Baxter numbers, OEIS A001181
(S. Law, N. Reading, J. Combin. Theory A 119, 2012).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate, product
from typing import Any, Self

import exactcover as xc

from .shared import puzz_link
from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.outlined import Outlined
from .shared.source import Source
from .shared.squares import MOST_CELLS, Cell, drawn_cells, rows_of, symmetries

#: The areas of all possible rectangles together, and the rectangles tried to find them, at most.
_MOST = 1_000_000

Rectangle = tuple[Cell, Cell]


def from_puzz_link(text: str, path: str) -> str | None:
    """An address of puzz.link."""
    found = puzz_link.address(text, path, "shikaku")
    if found is None:
        return None
    numbers = puzz_link.numbers(found.cells, found.fields[0])
    if 0 in numbers.values():
        raise found.fields[0].fault("the number 0", "areas from 1")
    drawn = {cell: str(numbers.get(cell, ".") or "?") for cell in found.cells}
    return "\n".join([found.title, "grid:", *(" ".join(map(str, row)) for row in rows_of(drawn))])


class Shikaku(Outlined):
    """Cut a board into rectangles with the given areas."""

    shipped = "shikaku"
    foreign = (from_puzz_link,)
    example = """\
grid:
. 6 . 3
. . . .
4 . . .
. ? . .
"""
    draws_unsolved = True
    items_called = "cells"
    options_called = ("rectangle", "rectangles")
    up_to = "up to turning and reflecting the board"

    def __init__(self, clues: Mapping[Cell, int | None], cells: list[Cell], title: str = ""):
        self.clues, self.cells, self.title = clues, cells, title
        self.labels = {cell: str(area or "?") for cell, area in clues.items()}

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        title, drawn = drawn_cells(source)
        clues: dict[Cell, int | None] = {}
        for each in drawn:
            if each.text != ".":
                area = clues[each.cell] = xc.text.whole(each.text, 1, MOST_CELLS)
                if area is None and each.text != "?":
                    found = repr(each.text[:20])
                    raise source.fault(each.line, each.column, found, "a number, '.' or '?'")
        puzzle = cls(clues, [each.cell for each in drawn], title)
        if puzzle.rectangles is None:
            expected = f"few enough that their areas add up to at most {_MOST:,}"
            raise source.fault(drawn[0].line, 0, "too many possible rectangles", expected)
        yield puzzle

    @cached_property
    def rectangles(self) -> dict[Rectangle, list[Cell]] | None:
        """The cells of each rectangle that is possible; None if there are too many."""
        rows, columns = (1 + max(cell[k] for cell in self.cells) for k in (0, 1))
        #: Numbers above and to the left of each point, and 2 for each gap in the board.
        weights = {(r + 1, c + 1): int((r, c) in self.clues) for r, c in self.cells}
        above, sums = [0] * (columns + 1), []
        for r in range(rows + 1):
            row = accumulate(weights.get((r, c), 2 * bool(r and c)) for c in range(columns + 1))
            sums.append(above := [a + b for a, b in zip(above, row, strict=True)])
        found: dict[Rectangle, list[Cell]] = {}
        tried = total = 0
        for (r, c), area in self.clues.items():
            for high in range(1, min(rows, area or rows) + 1):
                widths = [area // high][: area % high == 0] if area else range(1, columns + 1)
                for width in widths:
                    before = len(found)
                    tops = range(max(0, r - high + 1), min(r, rows - high) + 1)
                    lefts = range(max(0, c - width + 1), min(c, columns - width) + 1)
                    tried += len(tops) * len(lefts) + 1
                    if tried > _MOST or total > _MOST:
                        return None
                    for top, left in product(tops, lefts):
                        low, right = top + high, left + width
                        both = sums[low][right] + sums[top][left]
                        if both - sums[top][right] - sums[low][left] == 1:
                            block = product(range(top, low), range(left, right))
                            found[(top, left), (low - 1, right - 1)] = list(block)
                    total += high * width * (len(found) - before)
                    if len(found) == before:  # wider ones would have more numbers
                        break
        return found

    @cached_property
    def problem(self) -> xc.Problem:
        return xc.Problem(self.cells, self.rectangles or {})

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        motions = symmetries({cell: self.labels.get(cell) for cell in self.cells})
        return self.problem.symmetry(*motions) if motions else None

    @property
    def misfit(self) -> str | None:
        """Say that the areas do not add up to that of the board."""
        areas = [*self.clues.values()]
        total, size = sum(area or 1 for area in areas), len(self.cells)
        if total == size or (None in areas and total < size):
            return None
        least = "at least " * (None in areas)
        return f"the areas add up to {least}{total:,}, but the board has {size:,} cells"

    def covered(self, option: Any) -> list[Cell]:
        return (self.rectangles or {})[option]

    def piece(self, option: Any) -> str:
        return cell_name(*self._clue(option))

    def _clue(self, option: Rectangle) -> Cell:
        """The cell with the number of a rectangle."""
        return next(cell for cell in self.covered(option) if cell in self.clues)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"rectangles": sorted(options)}

    def option_called(self, option: Any) -> str:
        first, last = option
        return f"the rectangle from {cell_name(*first)} to {cell_name(*last)}"
