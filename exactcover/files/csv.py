"""Matrices of 0 and 1: a row is an option, a column an item.

    A,B,C
    1,0,1
    0,1,0
    0,0,0

The digits of a row may be separated by spaces, tabs, commas or semicolons, or not at all. The first
line may have the numbers of rows and columns, or the names of the columns. Any other word before
the digits is the name of the row; rows without names are numbered from 1. Lines that begin with
``#``, ``//``, ``%`` or ``|`` are comments. A row of zeros is never chosen, and so is left out, with
a remark in the log.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..common.textfiles import LINE_ENDS
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from ..statement.names import Option
from ..text import counted, whole
from .dlx import MOST_FAULTS, faults_of

log = logging.getLogger("exactcover")

_COMMENT = re.compile(r"\s*(?:#|//|%|\|)")
_BETWEEN = re.compile(r"[\s,;]+")
_DIGITS = re.compile(r"[01][01\s,;]*")
#: Lines that are looked at to recognize a matrix.
_LOOKED_AT = 20


class _Line(NamedTuple):
    """A line that is not a comment: its words, its number, and its text."""

    words: list[str]
    number: int
    text: str

    def digits(self, named: bool = False) -> str:
        """The digits of the row: of all of the line, or those behind a name, where digits may be
        ``named`` too; none for any other line."""
        if len(self.words) > 1:
            named |= not _DIGITS.fullmatch(self.words[0])
        digits = "".join(self.words[named:])
        return digits if _DIGITS.fullmatch(digits) else ""


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(LINE_ENDS.split(text), 1):
        if line.strip() and not _COMMENT.match(line):
            words = (word.strip('"') for word in _BETWEEN.split(line.strip()))
            yield _Line([word for word in words if word], number, line)


def _size(lines: Sequence[_Line]) -> tuple[int, int] | None:
    """The numbers of rows and columns in the first line. If it may be a row too, as 10 10 may, it
    is a size where no other row is as wide."""
    numbers = [whole(word) for word in lines[0].words] if lines else []
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    size = numbers[0], numbers[1]
    if not _DIGITS.fullmatch("".join(lines[0].words)):
        return size
    widths = {len(line.digits()) for line in lines[1:]}
    is_row = not widths or len(lines[0].digits()) in widths or _all_named(lines)
    is_size = size[1] in widths or size[0] == len(lines) - 1 or max(size) > 1
    return size if is_size and not is_row else None


def _all_named(lines: Sequence[_Line]) -> bool:
    """Whether all lines are rows of one width if their first words are names."""
    widths = {len(line.digits(named=True)) for line in lines}
    return len(widths) == 1 and 0 not in widths


def is_matrix(text: str) -> bool:
    """Whether a text can be nothing else: in the text format an item stands once in a line, so that
    three digits of 0 and 1 are none."""
    lines = [*islice(_lines(text[:100_000]), _LOOKED_AT)]
    if _size(lines) or (lines and not _DIGITS.fullmatch("".join(lines[0].words))):
        lines = lines[1:]  # (a size or names)
    rows = ["".join(line.words) for line in lines]
    widths = {len(row) if _DIGITS.fullmatch(row) else 0 for row in rows}
    return len(widths) == 1 and widths.pop() > 2


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and the faults of the text, in order of place (the first hundred)."""
    faults: list[FileFault] = []
    items: list[str] | None = None
    rows: list[tuple[str, str, int]] = []
    lines = [*_lines(text)]
    size = _size(lines)
    if size or (lines and not lines[0].digits()):
        items = None if size else lines[0].words
        lines = lines[1:]

    if items and len(items) > 1 and {len(each.digits()) + 1 for each in lines} == {len(items)}:
        items = items[1:]  # (the first one says what the names of rows are)

    def width(named: bool) -> int:
        return len(items) if items else len(lines[0].digits(named)) if lines else 0

    def fits(named: bool) -> bool:
        return all(len(line.digits(named)) == width(named) > 0 for line in lines)

    # Digits are names only if that makes rows of all lines.
    named = fits(True) and not fits(False)
    wide = width(named)
    for line in lines:
        digits = line.digits(named)
        if not digits:
            other = re.search(r"[^01\s,;\"]", line.text)
            column = other.start() + 1 if other else 1
            found = repr(other[0]) if other else "no digits"
            faults.append(FileFault(path, line.number, column, found, "0 or 1 for each column"))
        elif len(digits) != wide:
            expected = f"{counted(wide, 'digit')}, one for each column"
            faults.append(FileFault(path, line.number, 1, counted(len(digits), "digit"), expected))
        else:
            is_named = len("".join(line.words)) > wide
            rows.append((line.words[0] if is_named else str(len(rows) + 1), digits, line.number))
        if len(faults) >= MOST_FAULTS:
            break
    if not faults and not rows and not items:
        faults.append(FileFault(path, 1, 1, "no rows", "rows of 0 and 1"))
    if not faults and rows and size and size != (len(rows), len(rows[0][1])):
        here = f"{counted(len(rows), 'row')} of {counted(len(rows[0][1]), 'digit')}"
        expected = f"{size[0]:,} of {size[1]:,}, as the first line says"
        faults.append(FileFault(path, 1, 1, here, expected))
    if faults:
        return None, faults
    names = items or [str(k + 1) for k in range(len(rows[0][1]))]
    options = [
        Option(name, [names[k] for k, digit in enumerate(digits) if digit == "1"])
        for name, digits, _ in rows
        if "1" in digits
    ]
    if len(options) < len(rows):
        log.info("%s: left out %s", path, counted(len(rows) - len(options), "row") + " of zeros")
    problem = Problem(names, options, repeat=repeat)
    places = {name: number for name, _, number in rows}
    faults = faults_of(problem, path, lambda fault: (places.get(str(fault.option), 1), 1))
    return (None, faults) if faults else (problem, [])


def format_problem(problem: Problem) -> str:
    """A problem as a matrix, with the names of items above it.

    Raises :class:`UnwritableProblem` for colours, multiplicities, secondary items, costs and
    penalties, and for names that would not be read back.
    """
    from .libraries import to_matrix

    if problem.secondary or problem.costs or problem.penalties:
        raise UnwritableProblem("a matrix cannot hold secondary items, costs or penalties")
    names = [str(item) for item in problem.primary]
    if any(not re.fullmatch(r'[^\s,;"]+', name) or _COMMENT.match(name) for name in names):
        raise UnwritableProblem("a matrix cannot hold names with spaces, commas or quotation marks")
    if not names or all({*name} <= {*"01"} for name in names):
        raise UnwritableProblem("a matrix cannot hold items that are called like digits, or none")
    rows = (",".join("01"[int(entry)] for entry in row) for row in to_matrix(problem))
    return "\n".join([",".join(names), *rows]) + "\n"
