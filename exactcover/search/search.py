"""A search under a budget: propagation first, then an engine in slices.

Between slices of some 20 ms Python sees Ctrl-C, the clock and the budgets, and reports progress.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sized
from typing import TYPE_CHECKING, Any, TypeVar

from ..arrays.compiled import Compiled
from ..arrays.core import Core
from ..common.ask import Ask
from ..common.slices import TABLE_ENTRIES, Reporter, next_slice
from ..common.slots import Slot
from ..common.turns import COSTS
from ..engines import choose
from ..engines.contract import EngineSearch
from ..errors import SearchStopped
from ..propagation.reduce import Reduction, StatedRows, reduction_of
from ..statement.order import order_of, ordered
from ..statement.results import Impossible, Progress, Solution
from ..statement.statement import Statement
from .estimate import Outlook, remaining

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32s
    from ..propagation.counting_argument import Refutation

Answer = TypeVar("Answer", bound="int | Sized")
#: Makes an engine's search of what propagation has left. Its arguments: the core in the order of
#: the search, what leads back to the stated problem, the engine's name, and a tick.
StartOfEngine = Callable[[Compiled, StatedRows, str, Callable[[], None]], EngineSearch]
#: Solutions that are taken in at a time, where nobody says how many.
ROWS = 16_384
_WIDTH: Slot[int] = Slot("width of tables")


class Search:
    """One search of a problem, from propagation to the last node."""

    def __init__(self, statement: Statement, ask: Ask, start: StartOfEngine):
        self._order = order_of(ask.order, statement.model)
        choose.check_engine(ask.engine)
        self.statement = statement
        self.ask = ask
        #: What ended the search before its end: "limit", "nodes", "seconds", "interrupt" (Ctrl-C)
        #: or "error" (another exception, from the user's code or the machine's limits); or None.
        self.stopped: str | None = None
        self.found = 0
        self._reporter = Reporter(ask.progress)
        self._engine: EngineSearch | None = None
        self._reduction: Reduction | None = None
        #: How much is left, for the display of progress.
        self._outlook: Outlook | None = None
        self._start = start
        self._rows: StatedRows | None = None
        self._slice = 1
        #: Counting, which may prove that there is no solution; None before and after it is tried.
        self._refutation: Refutation | None = None
        self._refuted: Impossible | None = None
        self._deadline = ask.deadline()

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._engine.nodes if self._engine else 0

    @property
    def complete(self) -> bool:
        """Whether every solution has been found."""
        begun = self._reduction is not None
        done = self._engine is None or self._engine.done or self._refuted is not None
        return begun and self.stopped is None and done

    @property
    def done(self) -> bool:
        """Whether it is complete or stopped."""
        return self.complete or self.stopped is not None

    @property
    def method(self) -> str:
        """What found the answer: "propagation", "counting", or a member of the portfolio."""
        if self._reduction is not None and self._reduction.impossible is not None:
            return "propagation"
        if self._refuted is not None:
            return "counting"
        return str(getattr(self._engine, "decided_by", "listing"))

    @property
    def impossible(self) -> Impossible | None:
        """Why there is no solution, once that is proven."""
        if self._reduction is not None and self._reduction.impossible is not None:
            return self._reduction.impossible
        if self._refuted is not None:
            return self._refuted
        if self.complete and self.found == 0:
            return Impossible.by_search(self.nodes, self.method)
        return None

    def count_on(self, most_nodes: int) -> None:
        """Count through one slice, or until ``most_nodes`` nodes."""
        self._through_slice(
            sys.maxsize, lambda engine, nodes, limit: engine.count(min(nodes, most_nodes), limit)
        )

    def collect_on(self, most: int) -> list[Solution]:
        """Search through one slice, or until ``most`` solutions; the solutions found in it."""
        found = self._through_slice(most, lambda engine, nodes, limit: engine.collect(nodes, limit))
        if not found:
            return []
        assert self._rows is not None
        return [Solution(self.statement.model, self._rows.one(options)) for options in found]

    def table_on(self, most: int, most_nodes: int = sys.maxsize) -> Any:
        """Like :meth:`collect_on`, up to ``most_nodes``, as an array (:meth:`Solutions.chunks`)."""
        width = width_of(self.statement)
        table: Any = self._through_slice(
            most_rows(most, width),
            lambda engine, nodes, limit: engine.collect_table(min(nodes, most_nodes), limit),
        )
        if table is None:
            import numpy as np

            return np.zeros((0, width), np.int32)
        assert self._rows is not None
        return padded(self._rows.table(table), width)

    def _through_slice(
        self, limit: int, ask: Callable[[EngineSearch, int, int], Answer]
    ) -> Answer | None:
        """What the engine answers in one slice; None when the search is over.

        ``ask`` gets the engine, and the nodes and solutions it may go for. It returns solutions, or
        their number.
        """
        asked, nodes = self.ask, self._slice
        try:
            engine = self.begin()
            if engine is None or engine.done or self.stopped or self._refuted is not None:
                return None
            if asked.limit is not None:
                limit = min(limit, asked.limit - self.found)
            if asked.nodes is not None:
                nodes = min(nodes, asked.nodes - engine.nodes)
            if limit <= 0 or nodes <= 0:
                self.stopped = "limit" if limit <= 0 else "nodes"
                return None
            self.tick()
            if not self.found and self._refute(engine):
                return None
            before = time.monotonic()
            answer = ask(engine, nodes, limit)
        except SearchStopped:
            self.stopped = "seconds"
            return None
        self.found += answer if isinstance(answer, int) else len(answer)
        self._slice = next_slice(self._slice, time.monotonic() - before)
        self.report()
        return answer

    def _refute(self, engine: EngineSearch) -> bool:
        """Whether counting proves that there is no solution.

        It is tried where no solution has been found in about the time that it takes.
        """
        compiled, taken = self.core.compiled, engine.nodes * COSTS.deep_node
        if self._refutation is None:
            if taken < COSTS.counting + compiled.n_entries * COSTS.counted_entry:
                return False
            from ..propagation.counting_argument import Refutation

            self._refutation = Refutation(compiled)
        if taken < self._refutation.next_cost():
            return False
        reason = self._refutation.reason(self.tick)
        if reason is not None:
            self._refuted = Impossible(reason, nodes=engine.nodes, method="counting")
        return reason is not None

    @property
    def core(self) -> Core:
        """What propagation has left to search."""
        return self.reduced().core

    def prepared(self) -> Compiled | None:
        """What an engine would search, without beginning; None if there is no solution."""
        reduction = self.reduced()
        if reduction.impossible is not None:
            return None
        return ordered(reduction.core, self._order, self.statement.model, self.tick)

    def reduced(self) -> Reduction:
        """What propagation has left; with kernels, unless the plain engine is requested."""
        kernels = self.ask.engine != "reference"
        return reduction_of(self.statement, self.ask.reduce, kernels, self.tick)

    def begin(self) -> EngineSearch | None:
        """The engine's search of what propagation has left; None if there is no solution."""
        if self._reduction is None:
            reduction, compiled = self.reduced(), self.prepared()
            engine = rows = None
            if compiled is not None:
                rows = reduction.stated_rows()
                engine = self._start(compiled, rows, self.ask.engine, self.tick)
                kernels = self.ask.engine != "reference"
                once = not getattr(engine, "restarts", False)
                if once and kernels and self._reporter.asked and self.ask.limit is None:
                    self._outlook = Outlook(compiled)
            # All or none: an exception on the way leaves a search that has not begun.
            self._reduction, self._engine, self._rows = reduction, engine, rows
        return self._engine

    def report(self) -> None:
        """Report the progress, if it is time."""
        self._reporter.report(self._progress_at)

    def end(self) -> None:
        """Take away what shows the progress; the search may go on."""
        self._reporter.end()

    def tick(self) -> None:
        """Called now and then by what comes before the search; keeps the budget of time."""
        self._deadline.tick()

    def _progress_at(self, seconds: float) -> Progress:
        seconds = max(seconds, 1e-4)  # clocks of browsers stand still for so long
        total = None if self._outlook is None else self._outlook.nodes(seconds)
        left, between = remaining(self.nodes, self.nodes / seconds, total)
        done = None if left is None else seconds / (seconds + left)
        return Progress(self.nodes, self.found, seconds, done, left, between)


