"""In which order to settle items, so that few of them are in between at any time.

The *frontier* of an order after some items are settled are the items not settled yet that options
of settled ones reach. A graph of states has at most two to the power of its size in states at that
layer, and mostly a fair part of them; so orders of small frontier are looked for: as declared; by
breadth from an end of the problem (E. Cuthill and J. McKee, "Reducing the bandwidth of sparse
symmetric matrices", 1969, with a pseudo-peripheral start after George and Liu); and greedily, the
item next that makes the frontier smallest (the "min-cut" heuristics of path-width), also looking
ahead at what can follow it for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arrays.compiled import Compiled
from ..common.budget import ticking

__all__ = ["best_order", "frontier_sizes"]

#: Problems with more pairs of items in one option are taken as they are declared.
_MOST_PAIRS = 2_000_000
#: Pairs of items looked at in the greedy order before it is given up: a second or two.
_MOST_WORK = 20_000_000
#: If cheaper orders have wider frontiers than this, and items are fewer than that, looking ahead is
#: tried as well, with these numbers of candidates at each step. None of them is best everywhere.
_NARROW, _FEW_ITEMS, _CANDIDATES = 24, 150, (4, 12, 64)


def frontier_sizes(
    compiled: Compiled, order: Sequence[int], tick: Callable[[], None] = lambda: None
) -> list[int]:
    """For each place of the order, how many later items options of settled items reach.

    ``tick`` as in :func:`best_order`.
    """
    return _sizes(_options(compiled, tick), order, tick)


def best_order(
    compiled: Compiled, tick: Callable[[], None] = lambda: None
) -> tuple[list[int], str, int]:
    """An order of the primary items whose largest frontier is small, its name, and that size.

    ``tick`` is called now and then, and may end it by raising.
    """
    n_primary = compiled.n_primary
    options = _options(compiled, tick)
    found: dict[str, list[int]] = {"as declared": list(range(n_primary))}
    tick()
    if sum(len(option) ** 2 for option in options) <= _MOST_PAIRS:
        beside = _beside(options, n_primary, tick)
        found["by breadth"] = _by_breadth(beside, tick)
        greedy = _greedy(beside, tick)
        if greedy is not None:
            found["greedy"] = greedy
        narrow = min(max(_sizes(options, order, tick), default=0) for order in found.values())
        if narrow > _NARROW and n_primary <= _FEW_ITEMS:
            for candidates in _CANDIDATES:
                found[f"closing {candidates}"] = _closing(beside, candidates, tick)
    costs = {}
    for name, order in found.items():
        sizes = _sizes(options, order, tick)
        costs[name] = max(sizes, default=0), sum(sizes)
    name = min(found, key=lambda each: costs[each])
    return found[name], name, costs[name][0]


def _options(compiled: Compiled, tick: Callable[[], None]) -> list[list[int]]:
    """The primary items of each option."""
    return [
        [item for item, _ in compiled.option(number) if item < compiled.n_primary]
        for number in ticking(range(compiled.n_options), tick)
    ]


def _sizes(options: list[list[int]], order: Sequence[int], tick: Callable[[], None]) -> list[int]:
    rank = [0] * len(order)
    for place, item in enumerate(order):
        rank[item] = place
    # An item joins the frontier with the first item that an option of it has, and leaves it itself.
    joins = list(range(len(order)))
    for option in ticking(options, tick):
        if option:
            first = min(rank[item] for item in option)
            for item in option:
                joins[rank[item]] = min(joins[rank[item]], first)
    change = [0] * (len(order) + 1)
    for place, first in enumerate(ticking(joins, tick)):
        change[first] += 1
        change[place] -= 1
    sizes, now = [], 0
    for place in range(len(order)):
        now += change[place]
        sizes.append(now)
    return sizes


def _beside(options: list[list[int]], n_primary: int, tick: Callable[[], None]) -> list[set[int]]:
    """For each item those that some option covers together with it."""
    beside: list[set[int]] = [set() for _ in range(n_primary)]
    for option in ticking(options, tick):
        for item in option:
            beside[item].update(option)
    for item, others in enumerate(beside):
        others.discard(item)
    return beside


def _by_breadth(beside: list[set[int]], tick: Callable[[], None]) -> list[int]:
    order: list[int] = []
    seen: set[int] = set()
    for start in range(len(beside)):
        if start in seen:
            continue
        # An end of the problem: the last item reached from the last one reached, twice.
        end = start
        for _ in range(2):
            end = _reached(beside, end, tick)[-1]
        for item in _reached(beside, end, tick):
            seen.add(item)
            order.append(item)
    return order


def _closing(beside: list[set[int]], candidates: int, tick: Callable[[], None]) -> list[int]:
    """Choose greedily by what a choice leads to: the item, and then all that add nothing any more.

    Only the ``candidates`` items that add fewest are looked at. In a Latin square this takes row
    after row, while the smallest step each time would begin columns in between.
    """
    order: list[int] = []
    settled: set[int] = set()
    frontier: set[int] = set()
    left = set(range(len(beside)))

    def new(item: int, settled: set[int], frontier: set[int]) -> int:
        return sum(other not in frontier and other not in settled for other in beside[item])

    def closed(first: int) -> tuple[list[int], set[int]]:
        """The item and all that can follow without adding to the frontier; the frontier then."""
        done, now, taken = set(settled), set(frontier), [first]
        done.add(first)
        now.discard(first)
        now |= beside[first] - done
        going = True
        while going:
            going = False
            # Items that are beside the frontier's may be settled without having been in it.
            near = now.union(*[beside[item] for item in now]) - done if now else set()
            for item in sorted(near):
                if not beside[item] - done - now - {item}:
                    taken.append(item)
                    done.add(item)
                    now.discard(item)
                    going = True
        return taken, now

    while left:
        tick()
        few = sorted(left, key=lambda item: (new(item, settled, frontier), item not in frontier))
        best = min(
            (closed(item) for item in few[:candidates]),
            key=lambda found: (len(found[1]), -len(found[0]), found[0]),
        )
        order += best[0]
        settled.update(best[0])
        left -= settled
        frontier = best[1]
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
    while len(order) < len(beside):
        tick()
        if frontier:
            item = min(
                frontier,
                key=lambda each: (
                    sum(other not in frontier and other not in settled for other in beside[each]),
                    frontier[each],
                    each,
                ),
            )
            work += sum(len(beside[each]) for each in frontier)
        else:
            item = next(each for each in starts if each not in settled)
        if work > _MOST_WORK:
            return None
        order.append(item)
        settled.add(item)
        frontier.pop(item, None)
        for other in beside[item]:
            if other not in settled:
                frontier.setdefault(other, len(order))
    return order
