"""The cost of handing over solutions: ``python -m benchmarks.handing_over``.

Solutions one by one as objects and in chunks of option numbers: microseconds per solution, minus
those of counting. And a batch of easy Sudokus: puzzles per second, from lines to lines.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from exactcover_puzzles.sudoku.lines import clues, line_of
from exactcover_puzzles.sudoku.model import usual

from .instances import INSTANCES
from .machine import machine

_NAMES = ("Langford pairs 12", "14 queens", "Latin squares 5")
_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def seconds(action: Callable[[], object], runs: int) -> float:
    """Median time of an action over several runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def easy_sudokus(number: int, n_clues: int = 36, seed: int = 1) -> list[str]:
    """Puzzles with one solution each: a solved grid shuffled, then all but so many clues gone."""
    draw = random.Random(seed)

    def lines() -> list[int]:
        return [3 * band + k for band in draw.sample(range(3), 3) for k in draw.sample(range(3), 3)]

    puzzles: list[str] = []
    while len(puzzles) < number:
        batch = []
        for _ in range(number):
            digits = dict(zip("123456789", draw.sample("123456789", 9), strict=True))
            rows, columns = lines(), lines()
            grid = [digits[_SOLVED[9 * row + column]] for row in rows for column in columns]
            kept = set(draw.sample(range(81), n_clues))
            batch.append("".join(c if k in kept else "." for k, c in enumerate(grid)))
        verdicts = usual().problem.batch(map(clues, batch)).is_unique()
        puzzles += [line for line, unique in zip(batch, verdicts, strict=True) if unique]
    return puzzles[:number]


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
    puzzles = easy_sudokus(10_000)
    empty = usual().problem

    def solve(lines: list[str]) -> list[str]:
        answers: Any = empty.batch(map(clues, lines)).first()
        return list(map(line_of, answers))

    solve(puzzles[:5])
    took = seconds(lambda: solve(puzzles), runs)
    print(f"10,000 easy Sudokus (36 clues), line to line: {len(puzzles) / took:,.0f} a second")


if __name__ == "__main__":
    main()
