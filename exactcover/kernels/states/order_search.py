"""Local search for an item order with a smaller frontier.

The items that are partly decided after some are settled depend on the set of the settled ones and
not on their order. So where one item is moved from one place to another, only the places in between
change. The cost is the sum of 2^k over all places, for k items that are partly decided: about the
number of states. A move that makes it worse is kept with a probability that falls with the loss,
and falls from move to move (*simulated annealing*: S. Kirkpatrick, C. Gelatt and M. Vecchi, 1983).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel
from ..bits.array_types import Floats, Int32s, Int64s, Words
from ..bits.words import mixed

#: More items than this that are partly decided count as so many.
_MOST = 900.0


@inlined
def _random(state: Words, below: Any) -> Any:
    """A number from 0 to below ``below``."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return np.int64((mixed(state[0]) >> np.uint64(33)) % np.uint64(below))


@kernel
def improve(
    starts: Int64s, beside: Int32s, weight: Floats, order: Int32s, best: Int32s, place: Int64s,
    first: Int64s, cost: Floats, trial: Floats, stamp: Int64s, state: Words, least: float,
    begin_move: int, end_move: int, moves: int,
) -> Any:  # fmt: skip
    """Move items of ``order``, and leave the best order found in ``best``; returns its cost.

    ``beside[starts[i]:starts[i+1]]`` are the items that share an option with *i*; ``weight``: what
    an item counts while it is partly decided. ``order`` holds all items. ``state``: the seed.
    ``least``: the cost of ``best``. Of all ``moves`` this does those from ``begin_move`` on.
    Scratch, as long as the order: ``place`` of each item, ``first``, the lowest place of its
    neighbours, ``cost`` of each place, ``trial``, ``stamp``.
    """
    n_items = len(order)
    for at in range(n_items):
        place[order[at]] = at
        stamp[at] = -1
    partly = 0.0
    total = 0.0
    for item in range(n_items):
        first[item] = n_items
        for k in range(starts[item], starts[item + 1]):
            first[item] = min(first[item], place[beside[k]])
    for at in range(n_items):
        item = order[at]
        if first[item] < at:
            partly -= weight[item]
        for k in range(starts[item], starts[item + 1]):
            other = beside[k]
            if place[other] > at and first[other] == at:
                partly += weight[other]
        cost[at] = partly
        total += 2.0 ** min(_MOST, partly)
    if total < least:
        least = total
        for at in range(n_items):
            best[at] = order[at]
    for move in range(begin_move, end_move):
        # From 0.3 down to 0.02, in units of the logarithm to base 2 of the cost.
        temperature = 0.3 * (0.02 / 0.3) ** (move / moves)
        begin = _random(state, n_items)
        item = order[begin]
        n_beside = starts[item + 1] - starts[item]
        if n_beside > 0 and _random(state, 10) < 7:
            # To the place of a neighbour, or one beside it.
            other = beside[starts[item] + _random(state, n_beside)]
            end = place[other] + _random(state, 3) - 1
        else:
            reach = max(2, n_items // 10)
            end = begin + _random(state, 2 * reach + 1) - reach
        end = min(n_items - 1, max(0, end))
        if begin == end:
            continue
        low, high = min(begin, end), max(begin, end)
        step = 1 if begin < end else -1
        for at in range(begin, end, step):
            order[at] = order[at + step]
            place[order[at]] = at
        order[end] = item
        place[item] = end
        # Who is partly decided before the lowest place has not changed.
        partly = cost[low - 1] if low > 0 else 0.0
        change = 0.0
        for at in range(low, high):
            here = order[at]
            if first[here] < low or stamp[here] == move:
                partly -= weight[here]
            for k in range(starts[here], starts[here + 1]):
                other = beside[k]
                if place[other] > at and first[other] >= low and stamp[other] != move:
                    stamp[other] = move
                    partly += weight[other]
            trial[at] = partly
            change += 2.0 ** min(_MOST, partly) - 2.0 ** min(_MOST, cost[at])
        kept = change <= 0.0
        if not kept:
            loss = np.log2((total + change) / total)
            chance = np.float64(_random(state, 1 << 30)) / np.float64(1 << 30)
            kept = chance < np.exp(-loss / temperature)
        if not kept:
            for at in range(end, begin, -step):
                order[at] = order[at - step]
                place[order[at]] = at
            order[begin] = item
            place[item] = begin
            continue
        for at in range(low, high):
            cost[at] = trial[at]
        for at in range(low, high + 1):
            here = order[at]
            for k in range(starts[here], starts[here + 1]):
                other = beside[k]
                if first[other] < low:
                    continue
                nearest = n_items
                for n in range(starts[other], starts[other + 1]):
                    nearest = min(nearest, place[beside[n]])
                first[other] = nearest
        total = 0.0
        for at in range(n_items):
            total += 2.0 ** min(_MOST, cost[at])
        if total < least:
            least = total
            for at in range(n_items):
                best[at] = order[at]
    return least
