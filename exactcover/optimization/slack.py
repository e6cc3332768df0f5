"""Items that may stay open, as items covered as often as they may be: by options or by their slack.

If leaving an item open costs something above the bound, a search does better to decide this like
anything else. The item may be covered at most h times; now it must be covered exactly h times. A
new option, its *slack*, covers it alone, may be chosen again and again, and costs as much as
leaving it open. Solutions correspond one to one, and bounds that ask for the cheapest option of
every item in need now see these items too. (The slack variable of linear programming.)
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, view

#: Items that may be covered this many times get no slack: solutions would become long.
_MOST_SLACKS = 100


@dataclass(frozen=True, eq=False)
class Priced:
    """A problem as the search for the cheapest solutions takes it."""

    #: The options of the problem as stated, then the slacks.
    compiled: Compiled
    #: int64, for each option: what choosing it costs above the bound, at least; not negative.
    reduced: Any
    #: int64, for each primary item: what covering it more often than it needs costs each time.
    surplus: Any
    #: uint8, for each primary item: 1 if it has a slack.
    has_slack: Any

    #: How many slacks a solution has at most.
    most_slacks: int

    @property
    def n_slacks(self) -> int:
        """How many of the options are slacks."""
        return int(self.has_slack.sum())


def with_slack(compiled: Compiled, reduced: Any, price: Any) -> Priced:
    """Add slacks for all items, if any, that may stay open and have a negative price.

    ``reduced``: the reduced costs of the options, not negative; ``price``: the prices of the items.

    A negative price says that the bound counts on the item being covered. An item to be covered at
    least l and at most h times may have its slack at most h - l times. To see to that, the slack
    also covers a new item of its own, which may be covered at most h - l times.
    """
    n_primary, n_items = compiled.n_primary, compiled.n_items
    price = price[:n_primary]
    surplus = np.maximum(price, 0)
    if not compiled.multiple:
        none = np.zeros(n_primary, np.uint8)
        return Priced(compiled, reduced, surplus, none, 0)
    low, high = view(compiled.low), view(compiled.high)
    slack = np.flatnonzero((low < high) & (high < _MOST_SLACKS) & (price < 0))
    n_slacks = len(slack)
    starts, items, colours = node_arrays(compiled)
    # The new items stand between the primary and the secondary ones.
    shifted = np.where(items < n_primary, items, items + n_slacks)
    pairs = np.stack([slack, n_primary + np.arange(n_slacks)], axis=1).reshape(-1)
    new_items = np.append(shifted, pairs).astype(np.int32)
    new_starts = np.append(starts, starts[-1] + 2 * np.arange(1, n_slacks + 1))
    new_colours = np.append(colours, np.zeros(2 * n_slacks, np.int32))
    new_low = np.append(low, np.zeros(n_slacks, np.int32))
    new_low[slack] = high[slack]
    new_high = np.append(high, (high - low)[slack])
    extended = replace(
        compiled,
        n_primary=n_primary + n_slacks,
        n_items=n_items + n_slacks,
        starts=array("q", new_starts.tobytes()),
        items=array("i", new_items.tobytes()),
        colours=array("i", new_colours.tobytes()),
        deferred=b"",
        low=array("i", new_low.tobytes()),
        high=array("i", new_high.tobytes()),
    )
    has_slack = np.zeros(n_primary + n_slacks, np.uint8)
    has_slack[slack] = 1
    return Priced(
        extended,
        np.append(reduced, -price[slack]),
        np.append(surplus, np.zeros(n_slacks, np.int64)),
        has_slack,
        int((high - low)[slack].sum()),
    )
