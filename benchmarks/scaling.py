"""From one worker to ten thousand: ``python -m benchmarks.scaling``.

First the coordinator's cost per task, measured on this machine in seconds of processor time: for
threads, with a journal, and for a Dask cluster if ``distributed`` is installed. Then the real
coordinator runs in virtual time: a discrete-event simulation of its clock, executor and workers,
with these costs, on the tree of a real search. (The tree is cut into pieces of some hundred nodes;
a piece that must be cut further is replaced by a small copy of the whole.)
"""

from __future__ import annotations

import argparse
import heapq
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import mock

from exactcover.arrays.compiled import Compiled
from exactcover.common.ask import Ask
from exactcover.engines.contract import OpenPrefix, OpenPrefixes
from exactcover.parallel import coordinator
from exactcover.parallel.coordinator import Coordinator
from exactcover.parallel.executors import Pool
from exactcover.parallel.journal import Journal
from exactcover.parallel.local_cluster import local_cluster
from exactcover.parallel.problem_job import ProblemJob
from exactcover.parallel.tasks import Job, Outcome, Tally, Task, Wanted, Worker

from .instances import INSTANCES
from .machine import machine

__all__ = ["main"]

#: Nodes of a piece of the tree.
_PIECE = 300
#: Seconds from the coordinator to a worker, or back, on a cluster.
_WAY = 0.001


# -- the tree --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """Pieces of a search: nodes of their own, and the pieces that they leave, in order."""

    own: list[int]
    children: list[list[int]]
    #: The share of a piece of what is below its parent, as the search guesses it.
    share: list[float]
    #: Nodes of a piece and of all below it.
    whole: list[int]

    @property
    def total(self) -> int:
        """Nodes of all."""
        return self.whole[0]


def tree_of(name: str) -> Tree:
    """Cut the search of an instance into pieces."""
    job = job_of(name)
    worker = Worker(job)
    own: list[int] = []
    children: list[list[int]] = []
    shares: list[float] = []
    waiting: deque[tuple[OpenPrefix, int]] = deque([(OpenPrefix((), 1.0), -1)])
    while waiting:
        (prefix, share), parent = waiting.popleft()
        shares.append(share)
        outcome = worker.run(Task(OpenPrefixes.of([OpenPrefix(prefix, 1.0)]), _PIECE))
        number = len(own)
        own.append(outcome.tally.nodes)
        children.append([])
        if parent >= 0:
            children[parent].append(number)
        waiting.extend((part, number) for part in outcome.left)
    whole = list(own)
    for number in range(len(own) - 1, -1, -1):  # children have larger numbers
        whole[number] += sum(whole[child] for child in children[number])
    return Tree(own, children, shares, whole)


def compiled_of(name: str) -> Compiled:
    """The arrays of an instance after propagation."""
    return INSTANCES[name].problem().reduced()._model.compiled


def job_of(name: str) -> ProblemJob:
    """The search of an instance."""
    compiled = compiled_of(name)
    return ProblemJob(compiled, "bitset", Wanted(), range(compiled.n_options))


# -- the simulation --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Costs:
    """Seconds: of the coordinator for each task, of the scheduler of a cluster, and of the way."""

    task: float
    scheduler: float = 0.0
    way: float = 0.0


