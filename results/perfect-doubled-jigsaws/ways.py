"""All perfect doubled jigsaws of c columns and r rows, up to turning the second solution.

Sides of pieces are numbered 4 (column + c row) + direction: up, right, down, left. Two sides are
*partners* if they meet in the first solution.

There are three sequences: of the second ways, of those among them whose jigsaw has exactly two
solutions, and of the most solutions that any of these jigsaws has. Solutions are one if they differ
by a turn of the board, or by swapping pieces that are alike.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np

import exactcover as xc
from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.perfect_work import PerfectWork
from exactcover_puzzles.doubles.scrambles import coarsest, with_second
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.counting import JigsawSearch

WAYS = ("cycles", "laying")


def cycles(name: str, columns: int, rows: int, **workers: Any) -> tuple[int, int]:
    """The search of ``puzzles doubles perfect``, which follows the cycles of sides.

    The solutions of a jigsaw are counted by the engine ``bitset``.
    """
    if name == "second ways":
        found = xc.divide(PerfectWork(columns, rows), listed=0, **workers)
        return int(found.count), found.count.nodes
    solutions, nodes = _cycled(columns, rows)
    return _value(name, solutions), nodes


@cache
def _cycled(columns: int, rows: int) -> tuple[list[int], int]:
    sides = Sides(columns, rows)
    solutions, nodes = [0], 0
    for corner in range(sides.n_classes):
        search = PerfectSearch(sides, corner)
        while not search.done:
            for scramble in search.scrambles(10_000_000):
                jigsaw = with_second(scramble, coarsest(sides, [scramble]))
                count = JigsawSearch(jigsaw).count(engine="bitset")
                solutions.append(int(count.free))
                nodes += count.nodes
        nodes += search.nodes
    return solutions, nodes


def _value(name: str, solutions: list[int]) -> int:
    return solutions.count(2) if name == "two solutions" else max(solutions)


def laying(name: str, columns: int, rows: int) -> tuple[int, int]:
    """Without this project: pieces are laid anew one by one, and make wishes.

    A cycle of two seams says: if two sides meet in the second solution, so do their partners. So
    each seam that is laid makes a wish for another one. Next comes the cell beside those that are
    laid where the fewest pieces fit.
    """
    partner, ways, nodes = _laid(columns, rows)
    if name == "second ways":
        return len(ways), nodes
    solutions = [0]
    for each in ways:
        number, steps = _solved(partner, columns, rows, each)
        solutions.append(number)
        nodes += steps
    return _value(name, solutions), nodes


@cache
def _laid(columns: int, rows: int) -> tuple[Any, Any, int]:
    """The partners, the side that lies upwards in each cell of each second way, and nodes."""
    partner = np.full(4 * columns * rows, -1)
    for cell in range(columns * rows):
        if cell % columns < columns - 1:
            partner[4 * cell + 1], partner[4 * cell + 7] = 4 * cell + 7, 4 * cell + 1
        if cell < columns * (rows - 1):
            below = 4 * (cell + columns)
            partner[4 * cell + 2], partner[below] = below, 4 * cell + 2
    # The first piece comes to the first or second corner. On a square these are the same, turned.
    corners = [0] if columns == rows else [0, columns - 1]
    ways, nodes = zip(*(_laying(partner, columns, rows, each) for each in corners), strict=True)
    return partner, np.concatenate(ways), sum(nodes)


@numba.njit(nogil=True)
def _laying(partner: Any, columns: int, rows: int, first: int) -> Any:
    """The sides that lie in each cell upwards, of all second ways, and pieces laid.

    The first piece lies in the cell ``first``.

    ``lies[4 k + d]``: the side in direction d of the piece in cell k, or -1. ``wish[s]``: the side
    that must meet the side s, or -1. ``kept[i]``: the sides with wishes that the i-th piece made.
    """
    n = columns * rows
    offset = np.array([-columns, 1, columns, -1])
    lies, wish = np.full(4 * n, -1), np.full(4 * n, -1)
    used = np.zeros(n, np.bool_)
    # Of the i-th piece that is laid: its cell, its place among those of the kind, its wishes.
    where, trial, n_kept = np.zeros((3, n), np.int64)
    kept = np.zeros((n, 16), np.int64)
    where[0], trial[0] = first, -1
    # The pieces, with their turns, whose outer sides are where those of a cell are.
    n_of_kind, of_kind = np.zeros(n, np.int64), np.zeros((n, 4 * n), np.int64)
    for cell in range(n):
        for each in range(4 * n):
            suits = (each < 4) == (cell == first)
            for d in range(4):
                a = each // 4 * 4 + (d - each) % 4
                suits = suits and (partner[a] < 0) == (partner[4 * cell + d] < 0)
            if suits:
                of_kind[cell, n_of_kind[cell]] = each
                n_of_kind[cell] += 1
    ways = np.zeros((64, n), np.uint8)
    depth = found = nodes = 0
    while depth >= 0:
        cell = where[depth]
        if lies[4 * cell] >= 0:
            used[lies[4 * cell] // 4] = False
            lies[4 * cell : 4 * cell + 4] = -1
        laid = False
        while not laid:
            while n_kept[depth] > 0:
                n_kept[depth] -= 1
                wish[kept[depth, n_kept[depth]]] = -1
            trial[depth] += 1
            if trial[depth] == n_of_kind[cell]:
                break
            each = of_kind[cell, trial[depth]]
            piece, turn = each // 4, each % 4
            laid = not used[piece]
            for d in range(4):
                a = 4 * piece + (d - turn) % 4
                if not laid or partner[a] < 0:
                    continue
                b = lies[4 * (cell + offset[d]) + (d + 2) % 4]
                if b < 0:
                    continue
                a1, b1 = partner[a], partner[b]
                laid = a1 != b and a1 // 4 != b1 // 4
                for one, other in ((a, b), (b, a), (a1, b1), (b1, a1)):
                    if laid and wish[one] < 0:
                        wish[one] = other
                        kept[depth, n_kept[depth]] = one
                        n_kept[depth] += 1
                    laid = laid and wish[one] == other
        if not laid:
            depth -= 1
            continue
        nodes += 1
        used[piece] = True
        for d in range(4):
            lies[4 * cell + d] = 4 * piece + (d - turn) % 4
        if depth == n - 1:
            if found == len(ways):
                ways = np.concatenate((ways, np.zeros_like(ways)))
            ways[found] = lies[::4]
            found += 1
            continue
        depth += 1
        fewest = 4 * n + 1
        for k in range(n):
            beside = False
            for d in range(4):
                if partner[4 * k + d] >= 0 and lies[4 * (k + offset[d])] >= 0:
                    beside = True
            if lies[4 * k] >= 0 or not beside:
                continue
            fits = 0
            for i in range(n_of_kind[k]):
                each = of_kind[k, i]
                if not used[each // 4] and _fits(k, each, partner, lies, wish, offset):
                    fits += 1
                    if fits == fewest:
                        break
            if fits < fewest:
                fewest = fits
                where[depth], trial[depth] = k, -1
            if fewest == 0:
                break
    return ways[:found], nodes


@numba.njit(nogil=True)
def _fits(cell: int, each: int, partner: Any, lies: Any, wish: Any, offset: Any) -> bool:
    """Whether no neighbour that lies there, and no wish, is against a piece of the right kind."""
    for d in range(4):
        a = each // 4 * 4 + (d - each) % 4
        if partner[a] < 0:
            continue
        b = lies[4 * (cell + offset[d]) + (d + 2) % 4]
        if b < 0:
            continue
        a1, b1 = partner[a], partner[b]
        if a1 == b or a1 // 4 == b1 // 4:
            return False
        if (wish[a] >= 0 and wish[a] != b) or (wish[b] >= 0 and wish[b] != a):
            return False
        if (wish[a1] >= 0 and wish[a1] != b1) or (wish[b1] >= 0 and wish[b1] != a1):
            return False
    return True


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
