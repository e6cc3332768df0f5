"""Find the kind of puzzle that a text states.

Forms that no kind reads come first: each function of :data:`FORMS` rewrites its form for a kind.
Then each kind tries its own reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import exactcover as xc

from .other_kinds import other_kinds
from .reading import read
from .registry import USUAL, kind, purposes
from .shared.source import Source, Text

#: Gives a text, called by its path, as a kind reads it.
_Reader = Callable[[str, str], str | None]


class Recognized(NamedTuple):
    """A kind, and the text in a form that it reads; or the kind that comes closest, and the fault
    that it finds."""

    kind: str
    text: str
    fault: xc.FileFault | None = None


def recognized(text: str, path: str = "text", only: str | None = None) -> Recognized:
    """The kind that reads a text: any kind, or ``only`` this one. Messages call it ``path``."""
    names = [*purposes()]
    readers = FORMS + [(name, partial(_unchanged, name)) for name in names]
    faults: list[tuple[tuple[bool, float, int], str, xc.FileFault]] = []
    for name, reader in readers:
        if only not in (None, name) or not text.strip():
            continue
        try:
            rewritten = reader(text, path)
        except xc.FileFault as fault:
            # A form comes closest, or else the kind whose reader got farthest; a fault without a
            # line counts as one in the middle.
            line = fault.line or len(text.splitlines()) / 2 + 0.5
            faults.append((((name, reader) in FORMS, line, fault.column), name, fault))
        except ValueError:
            continue
        except Exception:  # a kind of another package may do anything
            if only or name not in other_kinds():
                raise
        else:
            if rewritten:
                return Recognized(name, rewritten)
    if not faults:
        nothing = xc.FileFault(path, 0, 0, "the file contains no puzzle", "a puzzle")
        return Recognized(only or USUAL, text, nothing)
    reached, name, closest = max(faults, key=lambda each: each[0])
    found, expected = closest.found, closest.expected
    if only is None and reached <= (False, 1, 1):
        expected = f"the text of a puzzle (none of {len(faults)} kinds reads this one)"
        found = repr(text.strip().splitlines()[0][:40])
    elif only is None:
        expected += f" (the text looks most like {name}, but no kind of puzzle reads it)"
    return Recognized(name, text, xc.FileFault(path, closest.line, closest.column, found, expected))


def _unchanged(name: str, text: str, path: str) -> str | None:
    """The text, if this kind reads it."""
    return text if kind(name).reads_files and read(name, text=text) else None


#: What may stand between the places of a sudoku, and for an empty place.
_BETWEEN, _EMPTY = re.compile(r"[\s|:,;'│┃║]"), re.compile(r"[0*_xX?-]")
_DIGITS = "123456789"


def _sudoku_grid(text: str, path: str) -> str | None:
    """Nine rows of nine places, with or without spaces, drawn lines and headers (``.sdk``); or 81
    places in a line, with any sign for an empty one."""
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


#: Readers of forms, each with the kind that reads what it makes of a text of its form. It gives
#: None for all other texts, and raises :class:`exactcover.FileFault` for one with a fault.
FORMS: list[tuple[str, _Reader]] = [("sudoku", _sudoku_grid)]
