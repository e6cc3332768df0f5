"""One session of a divided search: its workers, its journal, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain

from ..common.ask import Ask
from ..engines.contract import OpenPrefix
from ..errors import JournalFault
from ..search.estimate import Outlook
from ..statement.model import Model
from ..statement.results import Count, Impossible
from ..text import counted
from .coordinator import Coordinator
from .executors import Pool
from .journal import Journal
from .state import State
from .tasks import Job, Row, Tally, Wanted, key_of


def searched(
    job: Job,
    ask: Ask,
    *,
    fingerprint: str,
    name: str,
    names_of: Callable[[OpenPrefix], tuple[object, ...]] = lambda part: part.prefix,
    plain: bool = False,
    outlook: Outlook | None = None,
    fault_in_rows: Callable[[Iterable[Row]], str | None] = lambda rows: None,
) -> tuple[Tally, str | None]:
    """Search until the end or until something stops it: what was gathered, and what stopped it.

    ``names_of``: what errors call a part. ``outlook`` says in the progress how much is left. The
    rest is as for :func:`session`.
    """
    with session(ask, job.wanted, fingerprint, name, plain, fault_in_rows) as held:
        if held[1] is not None:
            held[1].begin(job)
        coordinator = Coordinator(job, *held, ask, names_of, outlook)
        try:
            coordinator.run()
        except KeyboardInterrupt:
            return coordinator.tally, "interrupt"
        return coordinator.tally, coordinator.stopped


@contextmanager
def session(
    ask: Ask,
    wanted: Wanted,
    fingerprint: str,
    name: str,
    plain: bool,
    fault_in_rows: Callable[[Iterable[Row]], str | None],
    alone: float = 0.0,
) -> Iterator[tuple[Pool, State | None]]:
    """The workers and the journal, until they are closed.

    ``fingerprint`` and ``name`` say in the journal what it is about. ``plain``: the search holds
    Python's lock all the time, so it needs processes. ``fault_in_rows`` finds rows in a journal
    that are not solutions. ``alone`` as in :class:`Pool`.
    """
    pool = Pool(ask.executor, ask.workers, plain, alone)
    journal: State | None = None
    try:
        if ask.journal is not None:
            if isinstance(ask.journal, str):
                journal = Journal(ask.journal, fingerprint, name, wanted, pool.workers)
            else:
                journal = ask.journal.opened(fingerprint, name, wanted)
            tally = journal.tally
            ranked = (row for _, row in (*tally.sample, *tally.best))
            fault = fault_in_rows(chain(ranked, tally.listed))
            if fault is not None:
                raise JournalFault(journal.path, f"it is damaged: {fault}")
            if any(key != key_of(row, wanted.seed) for key, row in tally.sample[:1]):
                raise JournalFault(journal.path, "another version of this program drew its sample")
        yield pool, journal
    finally:
        pool.close()
        if journal is not None:
            journal.close()


def name_of(model: Model) -> str:
    """What a journal calls a problem."""
    items, options = model.compiled.n_items, len(model.option_names)
    return f"{counted(items, 'item')}, {counted(options, 'option')}"


def count_of(tally: Tally, stopped: str | None, impossible: Impossible | None = None) -> Count:
    """The number of solutions found by a divided search, labelled with what stopped it."""
    if stopped is None and tally.count == 0 and impossible is None:
        impossible = Impossible.by_search(tally.nodes)
    return Count(tally.count, nodes=tally.nodes, stopped=stopped, impossible=impossible)
