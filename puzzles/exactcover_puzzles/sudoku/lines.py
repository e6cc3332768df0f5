"""Sudokus as lines: one character for each place, row by row.

Digits stand for themselves, the letters A to P for 10 to 25, and ``.`` or ``0`` for an empty place.
The length of a line tells the side of the grid: 81 characters are 9 rows of 9. A grid of more than
nine digits uses only one of these signs: next to ``.``, a ``0`` might be meant as a digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import exactcover as xc

from .model import LARGEST, Entry, Layout, usual, usual_box

#: What stands for 1 to 25; small letters are read as well.
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
EMPTY = ".0"

#: Length of a line -> side of the grid.
_SIDES = {side * side: side for side in range(2, LARGEST + 1) if usual_box(side)}
_LENGTHS = f"81 (or another square: {', '.join(str(n) for n in _SIDES if n != 81)})"
_VALUES = {symbol: value for value, symbol in enumerate(SYMBOLS, 1)}
_VALUES |= {symbol.lower(): value for symbol, value in _VALUES.items()} | dict.fromkeys(EMPTY, 0)


def digit_of(character: str, side: int) -> int | None:
    """The digit, 0 for an empty place, None for what is neither."""
    value = _VALUES.get(character)
    return value if value is not None and value <= side else None


def digit_expected(side: int) -> str:
    """What may stand at a place, in a sentence."""
    return (
        f"{'a digit' if side == 9 else f'1 to {SYMBOLS[side - 1]}'}, or . or 0 for an empty place"
    )


def second_sign(text: str, side: int) -> tuple[str, str] | None:
    """The error in the signs for empty places, and what was expected; None if there is none."""
    if side <= 9 or not all(sign in text for sign in EMPTY):
        return None
    last = SYMBOLS[side - 1]
    expected = f"'.' or '0' alone for an empty place; digits are 1 to {last}, and {last} for a 0"
    return "'0' beside '.'", expected


def is_line(text: str) -> bool:
    """Whether a text may be a puzzle in a line: as long as one, with clues or an empty place."""
    side = _SIDES.get(len(text))
    return side is not None and all(digit_of(each, side) is not None for each in text)


def layout_of(line: str, path: str = "line", number: int = 0) -> Layout:
    """The grid that the line of this number fills. Raises :class:`exactcover.FileFault`."""
    side = _SIDES.get(len(line))
    if side is None:
        raise xc.FileFault(path, number, 0, xc.text.counted(len(line), "character"), _LENGTHS)
    return usual(side)


def clues(line: str, path: str = "line", number: int = 0) -> list[Entry]:
    """The clues of a puzzle written as a line. Raises :class:`exactcover.FileFault`."""
    side = layout_of(line, path, number).side
    if wrong := second_sign(line, side):
        raise xc.FileFault(path, number, line.index("0") + 1, *wrong)
    entries = _entries(side)
    given = []
    for at, character in enumerate(line):
        if character not in EMPTY:
            entry = entries[at].get(character)
            if entry is None:
                found = repr(character)
                raise xc.FileFault(path, number, at + 1, found, digit_expected(side))
            given.append(entry)
    return given


@cache
def _entries(side: int) -> list[dict[str, Entry]]:
    """For each character of a line the entries that it can stand for."""
    return [
        {c: (at // side, at % side, value) for c, value in _VALUES.items() if 0 < value <= side}
        for at in range(side * side)
    ]


def line_of(solution: Iterable[Any], side: int = 9) -> str:
    """A solution of a grid as a line."""
    characters = ["."] * (side * side)
    for row, column, digit in solution:
        characters[row * side + column] = SYMBOLS[digit - 1]
    return "".join(characters)
