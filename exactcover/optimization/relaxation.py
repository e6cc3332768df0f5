"""A problem with costs as rows and whole numbers: what linear programs and proofs work on.

A *row* is an item, or several items that the same options cover equally often: one of them says
all. Items with colours are no rows, since options may share them; a bound without them is a bound
still.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import (
    first_equal,
    most_options,
    node_arrays,
    option_of_entries,
    primary_lengths,
    sums_before,
)

#: Whole numbers of a bound stay below this; then so do all sums of a search.
LARGEST = 2**60


class Relaxation:
    """The rows of a problem, and its costs in units."""

    def __init__(self, compiled: Compiled, costs: Sequence[int]):
        """``costs[o]``: whole numbers of any size."""
        starts, items, colours = node_arrays(compiled)
        n_primary, n_items = compiled.n_primary, compiled.n_items
        low, high = np.zeros(n_items, np.int64), np.ones(n_items, np.int64)
        low[:n_primary], high[:n_primary] = compiled.bounds

        # Every item without colours; of those that are equal, the first.
        plain = np.ones(n_items, bool)
        plain[items[colours != 0]] = False
        keep = plain[items]
        option_of = option_of_entries(starts)[keep]
        by_item = np.argsort(items[keep], kind="stable")
        item_starts = sums_before(np.bincount(items[keep], minlength=n_items))
        first = first_equal(item_starts, option_of[by_item], low * (UNLIMITED + 1) + high)
        #: The item of each row (int64, rows).
        self.items = np.flatnonzero(plain & (first == np.arange(n_items)))
        row_of = np.full(n_items, -1, np.int32)
        row_of[self.items] = np.arange(len(self.items))
        keep = row_of[items] >= 0
        #: The rows of option *o* are ``rows[starts[o]:starts[o + 1]]``.
        self.starts, self.rows = sums_before(keep)[starts], row_of[items[keep]]
        #: How often a row is covered, at least and at most (int64; ``UNLIMITED`` for no limit).
        self.low, self.high = low[self.items], high[self.items]

        #: How often an option may be chosen (int64, options); one without primary items never is.
        self.times = np.minimum(primary_lengths(compiled), 1)
        if compiled.repeat:
            self.times *= UNLIMITED
            np.minimum.at(self.times, option_of_entries(self.starts), self.high[self.rows])
            alone = (items >= n_primary) & (colours == 0)
            once = option_of_entries(starts)[alone]
            self.times[once] = np.minimum(self.times[once], 1)

        # One unit is 2^shift of the costs: fine enough to distinguish prices, and coarse enough
        # for sums to fit. With costs rounded down to units every bound stays a bound.
        most = most_options(compiled) if compiled.multiple else n_primary
        largest = max((abs(cost) for cost in costs), default=0) * (most + n_items + 1)
        self.shift = max(largest, 1).bit_length() - (LARGEST.bit_length() - 8)
        #: What each option costs, in units (int64).
        self.cost = np.array([self.in_units(cost) for cost in costs], np.int64)

    def in_units(self, cost: int) -> int:
        """A cost in units, rounded down."""
        return cost >> self.shift if self.shift >= 0 else cost << -self.shift

    def in_costs(self, units: int) -> int:
        """The least whole cost of at least that many units."""
        return units << self.shift if self.shift >= 0 else -(-units >> -self.shift)
