"""A classification under a budget: on several cores, with a journal from which it goes on."""

from __future__ import annotations

import math
import os
import pickle
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from ..common.arguments import check_number, check_progress
from ..common.budget import Budget
from ..common.slices import Reporter, next_slice
from ..errors import SearchStopped, TaskFailed
from ..parallel.executors import Pool, error_of, in_words
from ..statement.results import Progress, ProgressCallback
from ..statement.statement import Statement
from .class_journal import ClassJournal
from .classes import Branches, Found, Level, Prefix

__all__ = ["Classification", "Means"]

#: Partial solutions in a task, and seconds of one.
_MOST_IN_TASK, _TASK_SECONDS = 4_096, 0.5
#: Tasks given to the executor, for each worker; how often a task is tried.
_AHEAD, _ATTEMPTS = 2, 3
#: Seconds before workers are started, unless an executor is given.
_ALONE_SECONDS = 0.3
#: Seconds between two looks at the clock.
_LOOK = 0.1


class Means(NamedTuple):
    """What a classification may use; arguments as of :meth:`Symmetry.count`."""

    nodes: int | None = None
    seconds: float | None = None
    progress: ProgressCallback | None = None
    workers: int | None = None
    executor: Executor | None = None
    journal: str | os.PathLike[str] | None = None


