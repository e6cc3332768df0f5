"""A single engine, cut into slices and divided at its open prefixes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import exactcover as xc
from exactcover.engines import choose
from exactcover.statement.order import as_order, ordered

from ..brute_force import Bag, Truth
from .arguments import ENGINES, an_order
from .checks import all_of, holds, same, some_of


def slices(problem: xc.Problem, truth: Truth, draw: random.Random) -> None:
    """An engine alone, cut into slices, and its open prefixes searched by another engine."""
    engines = (*ENGINES, "learning", "restarts")
    how = {"engine": draw.choice(engines), "reduce": draw.random() < 0.5}
    reduction = _reduction(problem, how["reduce"])
    if reduction.impossible is not None:
        return same(len(truth), 0, "solutions of a problem that propagation finds impossible")
    core = reduction.core
    compiled = ordered(core, as_order(an_order(truth.case, draw)), problem._model)

    def whole(row: Iterable[int]) -> Bag:
        """The options that were stated; those that rules have added follow them."""
        chosen = [*reduction._taken, *(core.options[k] for k in row if k >= 0)]
        return tuple(sorted(k for k in chosen if k < len(truth.case.options)))

    search = choose.start(compiled, how["engine"])
    found, silent = [], 0
    while not search.done:
        nodes, limit, before = draw.randint(1, 4), draw.randint(1, 3), search.nodes
        kind = draw.random()
        if kind < 0.3:
            now = search.count(nodes, limit)
            silent += now
        elif kind < 0.65:
            rows = [whole(row) for row in search.collect(nodes, limit)]
            now, found = len(rows), found + rows
        else:
            rows = [whole(row) for row in search.collect_table(nodes, limit).tolist()]
            now, found = len(rows), found + rows
        holds(now <= limit, f"{now} solutions of {limit}")
        holds(search.nodes - before <= nodes, f"{search.nodes - before} nodes of {nodes}, {how}")
    same(len(found) + silent, len(truth), f"slices of {how}")
    some_of(found, truth, f"slices of {how}")
    return prefixes(compiled, whole, truth, draw)


def _reduction(problem: xc.Problem, reduce: bool) -> Any:
    from exactcover.propagation.reduce import reduction_of

    return reduction_of(problem._statement, reduce, True, lambda: None)


def prefixes(
    compiled: Any, whole: Callable[[Iterable[int]], Bag], truth: Truth, draw: random.Random
) -> None:
    """A search that is given up and goes on below its open prefixes, again and again."""
    found: list[Bag] = []
    left: list[tuple[int, ...]] = [()]
    given_up, most, again = 0, draw.choice([6, 60]), None
    while left:
        prefix = left.pop(draw.randrange(len(left)))
        engine = draw.choice(ENGINES[1:])
        search: Any = None
        if engine == "bitset" and again is not None:
            search = again  # as the tasks of a worker follow each other
            again.restart(prefix, forget=False)
        else:
            search = choose.start_below(compiled, engine, prefix)
        again = search if engine == "bitset" else again
        while not search.done:
            # In an odd order a long chain has very many nodes.
            nodes = draw.randint(1, most) if given_up < 200 else 10**6
            found += map(whole, search.collect(nodes, 10**6))
            if given_up < 200 and draw.random() < 0.7:
                given_up += 1
                break
        parts = search.open_prefixes()
        shares = [part.share for part in parts]
        holds(all(0 < share <= 1 for share in shares) and sum(shares) <= 1 + 1e-9, f"{shares}")
        same(search.done, not parts, "a search is done that leaves something, or the reverse")
        left += [part.prefix for part in parts]
    all_of(found, truth, "searches below open prefixes")
