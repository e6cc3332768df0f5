"""Files of nonograms: the clues of all rows and all columns.

    title "A cup"
    rows
    3
    2,1
    3
    columns
    3
    3
    1,1
    1

A line of numbers is a line of the grid; ``0`` is one without runs. This is the ``.non`` format of
S. Simpson's solver, in black and white. A colon may stand after a word, spaces instead of commas,
and comments after ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Container

import exactcover as xc

from ..shared.source import Source, Text
from ..shared.squares import MOST_CELLS

#: The lengths of the runs in a line of the grid.
Clue = tuple[int, ...]

#: Other words of ``.non`` files, which are ignored, as is the solution, ``goal``.
_OTHERS = ("catalogue", "by", "copyright", "license", "goal", "maxrule")


def clues_of(source: Source) -> tuple[str, list[Clue], list[Clue]]:
    """The title, and the clues of rows and columns. Raises :class:`exactcover.FileFault`."""
    clues: dict[str, list[Clue]] = {}
    below: list[Clue] | None = None
    stated: dict[str, tuple[int, str]] = {}

    def once(line: Text, word: str, known: Container[str]) -> None:
        if word in known:
            raise line.fault(f"{word!r} occurs twice", "it once")

    for line in source.lines:
        word, _, value = re.sub(r"^(\w+) *:", r"\1 ", line.text.strip()).partition(" ")
        value = value.strip()
        if word in ("rows", "columns") and not value:
            once(line, word, clues)
            below = clues[word] = []
        elif word[:1].isdigit() and below is not None:
            below.append(_clue(line))
        elif word in ("title", "width", "height"):
            once(line, word, stated)
            stated[word] = (line.number, value)
        elif word and word[0] != "#" and word not in _OTHERS:
            expected = "'title', 'rows' and 'columns', and clues such as 2,1"
            hint = xc.text.did_you_mean(word, ("title", "rows", "columns"))
            raise line.fault(f"cannot read {line.text[:40]!r}", expected + hint)
    title = stated.get("title", (0, ""))[1]
    if len(title) > 1 and title[0] == title[-1] == '"':
        title = title[1:-1]
    rows, columns = clues.get("rows", []), clues.get("columns", [])
    if not rows or not columns:
        missing = "no clues of rows" if not rows else "no clues of columns"
        raise source.fault(0, 0, missing, "'rows' and 'columns', and a line for each below")
    for word, what, found in (("height", "rows", rows), ("width", "columns", columns)):
        number, value = stated.get(word, (0, str(len(found))))
        if value != str(len(found)):
            expected = f"{value[:20]} {what}, as {word!r} says (0 is a line without a run)"
            raise source.fault(number, 1, f"{len(found):,} {what} below", expected)
    if len(rows) * len(columns) > MOST_CELLS:
        cells = f"{len(rows) * len(columns):,} cells"
        raise source.fault(0, 0, cells, f"at most {MOST_CELLS:,}")
    return title, rows, columns


def _clue(line: Text) -> Clue:
    runs = line.words(r"[^\s,]+")
    for run in runs:
        if not re.fullmatch("[0-9]{1,5}", run.text) or (int(run.text) == 0 and len(runs) > 1):
            raise run.fault(repr(run.text[:20]), "lengths of runs such as 2,1, or 0 alone")
    return tuple(int(run.text) for run in runs if int(run.text))
