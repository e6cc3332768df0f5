"""Several engines by turns, for questions that need a few solutions only, or none.

A search in depth finds a solution at once or, after a wrong choice near the root, not for a very
long time (C. Gomes, B. Selman and H. Kautz, "Boosting combinatorial search through randomization",
1998). A search that begins again from the root does not suffer from that, nor does one that learns,
but both are slower at each step. So they take turns (``common/turns.py``).

The engines know nothing of each other. A solution that two of them find counts once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..common.turns import turns
from ..errors import SearchStopped
from .contract import EngineSearch


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
