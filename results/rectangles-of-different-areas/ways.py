"""Tilings of the n x n square by rectangles, all of different areas (OEIS A360804)."""

from __future__ import annotations

import itertools
from typing import Any

import numba
import numpy as np

import exactcover as xc

WAYS = ("listing", "skyline", "diagram")


def _problem(n: int) -> xc.Problem:
    """Cells are covered once, and each area at most once."""
    options = {}
    for r, c in itertools.product(range(n), repeat=2):
        for h, w in itertools.product(range(1, n - r + 1), range(1, n - c + 1)):
            cells = [(r + i, c + j) for i in range(h) for j in range(w)]
            options[r, c, h, w] = [*cells, h * w]
    areas = sorted({items[-1] for items in options.values()})
    return xc.Problem(itertools.product(range(n), repeat=2), options, secondary=areas)


def listing(n: int) -> int:
    """All are visited as exact covers with secondary items, by the engine ``bitset``."""
    return int(_problem(n).count(method="listing", engine="bitset"))


def diagram(n: int) -> int:
    """None is visited: cells are settled in an order, in states."""
    return int(_problem(n).count(method="diagram", memory="8GB"))


def skyline(n: int) -> int:
    """Without this project: the square is filled from below, at the lowest place of the skyline.

    So each tiling is built in one order alone. Only the heights of the columns are kept.
    """
    return int(_skyline(n))


@numba.njit(nogil=True)
def _skyline(n: int) -> Any:
    heights, used = np.zeros(n, np.int64), np.zeros(n * n + 1, np.int64)
    # Of the rectangle at each depth: its first column, its width and height, and its widest.
    column, width, height, widest = np.zeros((4, n * n + 1), np.int64)
    width[0], widest[0] = 1, n
    depth = found = 0
    while depth >= 0:
        at, ground = column[depth], heights[column[depth]]
        if height[depth] > 0:
            ground -= height[depth]
            heights[at : at + width[depth]] = ground
            used[width[depth] * height[depth]] = 0
        # The next rectangle that stands there: one higher, or the lowest of the next width.
        placed = False
        while not placed and width[depth] <= widest[depth]:
            height[depth] += 1
            if ground + height[depth] > n:
                width[depth], height[depth] = width[depth] + 1, 0
            elif used[width[depth] * height[depth]] == 0:
                placed = True
        if not placed:
            depth -= 1
            continue
        used[width[depth] * height[depth]] = 1
        heights[at : at + width[depth]] = ground + height[depth]
        lowest = heights.min()
        if lowest == n:
            found += 1
            continue
        depth += 1
        first = 0
        while heights[first] > lowest:
            first += 1
        end = first
        while end < n and heights[end] == lowest:
            end += 1
        column[depth], width[depth], height[depth], widest[depth] = first, 1, 0, end - first
    return found
