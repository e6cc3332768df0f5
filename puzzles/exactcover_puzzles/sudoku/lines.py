"""Sudokus as lines: one character for each place, row by row.

Digits stand for themselves, the letters A to P for 10 to 25, and ``.`` or ``0`` for an empty place.
The length of a line tells the side of the grid: 81 characters are 9 rows of 9. A grid of more than
nine digits uses only one of these signs: next to ``.``, a ``0`` might be meant as a digit.

Lists of other programs are read as well: with ``* _ - ? x`` for an empty place, digits 0 to F or
letters A to Y, a name before the puzzle, a remark after it, and its solution (CSV), which is
compared with the puzzle.
"""

from __future__ import annotations

import re
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
#: Further signs of other programs for an empty place; x is not one where it can be a letter.
_EMPTY = str.maketrans("*_-?xX", "......")
_EMPTY_OF_LETTERS = str.maketrans("*_-?", "....")
#: Digits of other programs: those from 0, and letters alone.
_FROM_0, _LETTERS = "0123456789ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOPQRSTUVWXY"
#: What needs no rewriting, the words of other lines, and the first line of a table.
_PLAIN = re.compile(r"[0-9.]{81}")
_WORDS = re.compile(r"""[^\s,;"'|]+""")
_HEADER = re.compile(
    r"""["'\w ,;\t]*(puzzle|quiz|sudoku|solution|question|grid)[\w"', ;\t]*""", re.I
)
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


def is_header(text: str) -> bool:
    """Whether a line names the columns of a table of puzzles."""
    return _HEADER.fullmatch(text) is not None


def renamed(places: str, side: int) -> str | None:
    """Places in the signs of another program as they are written here; None for other texts."""
    places = places.upper().translate(_EMPTY if side < len(SYMBOLS) else _EMPTY_OF_LETTERS)
    used, own = {*places} - {*EMPTY}, SYMBOLS[:side]
    digits = {"0"} if side > 9 and {*EMPTY} <= {*places} else set[str]()
    for signs in (own, _FROM_0[:side], _LETTERS[:side]) if side > 9 else (own,):
        if used | digits <= {*signs}:
            return places.translate(str.maketrans(signs, own))
    return None


def plain(text: str, path: str = "line", number: int = 0) -> str | None:
    """The puzzle in a line of a list, of this program or another one; None if there is none.
    Raises :class:`exactcover.FileFault` for a solution beside it that is not one."""
    if _PLAIN.fullmatch(text):
        return text
    found: list[str] = []
    for word in [*_WORDS.findall(text), "".join(_WORDS.findall(text))]:
        side = _SIDES.get(len(word))
        places = (
            renamed(word, side) if side and (len(word) > 80 or len(word) == len(text)) else None
        )
        if places and (any(each.isalnum() and each != "0" for each in word) or is_line(word)):
            found.append(places)
    puzzle, *others = found or [""]
    side = _SIDES.get(len(puzzle), 0)
    for solution in {*others} - {puzzle}:
        if {*EMPTY} & {*solution}:
            raise xc.FileFault(path, number, 0, "a second puzzle in the line", "its solution")
        if len(solution) == len(puzzle):
            differs = next(
                (k for k, c in enumerate(puzzle) if c not in (".", "0", solution[k])), -1
            )
            where = f"place {differs + 1} differs from the clue" if differs >= 0 else ""
            for unit, cells in layout_of(solution).units.items():
                if len({solution[r * side + c] for r, c in cells}) < side:
                    where = where or f"{unit[0]} {unit[1] + 1} has a digit twice"
            if where:
                expected = "a solution of the puzzle before it"
                raise xc.FileFault(path, number, 0, f"a solution in which {where}", expected)
    return puzzle or None


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
