"""Dominosa: a set of dominoes was laid out; find their outlines.

    title: The dominoes from 0-0 to 2-2
    grid:
    0 1 1 2
    0 2 0 1
    2 2 0 1

Rows are numbers separated by spaces; ``.`` is a gap. The number of cells fixes the set: 12 cells
are the six dominoes from 0-0 to 2-2, and 56 cells the 28 dominoes from 0-0 to 6-6.

Items: cells, and dominoes (the smaller number first). Options: pairs of neighbouring cells, which
cover both cells, and the domino with their numbers.

Source: a patience of O. S. Adler (German patent 71539 of 1893); M. Gardner, Mathematical Circus.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from math import isqrt
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.codes import GameId, game_id
from ..shared.source import Source
from ..shared.squares import Cell, drawing_text, drawn_cells, neighbours
from .dominoes import Dominoes


@game_id("dominosa", "(?:d[a-z])?a?", r"(?:[0-9]|\[[0-9]+\])+")
def tatham(code: GameId) -> str | None:
    """Game ids of Simon Tatham's Dominosa as a file: ``2:011202012201``, and [10] for 10."""
    if code.columns != code.rows:
        return None
    numbers = re.findall("[0-9]+(?=])|[0-9]", code.body.text)
    width, height = code.columns + 2, code.columns + 1
    if len(numbers) != width * height:
        found = xc.text.counted(len(numbers), "number")
        raise code.body.fault(found, f"{width * height:,}, in {height} rows of {width}")
    rows = (numbers[k : k + width] for k in range(0, len(numbers), width))
    return drawing_text(rows, " ")


class Dominosa(Dominoes):
    """Find a set of dominoes, each used once, in a grid of numbers."""

    shipped = "dominosa"
    foreign = (tatham,)
    example = """\
grid:
1 3 3 3 0
1 0 1 2 2
1 0 2 1 0
0 2 2 3 3
"""
    items_called = "cells and dominoes"

    def __init__(self, numbers: Mapping[Cell, int], title: str = ""):
        super().__init__(list(numbers), title, {cell: str(n) for cell, n in numbers.items()})
        self.numbers = numbers
        self.largest = _largest(len(numbers))

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        allowed = r"\.|[0-9]+", "a number, or '.'"
        drawn = drawn_cells(source, allowed=allowed, ragged=True, alone="[0-9]+")
        stated = {cell: each for cell, each in drawn.items() if each.text != "."}
        largest = _largest(len(stated))
        if largest < 0 or (largest + 1) * (largest + 2) != len(stated):
            sets = ", ".join(str(n * (n + 1)) for n in range(1, 8))
            found = xc.text.counted(len(stated), "number")
            raise drawn[0, 0].fault(found, f"as many as in a set: {sets}, …")
        numbers = {}
        for cell, each in stated.items():
            if (number := xc.text.whole(each.text, 0, largest)) is None:
                expected = f"from 0 to {largest}, since {len(stated):,} cells fix the set"
                raise each.fault(each.text[:20], expected)
            numbers[cell] = number
        yield cls(numbers, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        dominoes = combinations_with_replacement(range(self.largest + 1), 2)
        pairs = neighbours(self.cells)
        return xc.Problem(
            [*self.cells, *(("domino", *each) for each in dominoes)],
            {pair: [*pair, ("domino", *self._domino(pair))] for pair in pairs},
        )

    @property
    def misfit(self) -> str | None:
        due = self.largest + 2
        for number, times in sorted(Counter(self.numbers.values()).items()):
            if times != due:
                return f"{number} occurs {times} times, but {due} times in the set"
        return None

    def _domino(self, pair: Any) -> list[int]:
        return sorted(self.numbers[cell] for cell in pair)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"dominoes": [{"numbers": self._domino(each), "cells": each} for each in options]}

    def option_called(self, option: Any) -> str:
        one, other = self._domino(option)
        return super().option_called(option).replace("the domino", f"{one}-{other}", 1)


def _largest(n_cells: int) -> int:
    """The largest number: a set up to n has (n + 1)(n + 2) numbers."""
    return isqrt(n_cells) - 1
