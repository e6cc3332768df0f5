"""Tasks, the parts of a divided search: their input, their work and their results.

A task is some open prefixes and a budget of nodes. It searches below the prefixes, one after the
other. It returns what it gathered, and the prefixes that are still open. So work is divided without
stealing, and the open prefixes of all tasks are all that is needed to continue later. As in L.
Finkel and U. Manber's DIB, 1987, a machine that fails costs no more than its task.

The problem travels apart from the tasks, as a :class:`Job`. A worker process keeps the last few
jobs, and asks for one that it lacks (:func:`run_task` gives None).

What tasks gather is added up in any order: the result does not depend on how the search was
divided. Each solution has a pseudo-random key, made of the seed and the solution alone; the sample
consists of the solutions with the least keys ("bottom-k sketch"; E. Cohen and H. Kaplan,
"Summarizing data using bottom-k sketches", PODC 2007). Solutions of one cost, and those listed, are
in the order of their option numbers.
"""

from __future__ import annotations

import heapq
import math
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..common.arguments import check_number
from ..common.slices import next_slice
from ..engines.contract import OpenPrefix, OpenPrefixes

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32s, Int64s, Words

#: A solution: the numbers of its options in the problem, ascending.
Row = tuple[int, ...]
#: In place of a number of solutions: all of them.
ALL = -1
#: Jobs that a worker process keeps.
_MOST_JOBS = 4


@dataclass(frozen=True)
class Wanted:
    """What is gathered besides the number of solutions."""

    #: In how many solutions each option is.
    options: bool = False
    #: The size of a uniform random sample, and its seed.
    sample: int = 0
    seed: int = 0
    #: How many of the cheapest solutions.
    best: int = 0
    #: How many solutions, the first by their option numbers; or ``ALL``.
    listed: int = 0

    @classmethod
    def of(
        cls,
        options: bool = False,
        sample: int = 0,
        seed: int = 0,
        best: int = 0,
        listed: int | None = 0,
    ) -> Wanted:
        """What a user asks for; ``listed`` None for all. Raises :class:`exactcover.BudgetError`."""
        check_number("listed", listed, 0, none="or None")
        check_number("sample", sample, 0)
        check_number("best", best, 0)
        check_number("seed", seed, None)
        listed = ALL if listed is None else index(listed)
        return cls(bool(options), index(sample), index(seed), index(best), listed)


@dataclass
class Tally:
    """What was gathered in a part of a search, or in all of it."""

    wanted: Wanted = field(default_factory=Wanted)
    count: int = 0
    nodes: int = 0
    #: Seconds of work, added up over all workers.
    seconds: float = 0.0
    #: For each option of the problem the solutions that contain it; only those that occur.
    options: dict[int, int] = field(default_factory=dict)
    #: (key, solution), the least keys first.
    sample: list[tuple[int, Row]] = field(default_factory=list)
    #: (cost times the factor that makes all costs integers, solution), the cheapest first.
    best: list[tuple[int, Row]] = field(default_factory=list)
    #: In order.
    listed: list[Row] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what was gathered in another part of the same search."""
        self.count += other.count
        self.nodes += other.nodes
        self.seconds += other.seconds
        for option, number in other.options.items():
            self.options[option] = self.options.get(option, 0) + number
        self.sample = _least(self.wanted.sample, self.sample, other.sample)
        # Of the cheapest alone, one may be found twice (``optimum_job.py``).
        new = set(other.best).difference(self.best)
        self.best = _least(self.wanted.best, self.best, new)
        self.listed = _least(self.wanted.listed, self.listed, other.listed)

    def add_rows(self, rows: Int32s, costs: Any, n_options: int) -> None:
        """Add solutions, a row each, ascending, filled up at the end with -1; not to ``count``.

        ``costs``: of all options, as integers.
        """
        import numpy as np

        wanted = self.wanted
        if wanted.options:
            # Options that are repeated within a solution count once.
            repeated = rows[:, 1:] == rows[:, :-1]
            once = rows
            if repeated.any():
                once = rows.copy()
                once[:, 1:][repeated] = -1
            counts = np.bincount(once.reshape(-1) + 1, minlength=n_options + 1)[1:]
            for option in np.flatnonzero(counts).tolist():
                self.options[option] = self.options.get(option, 0) + int(counts[option])
        if wanted.sample:
            keys = _keys(rows, wanted.seed, n_options)
            self.sample = _least_of(wanted.sample, self.sample, keys, rows)
        if wanted.best:
            sums = np.where(rows >= 0, costs[rows], 0).sum(axis=1)
            self.best = _least_of(wanted.best, self.best, sums, rows)
        if wanted.listed:
            most = None if wanted.listed == ALL else wanted.listed
            if most is not None and len(rows) > most:
                rows = rows[np.lexsort(rows.T[::-1])[:most]]
            self.listed = _least(wanted.listed, self.listed, map(_row, rows.tolist()))


def _row(numbers: list[int]) -> Row:
    return tuple(number for number in numbers if number >= 0)


def _least(number: int, one: list[Any], other: Iterable[Any]) -> list[Any]:
    """The ``number`` least of both lists; for ``ALL`` all of them, not sorted."""
    if number == ALL:
        one.extend(other)
        return one
    return heapq.nsmallest(number, [*one, *other]) if number else []


def _least_of(number: int, known: list[tuple[int, Row]], ranks: Any, rows: Int32s) -> Any:
    """The ``number`` rows of least rank, among those known and these."""
    import numpy as np

    if len(known) == number:
        worth = ranks <= known[-1][0]
        ranks, rows = ranks[worth], rows[worth]
    if len(ranks) > number:
        # Several may have the rank of the last one; the row itself then decides.
        last = np.partition(ranks, number - 1)[number - 1]
        worth = ranks <= last
        ranks, rows = ranks[worth], rows[worth]
    found = [(int(rank), _row(row)) for rank, row in zip(ranks, rows.tolist(), strict=True)]
    return _least(number, known, found)


def _keys(rows: Int32s, seed: int, n_options: int) -> Int64s:
    """For each row a pseudo-random number of 63 bits, made of the seed and its options.

    Each option has a random word; those of a row are added up and mixed (so A. Zobrist hashes the
    positions of games, "A new hashing method with application for game playing", 1970).
    """
    import numpy as np

    sums = _words(seed, n_options)[rows].sum(axis=1)
    return (_mixed(sums) >> np.uint64(1)).astype(np.int64)


@lru_cache(maxsize=4)
def _words(seed: int, n_options: int) -> Words:
    """The word of each option, and 0 for what fills up a row."""
    import numpy as np

    start = _mixed(np.array([seed % 2**64], np.uint64))
    words = _mixed(np.arange(n_options + 1, dtype=np.uint64) + start)
    words[-1] = 0
    return words


def key_of(row: Row, seed: int) -> int:
    """The key of one solution."""
    import numpy as np

    return int(_keys(np.array([row], np.int32), seed, max(row, default=0) + 1)[0])


def _mixed(words: Words) -> Words:
    """The finalizer of SplitMix64 (G. Steele, D. Lea and C. Flood, OOPSLA 2014)."""
    import numpy as np

    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


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