class Classification:
    """The classes of the solutions of a problem, found level by level."""

    def __init__(
        self, statement: Statement, branches: Branches, order: int, name: str, means: Means
    ):
        """``order``: of the group; ``name`` distinguishes it from others of the same problem."""
        #: The number of all solutions, by weights and by orbits; None before the end.
        self.check: int | None = None
        self._order = order
        self._nodes_before = 0
        check_number("workers", means.workers, 1, or_none=True)
        check_progress(means.progress)
        self._budget = Budget(None, means.nodes, means.seconds)
        self._deadline = self._budget.deadline()
        self._reporter: Reporter[Progress] = Reporter(means.progress)
        self._branches, self._means = branches, means
        #: What ended it early: "nodes" or "seconds"; or None.
        self.stopped: str | None = None
        self._statement, self._name = statement, name
        self._held = ExitStack()
        given = np.array(statement.given, np.int32)
        live = statement.live()
        possible = all(live[option] for option in statement.given)
        self._level = Level(open=[Prefix(given.tobytes(), 1)] if possible else [])

    @property
    def nodes(self) -> int:
        """Partial solutions that have branched, in earlier sessions too."""
        return self._level.nodes

    def solutions(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The same, each as its options."""
        for prefix, order in self.classes():
            yield prefix.numbers, order

    def classes(self) -> Generator[tuple[Prefix, int], None, None]:
        """A solution of each class, as they are found, and the order of its stabiliser."""
        sizes = 0
        with self._held:
            journal = self._opened()
            level = self._level
            try:
                for prefix in list(level.complete.values()):
                    order = self._branches.stabiliser(prefix)
                    sizes += self._order // order
                    yield prefix, order
                for new in self._steps():
                    if journal is not None:
                        journal.write_if_time(level)
                    for form in new:
                        prefix = level.complete[form]
                        order = self._branches.stabiliser(prefix)
                        sizes += self._order // order
                        yield prefix, order
            finally:
                if journal is not None:
                    journal.write(level)
                self._reporter.end()
        if self.stopped is None:
            self._compare(sizes)

    def _compare(self, sizes: int) -> None:
        """Compare the number of all solutions by their orbits with that by weights."""
        weights = sum(prefix.weight for prefix in self._level.complete.values())
        if weights != sizes:
            message = f"the orbits have {sizes:,} solutions, but there are {weights:,}"
            raise RuntimeError(f"{message}; please report this problem")
        self.check = sizes

    def _opened(self) -> ClassJournal | None:
        """The journal, and what it holds."""
        if self._means.journal is None:
            return None
        name = f"{self._name} {self._branches.forms_name}"
        journal = ClassJournal(os.fsdecode(self._means.journal), self._statement, name)
        self._held.callback(journal.close)
        self._level = journal.read() or self._level
        self._nodes_before = self._level.nodes
        return journal

    def _steps(self) -> Iterator[list[bytes]]:
        """Go on to the end; the forms of new classes, step by step."""
        if self._means.executor is None:
            alone = self._means.workers is None
            yield from self._alone(math.inf if alone else _ALONE_SECONDS)
        yield from self._together()

    def _alone(self, seconds: float) -> Iterator[list[bytes]]:
        """The same in this process, for so long."""
        level, size = self._level, 1
        end = time.monotonic() + seconds
        while not level.done and not self._over() and time.monotonic() < end:
            number = min(size, len(level.open), self._left())
            began = time.monotonic()
            try:
                found = self._branches.of(level.open[:number], self._deadline.tick)
            except SearchStopped:
                self.stopped = "seconds"
                return
            new = level.take_in(number, found)
            size = min(_MOST_IN_TASK, next_slice(size, time.monotonic() - began))
            yield new
            self._report(last=level.done)

    def _together(self) -> Iterator[list[bytes]]:
        """The same by several workers. Results are taken in in the order of the tasks."""
        level, means = self._level, self._means
        if level.done or self.stopped is not None:
            return
        pool = Pool(means.executor, means.workers, plain=True)
        self._held.callback(pool.close)
        job = pickle.dumps(self._branches)
        at_work: deque[_Task] = deque()
        size = 1
        while not level.done and not self._over():
            given = sum(len(task.prefixes) for task in at_work)
            while len(at_work) < _AHEAD * pool.workers and given < min(
                len(level.open), self._left()
            ):
                most = max(1, (len(level.open) - given) // (_AHEAD * pool.workers))
                number = min(size, most, self._left() - given)
                task = _Task(tuple(level.open[given : given + number]))
                task.hand_to(pool, job)
                at_work.append(task)
                given += number
            first = at_work[0]
            outcome = first.outcome(pool, job)
            if outcome is not None:
                at_work.popleft()
                seconds, found = outcome
                wanted = _TASK_SECONDS / max(seconds, 1e-3) * len(first.prefixes)
                size = max(1, min(_MOST_IN_TASK, 2 * size, int(wanted)))
                yield level.take_in(len(first.prefixes), found)
            self._report(last=level.done)
        for task in at_work:
            task.future.cancel()

    def _left(self) -> int:
        """Nodes that are left in this session."""
        done = self._level.nodes - self._nodes_before
        return _MOST_IN_TASK if self._budget.nodes is None else self._budget.nodes - done

    def _over(self) -> bool:
        if self._left() <= 0:
            self.stopped = "nodes"
        elif self._deadline.passed():
            self.stopped = "seconds"
        return self.stopped is not None

    def _report(self, last: bool) -> None:
        level = self._level
        self._reporter.report(
            lambda seconds: Progress(level.nodes, len(level.complete), seconds), last
        )


class _Task:
    """Some partial solutions at work in an executor."""

    future: Future[tuple[float, Found]]

    def __init__(self, prefixes: tuple[Prefix, ...]):
        self.prefixes = prefixes
        self._attempts = 0

    def hand_to(self, pool: Pool, job: bytes) -> None:
        self._attempts += 1
        self.future = pool.submit(_run, job, self.prefixes)

    def outcome(self, pool: Pool, job: bytes) -> tuple[float, Found] | None:
        """Seconds of work, and what was found; None if it is not there yet."""
        wait([self.future], timeout=_LOOK)
        if not self.future.done():
            pool.check()
            return None
        error = error_of(self.future)
        if error is None:
            return self.future.result()
        pool.mend(error)
        if self._attempts >= _ATTEMPTS:
            raise TaskFailed((), self._attempts, in_words(error)) from error
        self.hand_to(pool, job)
        return None


#: The last job of each thread, and what it was made of: a job is for one thread at a time.
_thread = threading.local()


def _run(job: bytes, prefixes: tuple[Prefix, ...]) -> tuple[float, Found]:
    """A task, in a worker."""
    began = time.perf_counter()
    if getattr(_thread, "made_of", None) != job:
        _thread.made_of, _thread.branches = job, pickle.loads(job)
    found = _thread.branches.of(prefixes)
    return time.perf_counter() - began, found
