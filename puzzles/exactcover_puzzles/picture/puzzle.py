"""CodinGame's Picture Puzzle: a picture of characters, cut into squares, shuffled and turned.

Legend: a *piece* is a tuple of ``size`` strings of ``size`` characters. Neighbours share their
border: pieces overlap by one row or column, so a border is a string, read from left to right or
from top to bottom. The edge of the picture is all ``#``. Pieces turn and are not flipped; the
first one is the right way up already, which says how the picture stands.

The input: ``size n``, then ``columns rows``, then the width and height of the picture, then n times
``size`` lines of ``size`` characters each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..borders.board import Board, Stock, types_of
from ..borders.border_sets import BorderSets
from ..borders.search import Arrangement

Piece = tuple[str, ...]

EDGE = "#"
#: CodinGame's puzzles have 6 and 15 x 15 at most; more than this is treated as a mistake.
LARGEST_PIECE, LARGEST_BOARD = 100, 100

_LINE_END = re.compile(r"\r\n|\n|\r")
_NUMBERS = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*")


class PictureFault(ValueError):
    """What is wrong with an input: its line, from 1, what was found, and what was expected."""


class PicturePuzzle:
    """A puzzle: the measures, and the pieces in order of the input."""

    def __init__(self, size: int, columns: int, rows: int, pieces: Sequence[Piece]):
        self.size = size
        self.columns = columns
        self.rows = rows
        self.pieces = tuple(pieces)
        # Pieces that are alike when turned are of one type; the candidates of a type are its
        # different contents. That makes each picture come once.
        types, self._candidate = types_of(self.pieces, _views)
        self._contents = {candidate: piece for piece, candidate in self._candidate.items()}
        named = [(str(members[0] + 1), len(members)) for members in types]
        self.stock = Stock(named, self._candidate, borders)

    def propagation(self, fixed_piece: bool = True) -> BorderSets:
        """What is known at the start: the frame, and the first piece if it counts.

        Sides that are all ``#`` are needed around the picture; if there are no more of them, none
        is inside.
        """
        board = Board(self.columns, self.rows)
        sets = BorderSets(board, self.stock)
        if fixed_piece:
            first = self._candidate[self.pieces[0]]
            if self.stock.counts[first // 4] == 1:
                sets.remove(self.stock.of_type(first // 4) & ~(1 << first))
            else:
                sets.required = first
        edge = self.stock.number_of.get(EDGE * self.size)
        sides = 0 if edge is None else self.stock.sides_with(edge)
        needed = len(board.outer)
        if edge is None or sides < needed:
            sets.contradiction = (
                f"{sides} sides of pieces are all {EDGE!r}, but the edge of the picture takes"
                f" {needed}"
            )
        else:
            sets.frame(edge, elsewhere=sides > needed)
        return sets

    def content(self, candidate: int) -> Piece:
        """The characters of a candidate."""
        return self._contents[candidate]

    def picture(self, arrangement: Arrangement) -> list[str]:
        """The lines of the picture."""
        lines = []
        for row in range(self.rows):
            contents = [
                self._contents[candidate]
                for candidate in arrangement[row * self.columns : (row + 1) * self.columns]
            ]
            for k in range(0 if row == 0 else 1, self.size):
                parts = [content[k] for content in contents]
                lines.append(parts[0] + "".join(part[1:] for part in parts[1:]))
        return lines


def turned(piece: Piece) -> Piece:
    """The piece after a quarter turn clockwise."""
    return tuple("".join(column) for column in zip(*piece[::-1]))  # noqa: B905 (Python 3.9)


def _views(piece: Piece) -> list[Piece]:
    views = [piece]
    for _ in range(3):
        views.append(turned(views[-1]))
    return views


def borders(piece: Piece) -> tuple[str, str, str, str]:
    """What a piece has at the left, top, right and bottom, as the seams read it."""
    return (
        "".join(line[0] for line in piece),
        piece[0],
        "".join(line[-1] for line in piece),
        piece[-1],
    )


# -- reading ---------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """The text of an input, which is in UTF-8. Raises :class:`PictureFault`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(_LINE_END.split(data[: error.start].decode("utf-8")))
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            found = "this is UTF-16"
        raise PictureFault(line, found, "text in UTF-8") from None


def parse(text: str) -> PicturePuzzle:
    """The puzzle of an input. Raises :class:`PictureFault`."""
    lines = _LINE_END.split(text)
    if lines[-1] == "":
        lines.pop()  # the end of the last line, not a line
    size, n_pieces = _pair(lines, 1, "the size of a piece and the number of pieces")
    columns, rows = _pair(lines, 2, "the numbers of columns and rows")
    width, height = _pair(lines, 3, "the width and height of the picture")
    if not 2 <= size <= LARGEST_PIECE:
        raise PictureFault(1, f"pieces of size {size}", f"a size from 2 to {LARGEST_PIECE}")
    if not (1 <= columns <= LARGEST_BOARD and 1 <= rows <= LARGEST_BOARD):
        found = f"{columns} columns and {rows} rows"
        raise PictureFault(2, found, f"from 1 to {LARGEST_BOARD} of each")
    if n_pieces != columns * rows:
        few = "few" if n_pieces < columns * rows else "many"
        found = f"{n_pieces} pieces, too {few} for {columns} columns and {rows} rows"
        raise PictureFault(1, found, f"{columns * rows}")
    measures = 1 + (size - 1) * columns, 1 + (size - 1) * rows
    if (width, height) != measures:
        found = f"a picture of {width} x {height}"
        expected = f"{measures[0]} x {measures[1]}, as {columns} x {rows} pieces of {size} make it"
        raise PictureFault(3, found, expected)
    if len(lines) < 3 + n_pieces * size:
        whole, rest = divmod(len(lines) - 3, size)
        found = f"the end of the input after {_counted(whole, 'piece')}"
        if rest:
            found += f" and {_counted(rest, 'line')}"
        raise PictureFault(len(lines) + 1, found, f"{n_pieces} pieces of {size} lines")
    for number in range(3 + n_pieces * size, len(lines)):
        if lines[number].strip():
            raise PictureFault(number + 1, "more lines", f"the end after {n_pieces} pieces")
    for number in range(3, 3 + n_pieces * size):
        if len(lines[number]) != size:
            piece, row = divmod(number - 3, size)
            found = f"{len(lines[number])} characters in line {row + 1} of piece {piece + 1}"
            raise PictureFault(number + 1, found, f"{size}; spaces count")
    starts = range(3, 3 + n_pieces * size, size)
    return PicturePuzzle(
        size, columns, rows, [tuple(lines[start : start + size]) for start in starts]
    )


def _pair(lines: list[str], number: int, what: str) -> tuple[int, int]:
    """The two whole numbers of a line."""
    if len(lines) < number:
        raise PictureFault(number, "the end of the input", what)
    found = _NUMBERS.fullmatch(lines[number - 1])
    if not found:
        line = lines[number - 1]
        shown = repr(line if len(line) <= 60 else f"{line[:60]}…")
        raise PictureFault(number, shown, f"{what}, two whole numbers")
    return int(found[1]), int(found[2])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
