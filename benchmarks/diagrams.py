"""Counting without listing: ``python -m benchmarks.diagrams``.

Each problem is counted by diagram, from the statement to the number, in a process of its own after
a warm-up: the median time of some runs in seconds, the states visited, and the strategy that
finished first. A count that takes more than five seconds is run once. "peak MB" is the peak memory
of the process. For comparison: the time of ``count()``, which begins by listing, and that of
listing alone, if it ends soon enough.

The random graphs are made from seeds (``graphs.py``). "roads" and "far" are random trees with a
fifth more edges: between vertices at distance two, or between any two. Each count may take 2 GB and
the seconds of ``--seconds``; a process that overruns them by far is "ended". Numbers known
from other methods are compared: matchings of Delaunay graphs by Pfaffians, stars in trees from the
leaves. ``--large`` adds problems that take longer.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import exactcover as xc
from exactcover_puzzles.polyform.file import family
from exactcover_puzzles.polyform.grids import SQUARE
from exactcover_puzzles.polyform.haley import haley

from . import graphs
from .__main__ import positive
from .instances import INSTANCES, latin
from .machine import machine

__all__ = ["PROBLEMS", "Row", "dominoes", "matchings", "tilings"]


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


@dataclass(frozen=True)
class Row:
    """A problem of the table."""

    problem: Callable[[], xc.Problem]
    #: The number of solutions, where it is known otherwise.
    truth: Callable[[], int] | None = None
    #: Whether listing ends soon.
    lists: bool = False
    #: Whether it is measured by ``--large`` alone.
    large: bool = False


def _known(problem: Callable[[], xc.Problem], truth: int, lists: bool = False) -> Row:
    return Row(problem, lambda: truth, lists)


def _latin_squares() -> xc.Problem:
    primary, _, options = latin(6)
    return xc.Problem(primary, options)


def _delaunay(n: int) -> Row:
    def problem() -> xc.Problem:
        return graphs.matchings_of(graphs.edges_of(graphs.delaunay(n, 0)))

    return Row(problem, lambda: graphs.planar_matchings(graphs.delaunay(n, 0)))


def _cubic(n: int) -> Row:
    return Row(lambda: graphs.matchings_of(graphs.cubic(n, 0)), large=n > 140)


def _stars(n: int, more: Callable[[list[graphs.Edge], int, int], list[graphs.Edge]]) -> Row:
    return Row(lambda: graphs.stars(more(graphs.tree(n, 0), n // 5, 0)))


def _tree(n: int) -> Row:
    return Row(
        lambda: graphs.stars(graphs.tree(n, 0)),
        lambda: graphs.stars_of_a_tree(graphs.tree(n, 0)),
        large=n > 10_000,
    )


#: What is counted, by name.
PROBLEMS: dict[str, Row] = {
    "dominoes 8 x 8": _known(lambda: dominoes(8, 8), 12_988_816, True),
    "dominoes 10 x 10": _known(lambda: dominoes(10, 10), 258_584_046_368),
    "dominoes 12 x 12": _known(lambda: dominoes(12, 12), 53_060_477_521_960_000),
    "dominoes 16 x 16": _known(lambda: dominoes(16, 16), 2_444_888_770_250_892_795_802_079_170_816),
    "dominoes 4 x 40": _known(lambda: dominoes(4, 40), 721_463_601_671_126_161),
    "dominoes 8 x 30": _known(lambda: dominoes(8, 30), 12_457_255_314_954_679_645_007_780_869),
    "perfect matchings of K20": _known(lambda: matchings(20), 654_729_075),
    "tetrominoes on 8 x 8": _known(lambda: tilings(8, "tetrominoes"), 19_077_209_438),
    "trominoes on 9 x 9": _known(lambda: tilings(9, "trominoes"), 928_789_262_080),
    "pentominoes 6 x 10": _known(INSTANCES["pentominoes 6x10"].problem, 9_356, True),
    "Haley's board": _known(lambda: haley()[0].problem, 330, True),
    "Langford pairs 12": _known(INSTANCES["Langford pairs 12"].problem, 216_288, True),
    "Latin squares 6": Row(_latin_squares, lambda: 812_851_200, large=True),
    **{f"Delaunay matchings {n}": _delaunay(n) for n in (100, 200, 300)},
    **{f"cubic matchings {n}": _cubic(n) for n in (60, 100, 140, 180)},
    **{f"stars, roads {n:,}": _stars(n, graphs.with_roads) for n in (100, 200, 300, 1000)},
    **{f"stars, far {n:,}": _stars(n, graphs.with_far_edges) for n in (100, 200, 300, 1000)},
    **{f"stars, tree {n:,}": _tree(n) for n in (10_000, 100_000)},
}

#: A count that takes so many seconds is not repeated.
_LONG = 5.0
#: What is compiled is compiled by these, or loaded.
_SMALL = ("dominoes 8 x 8", "cubic matchings 60", "stars, roads 100", "Delaunay matchings 100")


def _peak() -> int:
    """The most memory that this process had, in MB."""
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _in_this_process(name: str, method: str, runs: int, limit: float) -> None:
    """Print what a count gives."""
    for each in _SMALL if method != "listing" else ():
        PROBLEMS[each].problem().count(method=method)
    times: list[float] = []
    while len(times) <= runs:
        stated = PROBLEMS[name].problem()
        begun = time.perf_counter()
        count = stated.count(method=method, memory="2GB", seconds=limit)
        times.append(time.perf_counter() - begun)
        if times[0] > _LONG:
            break
    found = {
        "seconds": statistics.median(times[1:] or times),  # the first one may compile
        "count": hex(count),
        "states": count.nodes,
        "way": count.method,
        "stopped": count.stopped,
        "peak": _peak(),
    }
    print(json.dumps(found))


def _found(name: str, method: str, runs: int, limit: float) -> dict[str, Any]:
    """What a count gives, in a process of its own. It is ended if it goes on for long."""
    words = [sys.executable, "-m", "benchmarks.diagrams", "--count", name, method]
    words += ["--runs", str(runs), "--seconds", str(limit)]
    try:
        done = subprocess.run(
            words,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=(runs + 1) * _LONG + limit + 10,
        )
    except subprocess.TimeoutExpired:
        return {"stopped": "ended"}
    return dict(json.loads(done.stdout))


def _line(name: str, runs: int, limit: float) -> str:
    """A row. Raises SystemExit if a count is wrong."""
    row = PROBLEMS[name]
    diagram = _found(name, "diagram", runs, limit)
    found = [diagram]
    if not diagram["stopped"]:
        found += [_found(name, each, runs, limit) for each in ("auto", "listing")[: 1 + row.lists]]
    counts = {int(each["count"], 16) for each in found if not each["stopped"]}
    if row.truth and counts:
        counts.add(row.truth())
    if len(counts) > 1:
        raise SystemExit(f"{name}: the counts differ: {sorted(counts)}")
    cells = [
        {"seconds": f"over {limit:g}"}.get(each["stopped"], each["stopped"])
        or f"{each['seconds']:.4f}"
        for each in found
    ]
    cells += [""] * (3 - len(cells))
    states = f"{diagram['states']:,}" if "states" in diagram else ""
    peak = f"{diagram['peak']:,}" if "peak" in diagram else ""
    way = "" if diagram["stopped"] else diagram["way"]
    line = f"{name:26}{cells[0]:>10}{states:>13}{cells[1]:>11}{cells[2]:>11}{peak:>9}  {way}"
    return line.rstrip()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=positive, default=5)
    parser.add_argument("--seconds", type=positive, default=60, help="the most for a count")
    parser.add_argument("--large", action="store_true", help="also what takes longer")
    parser.add_argument("--only", default="", help="rows with this in their name")
    parser.add_argument("--count", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.count:
        _in_this_process(*arguments.count, arguments.runs, arguments.seconds)
        return
    print(f"{machine()}\n")
    print(f"{'':26}{'diagram s':>10}{'states':>13}{'count() s':>11}{'listing s':>11}  peak MB  way")
    for name, row in PROBLEMS.items():
        if arguments.only in name and (arguments.large or not row.large):
            print(_line(name, arguments.runs, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
