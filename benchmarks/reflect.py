"""Reflect: ``python -m benchmarks.reflect``.

The census of 4 x 4 boards, by rows, on one core up to 7 pieces and on all of them beyond. Puzzles
of 4 x 4 by the index, by exact cover after a warm-up, and 1,000 of them as one process. Random 8x8
boards with all beams shown: seconds until a second solution is found, or until it is known that
there is none; runs that take longer than the budget count with it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puzzles.reflect.board import Board
from puzzles.reflect.census import census_row
from puzzles.reflect.cover import CoverSolver
from puzzles.reflect.file import format_puzzle
from puzzles.reflect.generate import Wish, random_board
from puzzles.reflect.index import Index, build_index
from puzzles.reflect.puzzle import Puzzle

from .__main__ import machine, positive

__all__ = ["random_puzzles"]


def random_puzzles(n: int, pieces: int, number: int, seed: int = 1) -> list[Puzzle]:
    """Random boards as puzzles with all beams shown."""
    draw = random.Random(seed)
    wish = Wish(n=n, number=pieces)
    return [Puzzle.of_board(random_board(wish, draw)) for _ in range(number)]


def census(most: int, workers: int) -> None:
    """The rows of the census."""
    census_row(1)
    print("pieces         boards      distinct     clear    unique  threads  seconds")
    total = 0.0
    for pieces in range(most + 1):
        threads = 1 if pieces <= 7 else workers
        start = time.perf_counter()
        row = census_row(pieces, threads)
        took = time.perf_counter() - start
        total += took
        print(
            f"{pieces:>6}{row.boards:>15,}{row.distinct:>14,}{row.clear:>10,}{row.unique:>10,}"
            f"{threads:>9}{took:>9.2f}",
            flush=True,
        )
    print(f"{'all':>6}{total:>65.2f}")


def small(number: int) -> None:
    """4 x 4 puzzles in three ways."""
    puzzles = random_puzzles(4, 5, number)
    with tempfile.TemporaryDirectory() as folder:
        build_index(folder, 5)
        index = Index(folder)
        times: dict[str, list[float]] = {"index": [], "exact cover": []}
        for puzzle in puzzles[:100]:
            for way in times:
                start = time.perf_counter()
                if way == "index":
                    found = list(index.boards(puzzle))
                else:
                    found = list(CoverSolver(puzzle).boards())
                times[way].append(time.perf_counter() - start)
                assert puzzle.board in found
        path = Path(folder) / "puzzles.txt"
        texts = [format_puzzle(puzzle, solution=puzzle.board) for puzzle in puzzles]
        path.write_text("\n".join(texts), encoding="utf-8")
        command = [sys.executable, "-m", "puzzles", "reflect", "solve", str(path), "--limit", "2"]
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        whole = time.perf_counter() - start
    print(
        "4 x 4, 5 pieces, all beams shown: milliseconds, median and slowest of 100 after the first"
    )
    for way, taken in times.items():
        print(f"{way:<14}{1000 * statistics.median(taken[1:]):>9.2f}{1000 * max(taken[1:]):>9.2f}")
    print(f"{number:,} puzzles in one call, as a whole process: {whole:.1f} s")


def large(number: int, seconds: float) -> None:
    """8 x 8 boards."""
    print(f"8 x 8, {number} random boards: one solution or two, seconds")
    print("pieces   median      90 %  slowest  unique  several  undecided")
    for pieces in (10, 15):
        times, verdicts = [], []
        for puzzle in random_puzzles(8, pieces, number):
            start = time.perf_counter()
            solver = CoverSolver(puzzle)
            found = list(solver.boards(2, seconds=seconds))
            times.append(time.perf_counter() - start)
            undecided = solver.stopped == "seconds"
            verdicts.append("undecided" if undecided else "several" if len(found) > 1 else "unique")
        times.sort()
        print(
            f"{pieces:>6}{statistics.median(times):>9.2f}{times[len(times) * 9 // 10]:>10.2f}"
            f"{times[-1]:>9.2f}{verdicts.count('unique'):>8}{verdicts.count('several'):>9}"
            f"{verdicts.count('undecided'):>11}",
            flush=True,
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reflect", description=__doc__)
    parser.add_argument("--most", type=int, default=16, help="pieces of the census; default: 16")
    parser.add_argument("--workers", type=positive, default=2, help="threads; default: 2")
    parser.add_argument("--boards", type=positive, default=100, help="of 8 x 8; default: 100")
    parser.add_argument("--seconds", type=positive, default=10, help="for each; default: 10")
    arguments = parser.parse_args()
    print(machine())
    census(arguments.most, arguments.workers)
    print()
    next(CoverSolver(Puzzle.of_board(Board(4, (0, 1, 2, 3) * 4))).boards())
    small(1000)
    print()
    large(arguments.boards, arguments.seconds)


if __name__ == "__main__":
    main()
