"""Counting along a path of items, with an array index for every state of the frontier.

A state is the set of covered items of the frontier. When most states occur, as in matchings and
tilings by small pieces, they are array indices: deciding an item adds a few parts of one array to
others. (The *transfer matrix*: R. Stanley, "Enumerative combinatorics", volume 1, section 4.7.) A
state takes a hundredth of the time that it takes in ``tables.py``, but k items have 2^k states.

How indices are used. An open item has a bit of the index. When the item is decided, only the half
of the array counts in which it is covered. The other half is free for the next item to join: the
half that counts are the states where the new item is not covered yet. So nothing is moved, and
which value of a bit means "covered" differs from item to item.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..common.crew import Crew
from ..errors import DiagramTooLarge
from ..kernels.states import dense_tables
from .elimination import Tree

#: A place whose number is added to another takes the time of a node of a search, divided by this;
#: with more limbs as many times longer.
_PLACES_PER_NODE = 48
#: Bits of a limb.
_WORD = 64
#: Places of a cube that a thread works on at a time, as a power of 2: a millisecond or less.
_CHUNK = 18


class _Cubes(NamedTuple):
    """What is added, or cleared: the places of two cubes, and the bits that move in both.

    ``source`` is -1 where ``into`` is cleared.
    """

    into: int
    source: int
    moving: int

    @property
    def n_bits(self) -> int:
        """How many bits move."""
        return bin(self.moving).count("1")

    def parts(self) -> Iterator[_Cubes]:
        """Cubes of no more places than a thread works on at a time."""
        low, bits = self.moving, []
        while bin(low).count("1") > _CHUNK:
            bits.append(1 << (low.bit_length() - 1))
            low ^= bits[-1]
        for chosen in itertools.product((0, 1), repeat=len(bits)):
            at = sum(bit for bit, there in zip(bits, chosen, strict=True) if there)
            source = self.source + at if self.source >= 0 else -1
            yield _Cubes(self.into + at, source, low)


class _Step(NamedTuple):
    """What is done to settle an item."""

    cubes: list[_Cubes]
    #: How many bits places have by now.
    bits: int
    #: The place of the state in which no open item is covered, afterwards.
    empty: int


def suits(compiled: Compiled) -> bool:
    """Whether an item has one bit: no colours, and no multiplicities."""
    return not (compiled.multiple or any(compiled.colours))


def dense_work(compiled: Compiled, tree: Tree, limbs: int, memory: int) -> float:
    """The work along a path, in nodes of a search; infinite if that needs too much memory.

    ``limbs``: how long numbers become. O(nodes).
    """
    if not (tree.is_path and suits(compiled)):
        return math.inf
    places, bits = 0, 0
    for step in _steps(compiled, tree.order):
        places += sum(1 << each.n_bits for each in step.cubes)
        bits = max(bits, step.bits)
    # Numbers grow on the way.
    work = places * (1 + limbs) / 2 / _PLACES_PER_NODE
    return work if 8 * limbs << bits <= memory else math.inf


def _steps(compiled: Compiled, order: Sequence[int]) -> Iterator[_Step]:
    """The steps along a path of items."""
    place_of = {item: place for place, item in enumerate(order)}
    decided: list[list[list[int]]] = [[] for _ in order]
    for number in range(compiled.n_options):
        members = [item for item, _ in compiled.option(number)]
        first = min((place_of[each] for each in members if each < compiled.n_primary), default=-1)
        if first >= 0:
            decided[first].append(members)
    bit_of: dict[int, int] = {}
    free: list[int] = []
    bits, empty = 0, 0
    for item, options in zip(order, decided, strict=True):
        primary = item < compiled.n_primary
        old = sum(bit for other, bit in bit_of.items() if other != item)
        reached = {other for option in options for other in option}
        if primary:
            reached.add(item)
        # What is settled last has the lowest bits, so that more is in line.
        new = sorted(reached - set(bit_of), key=lambda each: -place_of[each])
        free.sort(reverse=True)
        for other in new:
            if not free:
                free.append(1 << bits)
                bits += 1
            bit_of[other] = free.pop()
        if item not in bit_of:
            # A secondary item that no option has any more.
            continue
        mine = bit_of.pop(item)
        covered = empty ^ mine
        cubes = []
        if item in new:
            cubes.append(_Cubes(covered & ~old, -1, old))
        moving = old
        for other in new:
            if other != item:
                cubes.append(_Cubes((covered ^ bit_of[other]) & ~moving, -1, moving))
                moving |= bit_of[other]
        for option in options:
            taken = sum(bit_of[other] for other in option if other != item)
            moving = old & ~taken
            cubes.append(_Cubes((covered ^ taken) & ~moving, empty & ~moving, moving))
        if not primary:
            cubes.append(_Cubes(covered & ~old, empty & ~old, old))
        empty = covered
        free.append(mine)
        yield _Step(cubes, bits, empty)


class DenseBuild:
    """A count along a path, in slices. The array has room for the widest place from the start."""

    #: As other strategies say of themselves: this one comes to its end.
    promising, hopeless = True, False

    def __init__(self, compiled: Compiled, tree: Tree, memory: int, crew: Crew | None = None):
        """A ``crew`` works on large cubes.

        Raises :class:`DiagramTooLarge` if ``memory`` is too small.
        """
        self._kernels = dense_tables
        self.memory, self.name = memory, f"{tree.name}, all states"
        self.done = False
        #: Places added so far, and the work, in nodes of a search.
        self.n_visited, self.cost = 0, 0.0
        #: Places from one look at the work to the next.
        self.step = 1 << _CHUNK
        bits, self._empty = 0, 0
        #: What is still to be done, the last thing first. The number before a step's first cubes
        #: says how many times larger than the largest one a number may become.
        self._rest: list[tuple[int, _Cubes]] = []
        for step in _steps(compiled, tree.order):
            cubes, bits, self._empty = step
            growth = 1 + sum(each.source >= 0 for each in cubes)
            self._rest += [(0 if number else growth, each) for number, each in enumerate(cubes)]
        self._rest.reverse()
        self._places = 1 << bits
        self._limbs, self._top = 1, 1
        self._check_room(1)
        # Pages of the machine are only taken when they are written to.
        self._numbers = np.zeros(self._places, np.uint64)
        self._numbers[0] = 1
        self._crew = crew

    @property
    def n_bytes(self) -> int:
        """Bytes of the numbers."""
        return int(self._numbers.nbytes)

    def run(self, states: int) -> None:
        """Add about ``states`` more places. Raises :class:`DiagramTooLarge`."""
        until = self.n_visited + states
        while self._rest and self.n_visited < until:
            growth, cubes = self._rest[-1]
            if self._top.bit_length() + growth.bit_length() > _WORD:
                self._check_room(self._limbs + 1)
                # Nobody else looks at the array, so it can be made larger in place.
                self._numbers.resize((self._limbs + 1) * self._places, refcheck=False)
                self._kernels.widen(self._numbers, self._limbs, self._places)
                self._limbs, self._top = self._limbs + 1, 0
            del self._rest[-1]
            parts = list(cubes.parts())
            each = self._crew.pool.map if self._crew and len(parts) > 1 else map
            for top in each(self._work_on, parts):
                self._top |= top
            places = 1 << cubes.n_bits
            self.n_visited += places
            self.cost += places * self._limbs / _PLACES_PER_NODE
        self.done = not self._rest

    def _work_on(self, part: _Cubes) -> int:
        """Add or clear; gives a word with all bits of the highest limbs of what was added."""
        if part.source < 0:
            self._kernels.clear(self._numbers, self._limbs, part.into, part.moving)
            return 0
        return int(self._kernels.add(self._numbers, self._limbs, *part))

    def _check_room(self, limbs: int) -> None:
        if 8 * limbs * self._places > self.memory:
            raise DiagramTooLarge(self.memory, self.n_visited)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        at = self._empty * self._limbs
        found = self._numbers[at : at + self._limbs]
        return int.from_bytes(found.astype("<u8").tobytes(), "little")
