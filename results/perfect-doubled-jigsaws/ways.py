"""All perfect doubled jigsaws of c columns and r rows, up to turning the second solution.

Sides of pieces are numbered 4 (column + c row) + direction: up, right, down, left. Two sides are
*partners* if they meet in the first solution.

There are three sequences: of the second ways, of those among them whose jigsaw has exactly two
solutions, and of the most solutions that any of these jigsaws has. Solutions are one if they differ
by a turn of the board, or by swapping pieces that are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numba
import numpy as np

import exactcover as xc
from exactcover_puzzles.doubles.scrambles import with_second
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from results.doubles.work import PerfectWork, scramble_of

WAYS = ("cycles", "laying")


def cycles(name: str, columns: int, rows: int, **workers: Any) -> tuple[int, int]:
    """The search of ``puzzles doubles perfect``, which follows the cycles of sides.

    The solutions of a jigsaw are counted by the engine ``bitset``.
    """
    _check(columns, rows)
    if name == "second ways":
        found = xc.divide(PerfectWork(columns, rows), listed=0, **workers)
        return int(found.count), found.count.nodes
    return _value(name, xc.divide(_Solving(columns, rows), **workers))


@dataclass(frozen=True)
class _Solving:
    """How many jigsaws have each number of solutions: all that the search above finds."""

    columns: int
    rows: int

    @property
    def name(self) -> str:
        return f"perfect doubled jigsaws of {self.columns} x {self.rows}, solved"

    @property
    def statement(self) -> str:
        return f"solved, 1: {PerfectWork(self.columns, self.rows).statement}"

    def below(self, prefix: tuple[int, ...], listed: bool) -> _SolvingBelow:
        return _SolvingBelow(PerfectWork(self.columns, self.rows), prefix)


class _SolvingBelow:
    def __init__(self, work: PerfectWork, prefix: tuple[int, ...]):
        self._work, self._below = work, work.below(prefix, listed=True)
        self.open_prefixes = self._below.open_prefixes

    @property
    def nodes(self) -> int:
        return self._below.nodes

    @property
    def done(self) -> bool:
        return self._below.done

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        found = self._below.run(nodes, stop)
        numbers: Counter[int] = Counter()
        for row in found.rows:
            scramble = scramble_of(self._work, tuple(row))
            jigsaw = with_second(scramble)
            count = JigsawSearch(jigsaw).count(engine="bitset")
            numbers[int(count.free)] += 1
            numbers[_STEPS] += count.nodes
        return xc.Found(found.count, numbers)


def _check(columns: int, rows: int) -> None:
    if min(columns, rows) < 2 or columns * rows > 63:
        raise ValueError(f"{columns} x {rows} pieces; expected 2 or more each way, and at most 63")


#: Under this key are the nodes of solving jigsaws. None has so many solutions.
_STEPS = 2**62


def _value(name: str, found: xc.Divided) -> tuple[int, int]:
    """How many jigsaws have two solutions, or what is the most that any has; and nodes."""
    jigsaws = dict(found.numbers)
    nodes = found.count.nodes + jigsaws.pop(_STEPS, 0)
    return (jigsaws.get(2, 0) if name == "two solutions" else max(jigsaws, default=0)), nodes


def laying(name: str, columns: int, rows: int, **workers: Any) -> tuple[int, int]:
    """Without the search of this project: pieces are laid anew one by one, and make wishes.

    A cycle of two seams says: if two sides meet in the second solution, so do their partners. So
    each seam that is laid makes a wish for another one. Next comes a cell where a wish leaves one
    piece or none; or else one where the fewest pieces fit, of the corners and the cells beside
    those that are laid.

    It is settled in advance where the four corner pieces lie. Some of these cases are alike.
    """
    _check(columns, rows)
    found = xc.divide(_Laying(columns, rows, name != "second ways"), **workers)
    return (int(found.count), found.count.nodes) if name == "second ways" else _value(name, found)


@dataclass(frozen=True)
class _Laying:
    """The second ways of a board and, if asked for, how many of them have each number of solutions.

    A prefix has a trial for each depth. The last one stands for itself and all later ones.
    """

    columns: int
    rows: int
    solved: bool

    @property
    def name(self) -> str:
        return f"second ways of {self.columns} x {self.rows}" + (", solved" if self.solved else "")

    @property
    def statement(self) -> str:
        return "laying, 2"

    def below(self, prefix: tuple[int, ...], listed: bool) -> _Laid:
        return _Laid(self, np.array(prefix or (0,)))


class _Laid:
    """The second ways below a prefix."""

    def __init__(self, work: _Laying, prefix: Any):
        self._work, self._floor = work, len(prefix) - 1
        self._alike, *self._board = _board(work.columns, work.rows)
        self._laid = _nothing_laid(work.columns * work.rows)
        _follow(*self._board, self._laid, prefix)
        self.nodes, self.done = 0, False

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        ways, cases, visited = _lay(*self._board, self._laid, self._floor, nodes)
        self.nodes += visited
        self.done = self._laid[_DEPTH, 0] < self._floor
        numbers: Counter[int] = Counter()
        if self._work.solved:
            partner = self._board[0][_PARTNER]
            for way, case in zip(ways, cases, strict=True):
                each, steps = _solved(partner, self._work.columns, self._work.rows, way)
                numbers[each] += self._alike[case]
                numbers[_STEPS] += steps
        return xc.Found(sum(self._alike[case] for case in cases), numbers)

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        left, share = [], 1.0
        trial = self._laid[_TRIAL].tolist()
        for depth in range(self._floor, self._laid[_DEPTH, 0] + 1):
            share /= self._laid[_FITS, depth]
            if self._laid[_LEFT, depth] > 0:
                prefix = (*trial[:depth], trial[depth] + 1)
                left.append(xc.OpenPrefix(prefix, share * self._laid[_LEFT, depth]))
        return left[::-1]


#: Rows of numbers about a board of n cells. A piece in its turn is 4 piece + turn; its side in
#: direction d is (d - turn) mod 4.
#: PARTNER: the side that meets a side in the first solution, or -1 for outer sides.
#: FACING: the place in direction d of cell k meets the place FACING[4 k + d], or 4 n outside.
#: FITTING: how many pieces, in their turns, have outer sides where cell k has them.
_PARTNER, _FACING, _FITTING = range(3)

#: Rows of numbers about what is laid.
#: SIDE: the side at a place, -1 if none lies there. The place 4 n stays empty.
#: WISH: the side that must meet a side, or -1.
#: HOME: the only cell where a piece may lie, or -1. The corner pieces have one.
#: ONLY: the same, but 4 n for a piece that lies already.
#: DEPTH: one number, the last depth. The i-th piece that is laid has depth i, and:
#: CELL: its cell.
#: TRIAL: its place among the pieces that fit; at depth 0 the case.
#: FITS: how many of these seemed to suit, and LEFT: how many of them come after it.
#: BEGIN: the sides whose wishes it made are those in MADE from here to the BEGIN of the next depth.
_SIDE, _WISH, _HOME, _ONLY, _DEPTH, _CELL, _TRIAL, _FITS, _LEFT, _BEGIN, _MADE = range(11)


@cache
def _board(columns: int, rows: int) -> tuple[Any, ...]:
    """How many second ways each of a case stands for; and what the search needs to know.

    That is the rows above; for each cell the pieces that fit; where these are among them, or -1;
    for each case the first corner piece in its turn, and the cells of all four.
    """
    n = columns * rows
    board = np.full((3, 4 * n), -1)
    partner = board[_PARTNER]
    for cell in range(n):
        if cell % columns < columns - 1:
            partner[4 * cell + 1], partner[4 * cell + 7] = 4 * cell + 7, 4 * cell + 1
        if cell < columns * (rows - 1):
            below = 4 * (cell + columns)
            partner[4 * cell + 2], partner[below] = below, 4 * cell + 2
    inner = partner >= 0
    board[_FACING] = np.where(inner, partner, 4 * n)
    fitting, rank = np.zeros((n, 4 * n), np.int64), np.full((n, 4 * n), -1)
    for cell in range(n):
        suitable = [
            each
            for each in range(4 * n)
            if all(inner[each // 4 * 4 + (d - each) % 4] == inner[4 * cell + d] for d in range(4))
        ]
        board[_FITTING, cell] = len(suitable)
        fitting[cell, : len(suitable)] = suitable
        rank[cell, suitable] = range(len(suitable))
    corners = np.array([0, columns - 1, n - columns, n - 1])
    alike, cases = [], []
    for where, number in _orbits(columns == rows):
        homes = corners[list(where)]
        cases.append([next(each for each in range(4) if rank[homes[0], each] >= 0), *homes])
        alike.append(number // (4 if columns == rows else 2))
    return alike, board, fitting, rank, corners, np.array(cases)


def _orbits(square: bool) -> list[tuple[tuple[int, ...], int]]:
    """In which corners the four corner pieces lie: one of those that are alike, and their number.

    Those that are alike have as many second ways: the first or the second solution may be turned,
    both may be reflected, and they may change their roles.
    """
    turn = (1, 3, 0, 2) if square else (3, 2, 1, 0)
    mirror = (1, 0, 3, 2)
    orbits: list[tuple[tuple[int, ...], int]] = []
    known: set[tuple[int, ...]] = set()
    for first in permutations(range(4)):
        if first in known:
            continue
        orbit = [first]
        for where in orbit:
            moved = [
                tuple(turn[i] for i in where),
                tuple(where[i] for i in turn),
                tuple(mirror[where[i]] for i in mirror),
                tuple(map(where.index, range(4))),
            ]
            orbit += [each for each in dict.fromkeys(moved) if each not in orbit]
        known.update(orbit)
        orbits.append((first, len(orbit)))
    return orbits


def _nothing_laid(n: int) -> Any:
    laid = np.zeros((11, 4 * n + 1), np.int64)
    laid[[_SIDE, _WISH, _HOME, _ONLY]] = -1
    return laid


@numba.njit(nogil=True)
def _follow(
    board: Any, fitting: Any, rank: Any, corners: Any, cases: Any, laid: Any, prefix: Any
) -> None:
    """Lay the pieces of a prefix, up to the last one, which comes next."""
    for depth in range(len(prefix)):
        if depth > 0:
            laid[_LEFT, depth - 1] = 1
            _next(board, fitting, corners, cases, laid, depth - 1)
            _choose(board, fitting, rank, laid, depth)
        laid[_TRIAL, depth] = prefix[depth] - 1
    laid[_DEPTH, 0] = depth
    laid[_LEFT, depth] = 0 if depth > 0 else len(cases) - prefix[0]
    cell = laid[_CELL, depth]
    for i in range(prefix[depth], board[_FITTING, cell] if depth > 0 else 0):
        laid[_LEFT, depth] += _suits(board, laid, cell, fitting[cell, i])
    laid[_FITS, depth] = max(1, laid[_LEFT, depth])


@numba.njit(nogil=True)
def _lay(
    board: Any,
    fitting: Any,
    rank: Any,
    corners: Any,
    cases: Any,
    laid: Any,
    floor: int,
    most: int,
) -> Any:
    """The sides that lie upwards in each cell, of the next second ways; the cases; pieces laid."""
    n = len(rank)
    ways, of_ways = np.zeros((64, n), np.uint8), np.zeros(64, np.int64)
    depth, found, nodes = laid[_DEPTH, 0], 0, 0
    while depth >= floor and nodes < most:
        if not _next(board, fitting, corners, cases, laid, depth):
            depth -= 1
            continue
        nodes += 1
        if depth < n - 1:
            depth += 1
            _choose(board, fitting, rank, laid, depth)
            continue
        if found == len(ways):
            ways = np.concatenate((ways, np.zeros_like(ways)))
            of_ways = np.concatenate((of_ways, np.zeros_like(of_ways)))
        ways[found], of_ways[found] = laid[_SIDE, : 4 * n : 4], laid[_TRIAL, 0]
        found += 1
    laid[_DEPTH, 0] = depth
    return ways[:found], of_ways[:found], nodes


@numba.njit(nogil=True)
def _next(board: Any, fitting: Any, corners: Any, cases: Any, laid: Any, depth: int) -> bool:
    """Take the piece of this depth away, and lay the next one; False if there is none."""
    cell = laid[_CELL, depth]
    if laid[_SIDE, 4 * cell] >= 0:
        piece = laid[_SIDE, 4 * cell] // 4
        laid[_ONLY, piece] = laid[_HOME, piece]
        laid[_SIDE, 4 * cell : 4 * cell + 4] = -1
    while True:
        for i in range(laid[_BEGIN, depth], laid[_BEGIN, depth + 1]):
            laid[_WISH, laid[_MADE, i]] = -1
        laid[_BEGIN, depth + 1] = laid[_BEGIN, depth]
        if laid[_LEFT, depth] == 0:
            return False
        laid[_TRIAL, depth] += 1
        trial = laid[_TRIAL, depth]
        if depth == 0:
            for i in range(4):
                laid[_HOME, corners[i]] = laid[_ONLY, corners[i]] = cases[trial, i + 1]
            cell, each = cases[trial, 1], cases[trial, 0]
            laid[_CELL, 0] = cell
        else:
            each = fitting[cell, trial]
        if not _suits(board, laid, cell, each):
            continue
        laid[_LEFT, depth] -= 1
        if _wished(board, laid, cell, each, depth):
            break
    laid[_ONLY, each // 4] = len(laid[_ONLY]) - 1
    for d in range(4):
        laid[_SIDE, 4 * cell + d] = each // 4 * 4 + (d - each) % 4
    return True


@numba.njit(nogil=True)
def _wished(board: Any, laid: Any, cell: int, each: int, depth: int) -> bool:
    """Make the wishes of a piece; False if two of them are against each other."""
    for d in range(4):
        a = each // 4 * 4 + (d - each) % 4
        b = laid[_SIDE, board[_FACING, 4 * cell + d]]
        if b < 0:
            continue
        a1, b1 = board[_PARTNER, a], board[_PARTNER, b]
        for one, other in ((a, b), (b, a), (a1, b1), (b1, a1)):
            if laid[_WISH, one] < 0:
                laid[_WISH, one] = other
                laid[_MADE, laid[_BEGIN, depth + 1]] = one
                laid[_BEGIN, depth + 1] += 1
            elif laid[_WISH, one] != other:
                return False
    return True


@numba.njit(nogil=True)
def _suits(board: Any, laid: Any, cell: int, each: int) -> bool:
    """Whether a piece may lie in a cell, and neither its neighbours nor wishes are against it."""
    only = laid[_ONLY, each // 4]
    if only >= 0 and only != cell:
        return False
    for d in range(4):
        b = laid[_SIDE, board[_FACING, 4 * cell + d]]
        if b < 0:
            continue
        a = each // 4 * 4 + (d - each) % 4
        a1, b1 = board[_PARTNER, a], board[_PARTNER, b]
        if a1 == b or a1 // 4 == b1 // 4:
            return False
        for one, other in ((a, b), (b, a), (a1, b1), (b1, a1)):
            if laid[_WISH, one] >= 0 and laid[_WISH, one] != other:
                return False
    return True


@numba.njit(nogil=True)
def _choose(board: Any, fitting: Any, rank: Any, laid: Any, depth: int) -> None:
    """The cell of the next piece."""
    n = len(rank)
    fewest, start = 4 * n + 1, -1
    for k in range(n):
        if laid[_SIDE, 4 * k] >= 0:
            continue
        for d in range(4):
            b = laid[_SIDE, board[_FACING, 4 * k + d]]
            if b >= 0 and laid[_WISH, b] >= 0:
                a = laid[_WISH, b]
                each = a // 4 * 4 + (d - a) % 4
                start = rank[k, each]
                fewest = 1 if start >= 0 and _suits(board, laid, k, each) else 0
                laid[_CELL, depth] = k
                break
        if fewest == 0:
            break
    if start < 0 < fewest:
        for k in range(n):
            beside = laid[_HOME, k] >= 0
            for d in range(4):
                beside = beside or laid[_SIDE, board[_FACING, 4 * k + d]] >= 0
            if laid[_SIDE, 4 * k] >= 0 or not beside:
                continue
            fits = 0
            for i in range(board[_FITTING, k]):
                fits += _suits(board, laid, k, fitting[k, i])
                if fits == fewest:
                    break
            if fits < fewest:
                fewest, laid[_CELL, depth] = fits, k
            if fewest == 0:
                break
    laid[_TRIAL, depth], laid[_BEGIN, depth + 1] = max(start, 0) - 1, laid[_BEGIN, depth]
    laid[_LEFT, depth], laid[_FITS, depth] = fewest, max(fewest, 1)


@numba.njit(nogil=True)
def _solved(partner: Any, columns: int, rows: int, way: Any) -> Any:
    """The solutions of a jigsaw up to turning the board, and pieces laid, row by row.

    ``way[k]``: the side that lies upwards in cell k of its second solution.
    """
    n = columns * rows
    views, kinds, left = _views(partner, columns, rows, way)
    trial = np.full(n, -1)
    found = half_fixed = quarter_fixed = nodes = depth = 0
    while depth >= 0:
        row, column = depth // columns, depth % columns
        if trial[depth] >= 0:
            left[kinds[trial[depth]]] += 1
        laid = False
        while not laid and trial[depth] + 1 < len(views):
            trial[depth] += 1
            up, right, down, to_left = views[trial[depth]]
            above = views[trial[depth - columns], 2] if row > 0 else 0
            before = views[trial[depth - 1], 1] if column > 0 else 0
            laid = left[kinds[trial[depth]]] > 0 and up == -above and to_left == -before
            laid = laid and (right == 0) == (column == columns - 1)
            laid = laid and (down == 0) == (row == rows - 1)
        if not laid:
            trial[depth] = -1
            depth -= 1
            continue
        nodes += 1
        left[kinds[trial[depth]]] -= 1
        if depth < n - 1:
            depth += 1
            continue
        found += 1
        turns_half, turns_quarter = True, columns == rows
        for k in range(n):
            here, there = views[trial[k]], views[trial[n - 1 - k]]
            for d in range(4):
                turns_half = turns_half and here[d] == there[d - 2]
            if turns_quarter:
                # The cell that comes to k by a quarter turn clockwise.
                there = views[trial[(columns - 1 - k % columns) * columns + k // columns]]
                for d in range(4):
                    turns_quarter = turns_quarter and here[d] == there[d - 1]
        half_fixed += turns_half
        quarter_fixed += turns_quarter
    if columns == rows:
        return (found + half_fixed + 2 * quarter_fixed) // 4, nodes
    return (found + half_fixed) // 2, nodes


@numba.njit(nogil=True)
def _views(partner: Any, columns: int, rows: int, way: Any) -> Any:
    """The shapes of the pieces up, right, down and left, once for each look that a piece has.

    And for each of these the number of its kind of pieces, and for each kind how many there are.
    """
    n = columns * rows
    offset = np.array([-columns, 1, columns, -1])
    shapes = np.zeros(4 * n, np.int64)
    for k in range(n):
        for d in range(4):
            a = way[k] // 4 * 4 + (way[k] + d) % 4
            if partner[a] < 0 or shapes[a] != 0:
                continue
            beside = way[k + offset[d]]
            b = beside // 4 * 4 + (beside + d + 2) % 4
            # The sides a and b meet, and their partners do, in the second solution.
            shapes[a] = shapes[partner[b]] = a + 1
            shapes[b] = shapes[partner[a]] = -a - 1
    views, kinds, left = (
        np.zeros((4 * n, 4), np.int64),
        np.zeros(4 * n, np.int64),
        np.zeros(n, np.int64),
    )
    n_views = n_kinds = 0
    for piece in range(n):
        known = -1
        for turn in range(4):
            view = np.array([shapes[4 * piece + (d - turn) % 4] for d in range(4)])
            same = -1
            for other in range(n_views):
                if (views[other] == view).all():
                    same = other
            if turn == 0:
                known = kinds[same] if same >= 0 else n_kinds
                n_kinds += same < 0
                left[known] += 1
            if same < 0:
                views[n_views], kinds[n_views] = view, known
                n_views += 1
    return views[:n_views], kinds[:n_views], left
