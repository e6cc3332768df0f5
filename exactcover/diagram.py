"""Asking for all solutions of a problem as a diagram: propagation, an order, the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .frontier import FrontierBuild
from .frontier_order import best_order
from .graph import Graph
from .model import Statement
from .search import reduction_of
from .zdd import ZDD

__all__ = ["diagram"]

#: States visited from one tick to the next: some 20 ms.
_SLICE = 50_000


def diagram(
    statement: Statement,
    memory: int,
    tick: Callable[[], None] = lambda: None,
    order: Sequence[int] | None = None,
) -> ZDD:
    """The diagram of a statement's solutions. ``memory``: bytes it may take while it is made.

    ``order``: the primary items of what propagation leaves, in the order to settle them. Raises
    :class:`OutOfMemoryLimitError`, and what ``tick`` raises.
    """
    model = statement.model
    reduction = reduction_of(statement, True, True, tick)
    if reduction.impossible is not None:
        return ZDD(model, _nothing())
    core = reduction.core
    if order is None:
        order, _ = best_order(core.compiled)
    build = FrontierBuild(core.compiled, order, memory)
    while not build.done:
        tick()
        build.run(_SLICE)
    graph = build.graph()
    numbers = np.append(np.array(core.options, np.int32), np.int32(-1))
    named = Graph(graph.begin, numbers[graph.option], graph.child, graph.root)
    return ZDD(model, named, reduction._taken)


def _nothing() -> Graph:
    return Graph(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), -1)
