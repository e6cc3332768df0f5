"""Make Picture Puzzles: a random picture of characters or a text, cut, shuffled and turned.

The same arguments make the same puzzle on every machine and in every version of Python: only
``random.Random.random`` is used, which never changes. ``data/pictures/made.txt`` says how the
puzzles there were made.
"""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from typing import Any

import exactcover as xc

from ..shared.source import Source
from .puzzle import EDGE, PicturePuzzle, Piece, turned

#: What pictures are made of, besides spaces.
INK = string.ascii_letters + string.digits + "+-*/=<>.,:;'\"!?()[]{}|_~^&%$@"


def make_puzzle(
    columns: int,
    rows: int,
    size: int,
    seed: int,
    *,
    turn: bool = True,
    ink: float = 1.0,
    twins: int = 0,
) -> tuple[PicturePuzzle, list[str]]:
    """Make a puzzle; returns it and the picture it was cut from.

    ``ink``: the share of characters inside that are not spaces. ``twins``: how many pieces are made
    alike another one. ``turn``: whether pieces are turned; the first never is.
    """
    draw = random.Random(seed)
    width, height = 1 + (size - 1) * columns, 1 + (size - 1) * rows
    picture = [
        [
            EDGE
            if y in (0, height - 1) or x in (0, width - 1)
            else _one(draw, INK) if draw.random() < ink else " "
            for x in range(width)
        ]
        for y in range(height)
    ]  # fmt: skip
    inner = [(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)]
    for _ in range(twins if len(inner) > 1 else 0):
        model, copy = _one(draw, inner), _one(draw, inner)
        top, left = (size - 1) * model[0], (size - 1) * model[1]
        block = [line[left : left + size] for line in picture[top : top + size]]
        for k, line in enumerate(block):
            start = (size - 1) * copy[1]
            picture[(size - 1) * copy[0] + k][start : start + size] = line
    lines = ["".join(line) for line in picture]
    return _cut(lines, columns, rows, size, draw, turn), lines


def puzzle_of_text(
    source: Source, columns: int, rows: int, size: int, seed: int, *, turn: bool = True
) -> PicturePuzzle:
    """The puzzle of a picture that is a text, in the middle of a frame.

    Raises :class:`exactcover.FileFault` for a text that is too large, empty, or not printable.
    """
    width, height = (size - 1) * columns - 1, (size - 1) * rows - 1
    lines = [line for line in source.lines if line.text or line.number < len(source.lines)]
    if not any(line.text for line in lines):
        raise source.fault(1, 0, "no text", "a picture of characters")
    if len(lines) > height:
        found = xc.text.counted(len(lines), "line")
        raise source.fault(height + 1, 0, found, f"at most {height} of {columns} x {rows} pieces")
    for line in lines:
        for column, character in enumerate(line.text, 1):
            if not character.isprintable():
                raise source.fault(line.number, column, f"{character!r}", "what can be printed")
        if len(line.text) > width:
            found = xc.text.counted(len(line.text), "character")
            expected = f"at most {width} of {columns} x {rows} pieces"
            raise source.fault(line.number, width + 1, found, expected)
    # Its longest line stands in the middle, and the others begin below where it does.
    left = (width - max(len(line.text) for line in lines)) // 2
    inside = [" " * left + line.text for line in lines]
    above = (height - len(inside)) // 2
    inside = [""] * above + inside + [""] * (height - above - len(inside))
    edge = EDGE * (width + 2)
    picture = [edge, *(EDGE + line.ljust(width) + EDGE for line in inside), edge]
    return _cut(picture, columns, rows, size, random.Random(seed), turn)


def _cut(
    lines: list[str], columns: int, rows: int, size: int, draw: random.Random, turn: bool
) -> PicturePuzzle:
    """The pieces of a picture, shuffled and turned."""
    pieces = [
        tuple(
            line[(size - 1) * column : (size - 1) * column + size]
            for line in lines[(size - 1) * row : (size - 1) * row + size]
        )
        for row in range(rows)
        for column in range(columns)
    ]
    _shuffle(draw, pieces)
    if turn:
        pieces[1:] = [_turned(piece, int(4 * draw.random())) for piece in pieces[1:]]
    return PicturePuzzle(size, columns, rows, pieces)


def format_puzzle(puzzle: PicturePuzzle) -> str:
    """The puzzle as an input."""
    columns, rows, size = puzzle.columns, puzzle.rows, puzzle.size
    head = [
        f"{size} {columns * rows}",
        f"{columns} {rows}",
        f"{1 + (size - 1) * columns} {1 + (size - 1) * rows}",
    ]
    return "\n".join([*head, *(line for piece in puzzle.pieces for line in piece)]) + "\n"


def _one(draw: random.Random, of: Sequence[Any]) -> Any:
    """One of a sequence, at random."""
    return of[int(draw.random() * len(of))]


def _shuffle(draw: random.Random, pieces: list[Piece]) -> None:
    for k in range(len(pieces) - 1, 0, -1):
        other = int(draw.random() * (k + 1))
        pieces[k], pieces[other] = pieces[other], pieces[k]


def _turned(piece: Piece, quarters: int) -> Piece:
    for _ in range(quarters):
        piece = turned(piece)
    return piece
