"""``minimize`` and ``maximize`` on several cores or machines, and with a journal.

The beginning is one search (``optimization/branch_and_bound.py``): a first solution, the root's
linear program, a short search with growing budgets. If that does not end it, its open nodes are
divided (``optimum_job.py``). A session that resumes from a journal has to solve the root again,
beginning with the best solutions known.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..common.ask import Ask
from ..compile import compiles
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..errors import SearchStopped
from ..optimization.optimum import OptimumQuestion
from ..propagation.reduce import StatedRows
from ..search.about_solutions import check_fits
from ..statement.results import Impossible, Interrupted, Optimum, Solution
from ..statement.statement import Statement
from .checks import fault_in_rows
from .coordinator import Coordinator
from .divided_search import fingerprint_of
from .executors import Pool
from .node_prefixes import entry_of_bound, least_bound
from .optimum_job import CheapestWanted, OptimumJob
from .session import name_of, session
from .tasks import ALL, Open, Row, Tally

if TYPE_CHECKING:
    from ..common.deadline import Deadline
    from ..optimization.branch_and_bound import Optimization, Part
    from ..optimization.tree import Tree
    from .state import State

_log = logging.getLogger("exactcover")


def optimum_divided(statement: Statement, sign: int, ask: Ask, within: Any) -> Optimum | Impossible:
    """As :func:`exactcover.optimization.optimum.optimum`, by several workers.

    Raises :class:`exactcover.MethodConflict` where all solutions are asked for, and as
    :meth:`exactcover.Problem.gather` does.
    """
    check_fits(
        "workers=, executor= or journal=", ("k=None, a search for all", ask.limit is not None)
    )
    asked = OptimumQuestion(statement, sign, ask, within)
    try:
        return _answer(asked, ask)
    finally:
        asked.reporter.end()


def _answer(asked: OptimumQuestion, ask: Ask) -> Optimum | Impossible:
    statement, sign, deadline = asked.statement, asked.sign, ask.deadline()
    try:
        if not asked.propagate():
            return asked.answer(None)
        reduction = asked.reduction
        assert reduction is not None
        fingerprint = fingerprint_of(statement, reduction, ask, deadline.tick)
    except SearchStopped:
        # Nothing in a journal may be used: it is not known to be about this problem.
        if ask.journal is not None:
            _log.warning("journal %s: out of time before it could be opened", ask.journal)
        return asked.answer("seconds")
    except KeyboardInterrupt:
        raise Interrupted(asked.answer("interrupt")) from None
    question = "minimize" if sign == 1 else "maximize"
    bound = None if asked.within is None else str(asked.cost(asked.within))
    costs = asked.costs
    wanted = CheapestWanted(
        best=ask.limit or 1,
        question=question,
        unit=f"{sign}/{costs.factor}",
        constant=str(costs.constant),
        within=bound,
    )
    # Without kernels the search holds Python's lock.
    with session(
        ask,
        wanted,
        fingerprint,
        name_of(statement.model),
        not compiles(),
        lambda rows: fault_in_rows(statement, rows),
    ) as (pool, journal):
        search = _Divided(asked, deadline, ask, pool, journal, wanted)
        search.run()
        answer = search.answer()
    if search.stopped == "interrupt":
        raise Interrupted(answer)
    return answer


@dataclass(eq=False)
class _Divided:
    """One session: its beginning, and then its tasks."""

    asked: OptimumQuestion
    deadline: Deadline
    ask: Ask
    pool: Pool
    journal: State | None
    wanted: CheapestWanted

    def __post_init__(self) -> None:
        reduction = self.asked.reduction
        assert reduction is not None
        self._core, self._taken = reduction.core, tuple(reduction._taken)
        # With what rules have added: the search of another session begins with these solutions.
        self._rows = StatedRows(self._core.options, self._taken)
        root = Open(0, OpenPrefixes.of([OpenPrefix((), 1.0)]))
        self._open = [root] if self.journal is None else self.journal.take(ALL)[::-1]
        self._tally = Tally(self.wanted) if self.journal is None else self.journal.tally
        #: What ended it before its end; None if nothing did.
        self.stopped: str | None = None
        #: Whether an earlier session has done the beginning, or a part of it.
        self._again = any(tail for row in self._open for tail in row.parts.tails)
        #: No solution that is not known costs less; None if nothing is proven.
        self._proven = least_bound(row.parts for row in self._open) if self._again else None

    def run(self) -> None:
        """Search until nothing is left, or something stops it."""
        if not self._open:
            return
        try:
            job = self._begin()
            if job is not None:
                self._divide(job)
        except KeyboardInterrupt:
            self.stopped = "interrupt"

    def _begin(self) -> OptimumJob | None:
        """Search as without workers until the tree begins; what is left then, if anything."""
        asked, began = self.asked, time.monotonic()
        search = asked.begin()
        known = self._tally.best
        search.best = sorted((cost - asked.taken, self._to_core(row)) for cost, row in known)
        try:
            if self._again:
                # The bound with few nodes; so every session comes to its tasks.
                search.prepare(0)
            else:
                self.stopped = asked.run(search, lambda: search.planted is not None)
            if self.stopped is None and not search.done:
                most = sys.maxsize if self.ask.nodes is None else self.ask.nodes
                if search.apart:  # one worker searches all parts
                    self.stopped = asked.in_slices(search, most)
                else:
                    search.plant(max(0, most - search.nodes) // 2)
        except SearchStopped:
            self.stopped = "seconds"
        except KeyboardInterrupt:
            self.stopped = "interrupt"
        best = [(cost + asked.taken, self._rows.one(options)) for cost, options in search.best]
        new = len(set(best).difference(known))
        found = Tally(self.wanted, new, search.nodes, time.monotonic() - began, best=best)
        first, *others = self._open
        bound = search.bound + asked.taken
        self._proven = bound if self._proven is None else max(bound, self._proven)
        job = None if search.done or search.planted is None else self._job(search, *search.planted)
        ended = [first]
        if search.done:
            # In one step, with what was found: without that, rows that are gone would be lost.
            ended, others, left = self._open, [], []
        elif self._again:
            left = [first.parts]
        elif job is not None and search.planted is not None:
            nodes = OpenPrefixes()
            for bound, decisions, _ in search.planted[0].open_nodes():
                nodes.append(job.prefix_of(bound, decisions), 0.5 ** len(decisions))
            left = [OpenPrefixes.of([each]) for each in nodes.mapped(job.to_problem)]
        else:
            left = [OpenPrefixes.of([OpenPrefix((entry_of_bound(self._proven),), 1.0)])]
        if self.journal is not None:
            rows = self.journal.finish(ended, left, found)
        else:
            self._tally.add(found)
            rows = [Open(0, parts) for parts in left]
        self._open = rows + others
        if not self._open:
            self.stopped = None
        return job if self._open and self.stopped is None else None

    def _to_core(self, row: Row) -> tuple[int, ...]:
        """A solution as options of the core, without those that propagation took."""
        left = Counter(row)
        left.subtract(self._taken)
        return tuple(sorted(self._rows.place[option] for option in left.elements()))

    def _job(self, search: Optimization, tree: Tree, part: Part) -> OptimumJob:
        options, problem = part.options.tolist(), self.asked.statement.model.compiled
        return OptimumJob(
            part.compiled,
            [search.costs[option] for option in options],
            [self._core.options[option] for option in options],
            self._taken,
            self.asked.taken,
            self.asked.within,
            search.step,
            tree.root_basis,
            problem.n_options,
            self.wanted,
        )

    def _divide(self, job: OptimumJob) -> None:
        """Give the open nodes to workers, until none is left or something stops it."""
        nodes = self.ask.nodes
        if nodes is not None:
            search = self.asked.search
            nodes -= search.nodes if search is not None else 0
            if self._again:
                nodes = max(nodes, 1)
            if nodes <= 0:
                self.stopped = "nodes"
                return
        names = self.asked.statement.model.option_names
        coordinator = Coordinator(
            job,
            self.pool,
            self.journal,
            replace(self.ask, nodes=nodes, seconds=self.deadline.left()),
            lambda part: tuple(names[option] for option in job.chosen(part.prefix)),
            begun=(self._tally, self._open),
            known=self._told,
            reporter=self.asked.reporter,
        )
        try:
            coordinator.run()
            self.stopped = coordinator.stopped
        finally:
            assert self._proven is not None
            if coordinator.least_rank is not None:
                self._proven = max(self._proven, coordinator.least_rank)

    def _told(self, tally: Tally, rank: int | None) -> tuple[Any, Any]:
        """The best cost and the bound, as stated; noted for the history."""
        asked = self.asked
        best = tally.best[0][0] if tally.best else None
        bounds = [each for each in (self._proven, rank) if each is not None]
        bound = max(bounds, default=None)
        if best is not None and bound is not None:
            bound = min(bound, best)
        asked.note(best, bound)
        told = [None if each is None else asked.cost(each) for each in (best, bound)]
        return told[0], told[1]

    def answer(self) -> Optimum | Impossible:
        """The answer so far."""
        asked, tally = self.asked, self._tally
        model, done = asked.statement.model, self.stopped is None
        if done and not tally.best and asked.within is None:
            return Impossible.by_search(tally.nodes)
        solutions = tuple(Solution(model, row) for _, row in tally.best)
        least = [cost for cost, _ in tally.best[:1]]
        if done:
            bound = least[0] if least else (asked.within or 0) + 1
        elif self._proven is not None:
            bound = min([self._proven, *least])
        else:
            bound = asked.least()
        costs = tuple(solution.cost for solution in solutions)
        asked.note(least[0] if least else None, bound, last=True)
        bound, relaxation = asked.cost(bound), asked.relaxation()
        noted = asked.noted()
        return Optimum(solutions, costs, bound, tally.nodes, self.stopped, noted, relaxation)