def most_rows(rows: int, width: int) -> int:
    """At most ``rows``, so few that the table is not too large; at least 1."""
    return max(1, min(rows, TABLE_ENTRIES // max(1, width)))


def width_of(statement: Statement) -> int:
    """A bound on the options of a solution, which all tables of its solutions are as wide as.

    It depends on the problem alone, with what is given and forbidden; not on how it is searched.
    """
    return statement.memo.get(_WIDTH, lambda: _width(statement))


def _width(statement: Statement) -> int:
    import numpy as np

    from ..arrays.views import most_options, node_arrays, option_of_entries

    statement = statement.shown
    compiled = statement.model.compiled
    live = np.frombuffer(statement.live(), np.uint8) > 0
    # With multiplicities, given options may be chosen again.
    given = () if compiled.multiple else statement.given
    starts, items, _ = node_arrays(compiled)
    taken = np.zeros(compiled.n_items, bool)
    for option in given:
        taken[items[starts[option] : starts[option + 1]]] = True
    taken[compiled.n_primary :] = False
    live[option_of_entries(starts)[taken[items]]] = False
    return len(given) + most_options(compiled, live)


def padded(rows: Int32s, width: int) -> Int32s:
    """Rows of solutions in the one width of all tables of a problem's solutions."""
    import numpy as np

    wider = rows.shape[1] - width
    if wider <= 0:
        return np.pad(rows, ((0, 0), (0, -wider)), constant_values=-1)
    if (rows[:, width] >= 0).any():
        raise AssertionError(f"a solution has more than {width} options")
    return np.ascontiguousarray(rows[:, :width])
