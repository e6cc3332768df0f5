"""A search under a budget: propagation, then an engine in slices, then an answer that is labelled.

Engines run in slices of some 20 ms. Between slices Python sees Ctrl-C, the clock and the budgets,
and reports progress; the engine keeps its state, so nothing is done twice.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..arrays.compiled import Compiled
from ..arrays.core import Core
from ..common.arguments import whole
from ..common.budget import Budget, check_progress
from ..common.slots import Slot
from ..engines import choose
from ..engines.contract import EngineSearch, OutOfTimeError
from ..errors import BudgetError, SearchStopped
from ..propagation.reduce import Reduction, reduction_of
from ..statement.model import Statement
from ..statement.order import order_of, ordered
from ..statement.results import (
    Count,
    Impossible,
    Interrupted,
    Progress,
    ProgressCallback,
    Solution,
    Uniqueness,
    so_far,
)
from .remaining import Outlook, remaining

if TYPE_CHECKING:
    from ..diagrams.build import Attempt

__all__ = [
    "Rows",
    "Search",
    "Solutions",
    "count",
    "count_unlisted",
    "first",
    "is_unique",
    "next_slice",
]

Answer = TypeVar("Answer")

#: A slice is lengthened below the first and shortened above the second of these, in seconds.
_SHORT_SLICE, _LONG_SLICE = 0.01, 0.04
_MOST_NODES_IN_SLICE = 2**40
#: Entries of a chunk of solutions.
_MOST_ENTRIES = 2_000_000
#: Solutions fetched at a time: 1 at first, so that the first comes soon, then up to this many
#: (of up to 64 options; fewer of longer ones).
_LARGEST_CHUNK = 1024
#: Nodes that are visited before a diagram is tried beside; and where it looks hopeless.
_NODES_BEFORE_DIAGRAM, _NODES_IF_WIDE = 200_000, 5_000_000
#: Seconds between two reports of progress.
_REPORT_EVERY = 0.1
#: See :func:`width_of`.
_WIDTH: Slot[int] = Slot("width of tables")


def next_slice(nodes: int, seconds: float) -> int:
    """Nodes of the slice after one of so many that has taken so long."""
    if seconds > _LONG_SLICE:
        return max(1, nodes // 2)
    return min(_MOST_NODES_IN_SLICE, 2 * nodes) if seconds < _SHORT_SLICE else nodes


def width_of(statement: Statement) -> int:
    """A bound on the options of a solution, which all tables of its solutions are as wide as.

    It depends on the problem alone, with what is given and forbidden; not on how it is searched.
    """
    return statement.memo.get(_WIDTH, lambda: _width(statement))


def _width(statement: Statement) -> int:
    import numpy as np

    from ..arrays.views import most_options, node_arrays

    compiled = statement.model.compiled
    live = np.frombuffer(statement.live(), np.uint8) > 0
    given = statement.given
    if compiled.multiple:
        given = ()  # they may be chosen again
    starts, items, _ = node_arrays(compiled)
    taken = np.zeros(compiled.n_items, bool)
    for option in given:
        taken[items[starts[option] : starts[option + 1]]] = True
    taken[compiled.n_primary :] = False
    before = np.zeros(len(items) + 1, np.int64)
    np.cumsum(taken[items], out=before[1:])
    live &= np.diff(before[starts]) == 0
    return len(given) + most_options(compiled, live)


class Rows:
    """What an engine chose, by the problem's numbers: with what propagation took, ascending."""

    def __init__(self, reduction: Reduction, statement: Statement):
        self._reduction = reduction
        self._statement = statement
        self._numbers: Any = None

    def one(self, options: Sequence[int]) -> tuple[int, ...]:
        """One solution, or a part of one."""
        numbers = self._reduction.core.options
        return tuple(sorted((*self._reduction._taken, *[numbers[k] for k in options])))

    def table(self, table: Any) -> Any:
        """Many, as an int32 array, filled up with -1."""
        import numpy as np

        # Entry -1 of a row of core numbers, which fills it up, must stay behind when rows are
        # sorted: it becomes the number after the last.
        last = self._statement.model.compiled.n_options
        if self._numbers is None:
            self._numbers = np.array([*self._reduction.core.options, last], np.int32)
        taken = np.tile(np.array(self._reduction._taken, np.int32), (len(table), 1))
        found = np.concatenate([taken, self._numbers[table]], axis=1)
        found.sort(axis=1)
        found[found == last] = -1
        return found

    def padded(self, table: Any) -> Any:
        """The same in the one width of all tables of this problem's solutions."""
        import numpy as np

        found, width = self.table(table), width_of(self._statement)
        wider = found.shape[1] - width
        if wider <= 0:
            return np.pad(found, ((0, 0), (0, -wider)), constant_values=-1)
        if (found[:, width] >= 0).any():
            raise AssertionError(f"a solution has more than {width} options")
        return np.ascontiguousarray(found[:, :width])


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
        start: Callable[[Compiled, Rows, str, Callable[[], None]], EngineSearch] | None = None,
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
        self._progress = progress
        self._engine: EngineSearch | None = None
        self._reduction: Reduction | None = None
        #: How much is left, for the display of progress.
        self._outlook: Outlook | None = None
        self._start = start
        self._rows: Rows | None = None
        self._slice = 1
        self._started = time.monotonic()
        self._reported = self._started

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
            return Impossible("every possibility was tried, and none is left", nodes=self.nodes)
        return None

    def count_on(self, most_nodes: int | None = None) -> int:
        """Count through one slice; how many solutions were found in it."""
        engine, nodes, limit = self._next_slice(None)
        if engine is None:
            return 0
        if most_nodes is not None:
            nodes = min(nodes, most_nodes)
        before = time.monotonic()
        try:
            found = engine.count(nodes, limit)
        except OutOfTimeError:
            self.stopped = "seconds"
            return 0
        self._after(before, found)
        return found

    def collect_on(self, most: int) -> list[Solution]:
        """Search through one slice, or until ``most`` solutions; the solutions found in it."""
        engine, nodes, limit = self._next_slice(most)
        if engine is None:
            return []
        before = time.monotonic()
        try:
            chosen = engine.collect(nodes, limit)
        except OutOfTimeError:
            self.stopped = "seconds"
            return []
        self._after(before, len(chosen))
        return list(self._solutions(chosen))

    def table_on(self, most: int) -> Any:
        """Like ``collect_on``, as an array; see :meth:`Solutions.chunks`."""
        import numpy as np

        width = width_of(self.statement)
        engine, nodes, limit = self._next_slice(max(1, min(most, _MOST_ENTRIES // max(1, width))))
        if engine is None:
            return np.zeros((0, width), np.int32)
        before = time.monotonic()
        try:
            table = engine.collect_table(nodes, limit)
        except OutOfTimeError:
            self.stopped = "seconds"
            return np.zeros((0, width), np.int32)
        self._after(before, len(table))
        assert self._rows is not None
        return self._rows.padded(table)

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
            engine = None
            rows = Rows(reduction, self.statement)
            if reduction.impossible is None:
                compiled = ordered(reduction.core, self._order, self.statement.model, self.tick)
                if self._start is None:
                    engine = choose.start(compiled, self._engine_name, self.tick)
                else:
                    engine = self._start(compiled, rows, self._engine_name, self.tick)
                if kernels and self._progress is not None and self.budget.limit is None:
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
        seconds = self.budget.seconds
        if seconds is not None and time.monotonic() - self._started >= seconds:
            raise OutOfTimeError

    def _next_slice(self, most: int | None) -> tuple[EngineSearch | None, int, int]:
        """The engine, and the nodes and solutions it may go for; None when the search is over."""
        budget = self.budget
        nodes, limit = self._slice, _MOST_NODES_IN_SLICE if most is None else most
        try:
            engine = self._begin()
        except OutOfTimeError:
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
        elif budget.seconds is not None and time.monotonic() - self._started >= budget.seconds:
            self.stopped = "seconds"
        return (None, 0, 0) if self.stopped else (engine, nodes, limit)

    def _after(self, before: float, found: int) -> None:
        self.found += found
        now = time.monotonic()
        self._slice = next_slice(self._slice, now - before)
        if self._progress is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._progress(self._progress_at(now - self._started))

    def _progress_at(self, seconds: float) -> Progress:
        whole = None if self._outlook is None else self._outlook.whole(seconds)
        left, between = remaining(self.nodes, self.nodes / seconds, whole)
        done = None if left is None else seconds / (seconds + left)
        return Progress(self.nodes, self.found, seconds, done, left, between)

    def _solutions(self, chosen: Sequence[Sequence[int]]) -> Iterator[Solution]:
        assert self._rows is not None
        for options in chosen:
            yield Solution(self.statement.model, self._rows.one(options))


class Solutions(Iterator[Solution]):
    """The solutions of a problem, one by one, found as they are asked for.

    Several threads may ask in turn. An exception while asking, Ctrl-C among them, ends the
    iteration: ``stopped`` says so, and ``complete`` stays false.
    """

    def __init__(self, search: Search):
        self._search = search
        self._ready: deque[Solution] = deque()
        self._given_out = 0
        self._chunk = 1
        self._lock = threading.RLock()
        self._asking = False

    @property
    def found(self) -> int:
        """Solutions given out so far."""
        return self._given_out

    @property
    def nodes(self) -> int:
        """Nodes of the search visited so far."""
        return self._search.nodes

    @property
    def stopped(self) -> str | None:
        """What ended it early: "limit", "nodes", "seconds", "interrupt", "error"; or None."""
        return self._search.stopped

    @property
    def complete(self) -> bool:
        """Whether every solution has been given out."""
        return self._search.complete and not self._ready

    @property
    def impossible(self) -> Impossible | None:
        """Why there is no solution, once that is proven."""
        return self._search.impossible

    def __str__(self) -> str:
        return so_far(self.found, self.complete, self.stopped)

    def __next__(self) -> Solution:
        try:
            with self._lock:
                return self._guarded(self._next)
        except KeyboardInterrupt:
            # It may have come when a solution was on its way out.
            self._search.stopped = self._search.stopped or "interrupt"
            raise

    def _guarded(self, ask: Callable[[], Answer]) -> Answer:
        """Ask for more, and let an exception on the way end the iteration for good."""
        if self._asking:
            raise RuntimeError("the solutions are being asked for already, by a callback")
        self._asking = True
        try:
            return ask()
        except StopIteration:
            raise
        except BaseException as error:
            # The engine may have gone on without handing over what it found. What is left
            # cannot be trusted to be the rest, so there is no rest.
            interrupted = isinstance(error, KeyboardInterrupt)
            self._search.stopped = "interrupt" if interrupted else "error"
            self._ready.clear()
            raise
        finally:
            self._asking = False

    def chunks(self, size: int = 16_384) -> Iterator[Any]:
        """The solutions not given out yet, many at a time, as numpy arrays of option numbers.

        Each array is int32, of at most ``size`` rows, a solution in each: the positions of its
        options in ``Problem.options``, ascending, filled up with -1. All chunks of a problem are
        equally wide, whatever engine, order, budget or ``reduce=`` they are asked for with, so that
        ``np.concatenate`` joins them. They are as wide as a solution can be long: exactly so where
        all options have equally many primary items, each to be covered once; else by a bound, which
        is below the number of primary items divided by those of the smallest option
        (``most_options`` in ``exactcover/arrays/views.py``).

        A chunk comes when it is full, at 2,000,000 entries, or after some milliseconds. Ten times
        as fast as asking for one :class:`Solution` after the other.
        """
        most = whole(size)
        if most is None or most < 1:
            raise BudgetError("size", size, "a whole number from 1")
        return _Chunks(self, most)

    def _chunk_on(self, size: int) -> Any:
        try:
            with self._lock:
                return self._guarded(lambda: self._next_chunk(size))
        except KeyboardInterrupt:
            self._search.stopped = self._search.stopped or "interrupt"
            raise

    def _next_chunk(self, size: int) -> Any:
        """The next chunk, or None at the end."""
        if self._ready:
            from ..arrays.views import table_of

            width = width_of(self._search.statement)
            most = max(1, min(size, len(self._ready), _MOST_ENTRIES // max(1, width)))
            chunk = table_of([self._ready.popleft()._numbers for _ in range(most)], width)
        else:
            search = self._search
            while True:
                if search.complete or search.stopped:
                    return None
                chunk = search.table_on(size)
                if len(chunk):
                    break
        self._given_out += len(chunk)
        return chunk

    def _next(self) -> Solution:
        search = self._search
        while not self._ready:
            if search.complete or search.stopped:
                raise StopIteration
            self._ready.extend(search.collect_on(self._chunk))
            if self._ready:
                most = _LARGEST_CHUNK // (1 + len(self._ready[-1]) // 64)
                self._chunk = max(1, min(most, 2 * self._chunk))
        self._given_out += 1
        return self._ready.popleft()


class _Chunks(Iterator[Any]):
    """The chunks of a list of solutions; several threads may ask in turn."""

    def __init__(self, solutions: Solutions, size: int):
        self._solutions = solutions
        self._size = size

    def __next__(self) -> Any:
        chunk = self._solutions._chunk_on(self._size)
        if chunk is None:
            raise StopIteration
        return chunk


def first(search: Search) -> Solution | Impossible:
    """One solution, or why there is none; raises :class:`SearchStopped` if neither is known."""
    solution = next(Solutions(search), None)
    if solution is not None:
        return solution
    impossible = search.impossible
    if impossible is not None:
        return impossible
    raise SearchStopped(search.stopped or "error", search.nodes)


def count(search: Search, attempt_memory: int | None = None) -> Count:
    """The number of solutions, labelled if it is not complete.

    With ``attempt_memory``, a diagram of so many bytes is tried beside: by turns, each time twice
    as long as before, until one of them is done. The turns are counted in nodes and states, so that
    a count takes the same way in every run.
    """
    attempt: Attempt | None = None
    until = _NODES_BEFORE_DIAGRAM if attempt_memory is not None else None
    try:
        while not search.complete and not search.stopped:
            search.count_on(None if until is None else max(1, until - search.nodes))
            if until is None or search.nodes < until or search.complete or search.stopped:
                continue
            try:
                if attempt is None:
                    from ..diagrams.build import Attempt, looks_wide, no_way

                    if until < _NODES_IF_WIDE and looks_wide(search.core, search.tick):
                        until = _NODES_IF_WIDE
                        continue
                    attempt = Attempt(search.core, attempt_memory or 0)
                found = attempt.run(until, search.tick)
            except OutOfTimeError:
                search.stopped = "seconds"
                break
            if found is not None:
                nodes = search.nodes + attempt.states
                impossible = None if found else no_way(nodes)
                return Count(found, nodes=nodes, method=attempt.name, impossible=impossible)
            until = None if attempt.given_up else 2 * until
        nodes = search.nodes + (attempt.states if attempt else 0)
        return Count(
            search.found, nodes=nodes, stopped=search.stopped, impossible=search.impossible
        )
    except KeyboardInterrupt:
        raise Interrupted(Count(search.found, nodes=search.nodes, stopped="interrupt")) from None


def count_unlisted(search: Search, memory: int) -> Count | None:
    """The number of solutions, if a diagram tells it soon; None if not, or the time is over.

    Before a search is divided: about a second if states come again and again, else a moment.
    """
    from ..diagrams.build import Attempt, looks_wide, no_way

    try:
        if search.prepared() is None or looks_wide(search.core, search.tick):
            return None
        attempt = Attempt(search.core, memory)
        found = attempt.run(_NODES_IF_WIDE, search.tick)
    except OutOfTimeError:
        return None
    except KeyboardInterrupt:
        raise Interrupted(Count(0, stopped="interrupt")) from None
    if found is None:
        return None
    impossible = None if found else no_way(attempt.states)
    return Count(found, nodes=attempt.states, method=attempt.name, impossible=impossible)


def is_unique(search: Search) -> Uniqueness:
    """Whether there is exactly one solution, with the evidence."""
    found = tuple(Solutions(search))
    if len(found) == 2:
        return Uniqueness("several", found, search.nodes)
    if not search.complete:
        return Uniqueness("undecided", found, search.nodes, stopped=search.stopped)
    if found:
        return Uniqueness("unique", found, search.nodes)
    return Uniqueness("impossible", (), search.nodes, impossible=search.impossible)
