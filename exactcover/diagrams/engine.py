"""The engine ``diagram``: all solutions as a graph first, then out of the graph (``portfolio.py``).

Nothing is found before the graph is done, and then everything is known at once: the count without
listing, and the solutions one after the other. Its nodes are states visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ..arrays.compiled import Compiled
from ..engines.contract import EngineSearch
from .graph import Graph
from .portfolio import Portfolio

__all__ = ["DiagramSearch"]

#: Bytes the graph may take while it is made.
_MEMORY = 4 * 10**9
#: Solutions given out at a time: some 20 ms.
_MOST = 10_000


class DiagramSearch:
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`.

    Raises :class:`DiagramTooLarge` on the way if the graph needs more memory than it may take.
    """

    def __init__(
        self,
        compiled: Compiled,
        listing: Callable[[], EngineSearch],
        memory: int | None = None,
        tick: Callable[[], None] = lambda: None,
    ):
        """``listing`` begins a search by another engine; ``tick`` as in ``choose.start``."""
        self._tick = tick
        most = _MEMORY if memory is None else memory
        self._portfolio = Portfolio(compiled, most, listing, tick=tick)
        self._graph: Graph | None = None
        #: How many solutions there are, and are given out or counted; they come in order.
        self._all = self._given_out = 0
        self._walk: Iterator[list[int]] | None = None

    @property
    def nodes(self) -> int:
        """States visited so far."""
        return self._portfolio.states

    @property
    def done(self) -> bool:
        """Whether the graph is done and every solution given out."""
        return self._graph is not None and self._given_out == self._all

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` states; once they are known, ``limit`` solutions."""
        if not self._known(nodes):
            return 0
        found = min(limit, self._all - self._given_out)
        self._given_out += found
        self._walk = None
        return found

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Like ``count``, and gives the solutions."""
        graph = self._known(nodes)
        if graph is None:
            return []
        # Kept only if it comes back: a walk that has raised would seem to be at its end.
        walk, self._walk = self._walk or graph.walk(self._given_out), None
        found = [tuple(options) for options in islice(walk, min(limit, _MOST))]
        self._given_out += len(found)
        self._walk = walk
        return found

    def collect_table(self, nodes: int, limit: int) -> Any:
        """The same as an int32 array, a row for each solution, filled up with -1."""
        from ..arrays.views import table_of

        return table_of(self.collect(nodes, limit))

    def _known(self, nodes: int) -> Graph | None:
        """The graph, if it is done after so many more states."""
        if not self._portfolio.done:
            self._portfolio.run(nodes)
        if self._portfolio.done and self._graph is None:
            graph = self._portfolio.graph(self._tick)
            self._all = graph.count()
            self._graph = graph
        return self._graph
