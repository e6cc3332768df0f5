"""Several engines for one question: in turns, or one after the other.

Turns are for questions that need a few solutions only, or none. A search in depth finds a solution
at once or, after a wrong choice near the root, not for a very long time (C. Gomes, B. Selman and
H. Kautz, "Boosting combinatorial search through randomization", 1998). A search that begins again
from the root does not suffer from that, nor does one that learns, but both are slower at each step.
So they take turns (``common/turns.py``).

The engines know nothing of each other. A solution that two of them find counts once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from ..common.turns import turns
from ..errors import SearchStopped
from .contract import Divisible, EngineSearch, OpenPrefix

Found = TypeVar("Found")

#: Makes the search below a prefix, when the one it made before is no longer needed.
Follower: TypeAlias = "Callable[[Sequence[int]], EngineSearch]"


@dataclass(eq=False)
class Member:
    """An engine that takes part: how its answers are called, its search, what a node costs."""

    name: str
    begin: Callable[[], EngineSearch | None]
    node: float = 1.0
    search: EngineSearch | None = None

    @property
    def nodes(self) -> int:
        """Nodes that it has visited."""
        return self.search.nodes if self.search else 0


class Portfolio(EngineSearch):
    """A search as the engine contract wants it, by the first of its members that is done.

    A member whose ``begin`` answers None does not take part. ``turn``: what a turn costs.
    """

    def __init__(self, members: Sequence[Member], turn: float):
        self._members = list(members)
        turn = max(turn, *(member.node for member in members))  # a node at least
        self._turns = turns(self._members, turn, turn)
        #: Whose turn it is, and what it may have cost at the end.
        self._now = next(self._turns)
        self._found: set[tuple[int, ...]] = set()
        #: The name of the member that found the last solution, or that is done.
        self.decided_by = members[0].name

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by all of them."""
        return sum(member.nodes for member in self._members)

    @property
    def done(self) -> bool:
        """Whether one of them has found everything."""
        return any(member.search is not None and member.search.done for member in self._members)

    def collect(self, nodes: int, limit: int) -> list[Sequence[int]]:
        """Like ``count``, and gives the solutions that are new."""
        new: list[Sequence[int]] = []
        until = self.nodes + nodes
        while not self.done and len(new) < limit and self.nodes < until:
            member, end = self._now
            left = math.ceil((end - member.nodes * member.node) / member.node)
            if left <= 0:
                self._now = next(self._turns)
                continue
            try:
                member.search = search = member.search or member.begin()
                if search is None:
                    self._members.remove(member)
                    self._now = next(self._turns)
                    continue
                found = search.collect(min(left, until - self.nodes), limit - len(new))
            except SearchStopped:
                if not new:
                    raise
                break  # what was found is handed over; the next call will be out of time again
            for solution in found:
                key = tuple(sorted(solution))
                if key not in self._found:
                    self._found.add(key)
                    new.append(solution)
                    self.decided_by = member.name
            if search.done:
                self.decided_by = member.name
        return new


class Handover:
    """Begins with ``first``; once it has visited ``least`` nodes, asks ``follower`` what goes on.

    If that says None, ``first`` goes on to its end. What it has not visited by then is a list of
    prefixes, and the second engine searches below each in turn; so no node is visited twice and no
    solution comes twice.
    """

    def __init__(self, first: Divisible, least: int, follower: Callable[[], Follower | None]):
        self._first = first
        self._least: float = least
        self._follower = follower
        #: The search at work, and the nodes of those before it.
        self._now: EngineSearch = first
        self._nodes_before = 0
        self._follow: Follower | None = None
        #: The prefix to search below after this one, and those that come later.
        self._next: OpenPrefix | None = None
        self._rest: Iterator[OpenPrefix] = iter(())

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by both engines."""
        return self._nodes_before + self._now.nodes

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        return self._now.done and self._next is None

    @property
    def handed_over(self) -> bool:
        """Whether the second engine is at work."""
        return self._follow is not None

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return sum(self._go_on(nodes, limit, lambda now, *most: now.count(*most), int))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        parts = self._go_on(nodes, limit, lambda now, *most: now.collect(*most), len)
        return [solution for part in parts for solution in part]

    def _go_on(
        self, nodes: int, limit: int, go: Callable[..., Found], size: Callable[[Found], int]
    ) -> list[Found]:
        """What ``go`` finds with the engine at work, of these sizes, one engine after the other."""
        parts: list[Found] = []
        found, until = 0, self.nodes + nodes
        while not self.done and self.nodes < until and found < limit:
            try:
                allowed = self._allow(until - self.nodes)  # which may change what is at work
                parts.append(go(self._now, allowed, limit - found))
            except SearchStopped:
                if not found:
                    raise
                break  # what was found is handed over; the next call will be out of time again
            found += size(parts[-1])
        return parts

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        nodes = self._allow(nodes)
        return self._now.collect_table(nodes, limit)

    def _allow(self, nodes: int) -> int:
        """How many of ``nodes`` nodes the engine at work may visit; changes engines when due.

        Where making the next search raises, the next call tries it again.
        """
        if self._follow is None:
            if self._first.nodes < self._least:
                return int(min(nodes, self._least - self._first.nodes))
            self._follow = self._follower()
            if self._follow is None:
                self._least = math.inf
                return nodes
            self._rest = iter(self._first.open_prefixes())
            self._next = next(self._rest, None)
        if self._next is not None and (self._now is self._first or self._now.done):
            before = self.nodes  # the next search may be this one, restarted
            self._now, self._nodes_before = self._follow(self._next.prefix), before
            self._next = next(self._rest, None)
        return nodes
