"""Tilings of a large sphinx by small ones, with or without one flacon (OEIS A279887, A317541).

The triangular lattice has triangles (x, y, 0), whose corners are (x, y), (x + 1, y) and
(x, y + 1), and triangles (x, y, 1), whose corners are (x + 1, y), (x, y + 1) and (x + 1, y + 1).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numba
import numpy as np

import exactcover as xc

WAYS = ("diagram", "sweep")

Triangle = tuple[int, int, int]
Shape = frozenset[Triangle]


def sphinx(n: int) -> list[Triangle]:
    """The triangles of a sphinx of order n: a trapezoid of n rows, and a triangle on its left half.

    They are in the order in which few pieces stick out of the first ones.
    """
    everywhere = itertools.product(range(3 * n), range(2 * n), range(2))
    return [(x, y, t) for x, y, t in everywhere if x + y + t < (3 * n if y < n else 2 * n)]


def places(shape: Iterable[Triangle], n: int) -> list[list[Triangle]]:
    """Where a shape fits into a sphinx of order n, in any of its up to twelve orientations."""
    inside = set(sphinx(n))
    # Thrice the middles of its triangles.
    middles = [(3 * x + t + 1, 3 * y + t + 1) for x, y, t in shape]
    found: set[Shape] = set()
    for _ in range(6):
        middles = [(-y, x + y) for x, y in middles]
        for image in (middles, [(y, x) for x, y in middles]):
            left, low = (min(each) // 3 for each in zip(*image, strict=True))
            moved = [(x // 3 - left, y // 3 - low, x % 3 - 1) for x, y in image]
            for i, j in itertools.product(range(3 * n), range(2 * n)):
                found.add(frozenset((x + i, y + j, t) for x, y, t in moved))
    return sorted(sorted(each) for each in found if each <= inside)


@cache
def flacon() -> Shape:
    """The only shape, up to symmetry, that two sphinxes make in two ways."""
    pairs = Counter(
        frozenset(one + other)
        for one, other in itertools.combinations(places(sphinx(1), 4), 2)
        if not set(one) & set(other)
    )
    return next(pair for pair, ways in pairs.items() if ways > 1)


def problem(name: str, n: int) -> xc.Problem:
    """Each triangle is covered once, and the flacon occurs once."""
    options = {("sphinx", *each): each for each in places(sphinx(1), n)}
    if name == "no flacon":
        return xc.Problem(sphinx(n), options)
    return xc.Problem(
        [*sphinx(n), "flacon"],
        options | {("flacon", *each): [*each, "flacon"] for each in places(flacon(), n)},
    )


def diagram(name: str, n: int) -> tuple[int, int]:
    """No tiling is visited: triangles are settled in their order, in states."""
    count = problem(name, n).count(method="diagram", order="fixed", memory="12GB")
    if not count.complete:
        raise MemoryError(str(count))
    return int(count), count.nodes


def sweep(name: str, n: int) -> tuple[int, int]:
    """Without this project: a table of states, triangle after triangle.

    A state says which of the triangles from here on are covered already, the next one first, in two
    words of 64 bits. It is reached in so many ways without a flacon, and in so many ways with one.
    """
    ordered = {triangle: i for i, triangle in enumerate(sphinx(n))}
    pieces: list[list[tuple[int, int, int]]] = [[] for _ in ordered]
    for with_flacon, shape in enumerate((sphinx(1), flacon())):
        for place in places(shape, n):
            covered = sorted(ordered[each] for each in place)
            bits = sum(1 << (each - covered[0]) for each in covered)
            pieces[covered[0]].append((bits % 2**64, bits // 2**64, with_flacon))
    states, nodes = _start(), 0
    for each in pieces:
        states = _settled(states, np.array(each, np.uint64).reshape(-1, 3))
        nodes += len(states)
    return int(_end(states)[name != "no flacon"]), nodes


@numba.njit(nogil=True)
def _start() -> Any:
    zero, one = np.uint64(0), np.uint64(1)
    return {(zero, zero): (one, zero)}


@numba.njit(nogil=True)
def _end(states: Any) -> Any:
    """In how many ways the last state is reached: everything is covered."""
    return next(iter(states.values()))


@numba.njit(nogil=True)
def _settled(states: Any, pieces: Any) -> Any:
    """The states after the next triangle is covered, if it was not."""
    after = _start()
    after.clear()
    zero, one, top = np.uint64(0), np.uint64(1), np.uint64(63)
    for (low, high), (without, with_flacon) in states.items():
        for i in range(-1, len(pieces)):
            here, there, has_flacon = zero, zero, zero
            if i >= 0:
                here, there, has_flacon = pieces[i]
            if (i < 0) != (low & one) or (low & here) or (high & there):
                continue
            a, b = low | here, high | there
            key = a >> one | b << top, b >> one
            first, second = after.get(key, (zero, zero))
            if has_flacon:
                after[key] = first, second + without
            else:
                after[key] = first + without, second + with_flacon
    return after
