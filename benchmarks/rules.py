"""The cost of user-defined rules: ``python -m benchmarks.rules``.

Domino tilings of 8 x 8 with at most eight lying dominoes: by a rule for whole solutions, as a
function of arrays and of single ones; and by a rule that is asked at each node, in Python and as
kernels. The time is for each node of the search.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import exactcover as xc

from .handing_over import seconds

_SIDE, _MOST = 8, 8


def dominoes() -> xc.Problem:
    """All domino tilings of the board."""
    cells = [(row, column) for row in range(_SIDE) for column in range(_SIDE)]
    return xc.Problem(
        cells,
        [
            [(row, column), other]
            for row, column in cells
            for other in ((row + 1, column), (row, column + 1))
            if other in set(cells)
        ],
    )


@xc.kernel
def lay(state: Any, option: Any) -> Any:
    """Lay a domino. The state: how many lie, and for each option whether it does."""
    if state[0] + state[1 + option] > _MOST:
        return False
    state[0] += state[1 + option]
    return True


@xc.kernel
def take(state: Any, option: Any) -> Any:
    """Take it away."""
    state[0] -= state[1 + option]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each, default 3")
    runs = parser.parse_args().runs
    problem = dominoes()
    lying = np.array([len({row for row, _ in problem.items_of(o)}) == 1 for o in problem.options])

    @xc.by_chunk
    def by_chunk(table: Any) -> Any:
        return (lying[table] & (table >= 0)).sum(axis=1) <= _MOST

    def one_by_one(solution: xc.Solution) -> bool:
        return sum(bool(lying[option]) for option in solution) <= _MOST

    flags = dict(zip(problem.options, lying.tolist(), strict=True))

    def enter(state: list[int], option: Any) -> bool:
        if state[0] + flags[option] > _MOST:
            return False
        state[0] += flags[option]
        return True

    def leave(state: list[int], option: Any) -> None:
        state[0] -= flags[option]

    start = np.append(0, lying.astype(np.int64))
    print(f"{'rule':<34}{'engine':<11}{'solutions':>10}{'nodes':>12}{'s':>8}{'us/node':>9}")
    for text, engine, rules in (
        ("whole solutions, by chunk", "bitset", {"complete": by_chunk}),
        ("whole solutions, one by one", "bitset", {"complete": one_by_one}),
        ("each node, Python", "reference", {"enter": enter, "leave": leave, "start": [0]}),
        ("each node, kernels", "bitset", {"enter": lay, "leave": take, "start": start}),
    ):
        ruled = problem.where(**rules)
        ruled.count(engine=engine, nodes=100)  # compiled by now
        took = seconds(lambda r=ruled, e=engine: r.count(engine=e), runs)
        counted = ruled.count(engine=engine)
        print(
            f"{text:<34}{engine:<11}{counted:>10,}{counted.nodes:>12,}{took:>8.2f}"
            f"{took / counted.nodes * 1e6:>9.2f}"
        )


if __name__ == "__main__":
    main()
