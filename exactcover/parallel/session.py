"""One session of a divided search: its workers and its journal, from opening to closing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from itertools import chain

from ..common.budget import Budget
from ..engines.contract import OpenPrefix
from ..errors import JournalFault
from ..search.remaining import Outlook
from ..statement.results import ProgressCallback
from .coordinator import Coordinator
from .executors import Pool
from .journal import Journal
from .tally import Row, Tally
from .tasks import Job

__all__ = ["search"]


def search(
    job: Job,
    *,
    fingerprint: str,
    name: str,
    plain: bool,
    workers: int | None,
    executor: Executor | None,
    journal: str | None,
    budget: Budget,
    progress: ProgressCallback | None,
    names_of: Callable[[OpenPrefix], tuple[object, ...]],
    outlook: Outlook | None = None,
    fault_in_rows: Callable[[Iterable[Row]], str | None] = lambda rows: None,
) -> tuple[Tally, str | None]:
    """Search until the end or until something stops it: what was gathered, and what stopped it.

    ``fingerprint`` and ``name`` tell the journal what it is about; ``plain``: Python's lock is held
    all the time, so that processes are needed; ``names_of``: what errors call a part;
    ``outlook``: what tells the progress how much is left; ``fault_in_rows``: what shows that rows
    found in a journal are no solutions.
    """
    pool = Pool(executor, workers, plain)
    kept: Journal | None = None
    try:
        if journal is not None:
            kept = Journal(journal, fingerprint, name, job.wanted, pool.workers)
            tally = kept.tally
            ranked = (row for _, row in (*tally.sample, *tally.best))
            fault = fault_in_rows(chain(ranked, tally.listed))
            if fault is not None:
                raise JournalFault(journal, f"it is damaged: {fault}")
        coordinator = Coordinator(job, pool, kept, budget, progress, names_of, outlook)
        try:
            coordinator.run()
        except KeyboardInterrupt:
            return coordinator.tally, "interrupt"
        return coordinator.tally, coordinator.stopped
    finally:
        pool.close()
        if outlook is not None:
            outlook.close()
        if kept is not None:
            kept.close()
