"""Boards of 60 cells with all symmetries of the square, filled by the twelve pentominoes.

Cells are points (x, y) whose coordinates are both even or both odd, and the centre of the board is
(0, 0): neighbours differ by 2. An orbit, the cells that the symmetries make of one, is named by its
cell with 0 <= y <= x.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numba
import numpy as np

import exactcover as xc

WAYS = ("listing", "filling")

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

CELLS = 60


def images(cell: Cell) -> list[Cell]:
    """What the eight symmetries make of a cell, in a fixed order."""
    x, y = cell
    return [(i * a, j * b) for a, b in ((x, y), (y, x)) for i in (1, -1) for j in (1, -1)]


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)]


def orbit(cell: Cell) -> Cell:
    x, y = map(abs, cell)
    return max(x, y), min(x, y)


@functools.cache
def _size(each: Cell) -> int:
    return len(set(images(each)))


@functools.cache
def _orbits_beside(each: Cell) -> list[Cell]:
    return sorted({orbit(cell) for cell in beside(each)} - {each})


def _axis(side: int) -> list[Cell]:
    """Where a connected board comes to the axis y = 0: cells on it, or beside it if x is odd."""
    return [(x, x % 2) for x in range(side)]


def _board(orbits: Iterable[Cell]) -> Shape:
    return tuple(sorted({cell for each in orbits for cell in images(each)}))


def _is_connected(board: Shape) -> bool:
    inside, reached = set(board), [board[0]]
    for cell in reached:
        new = inside.intersection(beside(cell))
        inside -= new
        reached += new
    return len(inside) == 0


@functools.cache
def boards(side: int) -> list[Shape]:
    """The boards that fit into a square with this side.

    Sets of orbits grow from their last orbit on the axis (after D. H. Redelmeier, 1981).
    """
    found: list[Shape] = []

    def grow(chosen: list[Cell], size: int, untried: list[Cell], seen: set[Cell]) -> None:
        while untried:
            each = untried.pop()
            total = size + _size(each)
            if total == CELLS:
                found.append(_board([*chosen, each]))
            elif total < CELLS:
                new = [o for o in _orbits_beside(each) if o[0] < side and o not in seen]
                grow([*chosen, each], total, untried + new, seen.union(new))

    axis = _axis(side)
    for k, last in enumerate(axis):
        # (Those on the axis further out have had their turn.)
        grow([], 0, [last], {last, *axis[k + 1 :]})
    return sorted(filter(_is_connected, found))


def boards_grown(side: int) -> list[Shape]:
    """The same, found otherwise: all sets of one size are grown, and sets found again are dropped.

    A set grows by the orbits beside those that it has, from each orbit on the axis.
    """
    by_size: dict[int, set[frozenset[Cell]]] = {size: set() for size in range(CELLS + 8)}
    for each in _axis(side):
        by_size[_size(each)].add(frozenset([each]))
    for size in range(CELLS):
        for chosen in by_size.pop(size):
            for one in chosen:
                for new in _orbits_beside(one):
                    if new[0] < side and new not in chosen:
                        by_size[size + _size(new)].add(chosen | {new})
    return sorted(filter(_is_connected, map(_board, by_size[CELLS])))


@functools.cache
def pieces() -> tuple[tuple[Shape, ...], ...]:
    """The orientations of the twelve pentominoes, the least cell of each at (0, 0)."""
    shapes: set[Shape] = {((0, 0),)}
    for _ in range(4):
        shapes = {
            _moved({*shape, new})
            for shape in shapes
            for cell in shape
            for new in beside(cell)
            if new not in shape
        }
    orientations = {
        frozenset(map(_moved, zip(*map(images, shape), strict=True))) for shape in shapes
    }
    return tuple(sorted(tuple(sorted(each)) for each in orientations))


def _moved(shape: Iterable[Cell]) -> Shape:
    least, *_ = shape = sorted(shape)
    return tuple((x - least[0], y - least[1]) for x, y in shape)


def places(board: Shape, shape: Shape) -> Iterator[Shape]:
    """Where a shape may lie on a board."""
    inside = set(board)
    for x, y in board:
        cells = tuple((a + x, b + y) for a, b in shape)
        if inside.issuperset(cells):
            yield cells


def placed(board: Shape) -> Iterator[tuple[int, Shape]]:
    """The number and the cells of pieces that may lie on a board, up to symmetry.

    No symmetry leaves a solution as it is, because the pieces differ, and the first of those that
    have eight orientations would have to be symmetric. So it lies in one of them alone.
    """
    marked = min(k for k, orientations in enumerate(pieces()) if len(orientations) == 8)
    inside = set(board)
    for piece, orientations in enumerate(pieces()):
        for shape in orientations[: 1 if piece == marked else 8]:
            for x, y in board:
                cells = tuple((a + x, b + y) for a, b in shape)
                if inside.issuperset(cells):
                    yield piece, cells


def listing(what: str, side: int) -> tuple[int, int]:
    """By exact covers: the engine ``bitset`` lists the solutions of each board."""
    return _answer(what, boards, _listed, side)


@functools.cache
def _listed(board: Shape) -> tuple[int, int]:
    options = {(piece, cells): [piece, *cells] for piece, cells in placed(board)}
    count = xc.Problem([*range(12), *board], options).count(method="listing", engine="bitset")
    return int(count), count.nodes


def filling(what: str, side: int) -> tuple[int, int]:
    """Without this project: the first empty cell of the board is filled next."""
    return _answer(what, boards_grown, _filled, side)


@functools.cache
def _filled(board: Shape) -> tuple[int, int]:
    number = {cell: k for k, cell in enumerate(board)}
    masks, owners = np.zeros((CELLS, 64), np.uint64), np.full((CELLS, 64), -1)
    n_places = [0] * CELLS
    for piece, cells in placed(board):
        first = number[cells[0]]
        masks[first, n_places[first]] = sum(1 << number[cell] for cell in cells)
        owners[first, n_places[first]] = piece
        n_places[first] += 1
    solutions, nodes = _fill(masks, owners)
    return int(solutions), int(nodes)


@numba.njit(nogil=True)
def _fill(masks: Any, owners: Any) -> tuple[int, int]:
    """Solutions, and pieces placed. ``masks[c]``: the places whose first cell is c."""
    covered, at, place = np.zeros(13, np.uint64), np.zeros(13, np.int64), np.full(13, -1)
    used = np.zeros(12, np.bool_)
    one = np.uint64(1)
    depth = solutions = nodes = 0
    while depth >= 0:
        cell, k = at[depth], place[depth]
        if k >= 0:
            used[owners[cell, k]] = False
        k += 1
        while owners[cell, k] >= 0 and (used[owners[cell, k]] or masks[cell, k] & covered[depth]):
            k += 1
        place[depth] = k
        if owners[cell, k] < 0:
            place[depth] = -1
            depth -= 1
            continue
        nodes += 1
        used[owners[cell, k]] = True
        if depth == 11:
            solutions += 1
            continue
        depth += 1
        covered[depth] = covered[depth - 1] | masks[cell, k]
        while (covered[depth] >> np.uint64(cell)) & one:
            cell += 1
        at[depth] = cell
    return solutions, nodes


def _answer(
    what: str,
    find: Callable[[int], list[Shape]],
    count: Callable[[Shape], tuple[int, int]],
    side: int,
) -> tuple[int, int]:
    counts = [count(board) for board in find(side)]
    filled = [solutions for solutions, _ in counts if solutions]
    values = {
        "boards": len(counts),
        "boards that are filled": len(filled),
        "fewest solutions": min(filled, default=0),
        "most solutions": max(filled, default=0),
        "solutions": sum(filled),
    }
    return values[what], sum(nodes for _, nodes in counts)
