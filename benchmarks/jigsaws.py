"""Jigsaws counted completely: ``python -m benchmarks.jigsaws``.

Random framed jigsaws with few shapes, n x n. For each: the candidates that the frame leaves, those
that propagation by border sets leaves, and the seconds of propagation and of the search for all
solutions up to turning the board; then the same search without propagation, of the plain model: an
option for every piece, turn and cell that the frame allows. In process after a warm-up; nodes are
the same on every machine. The Picture Puzzles of ``data/pictures`` follow as whole processes,
next to ``python -c "import numpy"``.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

import exactcover as xc
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.picture.bundle import bundle
from exactcover_puzzles.shared.shipped import shipped, shipped_names

from .__main__ import positive
from .machine import machine

__all__ = ["CASES"]

#: Side of the board, shapes, seed.
CASES = (
    (5, 2, 1), (5, 3, 1), (6, 3, 1), (7, 4, 1), (8, 5, 1), (9, 6, 1), (10, 7, 1), (10, 8, 1),
    (11, 9, 1), (12, 10, 1), (12, 14, 1),
)  # fmt: skip


def counted(
    side: int, shapes: int, seed: int, seconds: float, propagate: bool
) -> tuple[JigsawSearch, float, xc.OrbitCount, float]:
    """The search, the seconds of propagation, the count and the seconds of the search."""
    jigsaw = make_jigsaw(side, side, shapes, seed)
    start = time.perf_counter()
    search = JigsawSearch(jigsaw, propagate=propagate)
    middle = time.perf_counter()
    count = search.count(seconds=seconds, reduce=propagate)
    return search, middle - start, count, time.perf_counter() - middle


def jigsaws(seconds: float) -> None:
    """The table of jigsaws."""
    print("board   shapes  candidates     left  propagation s  search s       nodes  solutions"
          "  plain model s       nodes")  # fmt: skip
    warm_up = [(4, 1, 1), (6, 4, 1), (7, 5, 1)]
    for case in (*warm_up, *CASES):
        search, propagation, count, searched = counted(*case, seconds, True)
        _, _, plain, plainly = counted(*case, seconds, False)
        if case in warm_up:
            continue
        assert not (count.complete and plain.complete) or count.free == plain.free
        more = "" if plain.complete else "> "
        side, shapes, _ = case
        print(
            f"{f'{side} x {side}':<8}{shapes:>6}{search.before:>12,}{search.sets.left:>9,}"
            f"{propagation:>15.4f}{searched:>10.3f}{count.nodes:>12,}"
            f"{f'{count.free:,}' if count.complete else '?':>11}{more + f'{plainly:.3f}':>15}"
            f"{plain.nodes:>12,}",
            flush=True,
        )


def pictures(runs: int) -> None:
    """The table of Picture Puzzles."""

    def median(command: list[str], data: bytes = b"") -> float:
        times = []
        for _ in range(runs + 1):
            start = time.perf_counter()
            subprocess.run(command, input=data, capture_output=True, check=True)
            times.append(time.perf_counter() - start)
        return statistics.median(times[1:])

    program = bundle("exactcover_puzzles.picture.standalone", "A benchmark.")
    print(f"\n{'picture puzzle':<22}import numpy s  puzzles picture s  ratio  standalone s")
    for name in shipped_names("pictures"):
        if name == "made" or name.endswith(".picture"):
            continue
        data = shipped("pictures", name).read_bytes()
        numpy = median([sys.executable, "-c", "import numpy"])
        ours = median([sys.executable, "-m", "exactcover_puzzles", "picture"], data)
        alone = median([sys.executable, "-I", "-S", "-c", program], data)
        print(
            f"{name:<22}{numpy:>14.3f}{ours:>19.3f}{ours / numpy:>7.2f}{alone:>14.3f}", flush=True
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each search, default 60")
    parser.add_argument("--runs", type=positive, default=5, help="of each process, default 5")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    jigsaws(arguments.seconds)
    pictures(arguments.runs)


if __name__ == "__main__":
    main()
