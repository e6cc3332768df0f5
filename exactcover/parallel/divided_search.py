"""Searching a problem on several cores or machines: ``gather``, and ``count`` with workers."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from ..common.ask import Ask
from ..common.costs import Cost
from ..common.displayed import Displayed
from ..engines import choose
from ..errors import JournalFault, SearchStopped, UnwritableProblem
from ..propagation.reduce import Reduction, reduction_of
from ..search.about_solutions import Questions, check_fits
from ..search.answers import count_unlisted
from ..search.estimate import Outlook
from ..statement.digest import digest
from ..statement.model import Model
from ..statement.order import order_of, ordered
from ..statement.results import Count, Impossible, Interrupted, Solution
from ..statement.statement import Statement
from ..text import counted
from .checks import fault_in_rows
from .problem_job import ProblemJob, Rules
from .session import count_of, name_of, searched
from .tasks import Row, Tally, Wanted

__all__ = ["Gathered", "count_divided", "fingerprint_of", "gather"]

_log = logging.getLogger("exactcover")


@dataclass(frozen=True)
class Gathered(Displayed):
    """The facts that :meth:`Problem.gather` collected about all solutions, or those found so far.

    Attributes
    ----------
    count : Count
    options : dict
        Option -> the number of solutions that contain it.
    sample, best, listed : tuple
        A uniform random sample; the cheapest solutions, each with its cost; the first solutions
        sorted by their options, or all. These and ``options`` are empty if not requested.
    seconds : float
        Seconds of work, summed over all workers and over earlier sessions.
    """

    count: Count
    options: dict[Hashable, int]
    sample: tuple[Solution, ...]
    best: tuple[tuple[Solution, Cost], ...]
    listed: tuple[Solution, ...]
    seconds: float

    def __str__(self) -> str:
        solutions = counted(int(self.count), "solution")
        return f"{'' if self.count.complete else 'at least '}{solutions} gathered"


def gather(statement: Statement, wanted: Wanted, ask: Ask, rules: Rules | None = None) -> Gathered:
    """Search a problem in tasks. Raises :class:`Interrupted` with a :class:`Gathered`.

    ``rules``: functions that a solution must keep.
    """
    model = statement.model
    deadline, engine = ask.deadline(), ask.engine
    tick = deadline.tick
    choose.check_engine(engine)
    choose.check_divisible(engine, "a divided search")
    order = order_of(ask.order, model)
    try:
        reduction = reduction_of(statement, ask.reduce, True, tick)
        if reduction.impossible is not None:
            return answered(model, Tally(wanted), None, reduction.impossible)
        core = reduction.core
        compiled = ordered(core, order, model, tick)
        if engine == "auto":
            engine = (choose if rules is None else rules).engine_for(compiled)
        choose.check_table_size(engine, compiled)
        if ask.executor is None or isinstance(ask.executor, ThreadPoolExecutor):
            choose.prepare(compiled, engine, tick)  # else each process makes its own
        fingerprint = fingerprint_of(statement, reduction, ask, tick)
        if fingerprint and rules is not None:
            both = fingerprint + rules.fingerprint
            fingerprint = hashlib.sha256(both.encode()).hexdigest()
    except SearchStopped:
        # Nothing in a journal may be used: it is not known to be about this problem.
        if ask.journal is not None:
            _log.warning("journal %s: out of time before it could be opened", ask.journal)
        return answered(model, Tally(wanted), "seconds")
    except KeyboardInterrupt:
        raise Interrupted(answered(model, Tally(wanted), "interrupt")) from None
    costs: tuple[int, ...] = ()
    if wanted.best and model.costs is not None:
        costs = tuple(model.costs.scaled(range(model.n_stated), 1))
    names = model.option_names
    rest = core.options, reduction._taken, model.n_stated, costs, rules
    tally, stopped = searched(
        ProblemJob(compiled, engine, wanted, *rest),
        replace(ask, seconds=deadline.left()),
        fingerprint=fingerprint,
        name=name_of(model),
        names_of=lambda part: tuple(names[entry] for entry in part.prefix if entry >= 0),
        plain=engine == "reference" and rules is None,  # functions need not be known elsewhere
        outlook=None if not ask.progress else Outlook(compiled),
        fault_in_rows=lambda rows: fault_in_rows(statement.shown, rows),
    )
    answer = answered(model, tally, stopped)
    if stopped == "interrupt":
        raise Interrupted(answer)
    return answer


def count_divided(statement: Statement, ask: Ask, rules: Rules | None = None) -> Count:
    """The number of solutions by several workers, as :meth:`Problem.count` explains."""
    check_fits("workers=, executor= or journal=", (f"limit={ask.limit!r}", ask.limit is None))
    # Threads that count by a diagram need neither.
    fits = ask.method in ("auto", "listing")
    check_fits("executor= or journal=", (f"method={ask.method!r}", fits))
    statement.model.require_sound()
    deadline, here = ask.deadline(), ask.executor is None and ask.journal is None
    if here and ask.method == "auto" and ask.plain and ask.nodes is None and rules is None:
        # Listing gets most of the time: it has something to show for it wherever it is stopped.
        share = replace(ask, seconds=None if ask.seconds is None else ask.seconds / 4)
        found = count_unlisted(Questions(statement)._search(share))
        if found is not None:
            return found
        ask = replace(ask, seconds=deadline.left())
    try:
        return gather(statement, Wanted(), ask, rules).count
    except Interrupted as interruption:
        raise Interrupted(interruption.partial.count) from None


def fingerprint_of(
    statement: Statement, reduction: Reduction, ask: Ask, tick: Callable[[], None]
) -> str:
    """A hash of the problem and of what propagation has left, which a journal must have as well;
    "" without a journal. Raises :class:`exactcover.JournalFault` if the problem cannot be told."""
    if ask.journal is None:
        return ""
    try:
        hasher = hashlib.sha256(digest(statement, tick=tick).encode())
    except UnwritableProblem as error:
        raise JournalFault(ask.journal, f"it cannot be kept: {error.reason}") from None
    hasher.update(repr((tuple(reduction._taken), tuple(reduction.core.options))).encode())
    return hasher.hexdigest()


def answered(
    model: Model, tally: Tally, stopped: str | None, impossible: Impossible | None = None
) -> Gathered:
    def solutions(rows: Iterable[Row]) -> tuple[Solution, ...]:
        return tuple(Solution(model, row) for row in rows)

    costs = [0 if model.costs is None else model.costs.unscaled(cost) for cost, _ in tally.best]
    return Gathered(
        count_of(tally, stopped, impossible),
        {model.option_names[number]: tally.options[number] for number in sorted(tally.options)},
        solutions(row for _, row in tally.sample),
        tuple(zip(solutions(row for _, row in tally.best), costs, strict=True)),
        solutions(sorted(tally.listed)),
        tally.seconds,
    )
