"""``python -m tests.fuzz``: random small problems against brute force, for any length of time."""

from __future__ import annotations

import argparse
import itertools
import logging
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from .questions import QUESTIONS
from .runner import Tally, run_case, run_cases

#: Problems that a process gets at a time.
BUNDLE = 200


def tallies(arguments: argparse.Namespace, until: float) -> Iterator[Tally]:
    """The tallies of all problems, as they come."""
    run = partial(run_cases, arguments.seed, arguments.shrunk, until, arguments.question)
    most = arguments.problems
    bundles = (range(k, min(most, k + BUNDLE)) for k in range(0, most, BUNDLE))
    if arguments.jobs == 1:
        yield from map(run, bundles)
        return
    with ProcessPoolExecutor(arguments.jobs, get_context("spawn")) as pool:
        while some := [*itertools.islice(bundles, 2 * arguments.jobs)]:
            yield from pool.map(run, some)


def main() -> int:
    """Run; 1 if there was a difference."""
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument("--seconds", type=float, default=60.0, help="default: 60")
    parser.add_argument("--problems", type=int, default=10**9, help="at most so many")
    parser.add_argument("--shrunk", choices=["half", "all", "none"], default="half",
                        help="the problems that are asked with small thresholds")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="processes; default: 1")
    parser.add_argument("--case", help="one problem alone, by its seed")
    names = [question.__name__ for question in QUESTIONS]
    parser.add_argument("--question", choices=names, help="this question alone")
    parser.add_argument("--most-failures", type=int, default=10, help="then it ends; default: 10")
    arguments = parser.parse_args()
    began, tally = time.time(), Tally()
    if arguments.case is not None:
        run_case(arguments.case, arguments.shrunk, tally, arguments.question)
        print(*tally.failures, sep="\n")
        print(f"{len(tally.failures)} differences in {sum(tally.asked.values())} questions")
        return int(bool(tally.failures))
    reported, failed = began, set[str]()
    for part in tallies(arguments, began + arguments.seconds):
        tally.add(part)
        for failure in part.failures:
            if failure.question not in failed:
                again = f"python -m tests.fuzz --case {failure.seed} --question {failure.question}"
                print(f"\n{failure}\n  again: {again} --shrunk {arguments.shrunk}\n", flush=True)
            else:
                print(f"again: {failure.question}, case {failure.seed}: {failure.told}", flush=True)
            failed.add(failure.question)
        if time.time() - reported > 30:
            reported = time.time()
            done, seconds = sum(tally.problems.values()), reported - began
            print(f"{done:,} problems in {seconds:,.0f} s, {len(tally.failures)} differences",
                  file=sys.stderr, flush=True)  # fmt: skip
        if not part.problems or len(tally.failures) >= arguments.most_failures:
            break
    seconds = time.time() - began
    done = sum(tally.problems.values())
    print(f"seed {arguments.seed}: {done:,} problems in {seconds:,.0f} s, {tally.problems[True]:,}"
          f" with small thresholds, {len(tally.failures)} differences")  # fmt: skip
    print(f"{'question':22}{'asked':>10}{'small':>10}{'refused':>10}")
    for name in names:
        row = tally.asked[name, False], tally.asked[name, True], tally.refused[name]
        print(f"{name:22}{row[0]:10,}{row[1]:10,}{row[2]:10,}")
    return int(bool(tally.failures))


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    sys.exit(main())
