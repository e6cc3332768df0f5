"""Haley's board, in process: ``python -m benchmarks.haley``.

Counts all 330 solutions with each engine, after a warm-up, and prints the median time of the whole
question (stating the problem, propagation, search), the nodes of the search (the same on every
machine), and nodes per second as a ratio to the ``reference`` engine, measured in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import exactcover as xc
from exactcover_puzzles.polyform.haley import haley

from .machine import machine

RUNS = 7
#: The reference engine would take half a minute for all; its speed shows in fewer nodes.
REFERENCE_NODES = 5_000


def seconds(action: Callable[[], object]) -> float:
    """Median time of an action over several runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    options = haley()[0].problem
    items = options.primary
    stated = {option: list(options.items_of(option)) for option in options.options}

    def problem() -> xc.Problem:
        return xc.Problem(items, stated)

    reference = problem()
    reference.reduce()
    search = seconds(lambda: reference.count(engine="reference", nodes=REFERENCE_NODES))
    reference_speed = REFERENCE_NODES / search

    print(f"{machine()}\n")
    print(f"{'engine':<10}{'count':>6}{'nodes':>9}{'whole s':>9}{'search s':>10}{'nodes/s':>12}")
    for engine in ("bitset", "cells"):
        problem().count(engine=engine)  # compiles or loads the kernels
        whole = seconds(lambda engine=engine: problem().count(engine=engine))
        warm = problem()
        count = warm.count(engine=engine)
        search = seconds(lambda engine=engine, warm=warm: warm.count(engine=engine))
        speed = count.nodes / search
        print(
            f"{engine:<10}{count:>6}{count.nodes:>9,}{whole:>9.3f}{search:>10.3f}{speed:>12,.0f}"
            f"  ({speed / reference_speed:.0f} times the reference engine)"
        )
    print(f"{'reference':<44}{reference_speed:>12,.0f}  (over {REFERENCE_NODES:,} nodes)")


if __name__ == "__main__":
    main()
