"""A part of a search as a task: what it is given, what it does, what it gives back.

A task is some open prefixes and a budget of nodes. It searches below the prefixes, one after the
other, and gives back what it gathered and the prefixes that it did not get to. So a search is
divided without anybody stealing from anybody, and the open prefixes of all tasks are all there is
to know to go on with it later (as in L. Finkel and U. Manber's DIB, 1987, a machine that fails
costs no more than its own task).

The problem itself travels apart from the tasks, as a :class:`Job`: a worker process keeps the last
few it was given, and asks for one that it does not have (:func:`run_task` gives None).
"""

from __future__ import annotations

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

__all__ = ["Below", "Job", "Outcome", "Task", "Worker", "run_task"]

#: Nodes of the first slice.
_FIRST_SLICE = 4_096
#: Nodes at a time where a search must go on until it can be divided.
_FEW_NODES = 4_096
#: Jobs that a worker process keeps.
_MOST_JOBS = 4


class Below(Protocol):
    """What a search below a prefix tells of itself."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        ...

    def open_prefixes(self) -> OpenPrefixes | Sequence[OpenPrefix]:
        """What is left; the shares are of what is below the prefix."""
        ...


class Job(Protocol):
    """A search to divide, as workers need it; it travels by ``pickle``."""

    @property
    def digest(self) -> str:
        """What tells it from other jobs at a worker."""
        ...

    @property
    def wanted(self) -> Wanted:
        """What is gathered."""
        ...

    def below(self, prefix: tuple[int, ...], before: Any) -> Below:
        """The search below a prefix; ``before``: the last one of this worker, to use again."""
        ...

    def divisible(self, search: Any) -> bool:
        """Whether a search stands where it can be given up."""
        ...

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        """Go on for about so many nodes, and add what was found to the tally, but for nodes."""
        ...

    def to_core(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """A prefix with numbers of the problem, as in the journal, as ``below`` takes it."""
        ...

    def to_problem(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """A prefix as ``below`` takes it, with numbers of the problem."""
        ...

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """What shows that these, read from a journal, are no prefixes of this search; or None."""
        ...


class Task(NamedTuple):
    """Prefixes to search below, in numbers of the core, and about how many nodes."""

    prefixes: OpenPrefixes
    nodes: int


class Outcome(NamedTuple):
    """What a task found, and what it left."""

    tally: Tally
    left: OpenPrefixes


@dataclass
class Worker:
    """Runs tasks of one job, one after the other; a search is used again where that is possible."""

    job: Job
    #: Asked between slices; when it says yes, the task ends early.
    stop: Callable[[], bool] = lambda: False
    _search: Below | None = field(default=None, repr=False)

    def run(self, task: Task) -> Outcome:
        """Do a task."""
        began = time.perf_counter()
        tally = Tally(self.job.wanted)
        left = OpenPrefixes()
        for number, (prefix, share) in enumerate(task.prefixes):
            if number and (tally.nodes >= task.nodes or self.stop()):
                left.extend(task.prefixes.after(number))
                break
            self._search = search = self.job.below(prefix, self._search)
            self._gather(search, task.nodes - tally.nodes, tally)
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

    def _gather(self, search: Below, nodes: int, tally: Tally) -> None:
        """Search for so many nodes, or to the end, and on until it can be divided.

        ``stop`` is asked after the first slice only: a task that is begun gets something done.
        """
        job = self.job
        size, begun = _FIRST_SLICE, False
        while not search.done and (search.nodes < nodes or not job.divisible(search)):
            if begun and job.divisible(search) and self.stop():
                return
            begun = True
            left = nodes - search.nodes
            began = time.perf_counter()
            job.advance(search, min(size, left) if left > 0 else _FEW_NODES, tally, self.stop)
            took = time.perf_counter() - began
            size = next_slice(size, took)


#: Of this process: the jobs it was sent, by digest, and a worker for each thread and job.
_jobs: OrderedDict[str, Job] = OrderedDict()
_jobs_lock = threading.Lock()
_workers = threading.local()


def run_task(digest: str, job: bytes | None, task: Task) -> Outcome | None:
    """Do a task in a worker process. None if the job is not known there: it must be sent along."""
    with _jobs_lock:
        known = _jobs.get(digest)
        if known is None:
            if job is None:
                return None
            known = _jobs[digest] = pickle.loads(job)
            while len(_jobs) > _MOST_JOBS:
                _jobs.popitem(last=False)
    mine: dict[str, Worker] = _workers.__dict__.setdefault("by_digest", {})
    worker = mine.get(digest)
    if worker is None or worker.job is not known:
        mine.clear()
        worker = mine[digest] = Worker(known)
    return worker.run(task)
