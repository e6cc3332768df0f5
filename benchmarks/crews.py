"""Crew scheduling for a timetable: set partitioning that resembles airline instances.

Flights join cities, over several days. A pairing is a path of flights that leaves a base and comes
back to it. Each flight departs where the one before arrived, after a wait within a duty or a rest.
Where deadheads are allowed, crews may also travel as passengers between two flights, or home. Time
and flights of a duty are limited. As in K. L. Hoffman and M. Padberg, Management Science 39 (1993),
there are few flights with very many pairings, or many with a few thousand. The timetable is made of
pairings, so that there is a solution.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import NamedTuple

from .costly import Costly

__all__ = ["crews"]

#: Minutes between two flights of a duty; of a rest; of a planted rest; of a duty at most.
_WAIT, _REST, _NIGHT, _DUTY = (30, 300), (540, 3000), (540, 1000), 840
#: Flights of a duty; duties of a pairing.
_FLIGHTS, _DUTIES = 6, 5
#: The minutes of a deadhead, beyond those of the flight.
_DEADHEAD = 60
#: Pairings exchange flights with so many that begin before, and after.
_NEAR = 20


class _Flight(NamedTuple):
    departs: int
    arrives: int
    origin: int
    to: int


def crews(
    flights: int,
    pairings: int,
    seed: int,
    *,
    cities: int,
    bases: int = 1,
    days: int = 2,
    deadheads: int = 0,
    group: int = 0,
) -> Costly:
    """So many flights between cities, and so many pairings with up to so many deadheads.

    The first cities are bases. Planted pairings begin within so many days. Further ones are made of
    the flights of a ``group`` of so many of them (0: of all), so that they exchange flights.
    """
    timetable = _Timetable(random.Random(seed), flights, cities, bases, days)
    draw, paths = timetable.draw, set(timetable.planted)
    for _ in range(2 * pairings):
        allowed = timetable.neighbours(group)
        starts = [k for k in sorted(allowed) if timetable.flights[k].origin < bases]
        for _ in range(20):
            paths.update(timetable.paths(draw.choice(starts), allowed, deadheads))
        if len(paths) >= pairings:
            break
    else:
        raise ValueError(f"found {len(paths)} pairings, not {pairings}: change the timetable")
    found = sorted(paths - set(timetable.planted))
    ordered = sorted([*timetable.planted, *draw.sample(found, pairings - len(timetable.planted))])
    return Costly(flights, list(map(list, ordered)), list(map(timetable.cost, ordered)))


class _Timetable:
    """Flights in the order of time, and paths through them: their numbers, ascending."""

    def __init__(self, draw: random.Random, flights: int, cities: int, bases: int, days: int):
        self.draw = draw
        places = [(draw.random(), draw.random()) for _ in range(cities)]
        #: How long a flight takes between two cities.
        self._minutes = [
            [round(40 + 150 * math.dist(one, other)) for other in places] for one in places
        ]
        planted: dict[_Flight, int] = {}
        pairings = 0
        while len(planted) < flights:
            new = self._pairing(flights - len(planted), draw.randrange(bases), draw.randrange(days))
            if planted.keys().isdisjoint(new):
                planted.update(dict.fromkeys(new, pairings))
                pairings += 1
        self.flights = sorted(planted)
        #: The pairings that cover each flight once.
        self.planted = [
            tuple(k for k, flight in enumerate(self.flights) if planted[flight] == pairing)
            for pairing in range(pairings)
        ]
        #: What a crew may fly next: a flight, whether after a rest, whether after a deadhead.
        self._next = [
            [
                (k, gap >= _REST[0], flight.origin != last.to)
                for k, flight in enumerate(self.flights)
                for gap in [self._gap(last, flight)]
                if any(low <= gap <= high for low, high in (_WAIT, _REST))
            ]
            for last in self.flights
        ]

    def _pairing(self, left: int, base: int, day: int) -> list[_Flight]:
        """A new pairing of at most so many flights, which does not leave a single one."""
        draw, cities = self.draw, range(len(self._minutes))
        legs = draw.choice([k for k in range(2, 11) if k == left or k <= left - 2])
        stops = [base]
        for leg in range(1, legs):
            # The last stop is not the base, which the crew is to fly to.
            near = {stops[-1], base} if leg == legs - 1 else {stops[-1]}
            stops.append(draw.choice([c for c in cities if c not in near] or [1 - base]))
        now = 1440 * day + draw.randrange(300, 900)
        pairing = []
        for leg, (origin, to) in enumerate(itertools.pairwise([*stops, base])):
            if leg:
                # Mostly three flights a day.
                now += draw.randint(*(_WAIT if leg % 3 else _NIGHT))
            pairing.append(_Flight(now, now + self._minutes[origin][to], origin, to))
            now = pairing[-1].arrives
        return pairing

    def _deadhead(self, origin: int, to: int) -> int:
        return 0 if origin == to else self._minutes[origin][to] + _DEADHEAD

    def _gap(self, last: _Flight, flight: _Flight) -> int:
        """Minutes between two flights, without those of a deadhead."""
        return flight.departs - last.arrives - self._deadhead(last.to, flight.origin)

    def neighbours(self, group: int) -> set[int]:
        """The flights of so many planted pairings that begin at about the same time; 0 for all."""
        if not group:
            return set(range(len(self.flights)))
        ordered = sorted(self.planted)
        first = self.draw.randrange(len(ordered))
        near = ordered[max(0, first - _NEAR) : first + _NEAR + 1]
        return set(itertools.chain(*self.draw.sample(near, min(group, len(near)))))

    def paths(self, start: int, allowed: set[int], deadheads: int) -> Iterator[tuple[int, ...]]:
        """A random path from a flight, and its beginnings; of both those that come back."""
        path, began, duties, legs = [start], self.flights[start].departs, 1, 1
        while True:
            if deadheads or self.flights[path[-1]].to == self.flights[start].origin:
                yield tuple(path)
            more = [
                (k, rested, moved)
                for k, rested, moved in self._next[path[-1]]
                if k in allowed
                and deadheads >= moved
                and (
                    duties < _DUTIES
                    if rested
                    else legs < _FLIGHTS and self.flights[k].arrives - began <= _DUTY
                )
            ]
            if not more:
                return
            k, rested, moved = self.draw.choice(more)
            path.append(k)
            deadheads -= moved
            legs += 1
            if rested:
                began, duties, legs = self.flights[k].departs, duties + 1, 1

    def cost(self, path: tuple[int, ...]) -> int:
        """Paid minutes: of flying, or a share of the duty; a share of the time away; the nights."""
        flights = [self.flights[k] for k in path]
        moved = self._deadhead(flights[-1].to, flights[0].origin)
        paid, nights, duty = 0, 0, flights[:1]
        for last, flight in itertools.pairwise([*flights, None]):
            assert last is not None
            if flight is not None:
                moved += self._deadhead(last.to, flight.origin)
            if flight is None or self._gap(last, flight) >= _REST[0]:
                flown = sum(each.arrives - each.departs for each in duty)
                paid += max(flown, (last.arrives - duty[0].departs) // 2, 180)
                nights += flight is not None
                duty = []
            if flight is not None:
                duty.append(flight)
        away = flights[-1].arrives - flights[0].departs
        return max(paid, away // 4) + 60 * nights + moved
