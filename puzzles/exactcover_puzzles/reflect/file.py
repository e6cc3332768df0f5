"""Reflect puzzles as text: n + 2 lines of n + 2 characters, the outer ring the edge places.

Lines that begin with ``#`` are comments; empty lines separate the puzzles of a file. Corners
and edge places without a letter are ``.``. What is inside is a solution, and tells the pieces, if
there is one; or there is a line ``pieces:`` with them, such as ``pieces: //\\o``, and the inside is
empty.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

import exactcover as xc

from ..shared.source import Source, Text
from .board import EMPTY, PIECES, Board
from .puzzle import BeamPuzzle

#: A file that help shows.
EXAMPLE = """\
# The letters are in the outer ring; both ends of a beam have the same letter.
..A.B.
......
B....A
.....C
E.....
.D.C..
pieces: ///\\o
"""
#: Cells in a row of the largest board.
LARGEST = 15


def parse_puzzles(text: str) -> Iterator[BeamPuzzle]:
    """The puzzles of a text. Raises :class:`exactcover.FileFault`, with the line."""
    return puzzles_of(Source("puzzle", text))


def puzzles_of(
    source: Source, pieces: tuple[int, int, int] | None = None, letters_count: bool = True
) -> Iterator[BeamPuzzle]:
    """The puzzles of a file. Raises :class:`exactcover.FileFault`.

    ``pieces``: to place, whatever the file says; without ``letters_count`` what is inside need not
    have the beams of the letters.
    """
    lines = [line for line in source.lines if not line.text.startswith("#")]
    if not any(line.text for line in lines):
        raise source.fault(0, 0, "there is no puzzle", "n + 2 lines of n + 2 characters")
    for stated, group in groupby(lines, lambda line: bool(line.text)):
        if stated:
            yield _puzzle(list(group), pieces, letters_count)


def _puzzle(
    lines: Sequence[Text], pieces: tuple[int, int, int] | None, letters_count: bool
) -> BeamPuzzle:
    listed = [line for line in lines if line.text.startswith("pieces:")]
    rows = [line for line in lines if not line.text.startswith("pieces:")]
    if len(listed) > 1:
        raise listed[1].fault("'pieces:' occurs twice", "it once")
    first = [*rows, *lines][0]
    size = len(rows)
    if not 3 <= size <= LARGEST + 2:
        raise first.fault(xc.text.counted(size, "line"), f"n + 2 lines, for n from 1 to {LARGEST}")
    n = size - 2
    for row in rows:
        if len(row.text) != size:
            found = xc.text.counted(len(row.text), "character")
            raise row.fault(found, f"{size}, as there are lines")
        outer = row in (rows[0], rows[-1])
        for at, letter in enumerate(row.text):
            edge = at in (0, n + 1)
            if outer and edge and letter != ".":
                raise row.fault(f"{letter!r} in a corner", "'.'", at)
            if not (outer or edge) and letter not in PIECES:
                raise row.fault(f"{letter!r} in the board", f"one of {PIECES}", at)
            if not letter.isprintable() or unicodedata.combining(letter):
                raise row.fault(f"{letter!r}", "a letter that can be printed", at)
            if (outer or edge) and letter in "/\\":
                raise row.fault(f"a mirror at the edge, {letter!r}", "a letter, or '.'", at)
    texts = [row.text for row in rows]
    board = Board(n, tuple(PIECES.index(letter) for text in texts[1:-1] for letter in text[1:-1]))
    # The edge places clockwise, from the upper left.
    right, left = ("".join(text[at] for text in texts[1:-1]) for at in (-1, 0))
    ring = texts[0][1:-1] + right + texts[-1][-2:0:-1] + left[::-1]
    letters = tuple("" if letter == "." else letter for letter in ring)
    placed = None
    if listed:
        value = listed[0].part(len("pieces:"))
        try:
            placed = parse_pieces(value.text)
        except ValueError as error:
            found, _, expected = str(error).partition(": expected ")
            raise value.fault(found, f"{expected}, such as pieces: //\\o") from None
    # (What is inside is no solution of other pieces, perhaps.)
    solved = pieces is None and any(cell != EMPTY for cell in board.cells)
    placed = placed if pieces is None else pieces
    if not solved and placed is None:
        raise first.fault("no piece to place", "pieces inside, or a line such as pieces: //\\o")
    try:
        puzzle = BeamPuzzle(n, letters, placed or board.pieces, board if solved else None)
    except ValueError as error:
        found, _, expected = str(error).partition("; expected ")
        raise first.fault(found, expected) from None
    if letters_count and solved and not puzzle.is_solved_by(board, "fewer"):
        found = "the pieces inside are not a solution"
        raise first.fault(found, "pieces whose beams match the letters")
    return puzzle


def parse_pieces(text: str) -> tuple[int, int, int]:
    """How many of each piece a text such as ``//\\o`` lists. Raises ValueError for others."""
    letters = "".join(text.split())
    for letter in letters:
        if letter not in PIECES[1:]:
            raise ValueError(f"{letter!r} is not a piece: expected /, \\ and o")
    return letters.count("/"), letters.count("\\"), letters.count("o")


def format_puzzle(puzzle: BeamPuzzle, *, solution: Board | None = None) -> str:
    """A puzzle as text that reads back, with its solution inside if one is given."""
    n = puzzle.n
    ring = [letter or "." for letter in puzzle.letters]
    rows = (solution or Board(n, (EMPTY,) * n**2)).rows()
    lines = [f".{''.join(ring[:n])}."]
    for k, row in enumerate(rows):
        lines.append(f"{ring[4 * n - 1 - k]}{row}{ring[n + k]}")
    lines.append(f".{''.join(reversed(ring[2 * n : 3 * n]))}.")
    if solution is None or solution.pieces != puzzle.pieces or not any(solution.cells):
        counts = zip(PIECES[1:], puzzle.pieces, strict=True)
        lines.append("pieces: " + "".join(piece * number for piece, number in counts))
    return "\n".join(lines) + "\n"
