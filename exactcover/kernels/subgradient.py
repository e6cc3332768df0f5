"""Raising a lower bound on the cost of all solutions by subgradient steps.

The idea. Give every item a price, and let an option's *reduced cost* be its cost less the prices of
its items. What a solution costs is then the prices of what it covers plus the reduced costs of its
options. Two things are known of each term, whatever the solution:

* an item with price p that is covered at least l and at most h times contributes at least l p if p
  is positive, and at least h p if it is negative;
* an option with a negative reduced cost contributes at least that, as often as it may be chosen;
  any other option contributes at least nothing.

The sum of these is a lower bound, whatever the prices are. It is the Lagrangian dual of the problem
(Held and Karp 1971; for set partitioning: Fisher, "The Lagrangian relaxation method for solving
integer programming problems", Management Science 27, 1981).

The bound is concave in the prices. Its subgradient at an item is how often the item still should be
covered, less how often the options of negative reduced cost cover it. The length of a step is
Polyak's: a factor times what is missing to the cost aimed at, divided by the square of the
direction's length. The direction keeps some of the one before (Camerini, Fratta and Maffioli 1975).
The factor is halved when the bound has not risen for a while.

All this is floating point, to find good prices. The bound that they give is then computed in whole
numbers, so that it is certain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Floats, Int64s
from .jit import kernel
from .words import index

__all__ = ["ascend"]

#: Steps without a better bound after which the factor is halved, and where it ends the ascent.
_PATIENCE = 20
_LEAST_FACTOR = 1e-4
#: How much of the direction before is kept.
_KEPT = 0.7


@kernel
def ascend(
    starts: Int64s, items: Int64s, cost: Floats, times: Floats, low: Floats, high: Floats,
    price: Floats, best_price: Floats, slope: Floats, direction: Floats, progress: Floats,
    aim: float, steps: int,
) -> Any:  # fmt: skip
    """Make up to ``steps`` steps; returns how many were made.

    ``items[starts[o]:starts[o+1]]``: the items of option *o* that have prices; ``cost[o]``, and
    ``times[o]``, how often it may be chosen. ``low[i]``, ``high[i]``: how often item *i* is
    covered; ``high[i]`` is infinite for no limit, and then its price is not negative. ``price``
    (items): where the ascent stands, ``best_price`` where the bound was best, ``direction`` the
    last direction. ``progress`` (3): the best bound, the factor, the steps since either changed.
    ``aim``: the cost aimed at. ``slope`` (items): scratch.
    """
    n_items, n_options = len(price), len(cost)
    for step in range(steps):
        bound = 0.0
        for item in range(index(n_items)):
            if price[item] >= 0:
                bound += low[item] * price[item]
                slope[item] = low[item]
            else:
                bound += high[item] * price[item]
                slope[item] = high[item]
        for option in range(index(n_options)):
            reduced = cost[option]
            for node in range(index(starts[option]), index(starts[option + 1])):
                reduced -= price[index(items[node])]
            if reduced < 0:
                bound += times[option] * reduced
                for node in range(index(starts[option]), index(starts[option + 1])):
                    slope[index(items[node])] -= times[option]
        if bound > progress[0] + 1e-9 * abs(progress[0]):
            progress[0] = bound
            progress[2] = 0.0
            for item in range(n_items):
                best_price[item] = price[item]
        else:
            progress[2] += 1.0
            if progress[2] >= _PATIENCE:
                progress[1] *= 0.5
                progress[2] = 0.0
                for item in range(n_items):
                    price[item] = best_price[item]
                    direction[item] = 0.0
                if progress[1] < _LEAST_FACTOR:
                    return step + 1
                continue
        length = 0.0
        for item in range(n_items):
            direction[item] = slope[item] + _KEPT * direction[item]
            if high[item] == np.inf and price[item] <= 0.0 and direction[item] < 0.0:
                direction[item] = 0.0
            length += direction[item] * direction[item]
        if length == 0.0:
            return step + 1
        size = progress[1] * max(aim - bound, 1e-6 * abs(bound) + 1e-9) / length
        for item in range(n_items):
            price[item] += size * direction[item]
            if high[item] == np.inf and price[item] < 0.0:
                price[item] = 0.0
    return steps
