"""Boards of 72 triangles with sixfold rotation, filled by the twelve hexiamonds.

A triangle (x, y, d) has the corners (x + 1, y), (x, y + 1) and (x + d, y + d), in coordinates along
two sides at 60 degrees: it points up if d = 0. Boards turn about the point (0, 0).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

import numba
import numpy as np

import exactcover as xc

WAYS = ("listing", "filling")

Triangle = tuple[int, int, int]
Board = tuple[Triangle, ...]

#: Triangles of a sixth of a board.
SIXTH = 12


def _triangle(corners: Iterable[tuple[int, int]]) -> Triangle:
    x, y = (sum(each) for each in zip(*corners, strict=True))
    return x // 3, y // 3, int(x % 3 == 2)


def _corners(triangle: Triangle) -> list[tuple[int, int]]:
    x, y, d = triangle
    return [(x + 1, y), (x, y + 1), (x + d, y + d)]


def turned(triangle: Triangle) -> Triangle:
    """By a sixth."""
    return _triangle([(-y, x + y) for x, y in _corners(triangle)])


def reflected(triangle: Triangle) -> Triangle:
    return _triangle([(y, x) for x, y in _corners(triangle)])


def beside(triangle: Triangle) -> list[Triangle]:
    """The three that share a side with it."""
    x, y, d = triangle
    return [(x, y, 1 - d), (x + 2 * d - 1, y, 1 - d), (x, y + 2 * d - 1, 1 - d)]


@functools.cache
def orbit(triangle: Triangle) -> Board:
    """The six that turning makes of it, the least one first."""
    found = [triangle]
    while len(found) < 6:
        found.append(turned(found[-1]))
    return tuple(sorted(found))


def _near(distance: int) -> list[Board]:
    """The orbits that are at most so many steps from the one around the centre."""
    orbits = [orbit((0, 0, 0))]
    steps = {orbits[0]: 0}
    for each in orbits:
        for other in _orbits_beside(each):
            if other not in steps and steps[each] < distance:
                steps[other] = steps[each] + 1
                orbits.append(other)
    return orbits


def _boards(sets: Iterable[Iterable[Board]]) -> list[Board]:
    """The connected boards among sets of orbits, one of each pair of mirror images."""
    found = set()
    for chosen in sets:
        board = frozenset(cell for each in chosen for cell in each)
        if _connected(board):
            found.add(min(tuple(sorted(board)), tuple(sorted(map(reflected, board)))))
    return sorted(found)


@functools.cache
def boards(distance: int) -> list[Board]:
    """The boards whose triangles are at most so many steps from those around the centre."""
    orbits = _near(distance)
    number = {each: k for k, each in enumerate(orbits)}
    edges = [[number[o] for o in _orbits_beside(each) if o in number] for each in orbits]
    return _boards([orbits[k] for k in chosen] for chosen in _connected_sets(edges))


def _boards_grown(distance: int) -> list[Board]:
    """The same, found otherwise: a connected board lies on both sides of the ray y = 0, x > 0.

    So it has an edge there, between a triangle and the one below it. From each such edge all
    sets are grown, orbit by orbit, and those that are found again are dropped.
    """
    inside = frozenset(_near(distance))
    found: set[frozenset[Board]] = set()
    for x in range(distance + 1):
        sets = (
            {frozenset([orbit((x, 0, 0)), orbit((x, -1, 1))])} if x else {frozenset([_near(0)[0]])}
        )
        sets = {each for each in sets if each <= inside}
        while sets and len(next(iter(sets))) < SIXTH:
            sets = {
                each | {new}
                for each in sets
                for one in each
                for new in _orbits_beside(one)
                if new in inside and new not in each
            }
        found |= sets
    return _boards(found)


def _orbits_beside(each: Board) -> list[Board]:
    return [orbit(other) for other in beside(each[0])]


def _connected_sets(edges: list[list[int]]) -> Iterable[list[int]]:
    """All connected sets of :data:`SIXTH` nodes, each once (D. H. Redelmeier, 1981)."""

    def grown(chosen: list[int], next_to: list[int], seen: set[int]) -> Iterable[list[int]]:
        while next_to:
            node = next_to.pop()
            if len(chosen) + 1 == SIXTH:
                yield [*chosen, node]
                continue
            new = [o for o in dict.fromkeys(edges[node]) if o > least and o not in seen]
            yield from grown([*chosen, node], [*next_to, *new], seen.union(new))

    for least in range(len(edges)):
        yield from grown([], [least], {least})


def _connected(board: frozenset[Triangle]) -> bool:
    reached = [next(iter(board))]
    seen = set(reached)
    for triangle in reached:
        new = board.intersection(beside(triangle)) - seen
        seen |= new
        reached += new
    return len(seen) == len(board)


@functools.cache
def pieces() -> tuple[tuple[Board, ...], ...]:
    """The orientations of the twelve hexiamonds, the least triangle of each near (0, 0)."""
    shapes = {((0, 0, 0),)}
    for _ in range(5):
        grown = (
            {*shape, new}
            for shape in shapes
            for each in shape
            for new in beside(each)
            if new not in shape
        )
        shapes = {_moved(shape) for shape in grown}
    free: dict[Board, set[Board]] = {}
    for shape in shapes:
        orientations = set()
        for start in (shape, [reflected(each) for each in shape]):
            for _ in range(6):
                start = [turned(each) for each in start]
                orientations.add(_moved(start))
        free[min(orientations)] = orientations
    return tuple(tuple(sorted(free[shape])) for shape in sorted(free))


def _moved(shape: Iterable[Triangle]) -> Board:
    shape = sorted(shape)
    x, y, _ = shape[0]
    return tuple((a - x, b - y, d) for a, b, d in shape)


def placements(board: Board) -> list[tuple[int, Board]]:
    """All places of the pieces: the number of the piece, and its triangles."""
    inside = frozenset(board)
    found = []
    for piece, orientations in enumerate(pieces()):
        for shape in orientations:
            for x, y, d in board:
                if d == shape[0][2]:
                    cells = tuple((a + x, b + y, e) for a, b, e in shape)
                    if inside.issuperset(cells):
                        found.append((piece, cells))
    return found


def stated(board: Board) -> xc.Problem:
    """Each triangle is covered once, and each piece lies once."""
    options = {(piece, *cells): [*cells, piece] for piece, cells in placements(board)}
    return xc.Problem([*board, *range(len(pieces()))], options)


@functools.cache
def _numbers(
    find: Callable[[int], list[Board]],
    count: Callable[[Board], tuple[int, int]],
    distance: int,
) -> tuple[list[int], int]:
    """The solutions of each board, and the nodes of all."""
    counts = [count(board) for board in find(distance)]
    return [solutions for solutions, _ in counts], sum(nodes for _, nodes in counts)


def _answer(what: str, numbers: list[int]) -> int:
    filled = [number for number in numbers if number]
    return {
        "boards": len(numbers),
        "boards that are filled": len(filled),
        "most solutions": max(numbers, default=0),
        "fewest solutions": min(filled, default=0),
    }[what]


def listing(what: str, distance: int) -> tuple[int, int]:
    """By exact covers: the engine ``bitset`` lists the solutions of each board."""
    numbers, nodes = _numbers(boards, _listed, distance)
    return _answer(what, numbers), nodes


def _listed(board: Board) -> tuple[int, int]:
    count = stated(board).count(method="listing", engine="bitset")
    return int(count), count.nodes


def filling(what: str, distance: int) -> tuple[int, int]:
    """Without this project: the first empty triangle of the board is filled next."""
    numbers, nodes = _numbers(_boards_grown, _filled, distance)
    return _answer(what, numbers), nodes


def _filled(board: Board) -> tuple[int, int]:
    number = {cell: k for k, cell in enumerate(board)}
    masks = np.zeros((len(board), len(pieces()) * 12, 2), np.uint64)
    owner = np.full(masks.shape[:2], -1)
    for piece, cells in placements(board):
        mask = sum(1 << number[cell] for cell in cells)
        first = min(map(number.__getitem__, cells))
        place = int(np.argmin(owner[first] >= 0))
        masks[first, place] = mask & (2**64 - 1), mask >> 64
        owner[first, place] = piece
    solutions, nodes = _fill(masks, owner, len(board))
    return int(solutions), int(nodes)


@numba.njit(nogil=True)
def _fill(masks, owner, n_cells):
    """Solutions, and pieces placed. ``masks[c]``: the places whose first triangle is c."""
    low, high = np.zeros((2, 14), np.uint64)
    at, place = np.zeros((2, 14), np.int64)
    used = np.zeros(12, np.bool_)
    place[0] = -1
    depth = solutions = nodes = 0
    while depth >= 0:
        cell, k = at[depth], place[depth]
        if k >= 0:
            used[owner[cell, k]] = False
        placed = False
        while not placed and k + 1 < owner.shape[1] and owner[cell, k + 1] >= 0:
            k += 1
            piece, one, two = owner[cell, k], masks[cell, k, 0], masks[cell, k, 1]
            placed = not (used[piece] or one & low[depth] or two & high[depth])
        if not placed:
            depth -= 1
            continue
        place[depth] = k
        nodes += 1
        used[piece] = True
        depth += 1
        low[depth], high[depth] = low[depth - 1] | one, high[depth - 1] | two
        while cell < n_cells and (
            (low[depth] >> np.uint64(cell)) & np.uint64(1)
            if cell < 64
            else (high[depth] >> np.uint64(cell - 64)) & np.uint64(1)
        ):
            cell += 1
        if cell == n_cells:
            solutions += 1
            depth -= 1
            continue
        at[depth], place[depth] = cell, -1
    return solutions, nodes
