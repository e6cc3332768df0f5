"""The cost of handing over solutions: ``python -m benchmarks.handing_over``.

Solutions one by one as objects and in chunks of option numbers: microseconds per solution, minus
those of counting.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from .instances import INSTANCES
from .machine import machine

_NAMES = ("Langford pairs 12", "14 queens", "Latin squares 5")


def seconds(action: Callable[[], object], runs: int) -> float:
    """Median time of an action over several runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each, default 5")
    runs = parser.parse_args().runs
    print(f"{machine()}\n")
    print(f"{'instance':<24}{'solutions':>12}{'counted':>10}{'in chunks':>14}{'as objects':>14}")
    for name in _NAMES:
        problem = INSTANCES[name].problem()
        number = int(problem.count(method="listing"))
        counted = seconds(problem.count, runs)
        chunks = seconds(lambda p=problem: sum(map(len, p.solutions().chunks())), runs)
        objects = seconds(lambda p=problem: sum(1 for _ in p.solutions()), runs)
        print(
            f"{name:<24}{number:>12,}{counted:>8.3f} s"
            f"{(chunks - counted) / number * 1e6:>+9.2f} us/s."
            f"{(objects - counted) / number * 1e6:>+9.2f} us/s."
        )


if __name__ == "__main__":
    main()
