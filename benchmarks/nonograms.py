"""Random nonograms: ``python -m benchmarks.nonograms``.

Pictures whose cells are black with a given probability. For each the benchmark measures the
processor time to decide whether its clues have one solution, without the start of the program.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from exactcover_puzzles.nonogram.adapter import Nonogram

from .__main__ import positive
from .machine import machine

__all__ = ["random_clues"]


def random_clues(side: int, percent: int, seed: int) -> tuple[list[list[int]], list[list[int]]]:
    """The lengths of the runs in the rows and in the columns of a random picture."""
    draw = random.Random(seed)
    rows = [[draw.random() < percent / 100 for _ in range(side)] for _ in range(side)]

    def runs(line: list[bool]) -> list[int]:
        text = "".join("#" if black else " " for black in line)
        return list(map(len, text.split()))

    columns = [[row[k] for row in rows] for k in range(side)]
    return list(map(runs, rows)), list(map(runs, columns))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.nonograms", description=__doc__)
    parser.add_argument("--seconds", type=positive, default=10, help="the most for a picture")
    parser.add_argument("--pictures", type=positive, default=5, help="of each kind")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    print("size       black   median s   not finished")
    for side in (10, 20, 30):
        for percent in (50, 60, 70):
            times, open_ones = [], 0
            for seed in range(arguments.pictures):
                puzzle = Nonogram(*random_clues(side, percent, seed))
                began = time.process_time()
                verdict = puzzle.problem.is_unique(seconds=arguments.seconds).verdict
                times.append(time.process_time() - began)
                open_ones += verdict == "undecided"
            median = statistics.median(times)
            print(f"{side} x {side}    {percent} %   {median:8.3f}   {open_ones:12}", flush=True)


if __name__ == "__main__":
    main()
