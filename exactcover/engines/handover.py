"""A search that one engine begins and another one ends.

What the first engine has not visited by then is a list of prefixes, and the second one searches
below each in turn; so no node is visited twice and no solution comes twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from ..errors import SearchStopped
from .contract import Divisible, EngineSearch
from .prefix import OpenPrefix

Found = TypeVar("Found")

#: Makes the search below a prefix, when the one it made before is no longer needed.
Follower: TypeAlias = "Callable[[Sequence[int]], EngineSearch]"


class Handover:
    """Begins with ``first``; once it has visited ``least`` nodes, asks ``follower`` what goes on.

    If that says None, ``first`` goes on to its end.
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
