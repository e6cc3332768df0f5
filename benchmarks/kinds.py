"""Ten puzzles of each kind of puzzle: ``python -m benchmarks.kinds``.

Each is read, solved and judged as a command does it: its first solution, and then, from the start
again, its verdict (whether there is another solution, or their number). Processor seconds, median
and worst of each kind, in one process after a puzzle of the kind that warms up. Ends with code 1 if
a verdict or a count is not the known one.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import NamedTuple

import exactcover as xc

from .__main__ import positive
from .machine import machine
from .wall import KINDS, Instance, Truth

__all__ = ["Timed", "timed"]


class Timed(NamedTuple):
    """Seconds to the first solution and to the verdict, and what was found."""

    first: float
    verdict: float
    found: Truth


def _verdict(kind: str, instance: Instance, seconds: float) -> Truth:
    """What is asked of an instance, in the form of what is known."""
    puzzle = instance.read(kind)
    if isinstance(instance.truth, str):
        answers = puzzle.solutions(2, seconds=seconds)
        found = sum(1 for _ in answers)
        if found < 2 and answers.stopped is not None:
            return "undecided"
        return ("none", "unique", "several")[found]
    if puzzle.misfit is not None:
        return 0
    count = puzzle.count(None, seconds=seconds)
    if not count.complete:
        return "undecided"
    if isinstance(count, xc.OrbitCount) and isinstance(instance.truth, tuple):
        return count.fixed, count.free
    return int(count.fixed if isinstance(count, xc.OrbitCount) else count)


def timed(kind: str, instance: Instance, seconds: float) -> Timed:
    """An instance solved and judged, each within so many seconds."""
    instance.read(kind)  # it is made by now
    began = time.process_time()
    puzzle = instance.read(kind)
    if puzzle.misfit is None:
        next(puzzle.solutions(1, seconds=seconds), None)
    first = time.process_time() - began
    found = _verdict(kind, instance, seconds)
    return Timed(first, time.process_time() - began - first, found)


def main() -> int:
    """Print the table; 1 if something was found that is not known."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kinds", description=__doc__)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=[*KINDS], metavar="KIND")
    parser.add_argument("--seconds", type=positive, default=60, help="the most for an answer")
    parser.add_argument("--each", action="store_true", help="a line for each puzzle as well")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    columns = f"{'median':>8}{'worst':>8}"
    print(f"{'':<12}{'':>7}  {'first solution, s':<20}verdict, s")
    print(f"{'kind':<12}{'puzzles':>7}  {columns}    {columns}  the slowest")
    wrong = 0
    for kind in arguments.kinds:
        timed(kind, KINDS[kind][0], arguments.seconds)
        rows = [(timed(kind, each, arguments.seconds), each) for each in KINDS[kind]]
        for row, each in rows:
            if row.found != each.truth:
                wrong += 1
                print(
                    f"{kind}, {each.name}: {row.found}, and known is {each.truth}", file=sys.stderr
                )
            if arguments.each:
                print(f"    {each.name:<40}{row.first:>8.2f}{row.verdict:>8.2f}  {row.found}")
        first, verdict = ([getattr(row, name) for row, _ in rows] for name in ("first", "verdict"))
        slowest = max(rows, key=lambda pair: max(pair[0][:2]))[1].name
        print(
            f"{kind:<12}{len(rows):>7}  {statistics.median(first):>8.2f}{max(first):>8.2f}    "
            f"{statistics.median(verdict):>8.2f}{max(verdict):>8.2f}  {slowest}",
            flush=True,
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
