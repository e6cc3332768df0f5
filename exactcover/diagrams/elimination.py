"""Trees along which items are decided, chosen to keep the frontier small.

After some items are settled, what is left to do depends on the items that options of settled ones
reach. On a path these are the *frontier* (``item_order.py``). But items that have nothing to do
with each other need not be settled in one line. In an *elimination tree* the parent of an item is
the first later item that it still has to do with, and branches are independent until they meet.
Below an item only the items of its *bag* are partly decided. (Tree decompositions: N. Robertson and
P. Seymour, 1984; by elimination orders: R. Rose, 1972.)

The best order is hard to find. Here the item with the fewest neighbours comes next ("min-degree");
items and their neighbours are those of one option. (To take the one whose neighbours lack the
fewest edges between them, "min-fill", gave up to 7 % fewer states, and took as long as that saved.)

A secondary item is settled like a primary one, as soon as all options with it have been decided.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays
from ..common.deadline import ticking
from .item_order import frontier_sizes, members_of, neighbours, spans

#: Pairs of items in one option that take as long as a member of a set that is looked at.
_PAIRS = 4


@dataclass(frozen=True)
class Tree:
    """Items in the order in which they are settled, each before its parent."""

    #: What it is called.
    name: str
    #: The items; secondary ones too, if options are left with them.
    order: list[int]
    #: Place in the order -> the place of its parent; -1 for none.
    parent: list[int]
    #: The largest number of items that are partly decided at a time.
    width: int
    #: The logarithms to base 2 of the numbers of states in the order, and of their sum, about: no
    #: more, if items have one bit each.
    sizes: Sequence[float]
    states: float

    def excess(self, settled: int, states: int) -> float:
        """The logarithm to base 2 of how many times too high the estimate has been so far.

        ``settled``: items that are settled; ``states``: how many states that has taken.
        """
        return max(0.0, log_sum(self.sizes[: settled + 1]) - math.log2(max(1, states)))

    @property
    def is_path(self) -> bool:
        """Whether nothing branches, so that what is open after each item is one set of items."""
        return all(up == place + 1 for place, up in enumerate(self.parent[:-1]))


def log_sum(exponents: Sequence[float]) -> float:
    """The logarithm to base 2 of a sum of powers of 2."""
    most = max(exponents, default=0.0)
    return most + math.log2(max(1.0, sum(2.0 ** (each - most) for each in exponents)))


def path(compiled: Compiled, order: Sequence[int], name: str) -> Tree:
    """Primary items in a given order, one after the other; secondary ones as soon as possible."""
    _, end = spans(compiled, order)
    there = np.flatnonzero(end >= 0)
    settled = there[np.lexsort((there, end[there]))].tolist()
    last = len(settled) - 1
    parent = [place + 1 if place < last else -1 for place in range(last + 1)]
    sizes = frontier_sizes(compiled, order, secondary=True)
    return Tree(
        name, settled, parent, int(sizes.max(initial=0)), sizes.tolist(), log_sum(sizes.tolist())
    )


def best_tree(
    compiled: Compiled, members: int, tick: Callable[[], None] = lambda: None
) -> Tree | None:
    """A tree of few states, by min-degree; None if that takes too long to find.

    ``members``: how many members of sets are looked at, at most. ``tick`` may end it by raising.
    """
    starts, _, _ = node_arrays(compiled)
    if np.sum(np.diff(starts).astype(np.int64) ** 2) > _PAIRS * members:
        return None
    n_primary, n_items = compiled.n_primary, compiled.n_items
    # Items being eliminated: their neighbours become neighbours of each other.
    beside = neighbours(compiled, tick)
    members_of_option = members_of(compiled, tick) if n_items > n_primary else []
    #: Item -> options with it; only with secondary items.
    options_of: list[list[int]] = [[] for _ in range(n_items)]
    for number, row in enumerate(members_of_option):
        for item in row:
            options_of[item].append(number)
    #: Secondary item -> options with it that are not decided; and which are.
    still = [len(options) for options in options_of]
    decided = bytearray(len(members_of_option))
    #: Items that may come next -> how many neighbours they have.
    now = {item: len(beside[item]) for item in range(n_primary)}
    heap = [(key, item) for item, key in now.items()]
    heapq.heapify(heap)
    order: list[int] = []
    bags: list[set[int]] = []
    work = 0
    for _ in ticking(itertools.count(), tick):
        if not heap or work > members:
            break
        key, item = heapq.heappop(heap)
        if now.get(item) != key:
            continue
        del now[item]
        others = beside[item]
        order.append(item)
        bags.append(others)
        changed = set(others)
        work += len(others) * len(others)
        for other in others:
            mine = beside[other]
            mine |= others
            mine.discard(other)
            mine.discard(item)
        for number in options_of[item] if item < n_primary else ():
            for other in () if decided[number] else members_of_option[number]:
                if other >= n_primary:
                    still[other] -= 1
                    if not still[other]:
                        now[other] = -1
                        changed.add(other)
            decided[number] = 1
        for other in changed:
            if other in now and now[other] != (key := len(beside[other])):
                now[other] = key
                heapq.heappush(heap, (key, other))
    return None if work > members else _tree(order, bags)


def _tree(order: list[int], bags: list[set[int]]) -> Tree:
    """The elimination tree of an order; ``bags``: the later neighbours of each item."""
    place = {item: number for number, item in enumerate(order)}
    parent = [min((place[other] for other in bag), default=-1) for bag in bags]
    exponents: list[float] = [0.0]
    below: list[set[int]] = [set() for _ in order]
    for number, bag in enumerate(bags):
        exponents.append(len(bag) + 1)
        if parent[number] < 0:
            continue
        joined = below[parent[number]]
        if joined:
            # Of an item that both sides may have covered there are three cases, not four.
            both = len(joined & bag)
            exponents.append(len(joined) + len(bag) - 2 * both + both * math.log2(3))
        joined |= bag
    width = max(map(len, bags), default=0)
    return Tree("a tree, fewest neighbours", order, parent, width, exponents, log_sum(exponents))
