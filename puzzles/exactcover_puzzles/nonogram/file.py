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

A line of numbers is a line of the grid; ``0`` is one without runs, and so is an empty line if
``width`` or ``height`` says that there are more lines than numbers. This is the ``.non`` format of
S. Simpson's solver, with the colours of M. Terry's nonogram-db: ``color a #ff0000`` names a colour,
``3a`` is a run of it, and a run without a letter is black. Runs of different colours may touch. A
colon may stand after a word, spaces instead of commas, and comments after ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

import exactcover as xc

from ..shared.source import Source, Text
from ..shared.squares import MOST_CELLS

#: Runs without a letter.
BLACK = "black"
#: Colours of letters that no line names.
_USUAL = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9", "#cc79a7", "#f0e442", "#999999")


class Run(int):
    """The length of a run, and its colour: ``black`` or a letter."""

    colour: str = BLACK

    @classmethod
    def of(cls, length: int, colour: str) -> Run:
        run = cls(length)
        run.colour = colour
        return run

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and self.colour == getattr(other, "colour", BLACK)

    def __ne__(self, other: object) -> bool:  # int has one of its own
        return not self == other

    __hash__ = int.__hash__


#: The runs in a line of the grid; plain numbers are black.
Clue = tuple[int, ...]


def colour_of(run: int) -> str:
    return getattr(run, "colour", BLACK)


def gaps(clue: Clue) -> list[bool]:
    """Whether a white place must follow each run: its colour is that of the next one."""
    same = [colour_of(one) == colour_of(other) for one, other in pairwise(clue)]
    return same + [False] * bool(clue)


#: Other words of ``.non`` files, which are ignored, as is the solution, ``goal``.
_OTHERS = ("catalogue", "by", "copyright", "license", "goal", "maxrule")


def clues_of(source: Source) -> tuple[str, list[Clue], list[Clue], dict[str, str]]:
    """The title, the clues of rows and columns, and the colours of letters. Raises
    :class:`exactcover.FileFault`."""
    clues: dict[str, list[Clue]] = {}
    below: list[Clue] | None = None
    stated: dict[str, tuple[int, str]] = {}
    empty: dict[str, list[int]] = {"rows": [], "columns": []}
    colours: dict[str, str] = {}

    def once(line: Text, word: str, known: Container[str]) -> None:
        if word in known:
            raise line.fault(f"{word!r} occurs twice", "it once")

    for line in source.lines:
        if not line.text.strip() and below is not None:
            empty[list(clues)[-1]].append(len(below))
        word, _, value = re.sub(r"^(\w+) *:", r"\1 ", line.text.strip()).partition(" ")
        value = value.strip()
        if word in ("rows", "columns") and not value:
            once(line, word, clues)
            below = clues[word] = []
        elif word[:1].isdigit() and below is not None:
            below.append(_clue(line))
        elif word in ("color", "colour"):
            named = re.fullmatch(r"([a-z]) +(#[0-9a-f]{6})", value.lower())
            if not named or named[1] in colours or named[2] in colours.values():
                expected = "a letter and a colour of its own, such as 'color a #ff0000'"
                raise line.fault(repr(value[:20]), expected)
            colours[named[1]] = named[2]
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
    for word, what in (("height", "rows"), ("width", "columns")):
        lines, due = clues.get(what, []), xc.text.whole(stated.get(word, (0, "0"))[1]) or 0
        n_empty = due - len(lines)
        # (One more empty line ends the block.)
        at = empty[what][: -1 if len(empty[what]) > n_empty else None]
        if lines and 0 < n_empty == len(at):
            for k in reversed(at):
                lines.insert(k, ())
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
    for run in (run for clue in (*rows, *columns) for run in clue):
        if (letter := colour_of(run)) != BLACK and letter not in colours:
            unused = (each for each in _USUAL if each not in colours.values())
            colours[letter] = next(unused, f"#{ord(letter):02x}{len(colours):02x}80")
    return title, rows, columns, colours


def _clue(line: Text) -> Clue:
    runs, clue = line.words(r"[^\s,]+"), list[int]()
    for run in runs:
        found = re.fullmatch("([0-9]{1,5})([a-z]?)", run.text)
        if not found or (int(found[1]) == 0 and (len(runs) > 1 or found[2])):
            expected = "lengths of runs such as 2,1 (with letters for colours: 2a,1b), or 0 alone"
            raise run.fault(repr(run.text[:20]), expected)
        length = int(found[1])
        clue += [Run.of(length, found[2]) if found[2] else length] * bool(length)
    return tuple(clue)


def text_of(
    title: str, rows: Sequence[Clue], columns: Sequence[Clue], colours: Mapping[str, str]
) -> str:
    """A nonogram as the text of a file."""

    def line(clue: Clue) -> str:
        return ",".join(f"{run}{colour_of(run)[: colour_of(run) != BLACK]}" for run in clue) or "0"

    lines = [f'title "{" ".join(title.split())}"'] * bool(title)
    lines += [f"color {letter} {colour}" for letter, colour in colours.items()]
    lines += ["rows", *map(line, rows), "columns", *map(line, columns), ""]
    return "\n".join(lines)
