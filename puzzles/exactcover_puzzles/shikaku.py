"""Shikaku: cut a board into rectangles, each with one number, which is its area.

Numbers are separated by spaces; ``.`` is an empty cell (without ``grid:`` also ``0``, ``-`` or
``_``), ``?`` a number that is not given.

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
from .shared.codes import GameId, game_id
from .shared.outlined import Outlined
from .shared.penpa import Penpa, penpa_reader
from .shared.source import Source
from .shared.squares import MOST_CELLS, Cell, drawing_text, drawn_cells, symmetries

#: The areas of all possible rectangles together, and the rectangles tried to find them, at most.
_MOST = 1_000_000

Rectangle = tuple[Cell, Cell]


@puzz_link.address("shikaku")
def from_puzz_link(found: puzz_link.Address) -> str:
    """An address of puzz.link."""
    numbers = puzz_link.numbers(found.cells, found.fields[0], least=1, most=MOST_CELLS)
    return found.file({cell: str(n or "?") for cell, n in numbers.items()}, between=" ")


@game_id("rect", r"(?:e[0-9.]+)?a?", "[a-z0-9_]+")
def tatham(code: GameId) -> str:
    """A game id of Simon Tatham's Rect: ``7x7:a3b2_4…``"""
    return drawing_text(code.grid(), " ")


@penpa_reader({"shikaku"}, "number", "surface")
def from_penpa(board: Penpa) -> str:
    """A board with areas; one that does not say its kind must be filled by them."""
    areas = board.texts()
    least = sum(int(text.replace("?", "1")) for text in areas.values())
    exact = "?" not in areas.values()
    if not board.tags and (least > len(board.cells) or (exact and least < len(board.cells))):
        raise board.fault("numbers that do not add up to the area", "areas of rectangles")
    return drawing_text(board.rows(areas), " ")


class Shikaku(Outlined):
    """Cut a board into rectangles with the given areas."""

    shipped = "shikaku"
    foreign = from_puzz_link, tatham, from_penpa
    example = "grid:\n. 6 . 3\n. . . .\n4 . . .\n. ? . .\n"
    draws_unsolved = True
    items_called = "cells"
    options_called = ("rectangle", "rectangles")
    up_to = "up to turning and reflecting the board"

    def __init__(self, clues: Mapping[Cell, int | None], cells: list[Cell], title: str = ""):
        self.clues, self.cells, self.title = clues, cells, title
        self.labels = {cell: str(area or "?") for cell, area in clues.items()}

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        drawn = drawn_cells(source, ragged=True, alone="[.0_-]")
        clues: dict[Cell, int | None] = {}
        for cell, each in drawn.items():
            if source.is_bare and each.text in ("0", "-", "_"):
                continue
            area = xc.text.whole(each.text, 1, MOST_CELLS)
            if area is None and each.text not in (".", "?"):
                raise each.fault(repr(each.text[:20]), "a number, '.' or '?'")
            if each.text != ".":
                clues[cell] = area
        puzzle = cls(clues, [*drawn], source.title)
        if puzzle.rectangles is None:
            expected = f"few enough that their areas add up to at most {_MOST:,}"
            raise drawn[0, 0].fault("too many possible rectangles", expected)
        yield puzzle

    @cached_property
    def rectangles(self) -> dict[Rectangle, list[Cell]] | None:
        """The cells of each rectangle that is possible; None if there are too many."""
        rows, columns = (1 + max(cell[k] for cell in self.cells) for k in (0, 1))
        #: Numbers above and to the left of each point, and 2 for each gap in the board.
        weights = {(r + 1, c + 1): int((r, c) in self.clues) for r, c in self.cells}
        sums = [[0] * (columns + 1)]
        for r in range(1, rows + 1):
            row = accumulate(weights.get((r, c), 2 * (c > 0)) for c in range(columns + 1))
            sums.append([a + b for a, b in zip(sums[-1], row, strict=True)])
        found: dict[Rectangle, list[Cell]] = {}
        tried = total = 0
        for ((r, c), area), high in product(self.clues.items(), range(1, rows + 1)):
            for wide in [area // high][: area % high == 0] if area else range(1, columns + 1):
                before = len(found)
                tops = range(max(0, r - high + 1), min(r, rows - high) + 1)
                lefts = range(max(0, c - wide + 1), min(c, columns - wide) + 1)
                tried += len(tops) * len(lefts) + 1
                if tried > _MOST or total > _MOST:
                    return None
                for top, left in product(tops, lefts):
                    low, right = top + high, left + wide
                    above, below = sums[top], sums[low]
                    if below[right] - above[right] - below[left] + above[left] == 1:
                        block = product(range(top, low), range(left, right))
                        found[(top, left), (low - 1, right - 1)] = list(block)
                total += high * wide * (len(found) - before)
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
        total, size, open_end = sum(area or 1 for area in areas), len(self.cells), None in areas
        if total == size or (open_end and total < size):
            return None
        least = "at least " * open_end
        return f"the areas add up to {least}{total:,}, but the board has {size:,} cells"

    def mark(self, option: Any) -> tuple[list[Cell], str, str]:
        cells = (self.rectangles or {})[option]
        return cells, cell_name(*next(cell for cell in cells if cell in self.clues)), ""

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"rectangles": sorted(options)}

    def option_called(self, option: Any) -> str:
        first, last = option
        return f"the rectangle from {cell_name(*first)} to {cell_name(*last)}"
