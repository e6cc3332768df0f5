"""Lower bounds on the cost of all solutions, and reduced costs, in whole numbers.

``kernels/subgradient.py`` explains how prices of items give a bound, and how they are found. The
prices are rounded to whole numbers of a unit. The bound and the reduced costs that follow from the
rounded prices are exact, so nothing here depends on how floating point rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays, option_of_nodes, sums_before

__all__ = ["Bound"]

#: Whole numbers of the bound stay below this; then so do all sums of a search.
LARGEST = 2**60
#: Steps of the ascent from one tick to the next, divided by the nodes of the problem.
_STEPS_NODES = 20_000_000
_MOST_STEPS = 20_000
#: Steps after which the cost aimed at is set anew.
_STEPS_OF_AIM = 50


class Bound:
    """Prices of the items of a problem, the bound they prove, and the options' reduced costs."""

    def __init__(self, compiled: Compiled, costs: Sequence[int], most_options: int):
        """``costs[o]``, whole numbers of any size; a solution has at most ``most_options``."""
        self._compiled = compiled
        starts, items, colours = node_arrays(compiled)
        n_primary, n_items, n_options = compiled.n_primary, compiled.n_items, compiled.n_options
        # Items that bound how often options are chosen: all but those with colours.
        priced = np.ones(n_items, bool)
        priced[items[colours != 0]] = False
        keep = priced[items]
        self._starts, self._items = sums_before(keep)[starts], items[keep].astype(np.int64)
        self._low, self._high = np.zeros(n_items, np.int64), np.ones(n_items, np.int64)
        self._low[:n_primary], self._high[:n_primary] = compiled.bounds
        self._unlimited = self._high >= UNLIMITED
        #: How often each option may be chosen.
        self._times = np.ones(n_options, np.int64)
        if compiled.repeat:
            self._times[:] = UNLIMITED
            option_of = option_of_nodes(self._starts)
            np.minimum.at(self._times, option_of, self._high[self._items])

        # One unit is 2^shift of the costs: fine enough to distinguish prices, and coarse enough
        # for sums to fit. With costs rounded down to units every bound stays a bound.
        largest = max((abs(cost) for cost in costs), default=0) * (most_options + n_items + 1)
        self.shift = max(largest, 1).bit_length() - (LARGEST.bit_length() - 8)
        self._cost = np.array([self.in_units(cost) for cost in costs], np.int64)
        #: int64, for each option: what choosing it costs above the bound, at least; not negative.
        self.reduced = np.zeros(n_options, np.int64)
        #: int64, for each primary item: what covering it more often than it needs costs each time.
        self.surplus = np.zeros(n_primary, np.int64)
        #: In units: no solution costs less.
        self.value = 0
        #: int64, for each item: its price, in units.
        self.price = np.zeros(n_items, np.int64)
        self._settle(np.zeros(n_items))

    def in_units(self, cost: int) -> int:
        """A cost in units, rounded down."""
        return cost >> self.shift if self.shift >= 0 else cost << -self.shift

    def in_costs(self, units: int) -> int:
        """The least whole cost of at least that many units."""
        return units << self.shift if self.shift >= 0 else -(-units >> -self.shift)

    def ascend(self, tick: Callable[[], None]) -> None:
        """Raise the bound as far as it goes, or until a tick raises: then as far as it went."""
        from ..kernels.subgradient import ascend

        scale = 2.0 ** -max(0, int(np.abs(self._cost).max(initial=1)).bit_length() - 20)
        cost = np.asarray(self._cost * scale, np.float64)
        times, low = self._times.astype(float), self._low.astype(float)
        high = np.where(self._unlimited, np.inf, self._high.astype(float))
        price = np.zeros(len(self.price))
        best, slope, direction = price.copy(), np.zeros_like(price), np.zeros_like(price)
        progress = np.array([-1e300, 2.0, 0.0])
        most = max(1, _STEPS_NODES // max(1, len(self._items)))
        steps, aim = 0, 0.0
        try:
            while steps < _MOST_STEPS:
                tick()
                since = steps % _STEPS_OF_AIM
                if since == 0:
                    now = progress[0] if progress[0] > -1e299 else self.value * scale
                    aim = now + 0.1 * abs(now) + 1e-3 * float(np.abs(cost).max(initial=0))
                asked = min(most, _STEPS_OF_AIM - since)
                made = ascend(
                    self._starts, self._items, cost, times, low, high, price, best, slope,
                    direction, progress, aim, asked,
                )  # fmt: skip
                steps += made
                if made < asked or progress[1] < 1e-4:
                    break
        finally:
            self._settle(best / scale)

    def _settle(self, prices: Any) -> None:
        """Take over prices, rounded, and what they prove."""
        most = float(LARGEST >> 8)
        price = np.rint(np.clip(prices, -most, most)).astype(np.int64)
        price[self._unlimited] = np.maximum(price[self._unlimited], 0)
        reduced = self._cost - np.diff(sums_before(price[self._items])[self._starts])
        of_items = [
            int(p) * int(low if p >= 0 else high)
            for p, low, high in zip(price, self._low, self._high, strict=True)
            if p
        ]
        negative = np.flatnonzero(reduced < 0)
        of_options = [int(reduced[k]) * int(self._times[k]) for k in negative]
        self.value = sum(of_items) + sum(of_options)
        self.price = price
        self.reduced = np.maximum(reduced, 0)
        self.surplus = np.maximum(price[: self._compiled.n_primary], 0)
