"""A search that one engine begins and another one ends.

What the first engine has not visited by then is a list of prefixes, and the second one searches
below each in turn; so no node is visited twice and no solution comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from . import Divisible, EngineSearch, OpenPrefix, OutOfTimeError

__all__ = ["Follower", "Handover"]


#: Makes the search below a prefix, when the one it made before is no longer needed.
Follower: TypeAlias = "Callable[[Sequence[int]], EngineSearch]"


class Handover:
    """Begins with ``first``; once it has visited ``least`` nodes, asks ``follower`` what goes on.

    If that says None, ``first`` goes on to its end.
    """

    def __init__(self, first: Divisible, least: int, follower: Callable[[], Follower | None]):
        self._first = first
        self._least = least
        self._follower = follower
        self._now: EngineSearch = first
        self._nodes_before = 0
        self._follow: Follower | None = None
        self._asked = False
        #: Prefixes still to search, and how many they are.
        self._prefixes: Iterator[OpenPrefix] = iter(())
        self._left = 0

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by both engines."""
        return self._nodes_before + self._now.nodes

    @property
    def done(self) -> bool:
        """Whether the whole tree has been visited."""
        return self._now.done and not self._left

    @property
    def handed_over(self) -> bool:
        """Whether the second engine is at work."""
        return self._follow is not None

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        found = 0
        until = self.nodes + nodes
        while not self.done and self.nodes < until and found < limit:
            try:
                allowed = self._allow(until - self.nodes)  # which may change what is at work
            except OutOfTimeError:
                if not found:
                    raise
                break  # what was found is handed over; the next call will be out of time again
            found += self._now.count(allowed, limit - found)
        return found

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        found: list[Sequence[int]] = []
        until = self.nodes + nodes
        while not self.done and self.nodes < until and len(found) < limit:
            try:
                allowed = self._allow(until - self.nodes)
            except OutOfTimeError:
                if not found:
                    raise
                break
            found += self._now.collect(allowed, limit - len(found))
        return found

    def collect_table(self, nodes: int, limit: int) -> Any:
        """The same as an int32 array, a row for each solution, filled up with -1."""
        nodes = self._allow(nodes)
        return self._now.collect_table(nodes, limit)

    def _allow(self, nodes: int) -> int:
        """How many of ``nodes`` nodes the engine at work may visit; changes engines when due."""
        if not self._asked:
            left = self._least - self._first.nodes
            if left > 0:
                return min(nodes, left)
            follow = self._follower()
            if follow is not None:
                parts = self._first.open_prefixes()
                self._follow, self._prefixes, self._left = follow, iter(parts), len(parts)
                try:
                    self._change()
                except OutOfTimeError:
                    self._follow, self._prefixes, self._left = None, iter(()), 0
                    raise
            self._asked = True
        elif self._now.done and self._left:
            self._change()
        return nodes

    def _change(self) -> None:
        """Go on below the next prefix."""
        if not self._left:
            return
        assert self._follow is not None
        before = self.nodes  # the search that follows may be the same one, begun anew
        part = next(self._prefixes)
        try:
            self._now = self._follow(part.prefix)
        except OutOfTimeError:
            self._prefixes = chain([part], self._prefixes)
            raise
        self._left -= 1
        self._nodes_before = before
