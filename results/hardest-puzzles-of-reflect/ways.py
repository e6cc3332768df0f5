"""How many nested assumptions the puzzles of Reflect need that show all beams of an n x n board.

A puzzle tells how many ``/``, ``\\`` and balls there are, and all must be placed. It is stated as
an exact cover (``exactcover_puzzles/reflect/cover.py``), in which each cell, each side of a cell,
and each kind of piece is an item. What is asked is the number of boards, up to symmetry, whose
puzzle has no other solution and needs at least so many assumptions (``Problem.difficulty``).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.cover import CoverSolver
from exactcover_puzzles.reflect.puzzle import BeamPuzzle
from results.reflect.symmetries import symmetries

WAYS = ("project", "tables")

#: Assumptions nested deeper than this are not tried.
DEEPEST = 3

Cells = tuple[int, ...]


def _boards(n: int, k: int, ends: Callable[[int, Cells], Any]) -> list[Cells]:
    """All boards of k pieces, of which no other one has the same pieces and the same ``ends``."""
    if not (1 <= n <= 4 and 0 <= k <= n * n):
        raise ValueError(
            f"{k} pieces on {n} x {n} cells; expected at most 4 x 4, and a cell for each"
        )
    known: dict[Any, Cells | None] = {}
    for where in itertools.combinations(range(n * n), k):
        for pieces in itertools.product((1, 2, 3), repeat=k):
            cells = [0] * (n * n)
            for cell, piece in zip(where, pieces, strict=True):
                cells[cell] = piece
            key = tuple(sorted(pieces)), ends(n, tuple(cells))
            known[key] = None if key in known else tuple(cells)
    return [cells for cells in known.values() if cells is not None]


def project(asked: str, n: int, k: int) -> tuple[int, int]:
    """By ``Problem.difficulty``. Nodes are puzzles."""
    needs = _by_project(n, k)
    return _value(asked, needs), len(needs)


@functools.cache
def _by_project(n: int, k: int) -> list[int | None]:
    unique = _boards(n, k, lambda n, cells: Board(n, cells).beams)
    least = {min(each.moved(Board(n, cells)).cells for each in symmetries()) for cells in unique}
    return [_problem(n, cells).difficulty() for cells in sorted(least)]


def _problem(n: int, cells: Cells) -> xc.Problem:
    return CoverSolver(BeamPuzzle.of_board(Board(n, cells))).problem


def tables(asked: str, n: int, k: int) -> tuple[int, int]:
    """From the items and options of the same problem, by a program of its own."""
    needs = _by_tables(n, k)
    return _value(asked, needs), len(needs)


@functools.cache
def _by_tables(n: int, k: int) -> list[int | None]:
    unique = _boards(n, k, _ends)
    return [_needed(_problem(n, cells)) for cells in unique if cells == min(_images(n, cells))]


#: The way out of a cell for each way in, up, right, down and left; by what the cell holds.
_OUT = ((2, 3, 0, 1), (3, 2, 1, 0), (1, 0, 3, 2), (0, 1, 2, 3))


def _ends(n: int, cells: Cells) -> tuple[tuple[int, int, int], ...]:
    """Where the beams of all edge places leave the board, and through which side of a cell."""
    ends = []
    for column, row, along, side in (
        (0, 0, 1, 0),
        (n - 1, 0, 0, 1),
        (0, n - 1, 1, 2),
        (0, 0, 0, 3),
    ):
        for step in range(n):
            x, y, way_in = column + step * along, row + step * (not along), side
            while 0 <= x < n and 0 <= y < n:
                end = x, y, _OUT[cells[y * n + x]][way_in]
                x, y = x + (0, 1, 0, -1)[end[2]], y + (-1, 0, 1, 0)[end[2]]
                way_in = (end[2] + 2) % 4
            ends.append(end)
    return tuple(ends)


def _images(n: int, cells: Cells) -> Iterator[Cells]:
    """What reflections in the middle column and in the diagonal make of a board."""
    for _ in range(4):
        cells = tuple((0, 2, 1, 3)[cells[y * n + n - 1 - x]] for y in range(n) for x in range(n))
        yield cells
        cells = tuple(cells[x * n + y] for y in range(n) for x in range(n))
        yield cells


def _needed(problem: xc.Problem) -> int | None:
    """The least depth of assumptions that decides a problem."""
    items = list(problem.primary)
    options = [problem.items_of(option) for option in problem.options]
    bounds = [problem.multiplicity.get(item, (1, 1)) for item in items]
    need, room = np.array(bounds).T.copy()
    holds = [[o for o, option in enumerate(options) if item in option] for item in items]
    coloured: dict[Any, list[int]] = {}
    for o, option in enumerate(options):
        for item, colour in option.items():
            if colour is not None:
                coloured.setdefault(item, []).append(o)
    clashes = [
        sorted(
            {
                other
                for item, colour in option.items()
                for other in coloured.get(item, ())
                if options[other][item] != colour
            }
        )
        for option in options
    ]
    number = {item: i for i, item in enumerate(items)}
    parts = [[number[item] for item in option if option[item] is None] for option in options]
    rules = _table(holds), _table(clashes), _table(parts)
    live = np.ones(len(options), np.bool_)
    for item in np.flatnonzero(room == 0):
        live[holds[item]] = False
    if not _propagated(*rules, live, need, room):
        return 0
    for depth in range(DEEPEST + 1):
        if depth and not _settled(*rules, live, need, room, depth):
            return depth
        if not live.any():
            return depth
    return None


def _table(lists: list[list[int]]) -> Any:
    """Lists as rows, which end with -1."""
    table = np.full((len(lists), max(map(len, lists)) + 1), -1)
    for row, each in zip(table, lists, strict=True):
        row[: len(each)] = each
    return table


@numba.njit(nogil=True)
def _choose(
    holds: Any, clashes: Any, parts: Any, live: Any, need: Any, room: Any, option: int
) -> None:
    """Choose an option: others that clash with it, or for which there is no room, are gone."""
    live[option] = False
    for other in clashes[option]:
        if other < 0:
            break
        live[other] = False
    for item in parts[option]:
        if item < 0:
            break
        need[item], room[item] = max(0, need[item] - 1), room[item] - 1
        for other in holds[item]:
            if other < 0 or room[item] > 0:
                break
            live[other] = False


@numba.njit(nogil=True)
def _left(holds: Any, live: Any, item: int) -> Any:
    """How many options an item has left, and one of them."""
    number, last = 0, -1
    for option in holds[item]:
        if option < 0:
            break
        if live[option]:
            number, last = number + 1, option
    return number, last


@numba.njit(nogil=True)
def _lacks(holds: Any, live: Any, need: Any) -> bool:
    """Whether an item has fewer options left than it needs."""
    for item in range(len(need)):
        if need[item] > 0 and _left(holds, live, item)[0] < need[item]:
            return True
    return False


@numba.njit(nogil=True)
def _forced(holds: Any, clashes: Any, parts: Any, live: Any, need: Any, room: Any) -> bool:
    """Choose all that items need; False if one has fewer options left than that."""
    item = 0
    while item < len(need):
        if need[item] > 0:
            number, option = _left(holds, live, item)
            if number < need[item]:
                return False
            if number == need[item]:
                _choose(holds, clashes, parts, live, need, room, option)
                item = -1
        item += 1
    return True


@numba.njit(nogil=True)
def _propagated(holds: Any, clashes: Any, parts: Any, live: Any, need: Any, room: Any) -> bool:
    """Both rules: also remove an option that would leave an item without what it needs."""
    option = 0
    while _forced(holds, clashes, parts, live, need, room):
        while option < len(live):
            if live[option]:
                still, needed, space = live.copy(), need.copy(), room.copy()
                _choose(holds, clashes, parts, still, needed, space, option)
                if _lacks(holds, still, needed):
                    break
            option += 1
        if option == len(live):
            return True
        live[option] = False
        option = 0
    return False


@numba.njit(nogil=True)
def _settled(
    holds: Any, clashes: Any, parts: Any, live: Any, need: Any, room: Any, depth: int
) -> bool:
    """Assume each option, with so many nested ones, and remove it if that fails."""
    if not _forced(holds, clashes, parts, live, need, room):
        return False
    option = 0 if depth > 0 else len(live)
    while option < len(live):
        if live[option]:
            still, needed, space = live.copy(), need.copy(), room.copy()
            _choose(holds, clashes, parts, still, needed, space, option)
            if not _settled(holds, clashes, parts, still, needed, space, depth - 1):
                live[option] = False
                if not _forced(holds, clashes, parts, live, need, room):
                    return False
                option = -1
        option += 1
    return True


def _value(asked: str, needs: list[int | None]) -> int:
    """How many need at least so many assumptions, or have a closed loop, and so no depth."""
    if asked == "a closed loop":
        return needs.count(None)
    least = {"one assumption": 1, "two assumptions": 2, "three assumptions": 3}[asked]
    return sum(each is not None and each >= least for each in needs)
