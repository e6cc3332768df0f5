"""Sudokus in the files of other programs, rewritten for this one."""

from __future__ import annotations

import re

import exactcover as xc

from ..shared.source import Source, Text
from .file import WORDS

#: A line of this program's own files.
_OWN = re.compile(rf"^\s*(?:{'|'.join(WORDS)})\s*:", re.M)

#: What may stand between the places of a sudoku, and for an empty place.
_BETWEEN, _EMPTY = re.compile(r"[\s|:,;'│┃║]"), re.compile(r"[0*_xX?-]")
_DIGITS = "123456789"


def grid(text: str, path: str) -> str | None:
    """Nine rows of nine places, with or without spaces, drawn lines and headers (``.sdk``); or 81
    places in a line, with any sign for an empty one."""
    if _OWN.search(text):
        return None
    rows: list[tuple[Text, str]] = []
    for line in Source(path, text).lines:
        if line.text.startswith("[") and rows:  # what was filled in so far
            break
        row = _EMPTY.sub(".", _BETWEEN.sub("", line.text))
        is_drawn = not {*row} & {*_DIGITS} and (len(row) not in (9, 81) or "+" in row)
        if row and row[0] not in "#[" and not is_drawn:
            rows.append((line, row))
    if len(rows) == 1 and len(rows[0][1]) == 81 and rows[0][1] != rows[0][0].text.strip():
        rows = [(rows[0][0], rows[0][1][k : k + 9]) for k in range(0, 81, 9)]
    if len(rows) > 9:  # a drawn line can look like an empty row
        rows = [each for each in rows if each[1].strip(".")]
    fit = [len(row) == 9 and {*row} <= {*_DIGITS, "."} for _, row in rows]
    if not 7 <= len(rows) <= 11 or sum(fit) < 7:
        return None
    if not all(fit):
        line, row = rows[fit.index(False)]
        other = re.search(r"[^1-9.]", row) if len(row) == 9 else None
        found = repr(other[0]) if other else xc.text.counted(len(row), "character")
        expected = "9 digits or empty places, as in the other rows"
        raise line.fault(found, expected, line.text.index(other[0]) if other else 0)
    if len(rows) != 9:
        raise xc.FileFault(path, 0, 0, f"{len(rows)} rows of 9", "the 9 rows of a sudoku")
    lines = [row for _, row in rows]
    columns = map("".join, zip(*lines, strict=True))
    boxes = [
        "".join(row[k : k + 3] for row in lines[n : n + 3]) for n in (0, 3, 6) for k in (0, 3, 6)
    ]
    repeats = [any(unit.count(digit) > 1 for unit in units for digit in _DIGITS)
               for units in (boxes, [*lines, *columns])]  # fmt: skip
    if repeats == [True, False]:  # a Latin square
        return None
    return "\n".join(["clues:", *lines, ""])
