"""Jigsaws as text: a piece a line.

    # Lines that begin with # are comments.
    title: Six pieces
    size: 3x2
    fit: opposite
    border: frame
    turn: yes

    0 0 1 -2
    -1 0 -3 1
    ...

    given: 1 row 1 column 1 turn 0

* ``size: WIDTHxHEIGHT`` in pieces; or, as in other programs, a line of the two numbers, before the
  pieces.
* A piece is a line of four whole numbers, its shapes at the left, top, right and bottom; with
  ``sides: top right bottom left`` in that order. A line of five begins with the piece's number,
  which is otherwise counted from 1. Commas may stand between.
* ``fit: opposite``: +k fits -k; ``fit: equal``: equal shapes fit, as the colours of edge-matching
  puzzles do. The default is opposite if any shape is negative.
* ``border: frame``: 0 is the outer border, all around and nowhere else; ``none``: the edge may show
  anything; ``torus``: opposite edges meet. The default is a frame if any shape is 0.
* ``turn: yes`` (the default) or ``no``: whether pieces may be turned.
* ``given: PIECE row R column C turn T``: where a piece lies, rows and columns counted from 1, and
  turned by T quarters clockwise from how it is listed; without ``turn T`` it may be turned. Stated
  for each such piece.
* ``second: PIECE PIECE@T ...``: a row of the board in a second solution, of a puzzle whose pieces
  are listed in the order of the first one; turned by T quarters clockwise. Stated for each row.
"""

from __future__ import annotations

import re

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.source import Source
from .pieces import BORDERS, FITS, Given, Jigsaw, Placed, Shapes

__all__ = [
    "LARGEST_BOARD",
    "LARGEST_SHAPE",
    "format_jigsaw",
    "jigsaw_of",
    "parse_jigsaw",
    "read_jigsaw",
]

#: More pieces than this, or shapes beyond this, are a mistake.
LARGEST_BOARD, LARGEST_SHAPE = 10_000, 10**9

_SIZE = re.compile(r"([0-9]{1,6})\s*[xX×*,;\s]\s*([0-9]{1,6})")
_NUMBERS = re.compile(r"[-+0-9,;\s]+")
_GIVEN = re.compile(r"(\S+) row ([0-9]{1,6}) column ([0-9]{1,6})(?: turn ([0-3]))?")
_SIDES = ("left", "top", "right", "bottom")
_KEYS = ("title", "size", "fit", "border", "turn", "sides", "given", "second")
_PLACED = re.compile(r"([0-9]{1,9})(?:@([0-3]))?")


def read_jigsaw(path: str, unpacked: int | str = xc.cli.UNPACKED) -> Jigsaw:
    """The jigsaw in a file. Raises :class:`exactcover.FileFault` with line and column, OSError.

    ``unpacked``: how large a compressed file may become, in bytes.
    """
    return parse_jigsaw(xc.cli.read_text(path, unpacked), xc.cli.shown_path(path))


def parse_jigsaw(text: str, path: str = "text") -> Jigsaw:
    """The jigsaw stated by a text; ``path`` is for messages. Raises FileFault."""
    return jigsaw_of(Source(path, text))


def jigsaw_of(source: Source) -> Jigsaw:
    """The jigsaw that a file states. Raises FileFault."""
    return _Reader(source.path).read([line.text for line in source.lines])


