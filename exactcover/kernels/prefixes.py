"""What a partial solution leads to: what it forces, and what it branches into.

The idea. A classification looks at each partial solution once, and spends most of its time on
canonical forms. So nothing is kept from one partial solution to the next: the state is computed
from the options chosen, in O(nodes of the problem) for each round. An item that has just as many
options left as it needs takes them all. When no item does, the partial solution is *settled*: it
branches on an open item with the fewest options.
"""

from __future__ import annotations

from typing import Any

from ..compile import kernel, part
from .array_types import Bytes, Int32s, Int64s

__all__ = ["COMPLETE", "IMPOSSIBLE", "NOT_EXACT", "settle"]

#: In place of the item to branch on: every item is covered and no option fits any more; some item
#: can no longer be covered; only items are open that may be covered more or less often.
COMPLETE, IMPOSSIBLE, NOT_EXACT = -1, -2, -3


@part
def _fits(
    starts: Int64s, items: Int32s, colours: Int32s, n_primary: int, high: Int32s, covered: Int32s,
    agreed: Int32s, option: int,
) -> bool:  # fmt: skip
    """Whether an option goes with what is chosen."""
    for node in range(starts[option], starts[option + 1]):
        item = items[node]
        if item < n_primary:
            if covered[item] >= high[item]:
                return False
        elif covered[item] > 0 and (colours[node] == 0 or colours[node] != agreed[item]):
            return False
    return True


@part
def _take(
    starts: Int64s, items: Int32s, colours: Int32s, covered: Int32s, agreed: Int32s, free: Bytes,
    option: int,
) -> None:  # fmt: skip
    """Choose an option."""
    free[option] = 0
    for node in range(starts[option], starts[option + 1]):
        covered[items[node]] += 1
        agreed[items[node]] = colours[node]


@kernel
def settle(
    starts: Int64s, items: Int32s, colours: Int32s, item_starts: Int64s, item_options: Int32s,
    low: Int32s, high: Int32s, live: Bytes, covered: Int32s, agreed: Int32s, free: Bytes,
    size: Int32s, branches: Int32s, chosen: Int32s, n_chosen: int,
) -> Any:  # fmt: skip
    """Add to a partial solution what follows from it, and say on which item it branches.

    The problem: ``starts``, ``items``, ``colours`` as in ``arrays/compiled.py``;
    ``item_options[item_starts[i]:item_starts[i+1]]``, the options of item *i*; ``low`` and
    ``high`` of the primary items; ``live``, the options that may be chosen at all.

    Scratch: ``covered`` (items: how often) and ``agreed`` (items: in which colour); ``free``
    (options: 1 if it goes with what is chosen, and is not chosen); ``size`` (primary items: how
    many free options).

    ``chosen`` has room for all options; the first ``n_chosen`` are the partial solution, and what
    it forces is put behind them. Returns how many there are then, the item to branch on, how many
    of ``branches`` are its options, and how many of these each solution contains. In place of the
    item: ``COMPLETE``, ``IMPOSSIBLE`` or ``NOT_EXACT``.
    """
    n_options, n_primary = len(starts) - 1, len(low)
    covered[:] = 0
    for option in range(n_options):
        free[option] = live[option]
    for k in range(n_chosen):
        if not _fits(starts, items, colours, n_primary, high, covered, agreed, chosen[k]):
            return n_chosen, IMPOSSIBLE, 0, 0
        _take(starts, items, colours, covered, agreed, free, chosen[k])
    while True:
        size[:] = 0
        left = 0
        for option in range(n_options):
            if free[option] == 0:
                continue
            if _fits(starts, items, colours, n_primary, high, covered, agreed, option):
                left += 1
                for node in range(starts[option], starts[option + 1]):
                    if items[node] < n_primary:
                        size[items[node]] += 1
            else:
                free[option] = 0
        best, best_size, forced = -1, 0, False
        is_open = False
        for item in range(n_primary):
            need = low[item] - covered[item]
            if need <= 0:
                continue
            is_open = True
            if size[item] < need:
                return n_chosen, IMPOSSIBLE, 0, 0
            if size[item] == need:
                forced = True
                for k in range(item_starts[item], item_starts[item + 1]):
                    option = item_options[k]
                    if free[option] == 0:
                        continue
                    if not _fits(starts, items, colours, n_primary, high, covered, agreed, option):
                        return n_chosen, IMPOSSIBLE, 0, 0
                    _take(starts, items, colours, covered, agreed, free, option)
                    chosen[n_chosen] = option
                    n_chosen += 1
                break
            if low[item] == high[item] and (best < 0 or size[item] < best_size):
                best, best_size = item, size[item]
        if forced:
            continue
        if best < 0:
            return n_chosen, NOT_EXACT if is_open or left > 0 else COMPLETE, 0, 0
        n_branches = 0
        for k in range(item_starts[best], item_starts[best + 1]):
            if free[item_options[k]] != 0:
                branches[n_branches] = item_options[k]
                n_branches += 1
        return n_chosen, best, n_branches, low[best] - covered[best]
