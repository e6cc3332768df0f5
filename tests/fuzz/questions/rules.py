"""Solutions with rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import exactcover as xc

from ..brute_force import Bag, Truth
from .arguments import a_search, slices_of, some_options
from .checks import Names, check_unique, holds, listed, same


def rules(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    forbidden = [some_options(case, draw, 2) for _ in range(2)]
    longest, modulus = draw.choice([1, 3, 100]), draw.choice([1, 2, 3])

    def allowed(bag: Bag) -> bool:
        """Once refused, refused for all that contains it."""
        return len(bag) <= longest and not any(pair and set(pair) <= set(bag) for pair in forbidden)

    def accepted(bag: Bag) -> bool:
        return sum(bag) % modulus == 0

    def rule(judge: Callable[[Bag], bool]) -> Callable[[Any], Any]:
        if draw.random() < 0.5:
            return lambda solution: judge(names.bag(solution))

        def many(table: Any) -> Any:
            rows = [tuple(option for option in row if option >= 0) for row in table.tolist()]
            return np.array([judge(row) for row in rows], bool)

        return xc.by_chunk(many)

    partial = rule(allowed) if draw.random() < 0.8 else None
    complete = rule(accepted) if draw.random() < 0.6 else None
    wanted = [
        bag
        for bag in truth.bags
        if (partial is None or allowed(bag)) and (complete is None or accepted(bag))
    ]
    how = a_search(case, draw)
    ruled = problem.where(complete=complete, partial=partial)
    iterator = ruled.solutions(**how)
    if draw.random() < 0.5:
        found = listed(iterator.chunks(draw.randint(1, 5)))
    else:
        found = names.bags(iterator)
    same(sorted(found), sorted(wanted), f"solutions with rules, {how}")
    with slices_of(draw):
        again = names.bags(ruled.solutions(**how))
    same(again, found, f"the order of a second run with rules, {how}")
    counted = ruled.count(**how)
    same((counted, counted.complete), (len(wanted), True), f"count with rules, {how}")
    check_unique(ruled.is_unique(**how), wanted, case)
    first = ruled.first(**how)
    same(names.bag(first) if first else None, found[0] if found else None, "first with rules")
    nodes = draw.randint(0, 6)
    stopped = ruled.count(nodes=nodes, **how)
    holds(stopped <= len(wanted) and stopped.nodes <= nodes, f"{stopped!r} after {nodes} nodes")
    holds(not stopped.complete or stopped == len(wanted), "it says that it is complete")
