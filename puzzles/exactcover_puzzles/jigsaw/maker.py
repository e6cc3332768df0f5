"""Make jigsaws: a rectangle with a random shape at every seam, cut, shuffled and turned.

A jigsaw with one solution is found step by step. Where another solution separates two neighbours,
the seam between them gets a new shape. The change is kept if there are no more solutions than
before, counted up to a bound.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import exactcover as xc

from .counting import JigsawSearch
from .pieces import Jigsaw, Placed, Shapes, turned

#: Solutions counted while a jigsaw is changed; nodes of one such search; changes in a row
#: without progress before giving up.
_MANY, _NODES, _STEPS = 20, 20_000, 500

#: Two sides that meet. A side is a piece, by its place in the list, and 0 left, 1 top, 2 right or
#: 3 bottom.
_Seam = tuple[tuple[int, int], tuple[int, int]]


def make_jigsaw(
    columns: int,
    rows: int,
    shapes: int,
    seed: int,
    *,
    fit: str = "opposite",
    border: str = "frame",
    turn: bool = True,
) -> Jigsaw:
    """A jigsaw with shapes 1 to ``shapes``; the same arguments make the same one everywhere.

    With ``fit="opposite"`` the tab of a seam is on either side at random.
    """
    draw = random.Random(seed)
    laid = Jigsaw(columns, rows, [], fit, border, turn, title=_title(columns, rows, shapes, seed))
    return _shuffled(replace(laid, pieces=_cut(laid, shapes, draw)), draw)


def make_unique(
    columns: int,
    rows: int,
    shapes: int,
    seed: int,
    *,
    seconds: float | None = None,
    report: Callable[[str], None] = lambda text: None,
    **kind: Any,
) -> Jigsaw | None:
    """A jigsaw with exactly one solution up to turning the board; ``kind`` as above.

    None if too many changes in a row bring no progress, as with few shapes. Raises
    :class:`exactcover.SearchStopped` when the ``seconds`` are over.
    """
    deadline = xc.Deadline(seconds)
    draw = random.Random(seed)
    title = f"{_title(columns, rows, shapes, seed)}, one solution"
    laid = Jigsaw(columns, rows, [], title=title, **kind)
    laid = replace(laid, pieces=_cut(laid, shapes, draw))
    found = _solutions(laid, deadline)
    steps = 0
    while len(found) > 1:
        report(f"{len(found)}{' or more' * (len(found) == _MANY)} solutions, change {steps + 1}")
        if steps == _STEPS:
            return None
        seams = sorted(set(_seams(laid, _as_listed(laid))).difference(_common(found)))
        if not seams:
            return None
        changed = _cut_anew(laid, seams[int(draw.random() * len(seams))], shapes, draw)
        now = _solutions(changed, deadline)
        steps = 0 if len(now) < len(found) else steps + 1
        if len(now) <= len(found):
            laid, found = changed, now
    return _shuffled(laid, draw)


def _title(columns: int, rows: int, shapes: int, seed: int) -> str:
    return f"{columns} x {rows}, {shapes} shapes, seed {seed}"


def _cut_shape(laid: Jigsaw, shapes: int, draw: random.Random) -> int:
    shape = 1 + int(draw.random() * shapes)
    return -shape if laid.fit == "opposite" and draw.random() < 0.5 else shape


def _cut(laid: Jigsaw, shapes: int, draw: random.Random) -> list[Shapes]:
    """The pieces of a board, cell by cell."""

    def cut() -> int:
        return _cut_shape(laid, shapes, draw)

    columns, rows = laid.columns, laid.rows
    # What the upper or left side of each seam has.
    across = [[cut() for _ in range(columns)] for _ in range(rows)]
    down = [[cut() for _ in range(columns)] for _ in range(rows)]
    if laid.border == "frame":
        for beside in across:
            beside[-1] = 0
        down[-1] = [0] * columns
    sign = -1 if laid.fit == "opposite" else 1
    pieces: list[Shapes] = []
    for row in range(rows):
        for column in range(columns):
            left, top = sign * across[row][column - 1], sign * down[row - 1][column]
            if laid.border == "none":
                # The edges have shapes of their own.
                left = cut() if column == 0 else left
                top = cut() if row == 0 else top
            pieces.append((left, top, across[row][column], down[row][column]))
    return pieces


def _shuffled(laid: Jigsaw, draw: random.Random) -> Jigsaw:
    """The jigsaw with its pieces in another order, and turned."""
    pieces = list(laid.pieces)
    for k in range(len(pieces) - 1, 0, -1):
        other = int(draw.random() * (k + 1))
        pieces[k], pieces[other] = pieces[other], pieces[k]
    if laid.turn:
        pieces = [turned(piece, int(4 * draw.random())) for piece in pieces]
    return replace(laid, pieces=pieces)


def _solutions(laid: Jigsaw, deadline: xc.Deadline) -> list[list[_Seam]]:
    """The seams of each solution, up to a number of solutions; many if the search is too long."""
    search = JigsawSearch(laid, seconds=deadline.left())
    found = search.solutions(_MANY, nodes=_NODES, seconds=deadline.left())
    seams = [list(_seams(laid, laid.placed(each))) for each in found]
    deadline.tick()
    # (No seam is in all of these: any may be changed.)
    return seams if found.stopped in (None, "limit") else [*seams, *[[]] * (_MANY - len(seams))]


def _common(solutions: Sequence[Sequence[_Seam]]) -> set[_Seam]:
    """The seams that are in all solutions."""
    return {seam for seam in solutions[0] if all(seam in other for other in solutions)}


def _as_listed(laid: Jigsaw) -> list[Placed]:
    return [Placed(piece, 0) for piece in range(len(laid.pieces))]


def _seams(laid: Jigsaw, placed: Sequence[Placed]) -> Iterator[_Seam]:
    """The sides that meet where the pieces lie so."""
    for sides in laid.board.sides:
        if len(sides) == 2:
            one, other = sorted(
                (placed[cell].piece, (direction - placed[cell].turn) % 4)
                for cell, direction in sides
            )
            yield one, other


def _cut_anew(laid: Jigsaw, seam: _Seam, shapes: int, draw: random.Random) -> Jigsaw:
    """The board with another shape at a seam."""
    shape = _cut_shape(laid, shapes, draw)
    pieces = [list(piece) for piece in laid.pieces]
    for (piece, side), each in zip(seam, (shape, -shape), strict=True):
        pieces[piece][side] = each if laid.fit == "opposite" else shape
    return replace(laid, pieces=[(a, b, c, d) for a, b, c, d in pieces])
