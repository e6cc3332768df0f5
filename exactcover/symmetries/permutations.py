"""Groups of permutations, as tables: closure, orbits, stabilisers.

A permutation of 0 … n-1 is an int32 array ``p``: ``p[x]`` is where x goes. A group is a table of
all its elements, a row each, the identity first; so it must be small. (Groups of boards are: 8 for
a square, 48 for a cube, 12 for a hexagon.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

__all__ = ["TooManyError", "closure", "conjugacy_classes", "orbits", "stabiliser"]


class TooManyError(Exception):
    """The group has more elements than the table may hold."""


def closure(generators: Sequence[Any], n: int, most: int) -> Any:
    """The group that some permutations generate, in the order of how short their products are.

    Raises :class:`TooManyError` for more than ``most`` elements.
    """
    identity = np.arange(n, dtype=np.int32)
    known = {identity.tobytes()}
    elements = [identity]
    waiting = deque(elements)
    while waiting:
        element = waiting.popleft()
        for generator in generators:
            product = generator[element]
            key = product.tobytes()
            if key not in known:
                if len(elements) >= most:
                    raise TooManyError
                known.add(key)
                elements.append(product)
                waiting.append(product)
    return np.stack(elements)


def orbits(generators: Iterable[Any], n: int) -> Any:
    """For each of n points the least point of its orbit."""
    least = np.arange(n)
    moved = [np.asarray(generator) for generator in generators]
    while True:
        before = least.copy()
        for goes in moved:
            # In both directions, so that few rounds are enough.
            np.minimum.at(least, goes, least)
            least = np.minimum(least, least[goes])
        if np.array_equal(before, least):
            return least


def stabiliser(group: Any, point: int) -> Any:
    """The elements that leave a point where it is."""
    return group[group[:, point] == point]


def conjugacy_classes(group: Any, generators: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    """One element of each conjugacy class, and the number of elements of the class.

    Conjugate elements fix equally many solutions. A class is the closure of one of its elements
    under conjugation by the generators.
    """
    pairs = [(g, np.argsort(g).astype(np.int32)) for g in generators]
    seen: set[bytes] = set()
    for element in group:
        if element.tobytes() in seen:
            continue
        members = [element]
        seen.add(element.tobytes())
        for member in members:
            for g, inverse in pairs:
                other = g[member[inverse]].astype(element.dtype)
                if other.tobytes() not in seen:
                    seen.add(other.tobytes())
                    members.append(other)
        yield element, len(members)
