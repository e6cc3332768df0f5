"""Building a diagram of all solutions: propagation, an item order, the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arrays.core import Core
from ..common.ask import Ask
from ..common.crew import Crew, crew
from ..common.slices import Reporter
from ..engines import choose
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge, SearchStopped
from ..propagation.reduce import reduction_of
from ..statement.order import order_of, ordered
from ..statement.results import Count, Impossible, Interrupted, Progress
from ..statement.statement import Statement
from .elimination import path
from .graph import Graph
from .item_order import best_order, frontier_sizes
from .strategies import STRATEGIES, Strategies
from .zdd import ZDD

#: States visited from one tick to the next: up to some 50 ms.
_SLICE = 4_096
#: A problem looks wide if its frontier, in the order of declaration, has more items than this.
_NARROW = 32
#: Better orders are tried where the search has visited so many nodes for each node of the matrix;
#: then a problem looks wide from this power of 2 of states on.
_NODES_PER_NODE, _FEW_STATES = 30, 25.0
#: The share of the work that an attempt gets before it is promising; and what it gets at first.
_SHARE, _FIRST_WORK = 20, 100_000
#: Where the work of an attempt is known to be no more than this many times that of the search, the
#: attempt is done at once.
_SURE = 4.0


def timed_diagram(
    statement: Statement, ask: Ask, among: Sequence[str] = STRATEGIES
) -> tuple[ZDD, int]:
    """The diagram of a statement's solutions, and the number of states it took.

    ``ask.order``: in which to decide the items; "auto" for a narrow one. ``among`` as in
    :class:`Strategies`. Raises :class:`DiagramTooLarge`, and :class:`SearchStopped` when the
    seconds are over.
    """
    with _Work(statement, ask) as work:
        strategies = work.done(among, counting=False)
        if strategies is None:
            return ZDD(statement, Graph.without_edges(-1), (), "propagation alone"), 0
        graph = strategies.graph(work.tick)
        rows = work.reduction.stated_rows()
        named = graph.renamed(rows.options)
        return ZDD(statement, named, rows.taken, strategies.name), strategies.states


class _Work:
    """A diagram or a count at work, with a limit of time, and reports."""

    def __init__(self, statement: Statement, ask: Ask):
        self._statement, self._memory = statement, ask.memory
        auto = isinstance(ask.order, str) and ask.order == "auto"
        self._order = None if auto else order_of(ask.order, statement.model)
        self._deadline = ask.deadline()
        self._reporter = Reporter(ask.progress)
        self._strategies: Strategies | None = None

    def __enter__(self) -> _Work:
        return self

    def __exit__(self, *_: object) -> None:
        self._reporter.end()
        # It refers to this, and what it holds may be large.
        self._strategies = None

    @property
    def states(self) -> int:
        """States visited so far."""
        return self._strategies.states if self._strategies else 0

    def tick(self) -> None:
        """Look at the clock and report. Raises :class:`SearchStopped`."""
        states = self.states
        if self._deadline.passed():
            raise SearchStopped("seconds", states, diagram=True)
        self._reporter.report(lambda seconds: Progress(states, 0, seconds))

    def done(
        self, among: Sequence[str], counting: bool, helping: Crew | None = None
    ) -> Strategies | None:
        """The strategies, one of which is done; None if propagation alone says that there is no
        solution."""
        statement = self._statement
        self.reduction = reduction_of(statement, True, True, self.tick)
        if self.reduction.impossible is not None:
            return None
        core = self.reduction.core
        compiled = core.compiled
        if self._order is not None:
            compiled = ordered(core, self._order, statement.model, self.tick)

        def listing() -> EngineSearch:
            return choose.start(compiled, choose.engine_for(compiled), self.tick)

        strategies = Strategies(
            compiled, self._memory, listing, among, self.tick, counting, helping
        )
        self._strategies = strategies
        while not strategies.done:
            self.tick()
            strategies.run(_SLICE)
        return strategies


def count_by_diagram(statement: Statement, ask: Ask) -> Count:
    """The number of solutions, by diagram alone; labelled if it was stopped.

    ``ask.order`` as for :func:`timed_diagram`; ``ask.workers`` are threads. No diagram is kept
    where its states can be counted one table after the other.
    """
    try:
        with _Work(statement, ask) as work, crew(ask.workers or 1) as helping:
            strategies = work.done(STRATEGIES, counting=True, helping=helping)
            if strategies is None:
                impossible = work.reduction.impossible
                return Count(0, nodes=0, method="propagation alone", impossible=impossible)
            count, states = strategies.count(), strategies.states
            impossible = None if count else impossible_by_diagram(states)
            return Count(count, nodes=states, method=strategies.name, impossible=impossible)
    except DiagramTooLarge as large:
        return Count(0, nodes=large.states, stopped="memory", method="diagram")
    except SearchStopped as stop:
        return Count(0, nodes=stop.nodes or 0, stopped=stop.stopped, method="diagram")
    except KeyboardInterrupt:
        raise Interrupted(Count(0, stopped="interrupt", method="diagram")) from None


def impossible_by_diagram(nodes: int) -> Impossible:
    """The verdict of a diagram without any solution."""
    return Impossible("no way through the diagram of all choices", nodes=nodes)


def looks_wide(core: Core, nodes: int, tick: Callable[[], None] = lambda: None) -> bool:
    """Whether a diagram is worth a try only if listing takes longer. O(nodes of the matrix).

    ``nodes``: how many the search has visited.
    """
    tick()
    compiled = core.compiled
    sizes = frontier_sizes(compiled, range(compiled.n_primary))
    if int(sizes.max(initial=0)) <= _NARROW:
        return False
    if compiled.n_entries > nodes // _NODES_PER_NODE:
        return True
    return path(compiled, best_order(compiled, tick, ahead=False)[0], "").states > _FEW_STATES


class Attempt:
    """A count by diagram, tried alongside a count by listing, and given up if it does not pay."""

    def __init__(self, core: Core, memory: int, helping: Crew | None = None):
        self._core, self._memory, self._crew = core, memory, helping
        self._strategies: Strategies | None = None
        #: Whether there is no hope left for it.
        self.given_up = False
        #: States visited so far; and the name of the strategy that was done first.
        self.states, self.name = 0, ""

    def run(self, nodes: float, tick: Callable[[], None]) -> int | None:
        """Do the attempt's share of the work, alongside a search that has visited ``nodes``.

        Returns the count, if the diagram is done. The share is half of the search's work if states
        repeat, and little otherwise. ``tick`` is called every few hundredths of a second, and may
        end it by raising.
        """
        try:
            if self._strategies is None:
                self._strategies = Strategies(
                    self._core.compiled, self._memory, tick=tick, counting=True,
                    crew=self._crew,
                )  # fmt: skip
            strategies = self._strategies
            share = 2.0 if strategies.promising else _SHARE
            while not strategies.done and strategies.cost < max(_FIRST_WORK, nodes / share):
                tick()
                if strategies.expected < _SURE * nodes:
                    share = 1 / _SURE
                strategies.run(_SLICE)
                self.states = strategies.states
            if strategies.done:
                self.name = strategies.name
                return strategies.count()
            self.given_up = strategies.hopeless
        except (DiagramTooLarge, MemoryError):
            # The search that lists goes on, and needs little memory.
            self.given_up = True
        if self.given_up:
            self._strategies = None
        return None
