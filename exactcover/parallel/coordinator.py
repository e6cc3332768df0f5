"""Dividing a search among workers, and adding up their results.

A stack holds bundles of open prefixes. Each bundle is a future task, and a row of the journal. What
a task leaves goes back onto the stack: in one bundle if all workers have enough to do, otherwise in
several. So the stack stays short, and small parts are never divided. A job may rank its tasks; then
the stack is a heap, and ends where what is left is not wanted any more (:meth:`Job.most_rank`). The
budget of a task follows the measured speed: half a second of work, less at the beginning and
towards the end.
"""

from __future__ import annotations

import hashlib
import heapq
import logging
import math
import pickle
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from ..common.ask import Ask
from ..common.costs import Cost
from ..common.slices import Reporter
from ..common.turns import COSTS
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..errors import JournalFault, TaskFailed
from ..search.estimate import LEAST_SHARE, Outlook, remaining
from ..statement.results import Progress
from .executors import Pool, error_of, in_words
from .tasks import Job, Open, Outcome, Tally, Task, Worker, run_task

if TYPE_CHECKING:
    from .state import State

_log = logging.getLogger("exactcover")

#: Nodes of the first tasks, and of any.
_FIRST_NODES, _FEWEST_NODES, _MOST_NODES = 20_000, 1_000, 10**12
#: A task takes this share of the time so far, so that a short search ends with short tasks; and the
#: least and most seconds.
_TASK_SHARE, _TASK_SECONDS = 0.2, (0.04, 0.5)
#: The measured speed of a task counts fully if the task took at least these seconds.
_STEADY = 0.04
#: A task lasts at least this many scheduling rounds; a round gives every worker a task.
_LEAST_ROUNDS = 2
#: What a task left makes at least this many tasks if more could run: the rest of a long part tends
#: to be longer than estimated (measured by ``benchmarks/scaling.py``).
_LEAST_TASKS = 3
#: Tasks given to the executor, for each worker.
_AHEAD = 2
#: Rows of a journal that are read at a time.
_TAKEN = 64
#: Seconds without any result until the log asks whether there are workers.
_PATIENT = 10
#: How often a task is tried; and how often a worker may die while it runs.
_ATTEMPTS, _DEATHS = 3, 6
#: Seconds for tasks to return what they have at the end.
_PATIENCE = 0.2


@dataclass(slots=True, eq=False)
class Bundle:
    """The rows of one task, how often it was tried, and whether the job went with it."""

    rows: list[Open]
    rank: int
    #: What the task may visit, once it is at work.
    nodes: int = 0
    attempts: int = 0
    deaths: int = 0
    with_job: bool = False


