"""Orders of the primary items that keep the frontier small.

After some items are settled, the *frontier* consists of the open items that options of settled
ones reach. At a frontier of k items a graph has up to 2^k states, and often many of them. So
orders of small frontier are tried:

* as declared;
* by breadth from an end of the problem (E. Cuthill and J. McKee, "Reducing the bandwidth of sparse
  symmetric matrices", 1969, with a pseudo-peripheral start after George and Liu);
* greedily: next comes the item that makes the frontier smallest (the "min-cut" heuristics of
  path-width), with and without a look at the items that can follow it for nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_entries, primary_lengths
from ..common.deadline import ticking
from ..kernels.bits.array_types import Int64s

#: Problems with more pairs of items in one option are taken in the order of declaration.
_MOST_PAIRS = 2_000_000
#: Pairs of items that the greedy order looks at before it is given up: a second or two.
_MOST_WORK = 20_000_000
#: If cheaper orders have wider frontiers than this, and items are fewer than that, looking ahead is
#: tried as well.
_NARROW, _FEW_ITEMS = 24, 150
#: The order of declaration is kept if no frontier is narrower, and their sum not by this factor.
_HARDLY_NARROWER = 1.05
#: An order of all items is taken if it is narrower by this factor.
_MUCH_NARROWER = 0.75


def ranks(compiled: Compiled, order: Sequence[int]) -> tuple[Int64s, Int64s]:
    """The place of each item in an order of the primary items; the first place of each option.

    Secondary items, and options without a primary item, have the place ``n_primary``. O(nodes).
    """
    starts, items, _ = node_arrays(compiled)
    n_primary = compiled.n_primary
    rank = np.full(compiled.n_items, n_primary, np.int64)
    rank[np.asarray(order, np.int64)] = np.arange(n_primary)
    first = np.full(compiled.n_options, n_primary, np.int64)
    np.minimum.at(first, option_of_entries(starts), rank[items])
    return rank, first


def spans(compiled: Compiled, order: Sequence[int]) -> tuple[Int64s, Int64s]:
    """For each item the place of the order from which on it is partly decided, and the last one.

    A secondary item is decided when all options with it are; -1 if no option has it. O(nodes).
    """
    starts, items, _ = node_arrays(compiled)
    n_primary = compiled.n_primary
    rank, first = ranks(compiled, order)
    branch = first[option_of_entries(starts)]
    last = np.full(compiled.n_items, -1, np.int64)
    begin = np.full(compiled.n_items, n_primary, np.int64)
    decided = branch < n_primary
    np.maximum.at(last, items[decided], branch[decided])
    np.minimum.at(begin, items[decided], branch[decided])
    last[:n_primary] = rank[:n_primary]
    return np.minimum(begin, last), last


def frontier_sizes(compiled: Compiled, order: Sequence[int], secondary: bool = False) -> Int64s:
    """For each place of an order, how many items are partly decided after it; O(nodes).

    ``secondary``: whether secondary items count as well.
    """
    begin, last = spans(compiled, order)
    there = np.flatnonzero(last >= 0)
    if not secondary:
        there = there[there < compiled.n_primary]
    n_primary = compiled.n_primary
    changes = np.bincount(begin[there], minlength=n_primary) - np.bincount(
        last[there], minlength=n_primary
    )
    return np.cumsum(changes)


def best_order(
    compiled: Compiled, tick: Callable[[], None] = lambda: None, ahead: bool = True
) -> tuple[list[int], str, int]:
    """An order of the primary items whose largest frontier is small, its name, and that size.

    Where branching is fixed, it is the order of declaration. ``tick`` is called now and then, and
    may end it by raising. ``ahead``: whether orders that look ahead may be tried, too.
    """
    declared = "as asked for" if compiled.fixed else "as declared"
    n_primary = compiled.n_primary
    found = {declared: list(range(n_primary))}

    @cache
    def cost(name: str) -> tuple[int, int]:
        tick()
        sizes = frontier_sizes(compiled, found[name])
        return int(sizes.max(initial=0)), int(sizes.sum())

    if not compiled.fixed and np.sum(primary_lengths(compiled) ** 2) <= _MOST_PAIRS:
        beside = neighbours(compiled, tick, primary=True)
        found["by breadth"] = by_breadth(beside, tick)
        greedy = _greedy(beside, tick)
        if greedy is not None:
            found["greedy"] = greedy
        narrow, _ = min(map(cost, found))
        if ahead and narrow > _NARROW and n_primary <= _FEW_ITEMS:
            for candidates in (4, 12, 64):  # none of them is best everywhere
                found[f"closing {candidates}"] = _closing(beside, candidates, tick)
    name = min(found, key=cost)
    (width, size), (declared_width, declared_size) = cost(name), cost(declared)
    if declared_width == width and declared_size <= _HARDLY_NARROWER * size:
        # People declare boards row by row. That has few states for its frontier.
        name = declared
    best = found[name]
    if not compiled.fixed and compiled.n_items > n_primary:
        among_all = _among_all(compiled, best, tick)
        if among_all is not None:
            width = int(frontier_sizes(compiled, among_all).max(initial=0))
            return among_all, "greedy among all items", width
    return best, name, width


def _among_all(
    compiled: Compiled, order: Sequence[int], tick: Callable[[], None]
) -> list[int] | None:
    """An order that is much narrower than this one, if secondary items count; None without one.

    Secondary items may be all that joins primary ones, as the states of a rule join its steps.
    """
    starts, _, _ = node_arrays(compiled)
    if np.sum(np.diff(starts).astype(np.int64) ** 2) > _MOST_PAIRS:
        return None
    greedy = _greedy(neighbours(compiled, tick), tick)
    if greedy is None:
        return None
    found = [item for item in greedy if item < compiled.n_primary]
    old, new = (
        int(frontier_sizes(compiled, each, secondary=True).max(initial=0))
        for each in (order, found)
    )
    return found if new < _MUCH_NARROWER * old else None


def neighbours(
    compiled: Compiled, tick: Callable[[], None], primary: bool = False
) -> list[set[int]]:
    """For each item those that some option with a primary item has together with it.

    ``primary``: among the primary items alone.
    """
    n = compiled.n_primary if primary else compiled.n_items
    beside: list[set[int]] = list(map(set, [()] * n))
    for members in ticking(members_of(compiled, tick, primary), tick):
        for item in members:
            beside[item].update(members)
    for item, others in enumerate(beside):
        others.discard(item)
    return beside


def members_of(
    compiled: Compiled, tick: Callable[[], None], primary: bool = False
) -> list[list[int]]:
    """The items of each option; none for one without a primary item, which is never chosen."""
    items, n_primary = compiled.items.tolist(), compiled.n_primary
    spans = ticking(itertools.pairwise(compiled.starts), tick)
    rows = [items[begin:end] for begin, end in spans]
    if compiled.n_items == n_primary:
        return rows
    if primary:
        return [[item for item in row if item < n_primary] for row in rows]
    return [row if any(item < n_primary for item in row) else [] for row in rows]


def by_breadth(beside: list[set[int]], tick: Callable[[], None]) -> list[int]:
    """Items by breadth, from an end of each component on."""
    order: list[int] = []
    seen: set[int] = set()
    for start in range(len(beside)):
        if start not in seen:
            # An end of the problem: the last item reached from the last one reached.
            end = _reached(beside, _reached(beside, start, tick)[-1], tick)[-1]
            component = _reached(beside, end, tick)
            order += component
            seen.update(component)
    return order


def _closing(beside: list[set[int]], candidates: int, tick: Callable[[], None]) -> list[int]:
    """Choose greedily by what a choice leads to: the item, and then all that add nothing any more.

    Only the ``candidates`` items that add fewest are looked at. In a Latin square this takes row
    after row, while the smallest step each time would begin columns in between.
    """
    order: list[int] = []
    settled: set[int] = set()
    frontier: set[int] = set()

    def closed(first: int) -> tuple[list[int], set[int]]:
        """The item and all that can follow without adding to the frontier; the frontier then."""
        done, taken = settled | {first}, [first]
        now = (frontier | beside[first]) - done
        before = 0
        while before < len(taken):
            before = len(taken)
            # Items that are beside the frontier's may be settled without having been in it.
            for item in sorted(now.union(*[beside[item] for item in now]) - done):
                if not beside[item] - done - now:
                    taken.append(item)
                    done.add(item)
                    now.discard(item)
        return taken, now

    while len(order) < len(beside):
        tick()
        few = sorted(
            (item for item in range(len(beside)) if item not in settled),
            key=lambda item: (len(beside[item] - settled - frontier), item not in frontier),
        )
        taken, frontier = min(
            map(closed, few[:candidates]),
            key=lambda found: (len(found[1]), -len(found[0]), found[0]),
        )
        order += taken
        settled.update(taken)
    return order


def _reached(beside: list[set[int]], start: int, tick: Callable[[], None]) -> list[int]:
    """Items by breadth, those with fewer others beside them first."""
    order, seen = [start], {start}
    for item in ticking(order, tick):
        for other in sorted(beside[item] - seen, key=lambda each: (len(beside[each]), each)):
            seen.add(other)
            order.append(other)
    return order


def _greedy(beside: list[set[int]], tick: Callable[[], None]) -> list[int] | None:
    """The item next that adds fewest to the frontier, those longest in it first.

    None where that takes too long, as where one item is beside thousands of others.
    """
    order: list[int] = []
    settled: set[int] = set()
    frontier: dict[int, int] = {}
    work = 0
    starts = iter(sorted(range(len(beside)), key=lambda item: (len(beside[item]), item)))

    def added(item: int) -> int:
        return sum(other not in frontier and other not in settled for other in beside[item])

    while len(order) < len(beside):
        tick()
        work += sum(len(beside[each]) for each in frontier)
        if work > _MOST_WORK:
            return None
        if frontier:
            item = min(frontier, key=lambda each: (added(each), frontier[each], each))
        else:
            item = next(each for each in starts if each not in settled)
        order.append(item)
        settled.add(item)
        frontier.pop(item, None)
        for other in beside[item] - settled:
            frontier.setdefault(other, len(order))
    return order
