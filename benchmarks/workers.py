"""A search on several workers: ``python -m benchmarks.workers``.

The rows: one undivided search; half the time of two such searches in two threads, the best that two
cores of this machine can do; the search in tasks on one thread, without and with a journal (their
overhead), on two threads, and on two workers of a local Dask cluster if ``distributed`` is
installed. The runs alternate in one process and include building the problem. The table has seconds
and the speed relative to the first row, by medians and by minima.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import exactcover as xc
from exactcover.parallel.local_cluster import local_cluster

from .__main__ import positive
from .instances import INSTANCES, Instance, langford
from .machine import machine

__all__ = ["main"]

_NAMES = ("solid pentominoes 2x5x6", "edge matching 7x7")


def ways_of(
    problem: xc.Problem, folder: Path, executor: Executor | None
) -> dict[str, Callable[[int], xc.Count]]:
    """Ways to count, by name; each takes the number of the run."""
    ways: dict[str, Callable[[int], xc.Count]] = {
        "undivided": lambda run: problem.count(engine="bitset"),
        "two at once, half": lambda run: two_at_once(problem),
        "one thread": lambda run: problem.count(workers=1),
        "one thread, journal": lambda run: problem.count(workers=1, journal=folder / f"one-{run}"),
        "two threads": lambda run: problem.count(workers=2),
        "two threads, journal": lambda run: problem.count(workers=2, journal=folder / f"two-{run}"),
    }
    if executor is not None:
        ways["two Dask workers"] = lambda run: problem.count(executor=executor, workers=2)
    return ways


def two_at_once(problem: xc.Problem) -> xc.Count:
    """Count the same twice, each in a thread of its own."""
    with ThreadPoolExecutor(2) as pool:
        one, _ = pool.map(lambda _: problem.count(engine="bitset"), range(2))
    return one


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--runs", type=positive, default=11, help="of each; default: 11")
    parser.add_argument(
        "--long", action="store_true", help="only Langford pairs of 15, once each: two minutes"
    )
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    print(f"{'':<48}{'median':>8}{'least':>8}{'times':>8}{'times':>8}")
    with ExitStack() as stack:
        executor: Any = None
        if find_spec("distributed") is not None:
            cluster = stack.enter_context(local_cluster(2))
            executor = stack.enter_context(cluster.get_client()).get_executor()
        instances = [INSTANCES[name] for name in _NAMES]
        if arguments.long:
            source = "OEIS A014552, twice"
            instances = [Instance("Langford pairs 15", 79_619_280, source, lambda: langford(15))]
        for instance in instances:
            name = instance.name
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            ways = ways_of(instance.problem(), folder, executor)
            times: dict[str, list[float]] = {way: [] for way in ways}
            for run in range(1 if arguments.long else arguments.runs + 1):
                for way, count in ways.items():
                    start = time.perf_counter()
                    assert count(run) == instance.count
                    if run or arguments.long:  # the first one compiles, and sends the problem
                        took = time.perf_counter() - start
                        times[way].append(took / 2 if way.startswith("two at once") else took)
            whole = times["undivided"]
            for way, taken in times.items():
                median, least = statistics.median(taken), min(taken)
                print(
                    f"{name:<26}{way:<22}{median:>8.3f}{least:>8.3f}"
                    f"{statistics.median(whole) / median:>8.2f}{min(whole) / least:>8.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
