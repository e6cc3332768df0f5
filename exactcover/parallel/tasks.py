"""A part of a search as a task: what it gets, what it does, what it returns.

A task is some open prefixes and a budget of nodes. It searches below the prefixes, one after the
other. It returns what it gathered, and the prefixes that are still open. So work is divided without
stealing, and the open prefixes of all tasks are all that is needed to continue later. As in L.
Finkel and U. Manber's DIB, 1987, a machine that fails costs no more than its task.

The problem travels apart from the tasks, as a :class:`Job`. A worker process keeps the last few
jobs, and asks for one that it lacks (:func:`run_task` gives None).
"""

from __future__ import annotations

import math
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, NamedTuple, Protocol

from ..common.slices import next_slice
from ..engines.contract import OpenPrefix, OpenPrefixes
from .tally import Tally, Wanted

#: Jobs that a worker process keeps.
_MOST_JOBS = 4


class Below(Protocol):
    """The search below a prefix."""

    @property
    def nodes(self) -> int:
        """What was visited so far: the unit of its work."""

    @property
    def done(self) -> bool:
        """Whether nothing is left."""

    def open_prefixes(self) -> OpenPrefixes | Sequence[OpenPrefix]:
        """What is left: prefixes, each with its share of all that is below this prefix."""


class Job:
    """A search to divide, as workers need it; it travels by ``pickle``.

    Prefixes have numbers of the problem in the journal, and numbers of the core for ``below``. A
    job whose numbers are the same in both leaves the defaults.
    """

    #: What is gathered.
    wanted: Wanted

    def below(self, prefix: tuple[int, ...], before: Any) -> Below:
        """The search below a prefix; ``before``: the last one of this worker, to use again."""
        raise NotImplementedError

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        """Go on for about ``nodes`` nodes, and add what was found to the tally, except nodes."""
        raise NotImplementedError

    #: Nodes of the first tasks, where a node is so long that every number counts; else None.
    first_nodes: int | None = None
    #: Whether each prefix is a task of its own.
    alone = False

    def rank(self, prefixes: OpenPrefixes) -> int:
        """Tasks with low ranks come first; those of one rank by age, the youngest first."""
        return 0

    def most_rank(self, tally: Tally) -> int | None:
        """The highest rank that is still searched, after what was found; None for any."""
        return None

    def tell(self, search: Any, most_rank: int | None, next_rank: int | None) -> None:
        """Hand that to a search, before it goes on; and the rank of the next task, if any."""

    def to_core(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """A prefix of the journal as ``below`` takes it."""
        return prefix

    def to_problem(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """A prefix that a search left, as it stands in the journal."""
        return prefix

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """Why prefixes from a journal cannot belong to this search; None if no fault is known."""
        return None


class Task(NamedTuple):
    """Prefixes to search below, in numbers of the core, for about how many nodes and seconds."""

    prefixes: OpenPrefixes
    nodes: int
    seconds: float = math.inf
    #: See :meth:`Job.most_rank` and :meth:`Job.tell`.
    most_rank: int | None = None
    next_rank: int | None = None


class Open(NamedTuple):
    """Open prefixes for one task, in numbers of the problem, and their row in the journal."""

    id: int
    parts: OpenPrefixes
    #: Of the row.
    digest: int = 0


class Outcome(NamedTuple):
    """What a task found, and what it left."""

    tally: Tally
    left: OpenPrefixes


@dataclass
class Worker:
    """Runs tasks of one job, one after the other; it uses a search again if possible."""

    job: Job
    #: Asked between slices; if it says yes, the task ends early.
    stop: Callable[[], bool] = lambda: False
    _search: Below | None = field(default=None, repr=False)
    #: Nodes until the clock is looked at again: one at first, and as many as the last time.
    _slice: int = 1

    def run(self, task: Task) -> Outcome:
        """Do a task."""
        began = time.perf_counter()
        until = began + task.seconds

        def stop() -> bool:
            return time.perf_counter() >= until or self.stop()

        tally = Tally(self.job.wanted)
        left = OpenPrefixes()
        for number, (prefix, share) in enumerate(task.prefixes):
            if number and (tally.nodes >= task.nodes or stop()):
                left.extend(task.prefixes.after(number))
                break
            self._search = search = self.job.below(prefix, self._search)
            self.job.tell(search, task.most_rank, task.next_rank)
            self._gather(search, task.nodes - tally.nodes, tally, stop)
            tally.nodes += index(search.nodes)
            parts = search.open_prefixes()
            if not isinstance(parts, OpenPrefixes):
                parts = OpenPrefixes.of(parts)
            for part in parts.shares:
                if not 0.0 <= part <= 1.0 + 1e-6:
                    raise ValueError(f"the share of a prefix is {part}; expected 0 to 1")
            left.extend(parts, share)
        tally.seconds = time.perf_counter() - began
        return Outcome(tally, left)

    def _gather(self, search: Below, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        """Search for ``nodes`` nodes, or to the end.

        The first slice does not know ``stop``, so every task makes progress, however short it is.
        """
        left, known = nodes, self.stop
        while not search.done and left > 0:
            began, size = time.perf_counter(), min(self._slice, left)
            self.job.advance(search, size, tally, known)
            known = stop
            if stop():
                return
            self._slice = next_slice(size, time.perf_counter() - began)
            left = nodes - search.nodes


#: The jobs that this process received, by digest; the last worker of each thread.
_jobs: OrderedDict[str, Job] = OrderedDict()
_jobs_lock = threading.Lock()
_thread = threading.local()


def run_task(digest: str, job: bytes | None, task: Task) -> Outcome | None:
    """Do a task in a worker process. None if the process lacks the job, which must be sent."""
    with _jobs_lock:
        known = _jobs.get(digest)
        if known is None:
            if job is None:
                return None
            known = _jobs[digest] = pickle.loads(job)
            while len(_jobs) > _MOST_JOBS:
                _jobs.popitem(last=False)
    worker: Worker | None = getattr(_thread, "worker", None)
    if worker is None or worker.job is not known:
        worker = _thread.worker = Worker(known)
    return worker.run(task)