@dataclass
class World:
    """Virtual time, and workers who do what is submitted, first come first served."""

    tree: Tree
    #: Virtual seconds that the whole tree takes one worker.
    work: float
    workers: int
    costs: Costs
    now: float = 0.0
    #: Of the coordinator.
    busy: float = 0.0
    tasks: int = 0
    #: Seconds of all workers.
    worked: float = 0.0
    _free: list[float] = field(default_factory=list)
    _scheduler: float = 0.0
    _done: list[tuple[float, int, Future[Any], Outcome]] = field(default_factory=list)
    #: Open pieces by the number that stands for them in a prefix: piece, how much it is scaled, and
    #: its share of all.
    _pieces: dict[int, tuple[int, float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._free = [0.0] * self.workers
        self._pieces[0] = 0, 1.0, 1.0
        self._next = 1

    # What the coordinator takes for its pool of workers.

    @property
    def local(self) -> bool:
        """Whether these are threads."""
        return not self.costs.scheduler

    def grow(self) -> None:
        """All workers are there from the beginning."""

    def submit(self, call: Any, *arguments: Any) -> Future[Any]:
        """Hand a task to the worker who is free first."""
        task: Task = arguments[-1]
        self.charge(self.costs.task / 2)
        self.tasks += 1
        self._scheduler = max(self._scheduler, self.now) + self.costs.scheduler
        ready = self._scheduler + self.costs.way
        outcome = self._search(task)
        self.worked += outcome.tally.seconds
        begin = max(heapq.heappop(self._free), ready)
        end = begin + outcome.tally.seconds
        heapq.heappush(self._free, end)
        future: Future[Any] = Future()
        heapq.heappush(self._done, (end + self.costs.way, self.tasks, future, outcome))
        return future

    def mend(self, error: BaseException) -> bool:
        """Nobody dies here."""
        return False

    def check(self) -> None:
        """Nor is anybody gone."""

    def finished(self) -> Iterator[Future[Any]]:
        """The tasks whose results have come; waits for the first of them."""
        if self._done:
            self.now = max(self.now, self._done[0][0])
        while self._done and self._done[0][0] <= self.now:
            _, _, future, outcome = heapq.heappop(self._done)
            future.set_result(outcome)
            yield future

    def charge(self, seconds: float) -> None:
        self.now += seconds
        self.busy += seconds

    def _search(self, task: Task) -> Outcome:
        """What a worker would do: go on below the prefixes until its nodes are used up."""
        tree, left = self.tree, OpenPrefixes()
        budget = float(task.nodes)
        stack = [self._pieces.pop(part.prefix[0] if part.prefix else 0) for part in task.prefixes]
        stack.reverse()
        used = 0.0
        scale = self.work * _NODES_A_SECOND / tree.total
        while stack and used < budget:
            piece, factor, share = stack.pop()
            whole = tree.whole[piece] * factor * scale
            if whole <= budget - used or whole <= _PIECE:
                used += whole
                continue
            below = [
                (child, factor, share * tree.share[child])
                for child in reversed(tree.children[piece])
            ]
            stack += below
            own = tree.own[piece] * factor * scale
            if own > budget - used:
                # Too much at once: a small copy of the whole tree.
                rest = max(0.0, share - sum(each[2] for each in below))
                stack.append((0, factor * tree.own[piece] / tree.total, rest))
            else:
                used += own
        for part in reversed(stack):
            self._pieces[self._next] = part
            left.append((self._next,), part[2])
            self._next += 1
        nodes = int(used) + 1
        return Outcome(Tally(Wanted(), 0, nodes, used / _NODES_A_SECOND), left)


#: Of a virtual worker.
_NODES_A_SECOND = 8e6


class _Plain(Job):
    """A job whose prefixes are numbers of pieces."""

    digest = "virtual"
    wanted = Wanted()


class _Virtual(Coordinator):
    """The coordinator, whose clock and executor are those of a world."""

    def __init__(self, world: World):
        self._world = world
        pool: Any = world
        super().__init__(_Plain(), pool, None, Ask(), lambda part: ())

    def _next_finished(self) -> Iterator[Future[Any]]:
        return self._world.finished()

    def _take_in(self, bundle: Any, outcome: Outcome) -> None:
        self._world.charge(self._world.costs.task / 2)
        super()._take_in(bundle, outcome)


def simulate(tree: Tree, workers: int, seconds_each: float, costs: Costs) -> World:
    """A search that would keep so many workers busy for so many seconds each."""
    world = World(tree, workers * seconds_each, workers, costs)
    clock = mock.Mock(monotonic=lambda: world.now)
    with mock.patch.object(coordinator, "time", clock):
        _Virtual(world).run()
    return world


# -- what a task costs here ------------------------------------------------------------------------


def cost_of_a_task(name: str, journal: str | None, executor: Any = None) -> float:
    """Seconds of the processor that a task takes where it is given out.

    With an executor those of this whole process, in which the scheduler of a local cluster runs.
    """
    job = job_of(name)
    with mock.patch.object(coordinator, "_TASK_SECONDS", (0.002, 0.002)):
        pool = Pool(executor, 1, plain=False)
        kept = None if journal is None else Journal(journal, "x", name, Wanted(), 1)
        clock: Callable[[], float] = time.thread_time if executor is None else time.process_time
        begin = clock()
        searched = _Counted(job, pool, kept, Ask(), lambda part: ())
        searched.run()
        took = clock() - begin
        pool.close()
        if kept is not None:
            kept.close()
    return took / searched.tasks


class _Counted(Coordinator):
    tasks = 0

    def _finish(self, future: Future[Outcome | None]) -> None:
        self.tasks += 1
        super()._finish(future)


_RUNS = 5


def measured(name: str, stack: ExitStack) -> dict[str, Costs]:
    """The costs of three ways, printed."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    print(f"{'a task costs, where it is given out':<40}{'ms':>6}")

    def least(way: str, journals: bool, executor: Any = None) -> float:
        """The least of some runs, in seconds: whatever else the machine does only adds to it."""
        costs = [
            cost_of_a_task(name, str(folder / f"{run}") if journals else None, executor)
            for run in range(_RUNS)
        ]
        print(f"{way:<40}{1e3 * min(costs):>6.2f}", flush=True)
        return min(costs)

    threads = least("threads, no journal", False)
    journal = least("with a journal (one line)", True)
    dask = None
    if find_spec("distributed") is not None:
        cluster = stack.enter_context(local_cluster(1))
        executor = stack.enter_context(cluster.get_client()).get_executor()
        dask = least("Dask: client and scheduler together", False, executor)
    return _ways(threads, journal, dask)


def _ways(threads: float, journal: float, dask: float | None) -> dict[str, Costs]:
    """The costs of each way, from what a task costs in seconds."""
    costs = {"threads": Costs(threads), "journal": Costs(journal)}
    if dask is not None:
        costs["Dask, journal"] = Costs(journal, max(0.0, dask - threads), _WAY)
    return costs


def main() -> None:
    """Print the measurements, and a table for each number of seconds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("--instance", choices=sorted(INSTANCES), default="pentominoes 6x10")
    parser.add_argument(
        "--seconds",
        type=float,
        nargs="+",
        default=[100.0],
        metavar="S",
        help="of each worker, if it were always busy; default: 100",
    )
    parser.add_argument(
        "--workers", type=int, nargs="+", default=[1, 2, 10, 100, 1_000, 10_000], metavar="N"
    )
    parser.add_argument("--ways", nargs="+", metavar="WAY", help="threads, journal, Dask")
    parser.add_argument(
        "--costs",
        type=float,
        nargs=3,
        metavar="MS",
        help="of a task, each way, as measured before: the same simulation on any machine",
    )
    arguments = parser.parse_args()
    if arguments.costs is not None:
        threads, journal, dask = (each / 1000 for each in arguments.costs)
        costs = _ways(threads, journal, dask)
    else:
        print(f"{machine()}\n")
        with ExitStack() as stack:
            costs = measured(arguments.instance, stack)
    tree = tree_of(arguments.instance)
    print(f"{arguments.instance}: {tree.total:,} nodes, {len(tree.own):,} pieces")
    for seconds in arguments.seconds:
        print(f"\n{seconds:,g} seconds of each worker")
        print(
            f"{'':<18}{'workers':>8}{'seconds':>10}{'at work':>9}{'tasks':>10}{'s a task':>9}"
            f"{'giving out':>11}"
        )
        for name, each in costs.items():
            if arguments.ways and name.split(",")[0] not in arguments.ways:
                continue
            for workers in arguments.workers:
                world = simulate(tree, workers, seconds, each)
                print(
                    f"{name:<18}{workers:>8,}{world.now:>10,.1f}"
                    f"{seconds / world.now:>9.0%}{world.tasks:>10,}"
                    f"{seconds * workers / world.tasks:>9.2f}"
                    f"{world.busy / world.now:>11.0%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
