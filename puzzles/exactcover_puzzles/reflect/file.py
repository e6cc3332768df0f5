"""Reflect puzzles as text: n + 2 lines of n + 2 characters, the outer ring the edge places.

Lines that begin with ``#`` are comments; puzzles of one file are parted by empty lines. Corners
and edge places without a letter are ``.``. What is inside is a solution, and tells the pieces, if
there is one; or there is a line ``pieces:`` with them, such as ``pieces: //\\o``, and the inside is
empty.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NoReturn

import exactcover as xc

from .board import EMPTY, PIECES, Board
from .puzzle import Puzzle

__all__ = ["EXAMPLE", "LARGEST", "format_puzzle", "parse_pieces", "parse_puzzles", "read_puzzles"]

#: A file that help shows.
EXAMPLE = """\
# The outer ring has the letters; the two ends of a beam have the same one.
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


def read_puzzles(
    path: str,
    pieces: tuple[int, int, int] | None = None,
    *,
    letters_count: bool = True,
    unpacked: int | str = xc.cli.UNPACKED,
) -> list[Puzzle]:
    """The puzzles of a file, ``-`` for standard input. Raises OSError, and
    :class:`exactcover.FileFault`. ``pieces``: to place, whatever the file says; without
    ``letters_count`` what is inside need not have the beams of the letters. ``unpacked``: how large
    a compressed file may become, in bytes."""
    text = xc.cli.read_text(path, unpacked)
    return list(parse_puzzles(text, xc.cli.shown_path(path), pieces, letters_count))


def parse_puzzles(
    text: str,
    path: str = "puzzle",
    pieces: tuple[int, int, int] | None = None,
    letters_count: bool = True,
) -> Iterator[Puzzle]:
    """The puzzles of a text. Raises :class:`exactcover.FileFault`, with the line."""
    lines: list[tuple[int, str]] = []
    found = False
    for number, line in enumerate([*xc.cli.LINE_ENDS.split(text), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            lines.append((number, line.rstrip()))
        elif lines:
            found = True
            yield _puzzle(lines, path, pieces, letters_count)
            lines = []
    if not found:
        raise xc.FileFault(path, 0, 0, "there is no puzzle", "n + 2 lines of n + 2 characters")


def _puzzle(
    lines: list[tuple[int, str]],
    path: str,
    pieces: tuple[int, int, int] | None,
    letters_count: bool,
) -> Puzzle:
    def fault(line: int, found: str, expected: str, column: int = 0) -> NoReturn:
        raise xc.FileFault(path, line, column, found, expected) from None

    listed = None
    rows: list[tuple[int, str]] = []
    for number, line in lines:
        if line.startswith("pieces:"):
            if listed is not None:
                fault(number, "'pieces:' is stated twice", "it once")
            try:
                listed = parse_pieces(line.removeprefix("pieces:"))
            except ValueError as error:
                fault(number, str(error), "such as pieces: //\\o")
        else:
            rows.append((number, line))
    size = len(rows)
    first = rows[0][0] if rows else lines[0][0]
    if not 3 <= size <= LARGEST + 2:
        fault(first, xc.text.counted(size, "line"), f"n + 2 lines, for n from 1 to {LARGEST}")
    for number, row in rows:
        if len(row) != size:
            found = xc.text.counted(len(row), "character")
            fault(number, found, f"{size}, as there are lines")
    n = size - 2
    for number, row in (rows[0], rows[-1]):
        for column in (0, n + 1):
            if row[column] != ".":
                fault(number, f"{row[column]!r} in a corner", "'.'", column + 1)
    cells = []
    for number, row in rows[1:-1]:
        for column, letter in enumerate(row[1:-1], 2):
            if letter not in PIECES:
                fault(number, f"{letter!r} in the board", f"one of {PIECES}", column)
            cells.append(PIECES.index(letter))
    board = Board(n, tuple(cells))
    for number, row in rows:
        for column, letter in enumerate(row, 1):
            if not letter.isprintable() or unicodedata.combining(letter):
                fault(number, f"{letter!r}", "a letter that can be printed", column)
            edge = number in (rows[0][0], rows[-1][0]) or column in (1, n + 2)
            if edge and letter in "/\\":
                fault(number, f"a mirror at the edge, {letter!r}", "a letter, or '.'", column)
    ring = [rows[0][1][1:-1], "".join(row[-1] for _, row in rows[1:-1])]
    ring += [rows[-1][1][-2:0:-1], "".join(row[0] for _, row in rows[-2:0:-1])]
    letters = tuple("" if letter == "." else letter for letter in "".join(ring))
    solved = any(cell != EMPTY for cell in cells)
    if pieces is not None:
        # What is inside is no solution of these, perhaps.
        solved, listed = False, pieces
    if not solved and listed is None:
        fault(first, "no piece to place", "pieces inside, or a line such as pieces: //\\o")
    try:
        puzzle = Puzzle(n, letters, listed or board.pieces, board if solved else None)
    except ValueError as error:
        found, _, expected = str(error).partition("; expected ")
        fault(first, found, expected)
    if letters_count and pieces is None and solved and not puzzle.is_solved_by(board, "fewer"):
        fault(first, "what is inside is no solution", "one whose beams are those of the letters")
    return puzzle


def parse_pieces(text: str) -> tuple[int, int, int]:
    """How many of each piece a text such as ``//\\o`` lists. Raises ValueError for others."""
    letters = "".join(text.split())
    for letter in letters:
        if letter not in PIECES[1:]:
            raise ValueError(f"{letter!r} is no piece: expected /, \\ and o")
    return letters.count("/"), letters.count("\\"), letters.count("o")


def format_puzzle(puzzle: Puzzle, *, solution: Board | None = None) -> str:
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
