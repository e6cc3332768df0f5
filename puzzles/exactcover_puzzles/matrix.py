"""Matrices: choose rows of a matrix of 0 and 1 so that each column has exactly one 1 in them.

    columns: A B C D E F G
    0010110
    1001001
    0110010  third

This is the exact cover problem itself. A row has a digit for each column, with or without spaces
between them, and after them perhaps a name. ``columns:`` names the columns; else they have numbers.
A row without a 1 is never chosen. Tables with commas, semicolons or tabs (CSV) are read too.

Legend: an item is the number of a column, an option that of a row, both from 0.

Source: D. E. Knuth, "Dancing Links", Millennial Perspectives in Computer Science, 2000; the example
is his (3).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Self

import exactcover as xc

from .shared.adapter import Options
from .shared.parts import Editable
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import MOST_CELLS, Cell, drawing_of
from .shared.svg_page import Drawing
from .shared.view import Sketch, View, view_of_squares

#: A board that a page offers: its name, and the arguments of :func:`begun`.
BOARDS = (("A matrix of 0 and 1", {"size": [6, 7]}),)
_ROW = re.compile(r"\s*([01](?:\s*[01])*)(?:\s+(\S.*))?")
_FILLS = ("#7bb6e8", "#f2b36b", "#9bd08a", "#e79aa6", "#c4a8e6", "#f0dd6c")


class Row(NamedTuple):
    """A row: its digits, its name, and the number of its line in the file, from 1."""

    digits: str
    name: str
    line: int


def table(source: Source) -> str | None:
    """A table with commas, semicolons or tabs between digits, and perhaps with names."""
    if not all(re.search("[,;\t]", line.text) for line in source.lines if line.text):
        return None
    try:
        problem = xc.read(source.text + "\n", "csv")
    except xc.FileFault:
        return None
    if not problem.options:  # a line of words with a comma
        return None
    rows = zip(xc.to_matrix(problem).astype(int).astype(str), problem.options, strict=True)
    lines = ["columns:", *problem.primary, *(f"\n{''.join(row)} {name}" for row, name in rows)]
    return " ".join(map(str, lines))


class Matrix(Editable):
    """Choose rows of a matrix of 0 and 1 so that each column has exactly one 1 in them."""

    shipped = "matrices"
    foreign = (table,)
    example = """\
title: The example of Algorithm X
columns: A B C D E F G
0010110
1001001
0110010
1001000
0100001
0001101
"""
    draws_unsolved = True
    items_called = "columns"
    options_called = ("row", "rows")

    def __init__(self, rows: Sequence[Row], columns: Sequence[str] = (), title: str = ""):
        self.rows, self.title = rows, title
        self.columns = columns or [str(k + 1) for k in range(len(rows[0].digits))]
        self.ones = [[c for c, digit in enumerate(row.digits) if digit == "1"] for row in rows]

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        expected = "rows of 0 and 1"
        _, lines = source.read(("title", "columns"), expected)
        if not lines:
            raise source.fault(0, 0, "no rows", expected)
        columns = source.value("columns").split()
        rows: list[Row] = []
        for line in lines:
            found = _ROW.fullmatch(line.text)
            if found is None:
                wrong = re.match(r"\s*[01\s]*", line.text)
                at = wrong.end() if wrong else 0
                raise line.fault(repr(line.text[at : at + 20]), "0 or 1, and then a name", at)
            digits = "".join(found[1].split())
            wide = len(columns) or len(rows[0].digits if rows else digits)
            named = re.fullmatch(rf"\s*([01]{{{wide}}})\s+([01]+)", line.text)
            if named and wide > 1:  # by digits
                found, digits = named, named[1]
            if len(digits) != wide:
                raise line.fault(xc.text.counted(len(digits), "digit"), f"{wide}, one a column")
            rows.append(Row(digits, (found[2] or str(len(rows) + 1)).strip(), line.number))
        if len(rows) * len(rows[0].digits) > MOST_CELLS:
            raise source.fault(0, 0, "too large a matrix", f"at most {MOST_CELLS:,} digits")
        yield cls(rows, columns, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        options = {r: ones for r, ones in enumerate(self.ones) if ones}
        return xc.Problem(range(len(self.columns)), options)

    def text(self, options: Options, screen: Screen) -> str:
        """The chosen rows, as in a file."""
        rows = (self.rows[r] for r in sorted(options))
        return "\n".join(f"{row.digits}  {row.name}" for row in rows)

    def overview(self, screen: Screen) -> str:
        return self.text(range(len(self.rows)), screen)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The numbers of the chosen rows, from 1."""
        return {"rows": sorted(r + 1 for r in options)}

    def drawing(self, options: Options) -> Drawing:
        digits = {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row.digits)}
        chosen = ((k, r, c) for k, r in enumerate(sorted(options)) for c in self.ones[r])
        fills = {(r, c): _FILLS[k % len(_FILLS)] for k, r, c in chosen}
        return drawing_of(dict.fromkeys(digits, 0), digits, fills)

    def view(self) -> View | None:
        """The matrix, with the names of its columns above it and those of its rows to its left."""
        cells = {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row.digits)}
        names = {(-1, c): name for c, name in enumerate(self.columns)}
        names |= {(r, -1): row.name for r, row in enumerate(self.rows)}

        def mark(option: int) -> tuple[Iterable[Cell], str, str]:
            return [(option, c) for c in self.ones[option]], self.option_called(option), ""

        def of_item(item: int) -> Iterable[Cell]:
            return [(r, item) for r in range(-1, len(self.rows)) if r < 0 or item in self.ones[r]]

        texts = {cell: "1" for cell, digit in cells.items() if digit == "1"} | names
        called = {cell: "column" if cell[0] < 0 else "row" for cell in names}
        shades, parts = dict.fromkeys(names, "clue"), dict.fromkeys(cells, 0)
        return view_of_squares([*cells, *names], mark, of_item, texts=texts, shades=shades,
                               names=called, parts=parts)  # fmt: skip

    def item_called(self, item: Any) -> str:
        return f"column {self.columns[item]}"

    def option_called(self, option: Any) -> str:
        return f"row {self.rows[option].name}"

    @classmethod
    def editor(cls) -> Any:
        return sys.modules[__name__]


