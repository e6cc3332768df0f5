"""Boards with many symmetries, filled by all polyforms of one size, each once.

A cell is a point, and the centre of a board is (0, 0). Squares have coordinates that are both even
or both odd, so neighbours differ by 2. Hexagons have coordinates along two lines at 60 degrees.
Triangles have three times the coordinates of their centres along such lines, and a corner of them
is the centre of the board: their coordinates are both 1 more than a multiple of 3 if they point up,
and both 2 more if they point down.

Boards are unions of *orbits*: all cells to which some symmetries, ``turns``, move one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

import exactcover as xc

WAYS = ("listing", "filling")

Cell = tuple[int, int]
Shape = tuple[Cell, ...]
Motion = Callable[[Cell], Cell]


@dataclass(frozen=True)
class Kind:
    """The pieces, and the boards that are asked for."""

    #: Cells of a piece, and of a board.
    piece: int
    board: int
    #: From one cell to those beside it. If it is a triangle that points down, they are turned.
    steps: tuple[Cell, ...]
    #: Two cells are alike, but for where they are, if they differ by a multiple of this.
    period: int
    #: The symmetries of the grid that leave the centre where it is, and those that boards have.
    motions: tuple[Motion, ...]
    turns: tuple[Motion, ...]
    #: How far a cell is from the centre, and orbits of which each connected board has one.
    distance: Callable[[Cell], int]
    starts: Callable[[int], list[Cell]]


def _signed(i: int, j: int, swapped: bool) -> Motion:
    return lambda cell: (i * cell[swapped], j * cell[not swapped])


def _sixths(number: int, reflected: bool) -> Motion:
    def moved(cell: Cell) -> Cell:
        q, r = reversed(cell) if reflected else cell
        for _ in range(number):
            q, r = -r, q + r
        return q, r

    return moved


def _rings(cell: Cell) -> int:
    return max(*map(abs, cell), abs(sum(cell)))


_SQUARE = tuple(_signed(i, j, swapped) for i in (1, -1) for j in (1, -1) for swapped in (0, 1))
_HEXAGON = tuple(_sixths(number, reflected) for reflected in (False, True) for number in range(6))

KINDS = {
    # A board comes to the axis y = 0: it has cells on it, or beside it if coordinates are odd.
    "pentominoes": Kind(
        piece=5,
        board=60,
        steps=((2, 0), (-2, 0), (0, 2), (0, -2)),
        period=1,
        motions=_SQUARE,
        turns=_SQUARE,
        distance=lambda cell: 1 + max(map(abs, cell)),
        starts=lambda side: [(x, x % 2) for x in range(side)],
    ),
    # The centre is an orbit of one cell, and 28 is not a multiple of 3.
    "tetrahexes": Kind(
        piece=4,
        board=28,
        steps=((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
        period=1,
        motions=_HEXAGON,
        turns=_HEXAGON[:6:2],
        distance=_rings,
        starts=lambda distance: [(0, 0)],
    ),
    # A board comes to both sides of the ray y = 0, x > 0, so it has a triangle above it.
    "hexiamonds": Kind(
        piece=6,
        board=72,
        steps=((1, 1), (-2, 1), (1, -2)),
        period=3,
        motions=_HEXAGON,
        turns=_HEXAGON[:6],
        distance=lambda cell: -(-_rings(cell) // 3),
        starts=lambda side: [(3 * x + 1, 1) for x in range(side)],
    ),
}


def _beside(kind: Kind, cell: Cell) -> list[Cell]:
    sign = -1 if cell[0] % kind.period == 2 else 1
    return [(cell[0] + sign * x, cell[1] + sign * y) for x, y in kind.steps]


@functools.cache
def _orbit(kind: Kind, cell: Cell) -> Shape:
    return tuple(sorted({turn(cell) for turn in kind.turns}))


@functools.cache
def _orbits_beside(kind: Kind, orbit: Shape) -> list[Shape]:
    return sorted({_orbit(kind, cell) for cell in _beside(kind, orbit[0])} - {orbit})


@functools.cache
def _is_near(kind: Kind, orbit: Shape, distance: int) -> bool:
    return kind.distance(orbit[0]) <= distance


def _boards(kind: Kind, sets: Iterable[Iterable[Shape]]) -> list[Shape]:
    """The connected boards among sets of orbits, one of those that differ by a motion."""
    boards = {frozenset(cell for orbit in chosen for cell in orbit) for chosen in sets}
    return sorted(
        {
            min(tuple(sorted(map(motion, board))) for motion in kind.motions)
            for board in boards
            if _is_connected(kind, board)
        }
    )


def _is_connected(kind: Kind, board: frozenset[Cell]) -> bool:
    reached = [next(iter(board))]
    left = set(board) - set(reached)
    for cell in reached:
        new = left.intersection(_beside(kind, cell))
        left -= new
        reached += new
    return not left


@functools.cache
def boards(name: str, distance: int) -> list[Shape]:
    """The boards of cells that are not further from the centre than so.

    Sets of orbits grow from the last of the starts that they have (after D. H. Redelmeier, 1981).
    """
    kind = KINDS[name]

    def grow(
        chosen: list[Shape], size: int, untried: list[Shape], seen: set[Shape]
    ) -> Iterator[list[Shape]]:
        while untried:
            orbit = untried.pop()
            total = size + len(orbit)
            if total == kind.board:
                yield [*chosen, orbit]
            elif total < kind.board:
                new = [
                    each
                    for each in _orbits_beside(kind, orbit)
                    if each not in seen and _is_near(kind, each, distance)
                ]
                yield from grow([*chosen, orbit], total, untried + new, seen.union(new))

    starts = [_orbit(kind, cell) for cell in kind.starts(distance)]
    return _boards(
        kind,
        (
            chosen
            for k, start in enumerate(starts)
            for chosen in grow([], 0, [start], set(starts[k:]))
        ),
    )


@functools.cache
def boards_grown(name: str, distance: int) -> list[Shape]:
    """The same, found otherwise: all sets of one size are grown, and sets found again are dropped.

    A set grows by the orbits beside those that it has, from each of the starts.
    """
    kind = KINDS[name]
    by_size: dict[int, set[frozenset[Shape]]] = {}
    for cell in kind.starts(distance):
        orbit = _orbit(kind, cell)
        by_size.setdefault(len(orbit), set()).add(frozenset([orbit]))
    for size in range(kind.board):
        for chosen in by_size.pop(size, ()):
            for orbit in chosen:
                for new in _orbits_beside(kind, orbit):
                    if new not in chosen and _is_near(kind, new, distance):
                        by_size.setdefault(size + len(new), set()).add(chosen | {new})
    return _boards(kind, by_size.get(kind.board, ()))


@functools.cache
def pieces(name: str) -> tuple[tuple[Shape, ...], ...]:
    """The orientations of all pieces, the least cell of each near (0, 0)."""
    kind = KINDS[name]
    shapes: set[Shape] = {((1 % kind.period, 1 % kind.period),)}
    for _ in range(kind.piece - 1):
        shapes = {
            _shifted(kind, {*shape, new})
            for shape in shapes
            for cell in shape
            for new in _beside(kind, cell)
            if new not in shape
        }
    orientations = {
        frozenset(_shifted(kind, map(motion, shape)) for motion in kind.motions) for shape in shapes
    }
    return tuple(sorted(tuple(sorted(each)) for each in orientations))


def _shifted(kind: Kind, shape: Iterable[Cell]) -> Shape:
    shape = sorted(shape)
    x, y = (each // kind.period * kind.period for each in shape[0])
    return tuple((a - x, b - y) for a, b in shape)


def placed(name: str, board: Shape) -> Iterator[tuple[int, Shape]]:
    """The number and the cells of pieces that may lie on a board, up to its symmetries.

    One piece is different in all orientations. No symmetry leaves a solution as it is, since it
    would turn that piece. So of its orientations that differ by a symmetry, one is enough.
    """
    kind, inside = KINDS[name], set(board)
    keeping = [motion for motion in kind.motions if inside.issuperset(map(motion, board))]
    marked = next(k for k, each in enumerate(pieces(name)) if len(each) == len(kind.motions))
    for piece, orientations in enumerate(pieces(name)):
        for shape in orientations:
            if piece == marked and shape > min(
                _shifted(kind, map(each, shape)) for each in keeping
            ):
                continue
            for cell in board:
                x, y = (there - here for there, here in zip(cell, shape[0], strict=True))
                cells = tuple((a + x, b + y) for a, b in shape)
                if x % kind.period == y % kind.period == 0 and inside.issuperset(cells):
                    yield piece, cells


def listing(what: str, distance: int) -> tuple[int, int]:
    """By exact covers: the engine ``bitset`` lists the solutions of each board."""
    return _answer(what, boards, _listed, distance)


@functools.cache
def _listed(name: str, board: Shape) -> tuple[int, int]:
    options = {(piece, cells): [piece, *cells] for piece, cells in placed(name, board)}
    items = [*range(len(pieces(name))), *board]
    count = xc.Problem(items, options).count(method="listing", engine="bitset")
    return int(count), count.nodes


def filling(what: str, distance: int) -> tuple[int, int]:
    """Without this project: the first empty cell of the board is filled next."""
    return _answer(what, boards_grown, _filled, distance)


@functools.cache
def _filled(name: str, board: Shape) -> tuple[int, int]:
    number = {cell: k for k, cell in enumerate(board)}
    # No more than these begin at a cell, and one that ends the list.
    most = sum(map(len, pieces(name))) + 1
    masks, owners = np.zeros((len(board), most, 2), np.uint64), np.full((len(board), most), -1)
    n_places = [0] * len(board)
    for piece, cells in placed(name, board):
        first = number[cells[0]]
        mask = sum(1 << number[cell] for cell in cells)
        masks[first, n_places[first]] = mask & (2**64 - 1), mask >> 64
        owners[first, n_places[first]] = piece
        n_places[first] += 1
    solutions, nodes = _fill(masks, owners, len(pieces(name)))
    return int(solutions), int(nodes)


@numba.njit(nogil=True)
def _fill(masks: Any, owners: Any, n_pieces: int) -> tuple[int, int]:
    """Solutions, and pieces placed. ``masks[c]``: the places whose first cell is c."""
    covered, at = np.zeros((n_pieces, 2), np.uint64), np.zeros(n_pieces, np.int64)
    place, used = np.full(n_pieces, -1), np.zeros(n_pieces, np.bool_)
    depth = solutions = nodes = 0
    while depth >= 0:
        cell, k = at[depth], place[depth]
        if k >= 0:
            used[owners[cell, k]] = False
        k += 1
        low, high = covered[depth]
        while owners[cell, k] >= 0 and (
            used[owners[cell, k]] or masks[cell, k, 0] & low or masks[cell, k, 1] & high
        ):
            k += 1
        place[depth] = k
        if owners[cell, k] < 0:
            place[depth] = -1
            depth -= 1
            continue
        nodes += 1
        used[owners[cell, k]] = True
        if depth == n_pieces - 1:
            solutions += 1
            continue
        depth += 1
        covered[depth] = covered[depth - 1] | masks[cell, k]
        while (covered[depth, cell // 64] >> np.uint64(cell % 64)) & np.uint64(1):
            cell += 1
        at[depth] = cell
    return solutions, nodes


def _answer(
    what: str,
    find: Callable[[str, int], list[Shape]],
    count: Callable[[str, Shape], tuple[int, int]],
    distance: int,
) -> tuple[int, int]:
    name, _, asked = what.partition(": ")
    counts = [count(name, board) for board in find(name, distance)]
    filled = [solutions for solutions, _ in counts if solutions]
    values = {
        "boards": len(counts),
        "filled": len(filled),
        "solutions": sum(filled),
        "with one solution": filled.count(1),
        "fewest solutions": min(filled, default=0),
        "most solutions": max(filled, default=0),
    }
    return values[asked], sum(nodes for _, nodes in counts)
