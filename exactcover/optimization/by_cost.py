"""All solutions in order of cost, one after the other.

The k cheapest are searched for, with k = 1, 2, 4, 8, …. Each time those that were not among the
last ones are given. Solutions that are known stay known, and the linear program at the root is
solved once, but the search begins again each time: n solutions take about log2(n) searches, the
last of which is for at most 2n. Memory grows with the solutions given, since the search must not
give one again.

E. L. Lawler, "A procedure for computing the K best solutions to discrete optimization problems"
(1972), divides what is left after each solution instead, and needs a search for each.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..engines.contract import EngineSearch
from ..propagation.reduce import StatedRows
from ..statement.model import Model
from .branch_and_bound import Optimization


def by_cost(model: Model, sign: int, ask: Ask) -> Callable[..., ByCost]:
    """What begins such a search; with ``sign`` -1 the most expensive solutions come first."""
    costs = model.priced
    nodes = sys.maxsize if ask.nodes is None else ask.nodes

    def start(
        compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> ByCost:
        return ByCost(compiled, costs.scaled(rows.options, sign), nodes, ask.limit, tick)

    return start


class ByCost(EngineSearch):
    """A search as the engine contract wants it, the cheapest solutions first.

    Those that cost the same come in an order that is the same in every run.
    """

    #: Its tree is searched again and again, so nothing can be said of how much is left.
    restarts = True

    def __init__(
        self,
        compiled: Compiled,
        costs: Sequence[int],
        nodes: int,
        limit: int | None,
        tick: Callable[[], None],
    ):
        """``nodes``: what may be visited in all; ``limit``: no more solutions are searched for."""
        self._search = Optimization(compiled, costs, 1, None, tick, more=True)
        self._search.prepare(nodes)
        self._limit = limit
        #: How many are searched for; those that were found, and those that are still to be given.
        self._k = 1
        self._found: set[tuple[int, ...]] = set()
        self._ready: deque[tuple[int, ...]] = deque()
        self._complete = False

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._search.nodes

    @property
    def done(self) -> bool:
        """Whether all solutions have been given."""
        return self._complete and not self._ready

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Like ``count``, and gives the solutions."""
        if not self._ready and not self._complete:
            self._go_on(nodes)
        return [self._ready.popleft() for _ in range(min(limit, len(self._ready)))]

    def _go_on(self, nodes: int) -> None:
        search = self._search
        if len(self._found) == self._k:
            self._k = 2 * self._k if self._limit is None else min(2 * self._k, self._limit)
            search.widen(self._k, None)
        if not search.done:
            search.run(nodes)
        if search.done:
            self._complete = len(search.best) < self._k
            new = [options for _, options in search.best if options not in self._found]
            self._ready.extend(new)
            self._found.update(new)
