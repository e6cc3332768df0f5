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

from ..common.textfiles import LINE_ENDS
from ..errors import FileFault, UnwritableProblem
from ..problem import Problem
from ..statement.names import Option
from ..text import counted
from .dlx import MOST_FAULTS, faults_of

log = logging.getLogger("exactcover")

_COMMENT = re.compile(r"\s*(?:#|//|%|\|)")
_BETWEEN = re.compile(r"[\s,;]+")
_DIGITS = re.compile(r"[01][01\s,;]*")
#: Lines that are looked at to recognize a matrix.
_LOOKED_AT = 20


def is_matrix(text: str) -> bool:
    """Whether a text can be nothing else: in the text format an item stands once in a line, so that
    three digits of 0 and 1 are none."""
    lines = [line for line in LINE_ENDS.split(text[:100_000]) if _means(line)][:_LOOKED_AT]
    if lines and not _DIGITS.fullmatch(lines[0]):
        lines = lines[1:]  # a size or names
    widths = {len(_BETWEEN.sub("", line)) if _DIGITS.fullmatch(line) else 0 for line in lines}
    return len(widths) == 1 and widths.pop() > 2


def _means(line: str) -> bool:
    return bool(line.strip()) and not _COMMENT.match(line)


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and the faults of the text, in order of place (the first hundred)."""
    faults: list[FileFault] = []
    items: list[str] | None = None
    size: tuple[int, int] | None = None
    rows: list[tuple[str, str, int]] = []
    for number, line in enumerate(LINE_ENDS.split(text), 1):
        if not _means(line):
            continue
        words = [word.strip('"') for word in _BETWEEN.split(line.strip()) if word.strip('"')]
        name, digits = "", "".join(words)
        if not _DIGITS.fullmatch(digits) and len(words) > 1:
            name, digits = words[0], "".join(words[1:])
        wide = len(items) if items else len(rows[0][1]) if rows else len(digits)
        if not rows and items is None and size is None and not _DIGITS.fullmatch(digits):
            if len(words) == 2 and all(word.isdecimal() for word in words):
                size = int(words[0]), int(words[1])
            else:
                items = words
        elif not _DIGITS.fullmatch(digits):
            other = re.search(r"[^01\s,;\"]", line)
            column = other.start() + 1 if other else 1
            found = repr(other[0]) if other else "no digits"
            faults.append(FileFault(path, number, column, found, "0 or 1 for each column"))
        elif len(digits) != wide:
            expected = f"{counted(wide, 'digit')}, one for each column"
            faults.append(FileFault(path, number, 1, counted(len(digits), "digit"), expected))
        else:
            rows.append((name or str(len(rows) + 1), digits, number))
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
    lines = {name: number for name, _, number in rows}
    faults = faults_of(problem, path, lambda fault: (lines.get(str(fault.option), 1), 1))
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
