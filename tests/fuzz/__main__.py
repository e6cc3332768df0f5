"""``python -m tests.fuzz``: random small problems against a brute force, as long as one likes."""

from __future__ import annotations

import argparse
import itertools
import logging
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context

from .questions import QUESTIONS
from .runner import Failure, Tally, run_case, run_cases

#: Problems that a process gets at a time.
BUNDLE = 200


def bundles(
    seed: str, problems: int, shrunk: str, until: float, jobs: int, only: str | None = None
) -> Iterator[Tally]:
    """The tallies of all, as they come."""
    starts = iter(range(0, problems, BUNDLE))
    if jobs == 1:
        for start in starts:
            if time.time() > until:
                return
            numbers = range(start, min(problems, start + BUNDLE))
            yield run_cases(seed, numbers, shrunk, until, only)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        at_work = set()
        while True:
            for start in itertools.islice(starts, 2 * jobs - len(at_work)):
                numbers = range(start, min(problems, start + BUNDLE))
                at_work.add(pool.submit(run_cases, seed, numbers, shrunk, until, only))
            if not at_work:
                return
            finished, at_work = wait(at_work, return_when=FIRST_COMPLETED)
            for future in finished:
                tally = future.result()
                yield tally
                if not tally.problems:
                    starts = iter(())


def shown(failure: Failure, shrunk: str) -> str:
    """A failure, and how to see it again."""
    again = f"python -m tests.fuzz --case {failure.seed} --question {failure.question}"
    return f"\n{failure}\n  again: {again} --shrunk {shrunk}\n"


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
        for failure in tally.failures:
            print(shown(failure, arguments.shrunk))
        print(f"{len(tally.failures)} differences in {sum(tally.asked.values())} questions")
        return int(bool(tally.failures))
    until, reported = began + arguments.seconds, began
    failed: set[str] = set()
    for part in bundles(
        arguments.seed,
        arguments.problems,
        arguments.shrunk,
        until,
        arguments.jobs,
        arguments.question,
    ):
        tally.add(part)
        for failure in part.failures:
            if failure.question not in failed:
                print(shown(failure, arguments.shrunk), flush=True)
            else:
                print(f"again: {failure.question}, case {failure.seed}: {failure.told}", flush=True)
            failed.add(failure.question)
        if time.time() - reported > 30:
            reported = time.time()
            done, seconds = sum(tally.problems.values()), reported - began
            print(f"{done:,} problems in {seconds:,.0f} s, {len(tally.failures)} differences",
                  file=sys.stderr, flush=True)  # fmt: skip
        if len(tally.failures) >= arguments.most_failures:
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
