"""Groups of permutations, as tables: closure, orbits, conjugacy classes.

A permutation of 0 … n-1 is an int32 array ``p``: ``p[x]`` is where x goes. A group is a table of
all its elements, a row each, the identity first; so it must be small. (Groups of boards are: 8 for
a square, 48 for a cube, 12 for a hexagon.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from ..errors import GroupTooLarge
from ..kernels.array_types import Int32s, Int64s

__all__ = ["closure", "conjugacy_classes", "orbits", "reached"]


def closure(generators: Sequence[Int32s], n: int, most: int) -> Int32s:
    """The group that some permutations generate, in the order of how short their products are.

    Raises :class:`GroupTooLarge` for more than ``most`` elements.
    """
    identity = np.arange(n, dtype=np.int32)
    products = reached(identity, lambda element: (g[element] for g in generators), most)
    return np.stack(products)


def orbits(generators: Iterable[Int32s], n: int) -> Int64s:
    """For each of n points the least point of its orbit."""
    moved = list(generators)
    least = np.arange(n)
    while True:
        before = least.copy()
        for goes in moved:
            # In both directions, so that few rounds are enough.
            np.minimum.at(least, goes, least)
            least = np.minimum(least, least[goes])
        if np.array_equal(before, least):
            return least


def conjugacy_classes(group: Int32s, generators: Iterable[Int32s]) -> Iterator[tuple[Int32s, int]]:
    """One element of each conjugacy class, and the number of elements of the class.

    Conjugate elements fix equally many solutions. A class is the closure of one of its elements
    under conjugation by the generators.
    """
    pairs = [(g, np.argsort(g)) for g in generators]
    seen: set[bytes] = set()
    for element in group:
        if element.tobytes() not in seen:
            members = reached(
                element, lambda member: (g[member[inverse]] for g, inverse in pairs), len(group)
            )
            seen.update(member.tobytes() for member in members)
            yield element, len(members)


def reached(start: Int32s, moved: Callable[[Int32s], Iterable[Int32s]], most: int) -> list[Int32s]:
    """An array and all that ``moved`` makes of it, by breadth. Raises GroupTooLarge."""
    found, known = [start], {start.tobytes()}
    for element in found:
        for image in moved(element):
            if image.tobytes() not in known:
                if len(found) >= most:
                    raise GroupTooLarge(most, "a table of this group")
                known.add(image.tobytes())
                found.append(image)
    return found