class _Reader:
    """What has been read so far."""

    def __init__(self, path: str):
        self.path = path
        #: The last line that says something.
        self.line = 1
        #: The value and the line of each key.
        self.stated: dict[str, tuple[str, int]] = {}
        self.size: tuple[int, int] | None = None
        self.pieces: list[Shapes] = []
        #: The places of the pieces in the list, by what they are called.
        self.labels: dict[str, int] = {}
        self.given: list[tuple[int, re.Match[str]]] = []
        #: The rows of a second solution, with their lines.
        self.second: list[tuple[int, list[re.Match[str]]]] = []

    def fault(self, found: str, expected: str, line: int | None = None) -> xc.FileFault:
        return xc.FileFault(self.path, self.line if line is None else line, 1, found, expected)

    def read(self, lines: list[str]) -> Jigsaw:
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            self.line = number
            if ":" in text:
                self._read_key(text)
            elif self.size is None and not self.pieces and _SIZE.fullmatch(text):
                self._read_size(text)
            else:
                self._read_numbers(text)
        return self._jigsaw()

    def _read_key(self, text: str) -> None:
        key, _, value = (part.strip() for part in text.partition(":"))
        if key not in _KEYS:
            expected = ", ".join(f"'{each}:'" for each in _KEYS) + ", or a piece"
            expected += xc.text.did_you_mean(key, _KEYS, ":")
            raise self.fault(f"cannot read {text[:40]!r}", expected)
        if key == "given":
            found = _GIVEN.fullmatch(" ".join(value.split()))
            if not found:
                raise self.fault(
                    f"cannot read {text[:40]!r}", "'given: PIECE row R column C', perhaps 'turn T'"
                )
            self.given.append((self.line, found))
            return
        if key == "second":
            placed = [_PLACED.fullmatch(word) for word in value.split()]
            if not all(placed):
                raise self.fault(f"cannot read {text[:40]!r}", "a row of PIECE or PIECE@TURN")
            self.second.append((self.line, [each for each in placed if each]))
            return
        if key in self.stated:
            raise self.fault(f"'{key}:' is stated twice", "it once")
        self.stated[key] = value, self.line
        if key == "size":
            self._read_size(value)
        choices = {"fit": FITS, "border": BORDERS, "turn": ("yes", "no")}.get(key)
        if choices and value not in choices:
            raise self.fault(f"'{key}: {value[:40]}'", " or ".join(choices))
        if key == "sides" and sorted(value.split()) != sorted(_SIDES):
            raise self.fault(f"'sides: {value[:40]}'", "left, top, right and bottom in any order")

    def _read_size(self, value: str) -> None:
        found = _SIZE.fullmatch(value)
        columns, rows = map(int, found.groups()) if found else (0, 0)
        if not (columns and rows):
            raise self.fault(f"the size {value[:40]!r}", "width x height in pieces, such as 5x4")
        if columns * rows > LARGEST_BOARD:
            found_text = f"a board of {columns * rows:,} pieces"
            raise self.fault(found_text, f"at most {LARGEST_BOARD:,}")
        self.size = columns, rows

    def _read_numbers(self, text: str) -> None:
        words = re.split(r"[,;\s]+", text.strip(",; \t"))
        numbers = [self._number(word) for word in words]
        if len(numbers) == 5:
            label, numbers = words[0], numbers[1:]
        elif len(numbers) == 4:
            label = str(len(self.pieces) + 1)
        else:
            what = f"{xc.text.counted(len(numbers), 'number')} in a line"
            expected = "four shapes, or a piece's number and four shapes"
            if not self.pieces and self.size is None:
                expected += "; or first the width and the height"
            raise self.fault(what, expected)
        if label in self.labels:
            raise self.fault(f"a second piece {label}", "different numbers")
        if self.size is not None and len(self.pieces) == self.size[0] * self.size[1]:
            columns, rows = self.size
            raise self.fault(
                f"one piece more than a board of {columns} x {rows} has", f"{columns * rows}"
            )
        if len(self.pieces) == LARGEST_BOARD:
            raise self.fault("one piece more", f"at most {LARGEST_BOARD:,}")
        self.labels[label] = len(self.pieces)
        self.pieces.append((numbers[0], numbers[1], numbers[2], numbers[3]))

    def _number(self, word: str) -> int:
        if not re.fullmatch(r"[-+]?[0-9]{1,1000}", word):
            raise self.fault(f"{word[:40]!r}", "whole numbers, or a word with a colon")
        if abs(int(word)) > LARGEST_SHAPE:
            raise self.fault(f"{word[:40]!r}", f"numbers up to {LARGEST_SHAPE:,}")
        return int(word)

    def _value(self, key: str, default: str) -> str:
        return self.stated[key][0] if key in self.stated else default

    def _jigsaw(self) -> Jigsaw:
        last = self.line
        if self.size is None:
            expected = "'size: WIDTHxHEIGHT', or a first line of the two numbers"
            raise self.fault("no size", expected, last)
        columns, rows = self.size
        if len(self.pieces) != columns * rows:
            number = xc.text.counted(len(self.pieces), "piece")
            found = f"{number} for a board of {columns} x {rows}"
            raise self.fault(found, f"{columns * rows}", last)
        order = self._value("sides", " ".join(_SIDES)).split()
        pieces = [self._ordered(piece, order) for piece in self.pieces]
        shapes = {shape for piece in pieces for shape in piece}
        fit = self._value("fit", "opposite" if min(shapes) < 0 else "equal")
        border = self._value("border", "frame" if 0 in shapes else "none")
        turn = self._value("turn", "yes") == "yes"
        given = [self._given(line, found, turn) for line, found in self.given]
        self._check_given(given)
        title, labels = self._value("title", ""), list(self.labels)
        second = self._second(columns, rows)
        return Jigsaw(columns, rows, pieces, fit, border, turn, given, labels, title, second)

    def _second(self, columns: int, rows: int) -> list[Placed]:
        if not self.second:
            return []
        if len(self.second) != rows:
            raise self.fault(
                f"{xc.text.counted(len(self.second), 'row')} of a second solution", f"{rows}"
            )
        found = []
        seen: set[int] = set()
        for line, row in self.second:
            if len(row) != columns:
                raise self.fault(
                    f"{xc.text.counted(len(row), 'piece')} in a row", f"{columns}", line
                )
            for each in row:
                label, turn = each.groups()
                if label not in self.labels:
                    raise self.fault(f"there is no piece {label}", "the number of a piece", line)
                piece = self.labels[label]
                if piece in seen:
                    raise self.fault(f"piece {label} lies there twice", "each once", line)
                seen.add(piece)
                found.append(Placed(piece, int(turn or 0)))
        return found

    @staticmethod
    def _ordered(piece: Shapes, order: list[str]) -> Shapes:
        shape = dict(zip(order, piece, strict=True))
        return shape["left"], shape["top"], shape["right"], shape["bottom"]

    def _given(self, line: int, found: re.Match[str], turn: bool) -> Given:
        label, row, column, turned = found.groups()
        if label not in self.labels:
            raise self.fault(f"there is no piece {label}", "the number of a piece", line)
        assert self.size is not None
        columns, rows = self.size
        if not (1 <= int(row) <= rows and 1 <= int(column) <= columns):
            expected = f"rows from 1 to {rows}, columns from 1 to {columns}"
            raise self.fault(f"row {row}, column {column}", expected, line)
        if turned not in (None, "0") and not turn:
            raise self.fault(f"piece {label} is turned", "no turn, because of 'turn: no'", line)
        quarters = None if turned is None else int(turned)
        return Given(self.labels[label], int(row) - 1, int(column) - 1, quarters)

    def _check_given(self, given: list[Given]) -> None:
        pieces: dict[int, int] = {}
        cells: dict[tuple[int, int], int] = {}
        for (line, _), each in zip(self.given, given, strict=True):
            cell = each.row, each.column
            if each.piece in pieces or cell in cells:
                twice = f"piece {list(self.labels)[each.piece]}"
                if each.piece not in pieces:
                    twice = cell_name(each.row, each.column)
                raise self.fault(f"{twice} is given twice", "each once", line)
            pieces[each.piece] = cells[cell] = line


