"""Several engines by turns, for questions that need a few solutions only, or none.

A search in depth finds a solution at once or, after a wrong choice near the root, not for a very
long time (C. Gomes, B. Selman and H. Kautz, "Boosting combinatorial search through randomization",
1998). A search that begins again from the root does not suffer from that, nor does one that learns,
but both are slower at each step. So they take turns, each for about as much work: with four of
them, what one finds alone is found in at most four times that time, and a little more. A turn is a
number of nodes, so every run gives the same answer.

The engines know nothing of each other. A solution that two of them find counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .contract import EngineSearch

__all__ = ["Member", "Portfolio"]


class Member(NamedTuple):
    """An engine that takes part: how its answers are called, its search, its nodes in a turn.

    ``begin`` answers None if the engine cannot take part.
    """

    name: str
    begin: Callable[[], EngineSearch | None]
    turn: int


class Portfolio:
    """A search as the engine contract wants it, by the first of its members that is done."""

    def __init__(self, members: Sequence[Member]):
        self._members = list(members)
        self._searches: list[EngineSearch] = []
        #: Whose turn it is, and the nodes that are left of it.
        self._now, self._left = 0, members[0].turn
        self._found: set[tuple[int, ...]] = set()
        #: The name of the member that found the last solution, or that is done.
        self.decided_by = members[0].name

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by all of them."""
        return sum(search.nodes for search in self._searches)

    @property
    def done(self) -> bool:
        """Whether one of them has found everything."""
        return any(search.done for search in self._searches)

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return len(self.collect(nodes, limit))

    def collect(self, nodes: int, limit: int) -> list[Sequence[int]]:
        """Like ``count``, and gives the solutions that are new."""
        new: list[Sequence[int]] = []
        until = self.nodes + nodes
        while not self.done and len(new) < limit and self.nodes < until:
            member = self._members[self._now]
            if self._now == len(self._searches):
                begun = member.begin()
                if begun is None:
                    del self._members[self._now]
                    self._next(self._now)
                    continue
                self._searches.append(begun)
            search, before = self._searches[self._now], self.nodes
            for solution in search.collect(min(self._left, until - before), limit - len(new)):
                key = tuple(sorted(solution))
                if key not in self._found:
                    self._found.add(key)
                    new.append(solution)
                    self.decided_by = member.name
            self._left -= self.nodes - before
            if search.done:
                self.decided_by = member.name
            elif self._left <= 0:
                self._next(self._now + 1)
        return new

    def _next(self, member: int) -> None:
        """It is the turn of another one."""
        self._now = member % len(self._members)
        self._left = self._members[self._now].turn

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        from ..arrays.views import table_of

        return table_of(self.collect(nodes, limit))
