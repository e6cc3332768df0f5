"""Sudoku: the 9 x 9 grid, its rows, columns and boxes, and puzzles written as lines.

Legend: a *place* is (row, column), both from 0; an option (row, column, digit) says that the digit
stands there. It covers four items: the place, and the digit in its row, its column and its box
(D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1). There are 729 options and 324
items; the clues of a puzzle are options that are given.

A *line* is 81 characters, row by row: digits, and ``.`` or ``0`` for an empty place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import exactcover as xc

from ..shared.cell_names import cell_name

__all__ = ["SIDE", "SudokuFault", "clues", "line_of", "picture", "problem", "reason", "solve"]

SIDE, BOX = 9, 3
PLACES = SIDE * SIDE
DIGITS = "123456789"
_EMPTY = ".0"

#: (row, column, digit)
Entry = tuple[int, int, int]


class SudokuFault(xc.ExactCoverError):
    """A line that is not a Sudoku: ``column`` from 1, or 0 for the line as a whole.

    ``line`` is its number from 1, or 0 where there is only one.
    """

    def __init__(self, column: int, found: str, expected: str, line: int = 0):
        super().__init__(column, found, expected, line)
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        if self.column:
            place = f"{place.removesuffix(': ')}{', ' if place else ''}column {self.column}: "
        return f"{place}{self.found}: expected {self.expected}"


@cache
def problem() -> xc.Problem:
    """The empty grid as an exact cover problem."""
    numbers = range(SIDE)
    digits = range(1, SIDE + 1)
    items: list[tuple[str, int, int]] = [("place", row, column) for row in numbers
                                         for column in numbers]  # fmt: skip
    items += [(unit, k, d) for unit in ("row", "column", "box") for k in numbers for d in digits]
    return xc.Problem(
        items,
        {
            (row, column, digit): [
                ("place", row, column),
                ("row", row, digit),
                ("column", column, digit),
                ("box", _box(row, column), digit),
            ]
            for row in numbers
            for column in numbers
            for digit in digits
        },
    )


def clues(line: str) -> list[Entry]:
    """The clues of a puzzle written as a line. Raises :class:`SudokuFault`."""
    if len(line) != PLACES:
        found = xc.text.counted(len(line), "character")
        raise SudokuFault(0, found, f"{PLACES}: digits, and . or 0 for an empty place")
    entries = []
    for place, character in enumerate(line):
        if character in _EMPTY:
            continue
        if character not in DIGITS:
            raise SudokuFault(place + 1, repr(character), "a digit, or . or 0 for an empty place")
        entries.append((place // SIDE, place % SIDE, int(character)))
    return entries


def line_of(solution: Iterable[Any]) -> str:
    """A solution as a line of 81 digits."""
    digits = [""] * PLACES
    for entry in solution:
        row, column, digit = entry
        digits[row * SIDE + column] = str(digit)
    return "".join(digits)


def solve(lines: Iterable[str]) -> Iterator[str | None]:
    """For each line one solution as a line, or None if there is none. Raises SudokuFault."""
    if isinstance(lines, str):
        raise TypeError("expected an iterable of lines, and this is one line: solve([line])")
    return _solve(lines)


def _solve(lines: Iterable[str]) -> Iterator[str | None]:
    def given() -> Iterator[list[Entry]]:
        for number, line in enumerate(lines, 1):
            try:
                yield clues(line)
            except SudokuFault as fault:
                raise SudokuFault(fault.column, fault.found, fault.expected, number) from None

    for answer in problem().batch(given()).first():
        yield line_of(answer) if isinstance(answer, xc.Solution) else None


def reason(line: str, impossible: xc.Impossible) -> str:
    """Why a puzzle has no solution, in the words of the puzzle."""
    seen = set()
    for row, column, digit in clues(line):
        for unit, number in (("row", row), ("column", column), ("box", _box(row, column))):
            if (unit, number, digit) in seen:
                return f"digit {digit} stands twice in {unit} {number + 1}"
            seen.add((unit, number, digit))
    match impossible.item:
        case ("place", int(y), int(x)):
            return f"no digit fits in {cell_name(y, x)}"
        case (str(unit), int(number), int(digit)):
            return f"digit {digit} fits nowhere in {unit} {number + 1}"
    return "every possibility was tried, and none is left"


def _box(row: int, column: int) -> int:
    """The box of a place: they are numbered row by row."""
    return row // BOX * BOX + column // BOX


def picture(line: str) -> str:
    """The grid of a line, a row on each line and the boxes apart."""
    rows = []
    for row in range(SIDE):
        if row % BOX == 0 and row > 0:
            rows.append("------+-------+------")
        cells = line[row * SIDE : (row + 1) * SIDE]
        rows.append(" | ".join(" ".join(cells[k : k + BOX]) for k in range(0, SIDE, BOX)))
    return "\n".join(rows)
