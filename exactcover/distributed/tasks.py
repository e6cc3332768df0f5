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
from typing import Any, NamedTuple

from ..compiled import Compiled
from ..engines import Divisible, OpenPrefix, choose
from .tally import Tally, Wanted

__all__ = ["Job", "Outcome", "Task", "Worker", "run_task"]

#: Nodes of the first slice; slices are lengthened below the first and shortened above the second
#: of these, in seconds.
_FIRST_SLICE = 4_096
_SHORT_SLICE, _LONG_SLICE = 0.01, 0.04
#: Nodes at a time where a search must go on until it can be divided.
_FEW_NODES = 4_096
#: Solutions at a time.
_ROWS = 65_536
_NO_LIMIT = 2**40
#: Options of a solution at most, the repeated ones counted as often (see ``model.py``).
_LONGEST = 2_000_000
#: Jobs that a worker process keeps.
_MOST_JOBS = 4


@dataclass(frozen=True, eq=False)
class Job:
    """A problem to search, as workers need it: numbers only."""

    digest: str
    compiled: Compiled
    engine: str
    wanted: Wanted
    #: Core option -> option of the problem; and the options that every solution contains.
    options: Sequence[int]
    taken: tuple[int, ...] = ()
    #: Options of the problem, and their costs times what makes them whole, if costs matter.
    n_options: int = 0
    costs: tuple[int, ...] = ()


class Task(NamedTuple):
    """Prefixes to search below, in numbers of the core, and about how many nodes."""

    prefixes: tuple[OpenPrefix, ...]
    nodes: int


class Outcome(NamedTuple):
    """What a task found, and what it left."""

    tally: Tally
    left: list[OpenPrefix]


@dataclass
class Worker:
    """Runs tasks of one job, one after the other; a search is used again where that is possible."""

    job: Job
    #: Asked between slices; when it says yes, the task ends early.
    stop: Callable[[], bool] = lambda: False
    _search: Any = field(default=None, repr=False)

    def run(self, task: Task) -> Outcome:
        """Do a task."""
        began = time.perf_counter()
        tally = Tally(self.job.wanted)
        left: list[OpenPrefix] = []
        for number, (prefix, share) in enumerate(task.prefixes):
            if number and (tally.nodes >= task.nodes or self.stop()):
                left += task.prefixes[number:]
                break
            search = self._below(prefix)
            self._gather(search, task.nodes - tally.nodes, tally)
            tally.nodes += search.nodes
            for part in search.open_prefixes():
                left.append(OpenPrefix(part.prefix, share * part.share))
        tally.seconds = time.perf_counter() - began
        return Outcome(tally, left)

    def _below(self, prefix: Sequence[int]) -> Divisible:
        """The search below a prefix."""
        job = self.job
        if job.engine == "bitset" and not job.compiled.multiple:
            if self._search is not None:
                self._search.restart(prefix, forget=False)
                return self._search  # type: ignore[no-any-return]
            self._search = choose.start_below(job.compiled, job.engine, prefix)
            return self._search  # type: ignore[no-any-return]
        return choose.start_below(job.compiled, job.engine, prefix)

    def _gather(self, search: Divisible, nodes: int, tally: Tally) -> None:
        """Search for so many nodes, or to the end, and on until it can be divided."""
        size = _FIRST_SLICE
        while not search.done and (search.nodes < nodes or not search.divisible):
            if search.divisible and search.nodes and self.stop():
                return
            left = nodes - search.nodes
            began = time.perf_counter()
            self._slice(search, min(size, left) if left > 0 else _FEW_NODES, tally)
            took = time.perf_counter() - began
            if took < _SHORT_SLICE:
                size *= 2
            elif took > _LONG_SLICE:
                size = max(1, size // 2)

    def _slice(self, search: Divisible, nodes: int, tally: Tally) -> None:
        job = self.job
        if job.wanted.count_only:
            tally.count += search.count(nodes, _NO_LIMIT)
            return
        import numpy as np

        table = search.collect_table(nodes, _ROWS)
        if not len(table):
            return
        tally.count += len(table)
        # Entry -1, which fills rows up, becomes the number after the last and is sorted to the end.
        numbers = np.array([*job.options, job.n_options], np.int32)
        taken = np.tile(np.array(job.taken, np.int32), (len(table), 1))
        rows = np.concatenate([taken, numbers[table]], axis=1)
        rows.sort(axis=1)
        rows[rows == job.n_options] = -1
        tally.add_rows(rows, self._costs(), job.n_options)

    def _costs(self) -> Any:
        import numpy as np

        # One more, of what fills up rows.
        costs = (*(self.job.costs or (0,) * self.job.n_options), 0)
        small = max(map(abs, costs)) < 2**62 // _LONGEST
        return np.array(costs, np.int64 if small else object)


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
