"""Solutions with rules."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import numpy as np

import exactcover as xc

from ..brute_force import Bag, Truth
from .arguments import a_search, slices_of, some_options
from .checks import Names, check_unique, holds, listed, partly, same


def rules(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    case, names = truth.case, Names(truth.case)
    forbidden = [some_options(case, draw, 2) for _ in range(2)]
    longest, modulus = draw.choice([1, 3, 100]), draw.choice([1, 2, 3])

    def allowed(bag: Bag) -> bool:
        """Once refused, refused for all that contains it."""
        return len(bag) <= longest and not any(pair and set(pair) <= set(bag) for pair in forbidden)

    def accepted(bag: Bag) -> bool:
        return sum(bag) % modulus == 0

    def many(table: Any) -> Any:
        rows = [tuple(option for option in row if option >= 0) for row in table.tolist()]
        return np.array([accepted(row) for row in rows], bool)

    def enter(state: list[int], option: Hashable) -> bool:
        (number,) = names.numbers([option])
        if not allowed((*state, number)):
            return False
        state.append(number)
        return True

    early = draw.random() < 0.6
    functions: dict[str, Any] = {}
    if early:
        functions = {"enter": enter, "leave": lambda state, option: state.pop(), "start": []}
    late = not early or draw.random() < 0.6
    if late:
        one = draw.random() < 0.5
        functions["complete"] = (
            (lambda found: accepted(names.bag(found))) if one else xc.by_chunk(many)
        )
    wanted = [
        bag for bag in truth.bags if (allowed(bag) or not early) and (accepted(bag) or not late)
    ]
    how = a_search(case, draw)
    if early and how.get("engine") not in (None, "auto", "reference"):
        del how["engine"]  # functions of Python are asked by one engine alone
    ruled = problem.where(**functions)
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
    holds(stopped.nodes <= nodes, f"{stopped.nodes} nodes of {nodes}")
    partly(stopped, len(wanted), f"count(nodes={nodes}) with rules", "nodes")
