"""Reasons for impossibility that need a search: ``python -m benchmarks.reasons``.

Edge-matching puzzles of which two inner tiles exchanged a colour: every colour is there as often as
before, and mostly every tile fits somewhere. For each the members of the part without a solution
(tiles, cells and seams), and the seconds of this process until it is known.
"""

from __future__ import annotations

import time

import exactcover as xc

from .instances import Instance, _edge_matching

__all__ = ["broken"]


def broken(side: int, colours: int, seed: int) -> xc.Problem:
    """An edge-matching puzzle with an exchanged pair of colours."""
    statement = _edge_matching(side, colours, seed, exchanged=True)
    return Instance("", 0, "", lambda: statement).problem()


def main() -> None:
    broken(4, 3, 0).explain()  # compiled before anything is measured
    print(f"{'tiles':<10}{'colours':>8}{'seed':>6}{'options':>9}{'members':>9}{'of':>5}{'s':>8}")
    for side, colours in ((4, 3), (5, 4), (6, 5)):
        for seed in range(3):
            problem = broken(side, colours, seed)
            start = time.process_time()
            why = problem.explain()
            seconds = time.process_time() - start
            members = "solvable" if why is None else len(why.items)
            n_items = len(problem.primary) + len(problem.secondary)
            print(
                f"{side} x {side:<6}{colours:>8}{seed:>6}{len(problem.options):>9,}"
                f"{members:>9}{n_items:>5}{seconds:>8.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
