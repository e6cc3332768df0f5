"""Asking for all solutions of a problem as a diagram: propagation, an order, the graph."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arguments import memory_size
from .compiled import Core
from .errors import BudgetError, DiagramTooLarge, SearchStopped
from .frontier_order import frontier_sizes
from .graph import Graph
from .model import Statement
from .portfolio import WAYS, Portfolio
from .results import Count, Interrupted, Progress, ProgressCallback
from .search import Budget, reduction_of
from .zdd import ZDD

__all__ = ["Attempt", "count_by_diagram", "diagram", "looks_wide", "timed_diagram"]

#: States visited from one tick to the next: up to some 50 ms.
_SLICE = 4_096
#: What is tried beside a search that lists all solutions.
_UNLISTED = tuple(way for way in WAYS if way != "listing")
#: A problem looks wide if more items than this are in between, as it is declared.
_NARROW = 32
#: The share of the work that an attempt gets before it is promising; and what it gets at first.
_SHARE, _FIRST_WORK = 20, 100_000

#: Seconds between two reports of progress.
_REPORT_EVERY = 0.1


def diagram(
    statement: Statement,
    memory: int,
    tick: Callable[[], None] = lambda: None,
    begun: Callable[[Portfolio], None] = lambda portfolio: None,
    among: Sequence[str] = WAYS,
) -> ZDD:
    """The diagram of a statement's solutions. ``memory``: bytes it may take while it is made.

    ``begun`` is told of the work before it begins; ``among`` as in :class:`Portfolio`. Raises
    :class:`DiagramTooLarge`, and what ``tick`` raises.
    """
    reduction = reduction_of(statement, True, True, tick)
    if reduction.impossible is not None:
        return ZDD(statement, _nothing(), (), "propagation alone")
    core = reduction.core
    portfolio = Portfolio(core.compiled, memory, among)
    begun(portfolio)
    while not portfolio.done:
        tick()
        portfolio.run(_SLICE)
    graph = portfolio.graph(tick)
    numbers = np.append(np.array(core.options, np.int32), np.int32(-1))
    named = Graph(graph.begin, numbers[graph.option], graph.child, graph.root)
    return ZDD(statement, named, reduction._taken, portfolio.name)


def timed_diagram(
    statement: Statement,
    memory: Any,
    seconds: float | None,
    progress: ProgressCallback | None,
) -> ZDD:
    """The same for :meth:`Problem.zdd`, with its arguments checked and its budget kept."""
    size = memory_size(memory)
    if size is None:
        raise BudgetError("memory", memory, 'a number of bytes, or a text such as "4GB"')
    budget = Budget(seconds=seconds)
    started = time.monotonic()
    reported = started
    work: list[Portfolio] = []

    def tick() -> None:
        nonlocal reported
        now = time.monotonic()
        if budget.seconds is not None and now - started >= budget.seconds:
            raise SearchStopped("seconds", work[0].states if work else 0)
        if progress is not None and now - reported >= _REPORT_EVERY:
            reported = now
            progress(Progress(work[0].states if work else 0, 0, now - started))

    return diagram(statement, size, tick, begun=work.append)


def count_by_diagram(
    statement: Statement, memory: int, seconds: float | None, progress: ProgressCallback | None
) -> Count:
    """The number of solutions, by diagram alone; labelled if it was stopped."""
    try:
        zdd = timed_diagram(statement, memory, seconds, progress)
    except DiagramTooLarge as large:
        return Count(0, nodes=large.states, stopped="memory", method="diagram")
    except SearchStopped as stop:
        return Count(0, nodes=stop.nodes, stopped=stop.stopped, method="diagram")
    except KeyboardInterrupt:
        raise Interrupted(Count(0, stopped="interrupt", method="diagram")) from None
    return Count(zdd.count(), nodes=zdd.n_nodes, method=zdd.method)


def looks_wide(core: Core) -> bool:
    """Whether a diagram is worth a try only if listing takes very long. O(nodes)."""
    compiled = core.compiled
    return max(frontier_sizes(compiled, range(compiled.n_primary)), default=0) > _NARROW


class Attempt:
    """A count by diagram, tried beside a count by listing, and given up where it does not pay."""

    def __init__(self, statement: Statement, core: Core, memory: int):
        self._portfolio = Portfolio(core.compiled, memory, _UNLISTED)
        self.given_up = False

    @property
    def states(self) -> int:
        """States visited so far."""
        return self._portfolio.states

    @property
    def name(self) -> str:
        """What the way is called that was done first."""
        return self._portfolio.name

    def run(self, nodes: int, tick: Callable[[], None]) -> int | None:
        """Go on to its share of a search of so many nodes; the count, if that ends it.

        Half as much work as they are, if states are come to again and again; and little otherwise.
        ``tick`` is called every few hundredths of a second, and may end it by raising.
        """
        portfolio = self._portfolio
        try:
            share = 2 if portfolio.promising else _SHARE
            while not portfolio.done and portfolio.cost < max(_FIRST_WORK, nodes / share):
                tick()
                portfolio.run(_SLICE)
        except DiagramTooLarge:
            self.given_up = True
            return None
        if portfolio.done:
            return portfolio.count()
        self.given_up = portfolio.hopeless
        return None


def _nothing() -> Graph:
    return Graph(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), -1)
