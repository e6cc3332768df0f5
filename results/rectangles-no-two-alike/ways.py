"""Tilings of the n x n square by rectangles, no two alike, in five senses of the word."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from typing import Any

import numba
import numpy as np

import exactcover as xc

WAYS = ("listing", "skyline", "corners")

#: What may occur once: the kind of a rectangle, or None if it may not occur at all.
KINDS = {
    "areas": lambda h, w: h * w,
    "shapes": lambda h, w: (min(h, w), max(h, w)),
    "oriented shapes": lambda h, w: (h, w),
    "oblongs": lambda h, w: (min(h, w), max(h, w)) if h != w else None,
    "oriented oblongs": lambda h, w: (h, w) if h != w else None,
}


def problem(sense: str, n: int) -> xc.Problem:
    """Cells are covered once, and each kind at most once."""
    return _stated(n, dict(_options(sense, n)))


def listing(sense: str, n: int, **workers: Any) -> tuple[int, int]:
    """All are visited as exact covers with secondary items, by the engine ``bitset``."""
    count = problem(sense, n).count(method="listing", engine="bitset", **workers)
    return int(count), count.nodes


def corners(sense: str, n: int) -> tuple[int, int]:
    """As ``listing``, up to symmetry.

    Rectangles are ranked by their shapes, or areas. In each tiling some of the four corners have
    the highest rank among them. Give each of these an equal part of the tiling. By rotation, each
    corner of the square then has a quarter of the total, and by reflection, rectangles at the first
    corner that are each other's transpose have equal parts of that.
    """
    options = dict(_options(sense, n))
    total = nodes = 0
    for h, w in itertools.combinations_with_replacement(range(1, n + 1), 2):
        if (0, 0, h, w) not in options:
            continue
        for ties in itertools.product((False, True), repeat=3):
            chosen = {
                option: items
                for option, items in options.items()
                if _may_stand(option, (h, w), ties, sense, n)
            }
            count = _stated(n, chosen).count(method="listing", engine="bitset")
            # In thirds of a tiling: it is a part of a quarter, and one to four corners share it.
            total += int(count) * (12 // (1 + sum(ties))) * (1 if h == w else 2)
            nodes += count.nodes
    return total // 3, nodes


def _options(sense: str, n: int) -> Iterator[tuple[Any, list[Hashable]]]:
    if n < 1:
        raise ValueError(f"n = {n}; expected 1 or more")
    for r, c in itertools.product(range(n), repeat=2):
        for h, w in itertools.product(range(1, n - r + 1), range(1, n - c + 1)):
            kind = KINDS[sense](h, w)
            if kind is not None:
                yield (r, c, h, w), [*itertools.product(range(r, r + h), range(c, c + w)), kind]


def _stated(n: int, options: dict[Any, list[Hashable]]) -> xc.Problem:
    cells = list(itertools.product(range(n), repeat=2))
    # A kind may look like a cell: it gets a name of its own.
    options = {name: [*items[:-1], ("kind", items[-1])] for name, items in options.items()}
    kinds = dict.fromkeys(items[-1] for items in options.values())
    return xc.Problem(cells, options, secondary=kinds)


def _may_stand(
    option: Any, first: tuple[int, int], ties: tuple[bool, ...], sense: str, n: int
) -> bool:
    """Whether no corner is higher in rank than the first, and those that tie with it are these."""
    r, c, h, w = option
    if (r, c) == (0, 0) and (h, w) != first:
        return False
    rank, highest = _rank(sense, h, w), _rank(sense, *first)
    at = ((0, n - 1), (n - 1, 0), (n - 1, n - 1))
    return all(
        rank == highest if tie else rank < highest
        for (i, j), tie in zip(at, ties, strict=True)
        if r <= i < r + h and c <= j < c + w
    )


def _rank(sense: str, h: int, w: int) -> tuple[int, int]:
    """A number for each kind, the same for a shape that is turned."""
    return (h * w, 0 if sense == "areas" else min(h, w))


def skyline(sense: str, n: int) -> tuple[int, int]:
    """Without this project: rectangles are placed from below, each at the narrowest valley.

    A valley is a part of the skyline that is lower than what is to its left and right. The rule
    depends on the skyline alone, so each tiling is built in one order. Only the heights of the
    columns are kept. The parts of ``corners`` are used here too, and the two corners beside the
    first are ordered instead of its rectangle.
    """
    if n < 1:
        raise ValueError(f"n = {n}; expected 1 or more")
    kinds, ranks = np.full((2, n + 1, n + 1), -1)
    numbers: dict[Hashable, int] = {}
    for h, w in itertools.product(range(1, n + 1), repeat=2):
        kind = KINDS[sense](h, w)
        if kind is not None:
            kinds[h, w] = numbers.setdefault(kind, len(numbers))
        rank = _rank(sense, h, w)
        ranks[h, w] = rank[0] * (n + 1) + rank[1]
    total, nodes = _skyline(n, kinds, ranks)
    return total // 12, nodes


@numba.njit(nogil=True)
def _skyline(n: int, kinds: Any, ranks: Any) -> Any:
    """The number of tilings in twelfths, and of rectangles placed.

    Columns are numbered from 1, between two walls. ``corner[depth]`` has the ranks of the
    rectangles at the corners below left, below right, above left, above right, or -1.
    """
    heights, used = np.zeros(n + 2, np.int64), np.zeros(n * n + 1, np.bool_)
    heights[0] = heights[n + 1] = n + 1
    # Of the rectangle at each depth: its first column, its width and height, and its widest.
    column, width, height, widest = np.zeros((4, n * n + 1), np.int64)
    corner = np.full((n * n + 1, 4), -1)
    column[0], width[0], widest[0] = 1, 1, n
    depth = total = nodes = 0
    while depth >= 0:
        at, w, h = column[depth], width[depth], height[depth]
        ground = heights[at] - h
        if h > 0:
            heights[at : at + w] = ground
            used[kinds[h, w]] = False
        # The next rectangle that stands there: one higher, or the lowest of the next width.
        placed = False
        while not placed and w <= widest[depth]:
            h += 1
            if ground + h > n:
                w, h = w + 1, 0
            elif kinds[h, w] >= 0 and not used[kinds[h, w]]:
                rank = ranks[h, w]
                if depth == 0:
                    below_left = rank
                    below_right = above_left = above_right = -1
                else:
                    below_left, below_right, above_left, above_right = corner[depth]
                left, right, top = at == 1, at + w == n + 1, ground + h == n
                if ground == 0 and right:
                    below_right = rank
                if top and left:
                    above_left = rank
                if top and right:
                    above_right = rank
                ordered = below_right < 0 or above_left <= below_right
                placed = ordered and max(below_right, above_left, above_right) <= below_left
        width[depth], height[depth] = w, h
        if not placed:
            depth -= 1
            continue
        nodes += 1
        used[kinds[h, w]] = True
        heights[at : at + w] = ground + h
        narrowest, first, x = n + 1, 0, 1
        while x <= n:
            end = x + 1
            while heights[end] == heights[x]:
                end += 1
            if min(heights[x - 1], heights[end]) > heights[x] and end - x < narrowest:
                narrowest, first = end - x, x
            x = end
        if heights[1] == n and narrowest == n:
            ties = 1 + (below_right == below_left)
            ties += (above_left == below_left) + (above_right == below_left)
            total += 48 // ties * (2 if below_right > above_left else 1)
            continue
        depth += 1
        column[depth], width[depth], height[depth], widest[depth] = first, 1, 0, narrowest
        corner[depth] = below_left, below_right, above_left, above_right
    return total, nodes
