"""Which part of a plan has which prefixes.

The open prefixes of a plan stand in a row, each as long as its share of the work. Part *k* is a
stretch of that row, and has the prefixes whose middle lies in it. So a plan does not list its
parts, however many there are. A prefix that is long beside a part is divided first, as often as it
takes, into what is below it; all parts do that alike. (Intervals as units of work: M. Mezmaz, N.
Melab and E.-G. Talbi, "A grid-enabled branch and bound algorithm for solving challenging
combinatorial optimization problems", IPDPS 2007.)

The first parts are ``LARGEST`` times the mean and the last ones ``SMALLEST`` times, in even steps:
if parts are begun in their order, workers that end early find small ones at the end (trapezoid
self-scheduling; T. H. Tzen and L. M. Ni, IEEE Transactions on Parallel and Distributed Systems 4,
1993).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..engines.contract import OpenPrefix, OpenPrefixes
from .row_text import OpenRow, prefixes_of
from .tasks import Job, Tally

LARGEST, SMALLEST = 1.75, 0.25
#: A prefix is divided if it is longer than this share of its part.
_LONG = 0.25
#: Prefixes of a row of a part.
ROW = 64
#: More than places are rounded by, and less than any part is long.
_ROUNDED = 1e-10


class Ranges(NamedTuple):
    """The stretches of ``into`` parts, in a row of length 1."""

    into: int

    def start(self, part: int) -> float:
        """Where a part begins, and the one before it ends."""
        place = part / self.into
        return place * (LARGEST - (LARGEST - SMALLEST) / 2 * place)

    def part_at(self, place: float) -> int:
        """The part in which a place lies."""
        slope = LARGEST - SMALLEST
        root = math.sqrt(max(0.0, LARGEST * LARGEST - 2 * slope * place))
        return min(self.into - 1, max(0, int((LARGEST - root) / slope * self.into)))

    def length(self, part: int) -> float:
        """About which part of the work a part is."""
        return self.start(part + 1) - self.start(part)


#: What is one step below a prefix, and what was found in that step; None if it is not divided.
Divide = Callable[[tuple[int, ...]], tuple[Tally, OpenPrefixes] | None]


def divider(job: Job) -> Divide:
    """How the prefixes of a job are divided, in numbers of the problem."""
    before = None

    def divide(prefix: tuple[int, ...]) -> tuple[Tally, OpenPrefixes]:
        nonlocal before
        before = search = job.below(job.to_core(prefix), before)
        found = Tally(job.wanted)
        job.advance(search, 1, found, lambda: False)
        found.nodes = search.nodes
        left = search.open_prefixes()
        if not isinstance(left, OpenPrefixes):
            left = OpenPrefixes.of(left)
        return found, left.mapped(job.to_problem)

    return divide


def prefixes_in(
    rows: Sequence[OpenRow], into: int, part: int, divide: Divide, found: Tally
) -> list[OpenPrefixes]:
    """The prefixes of a part, in rows; what dividing them found is added to ``found``."""
    ranges, total = Ranges(into), sum(share for *_, share in rows)
    first, last = ranges.start(part) - _ROUNDED, ranges.start(part + 1) + _ROUNDED
    taken: list[OpenPrefix] = []
    place = 0.0
    for row in rows:
        share = row[2]
        if place / total <= last and (place + share) / total >= first:
            start, stack = place / total, list[tuple[tuple[int, ...], float, float]]()
            for prefix, length in prefixes_of(row):
                stack.append((prefix, start, length / total))
                start += length / total
            while stack:
                prefix, start, length = stack.pop()
                if start > last or start + length < first:
                    continue
                mine = ranges.part_at(start + length / 2)
                below = divide(prefix) if length > _LONG * ranges.length(mine) else None
                if below is not None:
                    if ranges.part_at(start) == part:
                        found.add(below[0])
                    for each, of_it in below[1]:
                        stack.append((each, start, of_it * length))
                        start += of_it * length
                elif mine == part:
                    taken.append(OpenPrefix(prefix, length))
        place += share
    taken.sort()  # neighbours are alike, and short as texts
    return [OpenPrefixes.of(taken[at : at + ROW]) for at in range(0, len(taken), ROW)]
