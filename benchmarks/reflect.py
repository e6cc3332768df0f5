"""Reflect: ``python -m benchmarks.reflect``.

The census of 4 x 4 boards, by rows, on one core up to 7 pieces and on all of them beyond. Puzzles
of 4 x 4 by the index, by exact cover after a warm-up, and 1,000 of them as one process. Random 8x8
boards with all beams shown, by exact cover and by SAT: seconds until a second solution is found or
excluded; a run over budget counts as the budget. Boards that their beams determine: the time to
make one, and the fewest beams that suffice.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import exactcover as xc
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.cover import CoverSolver
from exactcover_puzzles.reflect.fewest import fewest_beams
from exactcover_puzzles.reflect.file import format_puzzle
from exactcover_puzzles.reflect.generate import Wish, random_board, unique_board
from exactcover_puzzles.reflect.puzzle import ALL, STRICT, BeamPuzzle
from exactcover_puzzles.reflect.solver import Solver
from results.reflect.census import CensusWork, census_row, rows_of
from results.reflect.index import Index, build_index

from .__main__ import positive
from .machine import machine

__all__ = ["random_puzzles"]


def random_puzzles(n: int, pieces: int, number: int, seed: int = 1) -> list[BeamPuzzle]:
    """Random boards as puzzles with all beams shown."""
    draw = random.Random(seed)
    wish = Wish(n=n, number=pieces)
    return [BeamPuzzle.of_board(random_board(wish, draw)) for _ in range(number)]


def census(most: int, workers: int) -> None:
    """The rows of the census, each on one core, and then all of them divided among workers."""
    census_row(1)
    print("pieces         boards      distinct     clear    unique  seconds")
    total = 0.0
    for pieces in range(most + 1):
        start = time.perf_counter()
        row = census_row(pieces)
        assert row is not None
        took = time.perf_counter() - start
        total += took
        print(
            f"{pieces:>6}{row.boards:>15,}{row.distinct:>14,}{row.clear:>10,}{row.unique:>10,}"
            f"{took:>9.2f}",
            flush=True,
        )
    print(f"{'all':>6}{total:>56.2f}")
    start = time.perf_counter()
    rows_of(xc.divide(CensusWork(0, most), workers=workers))
    print(f"all, {workers} threads: {time.perf_counter() - start:.2f} seconds")


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
        command = [sys.executable, "-m", "results", "look-up", folder, str(path), "--limit", "2"]
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
    print("engine  pieces   median      90 %  slowest  unique  several  undecided")
    for engine, pieces in itertools.product(("cover", "sat"), (10, 15)):
        times, verdicts = [], []
        solver = Solver(ALL, engine)
        for puzzle in random_puzzles(8, pieces, number):
            start = time.perf_counter()
            found = list(solver.boards(puzzle, 2, seconds=seconds))
            times.append(time.perf_counter() - start)
            undecided = solver.stopped == "seconds"
            verdicts.append("undecided" if undecided else "several" if len(found) > 1 else "unique")
        times.sort()
        print(
            f"{engine:<6}{pieces:>8}{statistics.median(times):>9.2f}"
            f"{times[len(times) * 9 // 10]:>10.2f}{times[-1]:>9.2f}"
            f"{verdicts.count('unique'):>8}{verdicts.count('several'):>9}"
            f"{verdicts.count('undecided'):>11}",
            flush=True,
        )


def made(number: int) -> None:
    """Boards that are told by their beams, and the fewest of these."""
    print(f"made, {number} of each by SAT: a board told by its beams, then the fewest; seconds")
    print("  size  pieces  balls  reading     board    fewest     beams    needed")
    wishes = [(4, 8, 1, STRICT), (6, 8, 1, STRICT), (8, 10, 1, STRICT), (8, 15, 2, ALL)]
    for n, pieces, balls, reading in wishes:
        solver, draw = Solver(reading, "sat"), random.Random(1)
        taken: list[list[float]] = []
        while len(taken) < number:
            start = time.perf_counter()
            board = unique_board(
                Wish(n, None, pieces, balls, reading=reading), solver, draw, xc.Deadline()
            )
            assert board is not None
            middle = time.perf_counter()
            shown = fewest_beams(board, solver, nodes=200_000)
            if shown is not None:
                of_all = len(set(map(frozenset, enumerate(board.beams))))
                end = time.perf_counter()
                taken.append([middle - start, end - middle, of_all, len(shown)])
        medians = [statistics.median(column) for column in zip(*taken, strict=True)]
        print(
            f"{f'{n} x {n}':>6}{pieces:>8}{balls:>7}  {reading:<7}{medians[0]:>10.2f}"
            f"{medians[1]:>10.2f}{medians[2]:>10.0f}{medians[3]:>10.0f}",
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
    print(f"{machine()}\n")
    census(arguments.most, arguments.workers)
    print()
    next(CoverSolver(BeamPuzzle.of_board(Board(4, (0, 1, 2, 3) * 4))).boards())
    small(1000)
    print()
    large(arguments.boards, arguments.seconds)
    print()
    made(5)


if __name__ == "__main__":
    main()