# -- drawn on a page -------------------------------------------------------------------------


def sketch(text: str) -> Sketch | None:
    """The matrix in a text, with all its places. Raises :class:`exactcover.FileFault`."""
    view = _matrix(text).view()
    assert view is not None
    actions = {"+row": "Add a row", "-row": "Remove the last row",
               "+column": "Add a column", "-column": "Remove the last column"}  # fmt: skip
    keys = "Click a cell, or press Enter, to change 0 into 1 and back."
    return Sketch(view.places, (), actions, keys, "Tap a cell to change 0 into 1 and back.")


def begun(asked: Mapping[str, Any]) -> str:
    """The text of a matrix in which all rows together are the solution. Raises ValueError."""
    size = asked.get("size")
    if type(size) is not list or [*map(type, size)] != [int, int]:
        raise ValueError(f"{size}: expected two numbers, of rows and of columns")
    rows, columns = size
    if not (1 <= rows <= columns and rows * columns <= MOST_CELLS):
        raise ValueError(f"{size}: expected at least one row, and at least as many columns")
    lines = ("".join("01"[c % rows == r] for c in range(columns)) for r in range(rows))
    return "".join(f"{line}\n" for line in lines)


def edited(text: str, change: Mapping[str, Any]) -> str:
    """The text with a change: ``at``, the cell that was clicked, or an ``action``. Everything else
    in it stays. Raises ValueError."""
    rows, action, at = _matrix(text).rows, change.get("action"), change.get("at")
    wide = len(rows[0].digits)
    lines = xc.cli.LINE_ENDS.split(text.removesuffix("\n"))
    if action == "+row":
        lines.insert(rows[-1].line, "0" * wide)
    elif action == "-row" and len(rows) > 1:
        del lines[rows[-1].line - 1]
    elif action in ("+column", "-column") and (action == "+column" or wide > 1):
        for row in rows:
            lines[row.line - 1] = _with(lines[row.line - 1], wide - 1, action == "+column")
        for k, line in enumerate(lines):
            if line.split(":")[0].strip() == "columns":
                more = f"{line.rstrip()} {wide + 1}"
                lines[k] = more if action == "+column" else line.rstrip().rpartition(" ")[0]
    elif action is None and at in [[r, c] for r in range(len(rows)) for c in range(wide)]:
        r, c = at
        lines[rows[r].line - 1] = _with(lines[rows[r].line - 1], c, None)
    elif action is not None or not (type(at) is list and -1 in at):  # (a name means nothing)
        raise ValueError(f"{action or at!r}: expected a cell, or an action that leaves a cell")
    return "".join(f"{line}\n" for line in lines)


def _with(line: str, digit: int, more: bool | None) -> str:
    """A row's line in which one digit is changed (None), followed by a 0, or removed."""
    at = [found.start() for found in re.finditer("[01]", line)][digit]
    new = "10"[int(line[at])] if more is None else f"{line[at]}0" if more else ""
    return f"{line[:at]}{new}{line[at + 1 :]}"


def _matrix(text: str) -> Matrix:
    (found,) = Matrix.read(Source("matrix", text), argparse.Namespace())
    return found
