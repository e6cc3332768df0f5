"""Items that may stay open, as items that are covered exactly once: by an option or by their slack.

Where leaving an item open costs something above the bound, a search is better off to decide it like
anything else: the item becomes one to be covered exactly once, and an option of its own, its
*slack*, covers it alone and costs as much. Solutions correspond one to one, and bounds that ask for
the cheapest option of every item in need now see these items too. (The slack variable of linear
programming.)
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .bounds import Bound
from .compiled import Compiled
from .engines.tables import node_arrays, view

__all__ = ["Priced", "with_slack"]


@dataclass(frozen=True, eq=False)
class Priced:
    """A problem as the search for the cheapest solutions takes it."""

    #: The options of the problem as stated, then the slacks.
    compiled: Compiled
    #: int64, for each option: what choosing it costs above the bound, at least; not negative.
    reduced: Any
    #: int64, for each primary item: what covering it more often than it needs costs each time.
    surplus: Any
    #: uint8, for each primary item: 1 where branching waits until no other item is in need.
    wait: Any


def with_slack(compiled: Compiled, bound: Bound) -> Priced:
    """Add the slacks of all items, if any, that are covered once or not at all at a negative price.

    The price is negative where the bound counts on their being covered. Branching leaves them for
    the end: mostly they are settled by then (20 queens with diagonals of this kind take a fifth of
    the nodes for it).
    """
    n_primary, n_options = compiled.n_primary, compiled.n_options
    wait = np.zeros(n_primary, np.uint8)
    if not compiled.multiple:
        return Priced(compiled, bound.reduced, bound.surplus, wait)
    price = bound.price[:n_primary]
    slack = np.flatnonzero((view(compiled.low) == 0) & (view(compiled.high) == 1) & (price < 0))
    wait[slack] = 1
    starts, items, colours = node_arrays(compiled)
    low = view(compiled.low).copy()
    low[slack] = 1
    new_starts = np.append(starts, starts[-1] + np.arange(1, len(slack) + 1))
    new_items = np.append(items, slack.astype(np.int32))
    new_colours = np.append(colours, np.zeros(len(slack), np.int32))
    extended = replace(
        compiled,
        starts=array("q", new_starts.tobytes()),
        items=array("i", new_items.tobytes()),
        colours=array("i", new_colours.tobytes()),
        low=array("i", low.tobytes()),
        derived={},
    )
    assert extended.n_options == n_options + len(slack)
    return Priced(extended, np.append(bound.reduced, -price[slack]), bound.surplus, wait)
