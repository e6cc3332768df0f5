"""A search to watch: Algorithm X with propagation, in single steps.

It works like the engines: take forced options, branch on the item with the fewest options, try them
in turn. After each choice propagation removes what no solution contains (:meth:`Problem.reduce`),
so there are few steps, and each has a reason. It is slow, and meant to be watched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import exactcover as xc


class Seen(NamedTuple):
    """One step.

    ``action``: "branch" (on ``item``, which has ``size`` options left), "try" (``options`` has the
    one that is chosen), "force" (those that propagation chooses), "dead" (``item`` has no option
    left), "solution" (all that are chosen) or "back" (the choice of this depth is taken back).
    ``removed``: how many options propagation removed. ``sizes``: for "branch", how many options
    each open item has left.
    """

    action: str
    depth: int
    options: tuple[Any, ...] = ()
    item: Any = None
    size: int = 0
    removed: int = 0
    sizes: Mapping[Any, int] = MappingProxyType({})


def watched(problem: xc.Problem) -> Iterator[Seen]:
    """The steps of a search for all solutions, in depth-first order."""
    yield from _below(problem, 0, frozenset(problem.given_options))


def _below(problem: xc.Problem, depth: int, chosen: frozenset[Any]) -> Iterator[Seen]:
    reduction = problem.reduce()
    if reduction.impossible is not None:
        yield Seen("dead", depth, item=reduction.impossible.item)
        return
    forced = tuple(option for option in reduction.forced if option not in chosen)
    live = problem.reduced().live_options
    if forced:
        yield Seen("force", depth, forced, removed=len(reduction.removed))
        chosen = chosen.union(forced)
    left = {item: need for item, need in _needs(problem).items() if need > 0}
    for option in chosen:
        for item in problem.items_of(option):
            if item in left:
                left[item] -= 1
    options: dict[Any, list[Any]] = {item: [] for item, need in left.items() if need > 0}
    for option in live:
        if option not in chosen:
            for item in problem.items_of(option):
                if item in options:
                    options[item].append(option)
    if not options:
        yield Seen("solution", depth, tuple(chosen))
        return
    item = min(options, key=lambda each: len(options[each]))
    sizes = {each: len(left) for each, left in options.items()}
    yield Seen("branch", depth, item=item, size=sizes[item], sizes=sizes)
    tried: list[Any] = []
    for option in options[item]:
        yield Seen("try", depth + 1, (option,), item)
        # A solution may have several options of an item; it is found below the first of them.
        yield from _below(problem.given(option).without(*tried), depth + 1, chosen | {option})
        yield Seen("back", depth + 1, (option,), item)
        tried.append(option)


def _needs(problem: xc.Problem) -> dict[Any, int]:
    """How many options each primary item needs."""
    stated = problem.multiplicity
    return {item: stated[item][0] if item in stated else 1 for item in problem.primary}
