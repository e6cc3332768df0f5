"""A search on several cores or machines, from the problem to what was gathered."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ..common.budget import Budget, check_progress, seconds_left, ticker
from ..common.costs import Cost
from ..engines import choose
from ..engines.contract import OpenPrefix
from ..errors import JournalFault, SearchStopped, UnwritableProblem
from ..propagation.reduce import reduction_of
from ..search.remaining import Outlook
from ..statement.digest import digest
from ..statement.model import Model, Statement
from ..statement.order import order_of, ordered
from ..statement.results import Count, Impossible, Interrupted, ProgressCallback, Solution
from ..text import counted
from . import session
from .checks import fault_in_rows
from .problem_job import ProblemJob
from .tally import Tally, Wanted

__all__ = ["Gathered", "gather"]

_log = logging.getLogger("exactcover")


@dataclass(frozen=True)
class Gathered:
    """What was gathered over all solutions, or over those found until it was stopped.

    ``count`` knows whether it is complete. ``options``: for each option the solutions that contain
    it; ``sample``: solutions, each as likely as any other; ``best``: the cheapest, with their
    costs; ``listed``: the first by the options' order of declaration, or all. What was not asked
    for is empty.
    """

    count: Count
    options: dict[Hashable, int]
    sample: tuple[Solution, ...]
    best: tuple[tuple[Solution, Cost], ...]
    listed: tuple[Solution, ...]
    #: Seconds of work of all workers together, in earlier sessions too.
    seconds: float

    def __str__(self) -> str:
        return str(self.count)


def gather(
    statement: Statement,
    wanted: Wanted,
    *,
    workers: int | None,
    executor: Executor | None,
    journal: str | None,
    engine: str,
    order: Any,
    reduce: bool,
    budget: Budget,
    progress: ProgressCallback | None,
) -> Gathered:
    """Search a problem in tasks. Raises :class:`Interrupted` with a :class:`Gathered`."""
    model = statement.model
    until = budget.until()
    tick = ticker(until)
    choose.check_engine(engine)
    check_progress(progress)
    asked = order_of(order, model)
    try:
        reduction = reduction_of(statement, reduce, True, tick)
        if reduction.impossible is not None:
            return _answer(model, Tally(wanted), None, reduction.impossible)
        core = reduction.core
        compiled = ordered(core, asked, model, tick)
        if engine == "auto":
            engine = choose.engine_for(compiled)
        choose.check_table_size(engine, compiled)
        if executor is None or isinstance(executor, ThreadPoolExecutor):
            choose.prepare(compiled, engine, tick)  # else each process makes its own
        fingerprint = ""
        if journal is not None:
            fingerprint = _fingerprint(statement, reduction._taken, core.options, tick)
    except UnwritableProblem as error:
        raise JournalFault(str(journal), f"it cannot be kept: {error.reason}") from None
    except SearchStopped:
        # What a journal holds of this problem cannot be told: it is not known to be about it.
        if journal is not None:
            _log.warning("journal %s: the time was over before it could be opened", journal)
        return _answer(model, Tally(wanted), "seconds", None)
    except KeyboardInterrupt:
        raise Interrupted(_answer(model, Tally(wanted), "interrupt", None)) from None
    if until is not None:
        budget = replace(budget, seconds=seconds_left(until))
    costs: tuple[int, ...] = ()
    if wanted.best and model.costs is not None:
        costs = tuple(model.costs.whole(range(len(model.option_names)), 1))
    name = (
        f"{counted(model.compiled.n_items, 'item')}, {counted(model.compiled.n_options, 'option')}"
    )
    job = ProblemJob(
        compiled, engine, wanted, list(core.options), reduction._taken, len(model.option_names),
        costs,
    )  # fmt: skip

    def names_of(part: OpenPrefix) -> tuple[Hashable, ...]:
        return tuple(model.option_names[entry] for entry in part.prefix if entry >= 0)

    tally, stopped = session.search(
        job,
        fingerprint=fingerprint,
        name=name,
        plain=engine == "reference",
        workers=workers,
        executor=executor,
        journal=journal,
        budget=budget,
        progress=progress,
        names_of=names_of,
        fault_in_rows=lambda rows: fault_in_rows(statement, rows),
        outlook=Outlook(compiled) if progress is not None else None,
    )
    answer = _answer(model, tally, stopped, None)
    if stopped == "interrupt":
        raise Interrupted(answer)
    return answer


def _fingerprint(statement: Statement, taken: Any, options: Any, tick: Callable[[], None]) -> str:
    """What a journal must be about: the problem, and what propagation has left of it."""
    hasher = hashlib.sha256(digest(statement, tick=tick).encode())
    hasher.update(repr((tuple(taken), tuple(options))).encode())
    return hasher.hexdigest()


def _answer(
    model: Model, tally: Tally, stopped: str | None, impossible: Impossible | None
) -> Gathered:
    if stopped is None and tally.count == 0 and impossible is None:
        impossible = Impossible("every possibility was tried, and none is left", nodes=tally.nodes)
    costs = model.costs
    best = []
    for whole, row in tally.best:
        cost: Cost = 0 if costs is None else costs.from_whole(whole)
        best.append((Solution(model, row), cost))
    return Gathered(
        Count(tally.count, nodes=tally.nodes, stopped=stopped, impossible=impossible),
        {model.option_names[number]: tally.options[number] for number in sorted(tally.options)},
        tuple(Solution(model, row) for _, row in tally.sample),
        tuple(best),
        tuple(Solution(model, row) for row in sorted(tally.listed)),
        tally.seconds,
    )
