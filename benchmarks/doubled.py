"""Jigsaws with two solutions: ``python -m benchmarks.doubled``.

Four tables, in process, one core, after a warm-up that compiles. The time to find all perfect
doubled scrambles (both classes; nodes are the same in every run). The time until the first ideal
puzzle, over seven seeds, and to prove it by two engines. The number of candidates that the search
for puzzles with repeated shapes goes through, compared with plain Python (``plain_doubles.py``).
The time to make such a puzzle of 6 x 6 pieces or more.
"""

from __future__ import annotations

import argparse
import statistics
import time

from exactcover_puzzles.doubles.double import DoubleSearch
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.doubles.two_solutions import proven

from .__main__ import positive
from .machine import machine
from .plain_doubles import PlainDoubles

__all__ = ["KNOWN"]

#: Columns, rows: perfect doubled scrambles of the first and of the second class.
KNOWN = {
    (3, 3): (7,), (3, 5): (45, 20), (4, 4): (63,), (2, 8): (363, 102), (3, 7): (887, 332),
    (4, 6): (2789, 536), (5, 5): (16915,), (3, 9): (29021, 6164),
}  # fmt: skip
#: Sides of squares for ideal puzzles.
SIDES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 21, 25, 33)
_SEEDS = 7


def perfect(runs: int) -> None:
    """All perfect doubled scrambles."""
    print("board    first class  second class        nodes  seconds")
    for (columns, rows), known in KNOWN.items():
        sides = Sides(columns, rows)
        times, numbers, nodes = [], [], 0
        for _ in range(runs):
            start = time.perf_counter()
            numbers, nodes = [], 0
            for corner in range(sides.n_classes):
                search = PerfectSearch(sides, corner)
                number = 0
                while not search.done:
                    number += len(search.run(1_000_000)[0])
                numbers.append(number)
                nodes += search.nodes
            times.append(time.perf_counter() - start)
        assert tuple(numbers) == known
        second = f"{numbers[1]:,}" if len(numbers) > 1 else ""
        print(
            f"{f'{columns} x {rows}':<8}{numbers[0]:>12,}{second:>14}{nodes:>13,}"
            f"{statistics.median(times):>9.3f}",
            flush=True,
        )


def ideal(sizes: tuple[int, ...], seconds: float) -> None:
    """The first ideal puzzle, and its proof."""
    print("board    found s: median, slowest   bitset s  cells s   way (first seed)")
    for side in sizes:
        times = []
        first = None
        for seed in range(1, _SEEDS + 1):
            start = time.perf_counter()
            until = start + seconds
            search = IdealSearch(Sides(side, side), seed)
            puzzle = next(search.puzzles(lambda until=until: time.perf_counter() < until), None)
            times.append(time.perf_counter() - start)
            first = first or puzzle
        if first is None:
            print(f"{f'{side} x {side}':<8} not found in {seconds:g} s", flush=True)
            continue
        proofs = []
        for engine in ("bitset", "cells"):
            start = time.perf_counter()
            assert proven(first, engine=engine)
            proofs.append(time.perf_counter() - start)
        print(
            f"{f'{side} x {side}':<8}{statistics.median(times):>15.3f}{max(times):>9.3f}"
            f"{proofs[0]:>11.3f}{proofs[1]:>9.3f}   {first.way}",
            flush=True,
        )


def against_plain_python(seconds: float) -> None:
    """Candidates for 5 x 5 pieces, each shape at most ten times."""
    search = DoubleSearch(Sides(5, 5), 10, seed=1)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        search.two_solutions()
    took = time.perf_counter() - start
    plain = PlainDoubles(5, 5, 10, seed=1)
    plainly = plain.run(4 * seconds)
    ours = search.tried["candidates"] / took, search.tried["exactly two solutions"] / took
    theirs = plain.candidates / plainly, plain.found / plainly
    print("5 x 5, at most 10 repeats         here  plain Python    ratio")
    for what, one, other in zip(
        ("candidates a second", "puzzles with two solutions a second"), ours, theirs, strict=True
    ):
        ratio = one / other if other else float("inf")
        print(f"{what:<36}{one:>12,.0f}{other:>12,.1f}{ratio:>9,.0f}", flush=True)


def double(cases: tuple[tuple[int, int, int], ...]) -> None:
    """The first puzzle with repeated shapes."""
    print("board    at most  found s: median, slowest")
    for columns, rows, most in cases:
        times = []
        for seed in range(1, _SEEDS + 1):
            start = time.perf_counter()
            next(DoubleSearch(Sides(columns, rows), most, seed).puzzles())
            times.append(time.perf_counter() - start)
        print(
            f"{f'{columns} x {rows}':<8}{most:>8}{statistics.median(times):>15.4f}"
            f"{max(times):>9.4f}",
            flush=True,
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.doubled", description=__doc__)
    parser.add_argument("--runs", type=positive, default=3, help="default: 3")
    parser.add_argument("--seconds", type=positive, default=60, help="for a puzzle; default: 60")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    # Everything that is measured is compiled, or loaded, first.
    warm = next(IdealSearch(Sides(6, 6)).puzzles())
    for engine in ("bitset", "cells"):
        proven(warm, engine=engine)
    next(DoubleSearch(Sides(5, 5), 10).puzzles())
    perfect(arguments.runs)
    print()
    ideal(SIDES, arguments.seconds)
    print()
    against_plain_python(2.0)
    print()
    double(((5, 5, 10), (6, 6, 10), (6, 7, 8), (8, 8, 10), (10, 10, 4)))


if __name__ == "__main__":
    main()
