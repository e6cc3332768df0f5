"""Permutation groups: as tables of all elements, or as stabiliser chains.

A permutation of 0 … n-1 is an int32 array ``p``: ``p[x]`` is where x goes. A *table* has a row for
each element of a group, the identity first; so the group must be small. (Groups of boards are: 8
for a square, 48 for a cube, 12 for a hexagon.)

A chain gives the order without a table: C. Sims, "Computational methods in the study of permutation
groups", 1970; the algorithm of Schreier and Sims as in D. Holt, B. Eick and E. O'Brien, "Handbook
of Computational Group Theory", 2005, chapter 4. A *base* is a list of points such that only the
identity leaves all of them. The subgroup that leaves the first *i* of them moves the next one
through an orbit. The order of the group is the product of the lengths of these orbits. Each level
keeps one element for each point of its orbit, which takes the base point there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from ..errors import GroupTooLarge
from ..kernels.bits.array_types import Int32s, Int64s

#: Bytes of the elements that are kept at most.
MOST_BYTES = 400_000_000
#: Steps from level to level, and points of orbits that are looked at: some ten seconds.
_MOST_STEPS = 5_000_000
#: Random elements are sifted in until so many in turn change nothing.
_QUIET = 20
#: Random elements are products along a list of at least this length.
_LEAST_LIST = 10


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


class _Level:
    """The orbit of a base point under some permutations that leave the earlier base points."""

    def __init__(self, base: int, n: int):
        self.base = base
        self.generators: list[Int32s] = []
        identity = np.arange(n, dtype=np.int32)
        #: Point of the orbit -> an element that takes the base point there, and its inverse.
        self.to: dict[int, Int32s] = {base: identity}
        self.back: dict[int, Int32s] = {base: identity}

    def add(self, generator: Int32s) -> None:
        """One more permutation; the orbit grows."""
        self.generators.append(generator)
        fresh = list(self.to)
        by: Sequence[Int32s] = (generator,)
        while fresh:
            grown = []
            for point in fresh:
                for each in by:
                    there = int(each[point])
                    if there not in self.to:
                        element = each[self.to[point]]
                        self.to[there] = element
                        self.back[there] = _inverse(element)
                        grown.append(there)
            fresh, by = grown, self.generators


class Chain:
    """The group that some permutations of 0 … n-1 generate (``p[x]`` is where x goes)."""

    def __init__(
        self, generators: Sequence[Int32s], n: int, tick: Callable[[], None] = lambda: None
    ):
        """``tick`` is called often, and may end it by raising.

        Raises :class:`exactcover.GroupTooLarge` if this takes too long, or over 400 MB.
        """
        self._n, self._tick = n, tick
        self._levels: list[_Level] = []
        #: Points that were looked at.
        self._steps = 0
        for generator in generators:
            self._sift_in(generator)
        if self._levels:
            self._add_random(list(generators))
            self._complete()

    @property
    def order(self) -> int:
        """The number of elements."""
        product = 1
        for level in self._levels:
            product *= len(level.to)
        return product

    def _sifted(self, permutation: Int32s, first: int = 0) -> tuple[Int32s | None, int]:
        """What is left of a permutation, and the level where it leaves the chain; None: nothing."""
        self._tick()
        self._steps += len(self._levels) - first
        if self._steps > _MOST_STEPS:
            self._refuse()
        for number in range(first, len(self._levels)):
            level = self._levels[number]
            there = int(permutation[level.base])
            if there not in level.to:
                return permutation, number
            permutation = level.back[there][permutation]
        moved = (permutation != np.arange(self._n)).any()
        return (permutation if moved else None), len(self._levels)

    def _sift_in(self, permutation: Int32s, first: int = 0) -> int | None:
        """Put a permutation that leaves the first base points into the chain.

        Returns the lowest level that it changed; None if it was an element already.
        """
        left, last = self._sifted(permutation, first)
        if left is None:
            return None
        if last == len(self._levels):
            base = int(np.flatnonzero(left != np.arange(self._n))[0])
            self._levels.append(_Level(base, self._n))
        for number in range(first, last + 1):
            self._levels[number].add(left)
        kept = sum(len(level.to) for level in self._levels)
        self._steps += sum(len(level.to) for level in self._levels[first : last + 1])
        if 8 * kept * self._n > MOST_BYTES:
            self._refuse()
        return last

    def _refuse(self) -> None:
        kept = sum(len(level.to) for level in self._levels)
        most = MOST_BYTES // max(1, 8 * self._n)
        raise GroupTooLarge(most, f"the elements that give the order, {kept:,} so far")

    def _add_random(self, generators: list[Int32s]) -> None:
        """Sift random products in, until they change nothing any more (product replacement)."""
        draw = random.Random(0)
        products = [
            generators[k % len(generators)] for k in range(max(_LEAST_LIST, len(generators)))
        ]
        quiet = 0
        while quiet < _QUIET:
            one, other = draw.sample(range(len(products)), 2)
            factor = products[other] if draw.random() < 0.5 else _inverse(products[other])
            products[one] = products[one][factor] if draw.random() < 0.5 else factor[products[one]]
            quiet = quiet + 1 if self._sift_in(products[one]) is None else 0

    def _complete(self) -> None:
        """Sift all products in that lead back to a base point (Schreier's lemma)."""
        number = len(self._levels) - 1
        while number >= 0:
            level = self._levels[number]
            changed = None
            for point, element in list(level.to.items()):
                for generator in level.generators:
                    there = int(generator[point])
                    product = level.back[there][generator[element]]
                    changed = self._sift_in(product, number + 1)
                    if changed is not None:
                        break
                if changed is not None:
                    break
            number = number - 1 if changed is None else changed


def _inverse(permutation: Int32s) -> Int32s:
    inverse = np.empty_like(permutation)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse
