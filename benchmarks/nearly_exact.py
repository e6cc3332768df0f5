"""Multiplicities and costs: ``python -m benchmarks.nearly_exact``.

Five queens that dominate the chessboard; queens with random costs, an assignment and a packing, to
proven optimality. Beside the assignment stands SciPy's program for assignments, from an array of
costs to the answer. The quickest of several runs, in seconds of the processor, after a warm-up;
nodes are the same on every machine.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable

import exactcover as xc

from .__main__ import positive
from .costly import assignment
from .machine import machine
from .optimizers import OPTIMIZERS, for_assignments

__all__ = ["dominating_queens", "packing", "queens_with_costs"]


def dominating_queens(n: int, queens: int) -> xc.Problem:
    """Queens that see every square of an n x n board (OEIS A002564 counts the least numbers)."""
    squares = list(itertools.product(range(n), repeat=2))

    def sees(one: tuple[int, int], other: tuple[int, int]) -> bool:
        rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
        return rows == 0 or columns == 0 or rows == columns

    bounds: dict[object, int | tuple[int, None]] = dict.fromkeys(squares, (1, None))
    return xc.Problem(
        ["queens", *squares],
        {q: ["queens", *[square for square in squares if sees(q, square)]] for q in squares},
        multiplicity={"queens": queens, **bounds},
    )


def queens_with_costs(n: int, seed: int) -> xc.Problem:
    """The n queens, each square at a random cost from 0 to 999."""
    draw = random.Random(seed)
    squares = list(itertools.product(range(n), repeat=2))
    return xc.Problem(
        [f"{kind}{k}" for kind in "rc" for k in range(n)],
        {(r, c): [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r, c in squares},
        secondary=[f"a{k}" for k in range(2 * n - 1)] + [f"b{k}" for k in range(1 - n, n)],
        costs={square: draw.randint(0, 999) for square in squares},
    )


def packing(items: int, sets: int, seed: int) -> xc.Problem:
    """Sets of 2 to 6 items, worth 5 to 60 each, to be packed without overlap: the dearest."""
    draw = random.Random(seed)
    options = {k: draw.sample(range(items), draw.randint(2, 6)) for k in range(sets)}
    return xc.Problem(
        range(items),
        options,
        multiplicity=dict.fromkeys(range(items), (0, 1)),
        costs={k: -draw.randint(5, 60) for k in options},
    )


def measured(state: Callable[[], xc.Problem], k: int | None, runs: int) -> tuple[float, str]:
    """The shortest time from the problem as stated, and what was found."""
    times, told = [], ""
    for _ in range(runs):
        problem = state()
        start = time.process_time()
        if k is None:
            count = problem.count()
            told = f"{count:,} solutions, {count.nodes:,} nodes"
        else:
            best = problem.minimize(k)
            assert isinstance(best, xc.Optimum)
            assert best.complete
            costs = ", ".join(map(str, best.costs))
            told = f"{costs} proven, {best.nodes:,} nodes"
        times.append(time.process_time() - start)
    return min(times), told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=positive, default=3, help="runs of each, default 3")
    runs = parser.parse_args().runs
    print(f"{machine()}\n")
    dominating_queens(6, 3).count(engine="bitset")
    queens_with_costs(6, 1).minimize()

    took, told = measured(lambda: dominating_queens(8, 5), None, runs)
    print(f"{'five queens dominate 8 x 8':<34}{took:>9.3f}  {told}")
    for n, k in itertools.product((16, 20), (1, 3)):
        took, told = measured(lambda n=n: queens_with_costs(n, 1), k, runs)  # type: ignore[misc]
        print(f"{f'{n} queens with costs, the {k} best':<34}{took:>9.3f}  {told}")
    for most in (1_000, 1_000_000):
        took, told = measured(lambda most=most: assignment(200, 1, most).problem(), 1, runs)  # type: ignore[misc]
        print(f"{f'assignment 200 x 200, to {most:,}':<34}{took:>9.3f}  {told}")
        if OPTIMIZERS["SciPy"].installed:
            peer = for_assignments(assignment(200, 1, most))
            peer()
            times = []
            for _ in range(runs):
                start = time.process_time()
                cost = peer()
                times.append(time.process_time() - start)
            took = min(times)
            print(f"{'  by SciPy linear_sum_assignment':<34}{took:>9.3f}  {cost}")
    took, told = measured(lambda: packing(100, 1_000, 1), 1, runs)
    print(f"{'100 items, 1,000 sets to pack':<34}{took:>9.3f}  {told}")


if __name__ == "__main__":
    main()
