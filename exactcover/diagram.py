"""Asking for all solutions of a problem as a diagram: propagation, an order, the graph."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arguments import memory_size
from .errors import BudgetError, SearchStopped
from .frontier import FrontierBuild
from .frontier_order import best_order
from .graph import Graph
from .model import Statement
from .results import Progress, ProgressCallback
from .search import Budget, reduction_of
from .zdd import ZDD

__all__ = ["diagram", "timed_diagram"]

#: States visited from one tick to the next: some 20 ms.
_SLICE = 50_000
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


def _nothing() -> Graph:
    return Graph(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), -1)
