"""All perfect doubled jigsaws of c columns and r rows, up to turning the second solution.

Sides of pieces are numbered 4 (column + c row) + direction: up, right, down, left. Two sides are
*partners* if they meet in the first solution.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

import exactcover as xc
from exactcover_puzzles.doubles.perfect_work import PerfectWork

WAYS = ("cycles", "laying")


def cycles(columns: int, rows: int, **workers: Any) -> tuple[int, int]:
    """The search of ``puzzles doubles perfect``, which follows the cycles of sides."""
    found = xc.divide(PerfectWork(columns, rows), listed=0, **workers)
    return int(found.count), found.count.nodes


def laying(columns: int, rows: int) -> tuple[int, int]:
    """Without this project: pieces are laid anew one by one, and make wishes.

    A cycle of two seams says: if two sides meet in the second solution, so do their partners. So
    each seam that is laid makes a wish for another one. Next comes the cell beside those that are
    laid where the fewest pieces fit.
    """
    partner = np.full(4 * columns * rows, -1)
    for cell in range(columns * rows):
        if cell % columns < columns - 1:
            partner[4 * cell + 1], partner[4 * cell + 7] = 4 * cell + 7, 4 * cell + 1
        if cell < columns * (rows - 1):
            below = 4 * (cell + columns)
            partner[4 * cell + 2], partner[below] = below, 4 * cell + 2
    # The first piece comes to the first or second corner. On a square these are the same, turned.
    corners = [0] if columns == rows else [0, columns - 1]
    found, nodes = zip(*(_laying(partner, columns, rows, each) for each in corners), strict=True)
    return sum(found), sum(nodes)


@numba.njit(nogil=True)
def _laying(partner: Any, columns: int, rows: int, first: int) -> Any:
    """Scrambles with the first piece in the cell ``first``, and pieces laid.

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
    return found, nodes


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
