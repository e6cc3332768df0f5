"""The view of a Reflect board on a page: places, pieces, and the paths of beams.

Lengths are in units of a cell, x to the right and y downwards. The letters stand beside the board:
above row 0, and so on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ..shared.cell_names import cell_name
from ..shared.view import Mark, Place, Segment
from .board import BACKSLASH, BALL, EMPTY, JOINED, SLASH, Board, entry
from .puzzle import BeamPuzzle

#: The names of pieces, by content.
CALLED = ("nothing", "mirror /", "mirror \\", "ball")

#: The middle of each side of a cell: up, right, down, left; and the step beyond it.
_MIDDLE = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_BEYOND = ((-1, 0), (0, 1), (1, 0), (0, -1))
_SIDE_NAMES = ("above", "right of", "below", "left of")
#: How far from the middle of a cell a beam turns at a mirror; half a mirror; the radius of a ball,
#: and how many segments its circle has.
_TURN, _MIRROR, _BALL, _CORNERS = 0.16, 0.3, 0.2, 24


def places_of(puzzle: BeamPuzzle) -> list[Place]:
    """The cells, row by row, and then the edge places that have a letter."""
    n = puzzle.n
    cells = [divmod(number, n) for number in range(n**2)]
    places = [Place(cell_name(*cell), cell, _square(*cell)) for cell in cells]
    return places + [edge_place(puzzle, place) for place in range(4 * n) if puzzle.letters[place]]


def edge_place(puzzle: BeamPuzzle, place: int) -> Place:
    """An edge place, with its letter."""
    row, column, side = entry(puzzle.n, place)
    at = row + _BEYOND[side][0], column + _BEYOND[side][1]
    name = f"{_SIDE_NAMES[side]} {cell_name(row, column)}"
    return Place(name, at, _square(*at), puzzle.letters[place], "clue")


def _square(row: int, column: int) -> tuple[tuple[float, float], ...]:
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)


def stroke_of(content: int, row: int = 0, column: int = 0) -> list[Segment]:
    """A piece in a cell, as lines."""
    x, y = column + 0.5, row + 0.5
    if content == SLASH:
        return [(x - _MIRROR, y + _MIRROR, x + _MIRROR, y - _MIRROR)]
    if content == BACKSLASH:
        return [(x - _MIRROR, y - _MIRROR, x + _MIRROR, y + _MIRROR)]
    turns = [2 * math.pi * k / _CORNERS for k in range(_CORNERS + 1)]
    circle = [(x + _BALL * math.cos(turn), y + _BALL * math.sin(turn)) for turn in turns]
    return [(*one, *other) for one, other in pairwise(circle)]


def mark_of(option: Any, number: Mapping[tuple[int, ...], int]) -> Mark:
    """What an option of the model puts on the board: a piece, or a part of a beam."""
    kind, cell, *rest = option
    if kind == "holds":
        (content,) = rest
        if content == EMPTY:
            return Mark((number[cell],), "", "", "light")
        return Mark((number[cell],), CALLED[content], "", "", stroke_of(content, *cell))
    row, column = cell
    letter = rest[-1] if rest[-1] != "-" else ""
    if kind == "ends":
        return Mark((), letter, lines=way(row, column, rest[0], rest[0], BALL))
    content, one, _ = rest
    other = next(pair[1] for pair in JOINED[content] if pair[0] == one)
    return Mark((), letter, lines=way(row, column, one, other, content))


def ray_marks(puzzle: BeamPuzzle, board: Board) -> list[Mark]:
    """The ways of the beams with letters, from both ends: what one sees with these pieces."""
    marks = []
    for place, letter in enumerate(puzzle.letters):
        if letter:
            lines = []
            for row, column, side, out in board.steps(place):
                content = board.cells[row * puzzle.n + column]
                lines += way(row, column, side, out, content)
            marks.append(Mark((), letter, lines=lines))
    return marks


def way(row: int, column: int, side: int, out: int, content: int) -> list[Segment]:
    """The way of a beam through a cell."""
    x, y = column + 0.5, row + 0.5
    ends = [(x + _MIDDLE[each][0] - 0.5, y + _MIDDLE[each][1] - 0.5) for each in (side, out)]
    if content == EMPTY:
        return [(*ends[0], *ends[1])]
    near = _BALL if content == BALL else _TURN
    turns = [(x + (a - x) * 2 * near, y + (b - y) * 2 * near) for a, b in ends]
    if content == BALL:
        return [(*ends[0], *turns[0])]
    return [(*ends[0], *turns[0]), (*turns[0], *turns[1]), (*turns[1], *ends[1])]