class Coordinator:
    """A search of a job by an executor, until it is done or stopped."""

    #: Seconds for tasks to return what they have when an error or Ctrl-C ends it.
    _patience = _PATIENCE

    def __init__(
        self,
        job: Job,
        pool: Pool,
        journal: State | None,
        ask: Ask,
        name_of: Callable[[OpenPrefix], tuple[object, ...]],
        outlook: Outlook | None = None,
        begun: tuple[Tally, Sequence[Open]] | None = None,
        known: Callable[[Tally, int | None], tuple[Cost | None, Cost | None]] | None = None,
        reporter: Reporter[Progress] | None = None,
    ):
        """``begun``: what is known and open, if somebody has taken all of it from the journal.
        ``known`` gives the best cost and the bound, from the tally and ``least_rank``; it is called
        again and again. ``reporter``: one that has reported the beginning."""
        self._job = job
        self._pool = pool
        self._journal = journal
        self._ask = ask
        self._reporter = reporter or Reporter(ask.progress)
        self._name_of = name_of
        self._outlook = outlook
        self._known = known
        #: The best cost and the bound; None: not known, or not asked for.
        self._costs: tuple[Cost | None, Cost | None] = (None, None)
        #: Whether the estimate of all nodes is in the journal.
        self._noted = False
        self._started = time.monotonic()
        if begun is None:
            root = Open(0, OpenPrefixes.of([OpenPrefix((), 1.0)]))
            begun = (Tally(job.wanted), [root]) if journal is None else (journal.tally, [])
        self.tally = begun[0]
        self._nodes_before = self.tally.nodes
        #: What ended the search before its end; None if nothing did.
        self.stopped: str | None = None
        #: No rank of what is still to be searched is lower.
        self.least_rank: int | None = None
        #: (rank, key, -age, bundle): a heap.
        self._stack: list[tuple[int, tuple[int, ...], int, Bundle]] = []
        self._age = 0
        self._at_work: dict[Future[Outcome | None], Bundle] = {}
        self._finished: SimpleQueue[Future[Outcome | None]] = SimpleQueue()
        #: The share that is open, at the beginning of the session, and of the search.
        self._share = self._share_before = 1.0 if journal is None else journal.share()
        self._whole = 1.0 if journal is None else journal.whole
        self._speed: float | None = None
        #: Seconds that giving out work and taking in results took, and results so far.
        self._busy, self._results = 0.0, 0
        self._seconds_before = self.tally.seconds
        #: Whether the log has asked for workers.
        self._asked = False
        self._halt = threading.Event()
        self._workers = threading.local()
        for row in begun[1]:
            self._put_row(row)
        self._note_rank()

    @cached_property
    def _travelling(self) -> tuple[str, bytes]:
        """The job as it travels, after what distinguishes it from other jobs of a worker."""
        pickled = pickle.dumps(self._job)
        return hashlib.sha256(pickled).hexdigest(), pickled

    def run(self) -> None:
        """Search until nothing is left, a budget ends it, or a task fails for good.

        Raises KeyboardInterrupt, after adding what was found by then, and
        :class:`exactcover.TaskFailed`.
        """
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """The same, interrupted whenever results were taken in, and at the end."""
        try:
            while self._fill():
                self._look()
                self._note_rank()
                for future in self._next_finished():
                    self._finish(future)
                if self._known is not None:
                    self._costs = self._known(self.tally, self.least_rank)
                self._reporter.report(self._progress_at)
                yield
            self._reporter.report(self._progress_at, last=True)
        except BaseException:
            with suppress(JournalFault):
                self._wind_up(self._patience)
            raise
        finally:
            self._reporter.end()
        if self.stopped and self._wind_up() and self._next_bundle() is None:
            self.stopped = None  # it was over, with its last task
        yield

    def _next_finished(self) -> Iterator[Future[Outcome | None]]:
        """Tasks that have ended since the last call; waits a little for the first."""
        with suppress(Empty):
            yield self._finished.get(timeout=0.05)
            while True:
                yield self._finished.get_nowait()

    # -- giving work out -------------------------------------------------------------------------

    def _fill(self) -> bool:
        """Hand tasks to the executor; false when no task is left."""
        if self.stopped:
            return False
        self._pool.grow()
        began = time.monotonic()
        while len(self._at_work) < self._ahead:
            if self._nodes_left() <= 0:
                if not self._at_work:
                    self.stopped = "nodes"
                break
            bundle = self._next_bundle()
            if bundle is None:
                break
            self._submit(bundle)
        self._busy += time.monotonic() - began
        return bool(self._at_work)

    def _next_bundle(self) -> Bundle | None:
        if not self._stack and self._journal is not None:
            for row in reversed(self._journal.take(_TAKEN)):
                self._put_row(row)
        most = self._job.most_rank(self.tally)
        if self._stack and most is not None and self._stack[0][0] > most:
            # None of them is wanted any more.
            rows = [row for *_, bundle in self._stack for row in bundle.rows]
            if self._journal is not None:
                self._journal.drop(rows)
            self._share -= sum(row.parts.share for row in rows)
            self._stack.clear()
        return self._pop()

    def _pop(self) -> Bundle | None:
        """Take the next task from the stack."""
        return heapq.heappop(self._stack)[-1] if self._stack else None

    def _put_row(self, row: Open) -> None:
        """Put a row of the journal onto the stack, if it can belong to this search."""
        fault = self._job.fault_in_prefixes(row.parts)
        if fault is not None and self._journal is not None:
            raise JournalFault(self._journal.path, f"it is damaged: {fault}")
        self._put(Bundle([row], self._job.rank(row.parts)))

    def _put(self, bundle: Bundle) -> None:
        self._age += 1
        heapq.heappush(self._stack, (bundle.rank, self._key(bundle), -self._age, bundle))

    def _key(self, bundle: Bundle) -> tuple[int, ...]:
        """What comes before age among tasks of one rank."""
        return ()

    def _note_rank(self) -> None:
        """Note the lowest rank that is open or in work. Called where no task is on its way."""
        ranks = [each[0] for each in self._stack[:1]]
        ranks += [bundle.rank for bundle in self._at_work.values()]
        self.least_rank = min(ranks, default=self.least_rank)

    def _submit(self, bundle: Bundle, job: bytes | None = None) -> None:
        """Hand a task to the executor; with the pickled job, if the worker lacks it."""
        prefixes = OpenPrefixes()
        for row in bundle.rows:
            prefixes.extend(row.parts)
        prefixes = prefixes.mapped(self._job.to_core)
        next_rank = self._stack[0][0] if self._stack else None
        bundle.nodes = self._nodes_of(bundle)
        seconds = self._seconds_of_a_task()[1]
        if self._ask.seconds is not None:
            seconds = min(seconds, self._ask.seconds - (time.monotonic() - self._started))
        task = Task(prefixes, bundle.nodes, seconds, self._job.most_rank(self.tally), next_rank)
        if self._pool.local:
            future: Future[Outcome | None] = self._pool.submit(self._run_here, task)
        else:
            future = self._pool.submit(run_task, self._travelling[0], job, task)
        bundle.with_job = job is not None
        self._at_work[future] = bundle
        # (The time of concurrent.futures.wait grows with the number of tasks.)
        future.add_done_callback(self._finished.put)

    def _nodes_of(self, bundle: Bundle) -> int:
        """The nodes that a task may visit."""
        return self._nodes_for_a_task()

    @property
    def _ahead(self) -> int:
        """How many tasks are given to the executor at a time."""
        return _AHEAD * self._pool.workers

    def _nodes_for_a_task(self) -> int:
        nodes = self._job.first_nodes or _FIRST_NODES
        if self._speed is not None:
            seconds, most = self._seconds_of_a_task()
            if len(self._stack) >= self._pool.workers:
                elapsed = time.monotonic() - self._started
                seconds = min(max(seconds, _TASK_SHARE * elapsed), most)
            fewest = 1 if self._job.first_nodes else _FEWEST_NODES
            nodes = int(min(max(fewest, self._speed * seconds), _MOST_NODES))
        return int(min(nodes, max(1, self._nodes_left())))

    @property
    def _nodes_done(self) -> int:
        """Nodes visited in this session."""
        return self.tally.nodes - self._nodes_before

    def _nodes_left(self) -> float:
        """Nodes of the budget that have neither been visited nor been given to a task."""
        if self._ask.nodes is None:
            return math.inf
        given = sum(bundle.nodes for bundle in self._at_work.values())
        return self._ask.nodes - self._nodes_done - given

    def _seconds_of_a_task(self) -> tuple[float, float]:
        """Least seconds, for times with too little to do, and most seconds."""
        cost = self._busy / self._results if self._results else 0.0
        if not self._pool.local:
            cost = max(cost, COSTS.far_task / 1e9)
        for_all = cost * min(self._pool.workers, len(self._at_work) + len(self._stack))
        least, most = _TASK_SECONDS
        least = max(least, _LEAST_ROUNDS * for_all)
        return least, max(least, most)

    def _run_here(self, task: Task) -> Outcome:
        """A task in this process."""
        worker: Worker | None = getattr(self._workers, "worker", None)
        if worker is None:
            worker = self._workers.worker = Worker(self._job, self._ends)
        return worker.run(task)

    def _ends(self) -> bool:
        """Whether nothing more is searched; tasks in this process then return what they have."""
        seconds = self._ask.seconds
        return self._halt.is_set() or (seconds is not None and self._over(seconds))

    @property
    def _forgets(self) -> bool:
        """Whether what a task leaves is never searched: it then needs no numbers, and no rank."""
        return self._journal is None and self._ends()

    # -- taking results in -----------------------------------------------------------------------

    def _finish(self, future: Future[Outcome | None]) -> None:
        began = time.monotonic()
        self._results += 1
        bundle = self._at_work.pop(future)
        error = error_of(future)
        if error is not None:
            self._again(bundle, error, of_another=self._pool.mend(error))
            return
        outcome = future.result()
        if outcome is None and not bundle.with_job:
            self._submit(bundle, self._travelling[1])
        elif isinstance(outcome, Outcome):
            self._take_in(bundle, outcome)
            self._busy += time.monotonic() - began
        else:
            self._again(bundle, TypeError(f"the executor gave {outcome!r}, no result of a task"))

    def _again(self, bundle: Bundle, error: BaseException, of_another: bool = False) -> None:
        """Put a failed task back onto the stack, unless it failed too often.

        ``of_another``: the worker died, perhaps because of another task.
        """
        if of_another:
            bundle.deaths += 1
        else:
            bundle.attempts += 1
        if bundle.attempts >= _ATTEMPTS or bundle.deaths >= _DEATHS:
            first = next(iter(bundle.rows[0].parts))
            attempts = bundle.attempts + bundle.deaths
            raise TaskFailed(self._name_of(first), attempts, in_words(error)) from error
        self._put(bundle)

    def _take_in(self, bundle: Bundle, outcome: Outcome) -> None:
        found, left = outcome.tally, outcome.left
        if not self._forgets:
            left = left.mapped(self._job.to_problem)
        self._share += left.share - sum(row.parts.share for row in bundle.rows)
        if found.seconds > 0 and found.nodes:
            speed = found.nodes / found.seconds
            before = speed if self._speed is None else self._speed
            self._speed = before + 0.2 * min(1.0, found.seconds / _STEADY) * (speed - before)
        self._leave(bundle, left, found)

    def _leave(self, bundle: Bundle, left: OpenPrefixes, found: Tally) -> None:
        """Note what a task found, and put onto the stack what it left."""
        parts = [left] if left else []
        lacking = self._ahead - len(self._stack)
        if self._job.alone:
            parts = [OpenPrefixes.of([part]) for part in left]
        elif len(left) > 1 and lacking > 1 and not self._ends():
            # The first ones are deep and small, the last ones large: each task gets both kinds.
            parts = left.dealt(min(len(left), lacking, self._tasks_in(left, found.seconds)))
        for row in self._note(bundle.rows, parts, found)[::-1]:
            self._put(Bundle([row], bundle.rank if self._forgets else self._job.rank(row.parts)))

    def _note(self, done: Sequence[Open], left: Sequence[OpenPrefixes], found: Tally) -> list[Open]:
        """Note what a task did, and give the rows of what it left."""
        if self._journal is not None:
            return self._journal.finish(done, left, found)
        self.tally.add(found)
        return [Open(0, each) for each in left]

    def _tasks_in(self, left: OpenPrefixes, seconds: float) -> int:
        """The estimated tasks in these prefixes, left by a task that took so many ``seconds``."""
        gained = self._share_before - self._share
        if gained <= 0:
            return len(left)
        seconds += self.tally.seconds - self._seconds_before
        expected = left.share * seconds / gained
        return max(_LEAST_TASKS, math.ceil(expected / self._seconds_of_a_task()[0]))

    def _wind_up(self, seconds: float = _PATIENCE) -> bool:
        """Take in what running tasks return in time, and forget the others; whether all returned.

        Those of other processes do not see the event, but know how long they may take."""
        self._halt.set()
        for future in self._at_work:
            with suppress(Exception):  # by a cluster's client that is closed
                future.cancel()
        until = time.monotonic() + seconds
        all_did = True
        while self._at_work and time.monotonic() < until:
            for future in self._next_finished():
                bundle = self._at_work.pop(future)
                outcome = future.result() if error_of(future) is None else None
                if isinstance(outcome, Outcome):
                    self._take_in(bundle, outcome)
                else:
                    all_did = False
        all_did = all_did and not self._at_work
        self._at_work.clear()
        return all_did

    # -- budgets and progress --------------------------------------------------------------------

    def _look(self) -> None:
        self._pool.check()
        if not (self._pool.local or self._results or self._asked):
            self._asked = time.monotonic() - self._started >= _PATIENT
            if self._asked:
                _log.info("no task has finished for %d s: are there any workers?", _PATIENT)
        ask = self._ask
        if ask.nodes is not None and self._nodes_done >= ask.nodes:
            self.stopped = "nodes"
        elif ask.seconds is not None and self._over(ask.seconds):
            self.stopped = "seconds"

    def _over(self, seconds: float) -> bool:
        """Whether the time is over. With a journal a first result is waited for a moment longer, so
        that even a short session brings the search nearer to its end."""
        over = time.monotonic() - self._started - seconds
        if over < 0:
            return False
        if self._journal is None or self._results or over > _PATIENCE:
            return True
        self._halt.set()  # the tasks at work end after their first slice
        return False

    def _progress_at(self, seconds: float) -> Progress:
        # Shares are sums of fractions that were rounded.
        share = min(1.0, max(0.0, self._share / self._whole))
        gained = self._share_before / self._whole - share
        by_share = seconds * share / gained if gained >= LEAST_SHARE else None
        estimate = None
        if self._outlook is not None and share and self._whole == 1:  # it is about all
            estimate = self._outlook.nodes(seconds)
            if estimate is not None and not self._noted:
                self._noted = True
                if self._journal is not None:
                    self._journal.note_estimate(*estimate)
        speed = self._nodes_done / seconds if seconds else 0.0
        tally, done = self.tally, 1.0 - share
        left, between = remaining(tally.nodes, speed, estimate, done, by_share)
        return Progress(tally.nodes, tally.count, seconds, done, left, between, *self._costs)