def format_jigsaw(jigsaw: Jigsaw) -> str:
    """A jigsaw as text that reads back as the same one."""
    lines = [f"title: {jigsaw.title}"] if jigsaw.title else []
    lines += [
        f"size: {jigsaw.columns}x{jigsaw.rows}",
        f"fit: {jigsaw.fit}",
        f"border: {jigsaw.border}",
        f"turn: {'yes' if jigsaw.turn else 'no'}",
        "",
    ]
    numbered = bool(jigsaw.labels) and list(jigsaw.labels) != [
        str(k + 1) for k in range(len(jigsaw.pieces))
    ]
    for number, piece in enumerate(jigsaw.pieces):
        label = f"{jigsaw.label(number)}  " if numbered else ""
        lines.append(label + " ".join(map(str, piece)))
    for given in jigsaw.given:
        where = f"row {given.row + 1} column {given.column + 1}"
        turn = "" if given.turn is None else f" turn {given.turn}"
        lines.append(f"given: {jigsaw.label(given.piece)} {where}{turn}")
    for first in range(0, len(jigsaw.second), jigsaw.columns):
        row = jigsaw.second[first : first + jigsaw.columns]
        words = [
            jigsaw.label(placed.piece) + (f"@{placed.turn}" if placed.turn else "")
            for placed in row
        ]
        lines.append(f"second: {' '.join(words)}")
    return "\n".join(lines) + "\n"
