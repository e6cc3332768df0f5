"""Counting without listing: ``python -m benchmarks.diagrams``.

Each problem is counted by diagram, from the problem as stated to the number, in process after a
warm-up: the median of some runs in seconds, the states visited, and the way that was done
first. Beside it what ``count()`` takes, which begins by listing; and, where that ends soon enough,
listing alone. ``--large`` adds Latin squares of order 6, which take 2 GB and some ten seconds.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable, Iterator

import exactcover as xc
from exactcover_puzzles.polyform.file import family
from exactcover_puzzles.polyform.grids import SQUARE
from exactcover_puzzles.polyform.haley import haley

from .__main__ import positive
from .instances import INSTANCES, latin
from .machine import machine

__all__ = ["PROBLEMS", "dominoes", "matchings", "tilings"]


def dominoes(rows: int, columns: int) -> xc.Problem:
    """All tilings by dominoes, OEIS A099390."""
    cells = list(itertools.product(range(rows), range(columns)))
    pairs = [(a, (a[0] + down, a[1] + 1 - down)) for a in cells for down in (1, 0)]
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in set(cells)])


def matchings(n: int) -> xc.Problem:
    """The perfect matchings of the complete graph: n - 1 times n - 3 times ... 1."""
    return xc.Problem(range(n), list(itertools.combinations(range(n), 2)))


def tilings(side: int, pieces: str) -> xc.Problem:
    """Tilings of a square by the free polyominoes of a family, each used any number of times."""
    board = set(itertools.product(range(side), repeat=2))
    options = set()
    for cells in family(pieces).values():
        for motion in SQUARE.motions:
            shape = SQUARE.to_origin([motion(cell) for cell in cells])
            for down, right in itertools.product(range(side), range(-side, side)):
                moved = tuple(sorted((r + down, c + right) for r, c in shape))
                if board.issuperset(moved):
                    options.add(moved)
    return xc.Problem(sorted(board), sorted(options))


#: Name -> (the problem, its number of solutions, whether listing ends soon).
PROBLEMS: dict[str, tuple[Callable[[], xc.Problem], int, bool]] = {
    "dominoes 8 x 8": (lambda: dominoes(8, 8), 12_988_816, True),
    "dominoes 10 x 10": (lambda: dominoes(10, 10), 258_584_046_368, False),
    "dominoes 12 x 12": (lambda: dominoes(12, 12), 53_060_477_521_960_000, False),
    "dominoes 16 x 16": (
        lambda: dominoes(16, 16),
        2_444_888_770_250_892_795_802_079_170_816,
        False,
    ),
    "dominoes 4 x 40": (lambda: dominoes(4, 40), 721_463_601_671_126_161, False),
    "dominoes 8 x 30": (lambda: dominoes(8, 30), 12_457_255_314_954_679_645_007_780_869, False),
    "perfect matchings of K20": (lambda: matchings(20), 654_729_075, False),
    "tetrominoes on 8 x 8": (lambda: tilings(8, "tetrominoes"), 19_077_209_438, False),
    "trominoes on 9 x 9": (lambda: tilings(9, "trominoes"), 928_789_262_080, False),
    "pentominoes 6 x 10": (INSTANCES["pentominoes 6x10"].problem, 9_356, True),
    "Haley's board": (lambda: haley()[0].problem, 330, True),
    "Langford pairs 12": (INSTANCES["Langford pairs 12"].problem, 216_288, True),
}


def _seconds(problem: Callable[[], xc.Problem], runs: int, method: str) -> tuple[float, xc.Count]:
    times = []
    for _ in range(runs):
        stated = problem()
        begun = time.perf_counter()
        count = stated.count(method=method, memory="4GB")
        times.append(time.perf_counter() - begun)
    return statistics.median(times), count


def _lines(runs: int, large: bool) -> Iterator[str]:
    yield f"{'':26}{'diagram s':>10}{'states':>12}{'count() s':>11}{'listing s':>11}  way"
    problems = dict(PROBLEMS)
    if large:
        primary, _, options = latin(6)
        problems["Latin squares 6"] = (lambda: xc.Problem(primary, options), 812_851_200, False)
    for name, (problem, truth, lists) in problems.items():
        _seconds(problem, 1, "diagram")  # what is to be compiled is compiled
        each = runs if name in PROBLEMS else 1
        diagram, counted = _seconds(problem, each, "diagram")
        auto, also = _seconds(problem, each, "auto")
        listing = f"{_seconds(problem, each, 'listing')[0]:11.3f}" if lists else " " * 11
        if not counted == also == truth:
            raise SystemExit(f"{name}: {counted} by diagram, {also} by count(), not {truth}")
        yield f"{name:26}{diagram:10.4f}{counted.nodes:12,}{auto:11.4f}{listing}  {counted.method}"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=positive, default=5)
    parser.add_argument("--large", action="store_true", help="Latin squares of order 6 as well")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    for line in _lines(arguments.runs, arguments.large):
        print(line, flush=True)


if __name__ == "__main__":
    main()
