"""Asking for all solutions of a problem as a diagram: propagation, an order, the graph."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arguments import memory_size
from .compiled import Core
from .errors import BudgetError, DiagramTooLarge, SearchStopped
from .frontier import FrontierBuild
from .frontier_order import best_order, frontier_sizes
from .graph import Graph
from .model import Statement
from .results import Count, Interrupted, Progress, ProgressCallback
from .search import Budget, reduction_of
from .zdd import ZDD

__all__ = ["Attempt", "count_by_diagram", "diagram", "looks_wide", "timed_diagram"]

#: States visited from one tick to the next: some 20 ms.
_SLICE = 50_000
#: An attempt is not made where the frontier is wider.
_WIDEST_FRONTIER = 300
#: A problem looks wide if more items than this are in between, as it is declared.
_NARROW = 32
#: States have been come to so often on average where a diagram is promising; and where there is
#: no hope, once so many states are known. Measured after 100,000 states: tilings by dominoes 1.5,
#: by tetrominoes 1.8; Latin squares 1.2, and more later; pentominoes 1.03 to 1.07, where listing
#: is faster by far; queens, Sudoku and edge matching 1.0.
_PROMISING, _HOPELESS, _ENOUGH_TO_JUDGE = 1.3, 1.12, 1_000_000
#: Nodes of a search that take as long as a state without options; so many options, and words of
#: the window, take as long again.
_NODES_PER_STATE, _OPTIONS_PER_STATE = 2, 4
#: The share of the work that an attempt gets before it is promising, and the first time.
_SHARE, _FIRST_STATES = 20, 20_000

#: Seconds between two reports of progress.
_REPORT_EVERY = 0.1


def diagram(
    statement: Statement,
    memory: int,
    tick: Callable[[], None] = lambda: None,
    order: Sequence[int] | None = None,
    built: Callable[[FrontierBuild], None] = lambda build: None,
) -> ZDD:
    """The diagram of a statement's solutions. ``memory``: bytes it may take while it is made.

    ``order``: the primary items of what propagation leaves, in the order to settle them. ``built``
    is told of the build before it begins. Raises
    :class:`DiagramTooLarge`, and what ``tick`` raises.
    """
    model = statement.model
    reduction = reduction_of(statement, True, True, tick)
    if reduction.impossible is not None:
        return ZDD(model, _nothing())
    core = reduction.core
    if order is None:
        order, _ = best_order(core.compiled)
    build = FrontierBuild(core.compiled, order, memory)
    built(build)
    while not build.done:
        tick()
        build.run(_SLICE)
    graph = build.graph()
    numbers = np.append(np.array(core.options, np.int32), np.int32(-1))
    named = Graph(graph.begin, numbers[graph.option], graph.child, graph.root)
    return ZDD(model, named, reduction._taken)


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
    build: list[FrontierBuild] = []

    def tick() -> None:
        nonlocal reported
        now = time.monotonic()
        if budget.seconds is not None and now - started >= budget.seconds:
            raise SearchStopped("seconds", build[0].n_states if build else 0)
        if progress is not None and now - reported >= _REPORT_EVERY:
            reported = now
            progress(Progress(build[0].n_states if build else 0, 0, now - started))

    return diagram(statement, size, tick, built=build.append)


def count_by_diagram(
    statement: Statement, memory: int, seconds: float | None, progress: ProgressCallback | None
) -> Count:
    """The number of solutions, by diagram alone; labelled if it was stopped."""
    try:
        zdd = timed_diagram(statement, memory, seconds, progress)
    except DiagramTooLarge as large:
        return Count(0, nodes=large.states, stopped="memory")
    except SearchStopped as stop:
        return Count(0, nodes=stop.nodes, stopped=stop.stopped)
    except KeyboardInterrupt:
        raise Interrupted(Count(0, stopped="interrupt")) from None
    return Count(zdd.count(), nodes=zdd.n_nodes)


def looks_wide(core: Core) -> bool:
    """Whether a diagram is worth a try only if listing takes very long. O(nodes)."""
    compiled = core.compiled
    return max(frontier_sizes(compiled, range(compiled.n_primary)), default=0) > _NARROW


class Attempt:
    """A count by diagram, tried beside a count by listing, and given up where it does not pay."""

    def __init__(self, statement: Statement, core: Core, memory: int):
        order, _ = best_order(core.compiled)
        self._build: FrontierBuild | None = None
        self._states = 0
        if max(frontier_sizes(core.compiled, order), default=0) <= _WIDEST_FRONTIER:
            self._build = FrontierBuild(core.compiled, order, memory)
            options = core.compiled.n_options / max(1, core.compiled.n_primary)
            work = 1 + options * self._build.n_words / _OPTIONS_PER_STATE
            self._nodes_per_state = _NODES_PER_STATE * work

    @property
    def given_up(self) -> bool:
        """Whether there is nothing to be hoped for from it."""
        return self._build is None

    @property
    def states(self) -> int:
        """States found so far."""
        return self._states if self._build is None else self._build.n_states

    def run(self, nodes: int, tick: Callable[[], None]) -> int | None:
        """Go on for a share of the work of so many nodes of a search; the count, if that ends it.

        Half as long as they take, if states are come to again and again; and little otherwise.
        ``tick`` is called every few hundredths of a second, and may end it by raising.
        """
        build = self._build
        if build is None:
            return None
        share = 2 if build.n_edges > _PROMISING * build.n_states else _SHARE
        states = nodes / share / self._nodes_per_state
        if build.n_states == 1:
            states = _FIRST_STATES * _NODES_PER_STATE / self._nodes_per_state
        left = max(1, int(states))
        try:
            while left > 0 and not build.done:
                tick()
                build.run(min(left, _SLICE))
                left -= _SLICE
        except DiagramTooLarge:
            self._give_up()
            return None
        if build.done:
            return build.graph().count()
        if build.n_states > _ENOUGH_TO_JUDGE and build.n_edges < _HOPELESS * build.n_states:
            self._give_up()
        return None

    def _give_up(self) -> None:
        self._states = self.states
        self._build = None


def _nothing() -> Graph:
    return Graph(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), -1)
