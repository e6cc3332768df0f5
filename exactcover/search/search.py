"""A search under a budget: propagation first, then an engine in slices.

Engines run in slices of some 20 ms. Between slices Python sees Ctrl-C, the clock and the budgets,
and reports progress. The engine keeps its state, so nothing is done twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from ..arrays.compiled import Compiled
from ..arrays.core import Core
from ..common.budget import Budget, check_progress
from ..common.slices import Reporter, next_slice
from ..engines import choose
from ..engines.contract import EngineSearch
from ..errors import SearchStopped
from ..propagation.reduce import Reduction, reduction_of
from ..propagation.stated_rows import StatedRows
from ..statement.order import order_of, ordered
from ..statement.results import Impossible, Progress, ProgressCallback, Solution
from ..statement.statement import Statement
from .remaining import Outlook, remaining
from .tables import most_rows, padded, width_of

__all__ = ["Search", "StartOfEngine"]

Answer = TypeVar("Answer")
#: Makes an engine's search of what propagation has left. Its arguments: the core in the order of
#: the search, what leads back to the stated problem, the engine's name, and a tick.
StartOfEngine = Callable[[Compiled, StatedRows, str, Callable[[], None]], EngineSearch]

#: Solutions counted in a slice.
_MOST_COUNTED = 2**40


class Search:
    """One search of a problem, from propagation to the last node."""

    def __init__(
        self,
        statement: Statement,
        engine: str,
        reduce: bool,
        budget: Budget,
        progress: ProgressCallback | None,
        order: Any = "mrv",
        start: StartOfEngine | None = None,
    ):
        """``start`` makes the engine's search, where it is not the usual one."""
        self._order = order_of(order, statement.model)
        choose.check_engine(engine)
        check_progress(progress)
        self.statement = statement
        self.budget = budget
        #: What ended the search before its end: "limit", "nodes", "seconds", "interrupt" (Ctrl-C)
        #: or "error" (another exception, from the user's code or the machine's limits); or None.
        self.stopped: str | None = None
        #: Solutions found so far.
        self.found = 0
        self._engine_name = engine
        self._reduce = reduce
        self._reporter = Reporter(progress)
        self._engine: EngineSearch | None = None
        self._reduction: Reduction | None = None
        #: How much is left, for the display of progress.
        self._outlook: Outlook | None = None
        self._start = start
        self._rows: StatedRows | None = None
        self._slice = 1
        self._deadline = budget.deadline()

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._engine.nodes if self._engine else 0

    @property
    def complete(self) -> bool:
        """Whether every solution has been found."""
        if self.stopped is not None:
            return False
        if self._reduction is not None and self._reduction.impossible is not None:
            return True
        return self._engine is not None and self._engine.done

    @property
    def impossible(self) -> Impossible | None:
        """Why there is no solution, once that is proven."""
        if self._reduction is not None and self._reduction.impossible is not None:
            return self._reduction.impossible
        if self.complete and self.found == 0:
            return Impossible.by_search(self.nodes)
        return None

    def count_on(self, most_nodes: int | None = None) -> int:
        """Count through one slice; how many solutions were found in it."""

        def count(engine: EngineSearch, nodes: int, limit: int) -> tuple[int, int]:
            found = engine.count(nodes if most_nodes is None else min(nodes, most_nodes), limit)
            return found, found

        return self._through_slice(None, count) or 0

    def collect_on(self, most: int) -> list[Solution]:
        """Search through one slice, or until ``most`` solutions; the solutions found in it."""

        def collect(engine: EngineSearch, nodes: int, limit: int) -> tuple[Any, int]:
            found = engine.collect(nodes, limit)
            return found, len(found)

        chosen = self._through_slice(most, collect)
        if not chosen:
            return []
        assert self._rows is not None
        return [Solution(self.statement.model, self._rows.one(options)) for options in chosen]

    def table_on(self, most: int) -> Any:
        """Like :meth:`collect_on`, as an array; see :meth:`Solutions.chunks`."""

        def collect(engine: EngineSearch, nodes: int, limit: int) -> tuple[Any, int]:
            found = engine.collect_table(nodes, limit)
            return found, len(found)

        width = width_of(self.statement)
        table = self._through_slice(most_rows(most, width), collect)
        if table is None:
            import numpy as np

            return np.zeros((0, width), np.int32)
        assert self._rows is not None
        return padded(self._rows.table(table), width)

    def _through_slice(
        self,
        most: int | None,
        ask: Callable[[EngineSearch, int, int], tuple[Answer, int]],
    ) -> Answer | None:
        """What the engine answers in one slice; None when the search is over.

        ``ask`` gets the engine, the nodes and the solutions it may go for. It gives the answer and
        how many solutions it holds.
        """
        engine, nodes, limit = self._next_slice(most)
        if engine is None:
            return None
        before = time.monotonic()
        try:
            answer, found = ask(engine, nodes, limit)
        except SearchStopped:
            self.stopped = "seconds"
            return None
        self.found += found
        self._slice = next_slice(self._slice, time.monotonic() - before)
        self._reporter.report(self._progress_at)
        return answer

    @property
    def core(self) -> Core:
        """What propagation has left to search."""
        return reduction_of(
            self.statement, self._reduce, self._engine_name != "reference", self.tick
        ).core

    def _begin(self) -> EngineSearch | None:
        if self._reduction is None:
            kernels = self._engine_name != "reference"
            reduction = reduction_of(self.statement, self._reduce, kernels, self.tick)
            engine = rows = None
            if reduction.impossible is None:
                rows = reduction.stated_rows()
                compiled = ordered(reduction.core, self._order, self.statement.model, self.tick)
                if self._start is None:
                    engine = choose.start(compiled, self._engine_name, self.tick)
                else:
                    engine = self._start(compiled, rows, self._engine_name, self.tick)
                if kernels and self._reporter.asked and self.budget.limit is None:
                    self._outlook = Outlook(compiled)
            # All or none: an exception on the way leaves a search that has not begun.
            self._reduction, self._engine, self._rows = reduction, engine, rows
        return self._engine

    def prepared(self) -> Compiled | None:
        """What an engine would search, without beginning; None if there is no solution."""
        reduction = reduction_of(self.statement, self._reduce, True, self.tick)
        if reduction.impossible is not None:
            return None
        return ordered(reduction.core, self._order, self.statement.model, self.tick)

    def tick(self) -> None:
        """Called now and then by what comes before the search; keeps the budget of time."""
        self._deadline.tick()

    def _next_slice(self, most: int | None) -> tuple[EngineSearch | None, int, int]:
        """The engine, and the nodes and solutions it may go for; None when the search is over."""
        budget = self.budget
        nodes, limit = self._slice, _MOST_COUNTED if most is None else most
        try:
            engine = self._begin()
        except SearchStopped:
            self.stopped = "seconds"
            return None, 0, 0
        if engine is None or engine.done or self.stopped:
            return None, 0, 0
        if budget.limit is not None:
            limit = min(limit, budget.limit - self.found)
        if budget.nodes is not None:
            nodes = min(nodes, budget.nodes - engine.nodes)
        if limit <= 0:
            self.stopped = "limit"
        elif nodes <= 0:
            self.stopped = "nodes"
        elif self._deadline.passed():
            self.stopped = "seconds"
        return (None, 0, 0) if self.stopped else (engine, nodes, limit)

    def _progress_at(self, seconds: float) -> Progress:
        whole = None if self._outlook is None else self._outlook.whole(seconds)
        left, between = remaining(self.nodes, self.nodes / seconds, whole)
        done = None if left is None else seconds / (seconds + left)
        return Progress(self.nodes, self.found, seconds, done, left, between)
