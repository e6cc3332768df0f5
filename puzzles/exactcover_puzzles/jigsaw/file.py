"""Jigsaws as text: one piece per line.

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
  turned by T quarters clockwise from how it is listed; without ``turn T`` it may be turned. One
  line for each such piece.
* ``second: PIECE PIECE@T ...``: a row of the board in a second solution, of a puzzle whose pieces
  are listed in the order of the first one; turned by T quarters clockwise. One line for each row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.source import Source, Text
from .pieces import BORDERS, FITS, Given, Jigsaw, Placed, Shapes

#: More pieces than this, or larger shapes, are treated as a mistake.
LARGEST_BOARD, LARGEST_SHAPE = 10_000, 10**9

_GIVEN = re.compile(r"(\S+) row ([0-9]{1,6}) column ([0-9]{1,6})(?: turn ([0-3]))?")
_SIDES = ("left", "top", "right", "bottom")
_WORDS = ("title", "size", "fit", "border", "turn", "sides", "given", "second")
_PLACED = re.compile(r"([0-9]{1,9})(?:@([0-3]))?")


def read_jigsaw(path: str, unpacked: int | str = xc.cli.UNPACKED) -> Jigsaw:
    """The jigsaw in a file. Raises :class:`exactcover.FileFault` with line and column, OSError.

    ``unpacked``: how large a compressed file may become, in bytes.
    """
    return parse_jigsaw(xc.cli.read_text(path, unpacked), xc.cli.shown_path(path))


def parse_jigsaw(text: str, path: str = "text") -> Jigsaw:
    """The jigsaw in a text; ``path`` is for messages. Raises FileFault."""
    return jigsaw_of(Source(path, text))


def jigsaw_of(source: Source) -> Jigsaw:
    """Parse the jigsaw of a source. Raises FileFault."""
    stated, rows = source.read(_WORDS, "a piece", several=("given", "second"))
    end = next((line for line in reversed(source.lines) if line.text), source.lines[0])
    fit = source.choice("fit", FITS, "")
    border = source.choice("border", BORDERS, "")
    turn = source.choice("turn", ("yes", "no"), "yes") == "yes"
    order = source.value("sides", " ".join(_SIDES)).split()
    if sorted(order) != sorted(_SIDES):
        value = stated["sides"][0].value
        raise value.fault(f"'sides: {value.text[:40]}'", "left, top, right and bottom in any order")
    size = source.size(rows, LARGEST_BOARD)
    #: The pieces by what they are called.
    pieces: dict[str, Shapes] = {}
    for row in rows:
        label, piece = _piece(row, str(len(pieces) + 1))
        if label in pieces:
            raise row.fault(f"a second piece {label}", "different numbers")
        if size is not None and len(pieces) == size[0] * size[1]:
            found = f"one piece more than a board of {size[0]} x {size[1]} has"
            raise row.fault(found, f"{len(pieces)}")
        shape = dict(zip(order, piece, strict=True))
        pieces[label] = shape["left"], shape["top"], shape["right"], shape["bottom"]
    if size is None:
        raise end.fault("no size", "'size: WIDTHxHEIGHT', or a first line of the two numbers")
    columns, height, _ = size
    if len(pieces) < columns * height:
        found = f"{xc.text.counted(len(pieces), 'piece')} for a board of {columns} x {height}"
        raise end.fault(found, f"{columns * height}")
    shapes = {shape for piece in pieces.values() for shape in piece}
    number = {label: k for k, label in enumerate(pieces)}
    return Jigsaw(
        columns,
        height,
        list(pieces.values()),
        fit or ("opposite" if min(shapes) < 0 else "equal"),
        border or ("frame" if 0 in shapes else "none"),
        turn,
        _given([each.value for each in stated.get("given", ())], number, columns, height, turn),
        list(pieces),
        source.value("title"),
        _second([each.value for each in stated.get("second", ())], number, columns, height),
    )


def _piece(row: Text, usual: str) -> tuple[str, list[int]]:
    """The name of a piece, and its shapes."""
    words = row.words()
    for word in words:
        if not re.fullmatch(r"[-+]?[0-9]{1,1000}", word.text):
            raise word.fault(f"{word.text[:40]!r}", "whole numbers, or a word with a colon")
        if abs(int(word.text)) > LARGEST_SHAPE:
            raise word.fault(f"{word.text[:40]!r}", f"numbers up to {LARGEST_SHAPE:,}")
    if len(words) not in (4, 5):
        found = f"{xc.text.counted(len(words), 'number')} in a line"
        raise row.fault(found, "four shapes, or a piece's number and four shapes")
    label = words.pop(0).text if len(words) == 5 else usual
    return label, [int(word.text) for word in words]


def _known(label: str, number: Mapping[str, int], text: Text) -> int:
    """The piece with this label."""
    if label not in number:
        raise text.fault(f"there is no piece {label}", "the number of a piece")
    return number[label]


def _given(
    stated: Sequence[Text], number: Mapping[str, int], columns: int, rows: int, turn: bool
) -> list[Given]:
    """The pieces whose places are given."""
    given: list[Given] = []
    taken: set[int | tuple[int, int]] = set()
    for text in stated:
        found = _GIVEN.fullmatch(" ".join(text.text.split()))
        if not found:
            expected = "'given: PIECE row R column C', perhaps 'turn T'"
            raise text.fault(f"cannot read {text.text[:40]!r}", expected)
        label, turned = found[1], found[4]
        row, column = int(found[2]), int(found[3])
        piece = _known(label, number, text)
        if not (1 <= row <= rows and 1 <= column <= columns):
            expected = f"rows from 1 to {rows}, columns from 1 to {columns}"
            raise text.fault(f"row {row}, column {column}", expected)
        if turned not in (None, "0") and not turn:
            raise text.fault(f"piece {label} is turned", "no turn, because of 'turn: no'")
        cell = row - 1, column - 1
        for each, called in ((piece, f"piece {label}"), (cell, cell_name(*cell))):
            if each in taken:
                raise text.fault(f"{called} is given twice", "each once")
            taken.add(each)
        given.append(Given(piece, *cell, None if turned is None else int(turned)))
    return given


def _second(
    stated: Sequence[Text], number: Mapping[str, int], columns: int, rows: int
) -> list[Placed]:
    """The pieces of a second solution, row by row."""
    if stated and len(stated) != rows:
        found = f"{xc.text.counted(len(stated), 'row')} of a second solution"
        raise stated[-1].fault(found, f"{rows}")
    placed: dict[int, Placed] = {}
    for text in stated:
        words = text.words(r"\S+")
        if len(words) != columns:
            raise text.fault(f"{xc.text.counted(len(words), 'piece')} in a row", f"{columns}")
        for word in words:
            found_piece = _PLACED.fullmatch(word.text)
            if not found_piece:
                raise word.fault(f"cannot read {word.text[:40]!r}", "PIECE or PIECE@TURN")
            label, turn = found_piece.groups()
            piece = _known(label, number, word)
            if piece in placed:
                raise word.fault(f"piece {label} lies there twice", "each once")
            placed[piece] = Placed(piece, int(turn or 0))
    return list(placed.values())


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
