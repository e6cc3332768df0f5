"""A problem as clauses: bounds of items, and implications between options.

How "at most one" of many is written:

``pairwise``
    A clause for each pair: no auxiliary variables, and n²/2 clauses.
``sequential``
    A counter, with n auxiliary variables and 3n clauses (C. Sinz, Towards an optimal CNF encoding
    of Boolean cardinality constraints, 2005).
``product``
    Places in a grid, with 2√n auxiliary variables and 2n clauses, about (J. Chen, A new SAT
    encoding of the at-most-one constraint, 2010).

Up to four are always written pairwise. Other bounds are written as Sinz's counter in both
directions: unit propagation finds all that follows from one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..kernels.bits.array_types import Flags
from .compiled import Compiled
from .groups import Groups
from .views import repeated

#: As many are written pairwise in every encoding.
_FEW = 4


class Row(NamedTuple):
    """At least ``low`` of the members are true, and at most ``high``; None where all may be.

    ``item``: the number of the item whose bounds these are, or -1.
    """

    members: list[int]
    low: int
    high: int | None
    item: int = -1


def rows_of(compiled: Compiled, groups: Groups, live: Flags) -> Iterator[Row]:
    """The bounds of items, of variables that are live, but those that every assignment keeps to."""
    bounds: list[tuple[int, int]] = list(zip(*compiled.bounds, strict=True))
    secondary = compiled.n_items - compiled.n_primary
    firsts = groups.first_member.tolist()
    for item, (low, high) in enumerate([*bounds, *[(0, 1)] * secondary]):
        members = groups.members[firsts[item] : firsts[item + 1]]
        members = members[live[members]] + 1
        if low > 0 or high < len(members):
            yield Row(members.tolist(), low, high if high < len(members) else None, item)


def needs_of(groups: Groups, live: Flags) -> list[tuple[int, list[int]]]:
    """Variables that are live, each with those of which it needs at least one.

    Says of the colours in ``live`` whether they are: some option that gives them is.
    """
    needs = []
    for variable in range(len(groups.option), groups.n_variables):
        users = groups.users[groups.first_user[variable] : groups.first_user[variable + 1]]
        users = users[live[users]] + 1
        live[variable] = len(users) > 0
        if len(users):
            needs.append((variable + 1, users.tolist()))
    users = repeated(np.arange(groups.n_variables), np.diff(groups.first_need))
    pairs = np.stack([users, groups.needs])[:, live[users]] + 1
    return needs + [(user, [need]) for user, need in pairs.T.tolist()]


class Clauses:
    """Clauses of variables numbered from 1, and how many there are; further variables.

    ``tick`` is called for each clause or some, and may end the writing by raising.
    """

    def __init__(self, n_variables: int, tick: Callable[[], None]):
        self.n_variables = n_variables
        self.n_clauses = 0
        self.tick = tick

    def new(self, number: int) -> list[int]:
        """Auxiliary variables."""
        first = self.n_variables + 1
        self.n_variables += number
        return list(range(first, first + number))

    def add(self, *clauses: Sequence[int]) -> None:
        """Take these; where they go is for subclasses to say."""
        self.expect(len(clauses))

    def expect(self, number: int) -> None:
        """Count clauses."""
        self.tick()
        self.n_clauses += number

    def pairwise(self, some: Sequence[int]) -> None:
        """At most one, by the pairs."""
        for k, one in enumerate(some, 1):
            self.add(*[[-one, -other] for other in some[k:]])

    def sequential(self, some: Sequence[int]) -> None:
        """At most one, by a counter: a new variable is true from the one that is true on."""
        if len(some) <= _FEW:
            return self.pairwise(some)
        counter = self.new(len(some) - 1)
        for k, seen in enumerate(counter):
            self.add((-some[k], seen), (-some[k + 1], -seen))
            if k:
                self.add((-counter[k - 1], seen))
        return None

    def product(self, some: Sequence[int]) -> None:
        """At most one, by places in a grid: at most one row has any, and at most one column."""
        if len(some) <= _FEW:
            return self.pairwise(some)
        width = math.isqrt(len(some) - 1) + 1
        rows, columns = self.new(-(-len(some) // width)), self.new(width)
        for k, each in enumerate(some):
            self.add((-each, rows[k // width]), (-each, columns[k % width]))
        self.product(rows)
        return self.product(columns)

    def between(self, some: Sequence[int], low: int, high: int) -> None:
        """At least ``low`` and at most ``high``, where that is not all, by a counter.

        ``reached[j]`` is true if and only if at least *j* of those seen are true. True and False
        stand for what is known.
        """
        n = len(some)

        def widest(low: int, high: int) -> int:
            return high if high < n else low

        if widest(n - high, n - low) < widest(low, high):  # those that are false are fewer
            some, low, high = [-each for each in some], n - high, n - low
        most = widest(low, high)
        reached: Sequence[int] = [True, *[False] * (most + 1)]
        for seen, each in enumerate(some, 1):
            before, width = reached, min(seen, most)
            counts = list(range(1, min(seen, most + (high < n)) + 1))
            if seen < n:
                reached = [True, *self.new(width), *[False] * (most + 1 - width)]
            else:  # of the last counts only what they must be is of interest
                reached = [*[True] * (low + 1), *[False] * (most + 1 - low)]
                counts = [j for j in counts if j <= low or j > most]
            for j in counts:
                self._unless((before[j], False), (reached[j], True))
                self._unless((each, False), (before[j - 1], False), (reached[j], True))
                self._unless((before[j], True), (each, True), (reached[j], False))
                self._unless((before[j - 1], True), (reached[j], False))

    def _unless(self, *literals: tuple[int, bool]) -> None:
        """A clause of literals, each with its sign, without those that are known."""
        if any(literal is sign for literal, sign in literals):
            return
        self.add([x if sign else -x for x, sign in literals if not isinstance(x, bool)])

    def row(self, row: Row, at_most_one: Callable[[Sequence[int]], None]) -> None:
        """The bounds of an item."""
        members, low, high, _ = row
        if low > len(members):
            (never,) = self.new(1)
            self.add((never,), (-never,))
        elif low == len(members):
            self.add(*[(each,) for each in members])
        elif high == 0:
            self.add(*[(-each,) for each in members])
        else:
            if low == 1:
                self.add(members)
            if high == 1:
                at_most_one(members)
            elif low > 1 or high is not None:
                self.between(members, low, len(members) if high is None else high)
