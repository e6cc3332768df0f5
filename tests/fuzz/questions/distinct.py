"""The number of distinct projections of the solutions on part of a problem."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from typing import Any

import exactcover as xc

from ..brute_force import Bag, Case, Truth
from .arguments import a_search, slices_of
from .checks import partly, proof, refuses, same


def distinct(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case = truth.case
    names, by_items = a_part(case, draw)
    if ambiguous(case, names):
        refuses(xc.DistinctFault, lambda: problem.count(distinct=names))
        return
    expected = len({projection(case, names, by_items, bag) for bag in truth.bags})
    method = draw.choice(["auto", "auto", "listing", "diagram"])
    what = f"count(distinct={names}, {method})"
    memory = draw.choice(["2GB", "1MB"])
    with slices_of(draw):
        answer = problem.count(distinct=iter(names), method=method, memory=memory)
    partly(answer, expected, what, "memory")
    if answer.complete:
        proof(answer.impossible, truth, what)
    how, limit = a_search(case, draw), draw.randint(0, expected + 2)
    answer = problem.count(limit, distinct=names, **how)
    if answer.stopped != "memory":
        same(answer, min(limit, expected), f"count({limit}, distinct={names})")
    partly(answer, expected, f"count({limit}, distinct={names})", "limit", "memory")
    budgets: list[dict[str, Any]] = [{"nodes": draw.choice([0, 1, 2, 5, 20])}, {"seconds": 0.0}]
    for budget in budgets:
        answer = problem.count(distinct=names, **budget, **how)
        partly(answer, expected, f"{budget}, {names}", *budget, "memory")


def a_part(case: Case, draw: random.Random) -> tuple[list[Hashable], bool]:
    """Names of some items or options, and whether they are items."""
    items = [*case.primary, *case.secondary]
    by_items = draw.random() < 0.6
    names = items if by_items else list(case.names)
    most = len(names) if draw.random() < 0.5 else min(len(names), 4)
    chosen = draw.sample(names, draw.randint(0, most))
    return chosen + chosen[: draw.randint(0, 1)], by_items


def ambiguous(case: Case, names: list[Hashable]) -> bool:
    """Whether one of the names is an option and an item."""
    items = {*case.primary, *case.secondary}
    return any(name in items and name in set(case.names) for name in names)


def projection(case: Case, names: list[Hashable], by_items: bool, bag: Bag) -> Hashable:
    """What a solution shows of the part, straight from the definition."""
    part = set(names)
    if not by_items:
        return tuple(option for option in bag if case.names[option] in part)
    traces = [
        frozenset((item, colour) for item, colour in case.options[option] if item in part)
        for option in bag
    ]
    return frozenset(Counter(filter(None, traces)).items())
