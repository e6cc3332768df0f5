"""Random descents in a search tree, without a table of clashes.

The idea is that of ``probe.py``. Here live options are counted for each item, and the lists of the
items' options say what a choice removes. So a descent takes time in proportion to the problem,
however deep it goes. The number of options that a child has left is not counted. A lower bound
stands in for it, as if no two of the items that it closes shared an option.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel
from ..bits.array_types import Bytes, Floats, Int32s, Int64s, Words
from .lowest import LISTED, NOT_OPEN, branching_rank, lowest, rank_in_need, touch
from .probe import BEGUN, PROBE, begin, end, found_one, pick


@inlined
def _remove(
    option: Any, starts: Int64s, items: Int32s, alive: Bytes, sizes: Int64s, listed: Int32s,
    is_listed: Bytes, n_primary: int,
) -> Any:  # fmt: skip
    """An option is not live any more; returns the work."""
    alive[option] = 0
    for entry in range(starts[option], starts[option + 1]):
        item = items[entry]
        sizes[item] -= 1
        if item < n_primary:
            touch(np.uint64(item), listed, is_listed)
    return starts[option + 1] - starts[option]


@kernel
def descend(
    starts: Int64s, items: Int32s, colours: Int32s, option_of: Int32s, item_starts: Int64s,
    item_entries: Int32s, root: Bytes, root_sizes: Int64s, low: Int64s, closed_at: Int64s,
    repeat: bool, order: int, deferred: Bytes, seeds: Words, alive: Bytes, sizes: Int64s,
    lows: Int64s, closed: Bytes, ranks: Int64s, listed: Int32s, is_listed: Bytes, first_of: Int32s,
    bases: Floats, options: Int64s, random: Words, sums: Floats, control: Int64s, max_work: int,
    nodes: Floats, found: Floats,
) -> Any:  # fmt: skip
    """Go on with descents for about ``max_work`` entries looked at; returns how many are done.

    The problem: ``starts``, ``items``, ``colours`` as in ``Compiled``, ``item_starts``,
    ``item_entries`` its transpose, ``option_of[k]`` the option of entry *k*; ``root`` (options), 1
    for those live at the root, and ``root_sizes`` (items), how many of them each item has.

    The state of the descent under way: ``alive`` (options), ``sizes``, ``closed`` (items), and in
    ``control`` behind that of ``probe.py`` the number of live options; ``ranks``, ``listed``,
    ``is_listed``, ``first_of`` as in ``cells.search``. All else is as in ``probe.descend``.
    """
    n_primary = len(low)
    n_live = control[2]
    work = 0
    while control[PROBE] < len(seeds) and work < max_work:
        if control[BEGUN] == 0:
            begin(seeds, control, sums, random)
            n_live = 0
            for option in range(len(root)):
                alive[option] = root[option]
                n_live += root[option]
            for item in range(len(root_sizes)):
                sizes[item] = root_sizes[item]
                closed[item] = 0
            for item in range(n_primary):
                lows[item] = low[item]
                touch(np.uint64(item), listed, is_listed)
            work += len(root) + len(root_sizes)

        best, best_spare = -1, 0
        if len(is_listed) > 0:
            rank_in_need(sizes, lows, closed, repeat, order, deferred, ranks, listed)
            work += 128 * listed[LISTED] + len(first_of) - len(is_listed)
            best = lowest(ranks, listed, is_listed, first_of)
        else:
            best_rank = NOT_OPEN
            for item in range(n_primary):
                if lows[item] > 0:
                    spare = sizes[item] - (1 if repeat else lows[item])
                    rank = branching_rank(spare, order, deferred, item)
                    if rank < best_rank:
                        best, best_rank = item, rank
            work += n_primary
        if best >= 0:
            best_spare = sizes[best] - (1 if repeat else lows[best])

        n_children = 0
        if best < 0:  # nothing is needed any more
            found_one(sums)
        # Of the item's options, or of all.
        first = item_starts[best] if best >= 0 else 0
        last = item_starts[best + 1] if best >= 0 else len(root)
        most = best_spare + 1 if best >= 0 else n_live
        for k in range(first, last):
            if n_children >= most:
                break
            work += 1
            option = option_of[item_entries[k]] if best >= 0 else k
            if alive[option] == 0:
                continue
            n_left = n_live - n_children
            for entry in range(starts[option], starts[option + 1]):
                item = items[entry]
                if item >= n_primary:
                    if closed[item] == 0 and colours[entry] == 0:
                        n_left -= sizes[item]
                elif lows[item] - closed_at[item] == 1:
                    n_left -= sizes[item]
            work += starts[option + 1] - starts[option]
            options[n_children] = option
            bases[n_children] = 1.0 + max(0, n_left)
            n_children += 1
        if n_children == 0:
            end(control, sums, nodes, found)
            continue

        which = pick(bases, n_children, sums, random)
        for k in range(which):
            n_live -= 1
            work += _remove(options[k], starts, items, alive, sizes, listed, is_listed, n_primary)
        chosen = options[which]
        if not repeat:
            n_live -= 1
            work += _remove(chosen, starts, items, alive, sizes, listed, is_listed, n_primary)
        for entry in range(starts[chosen], starts[chosen + 1]):
            item = items[entry]
            if item < n_primary:
                lows[item] -= 1
                touch(np.uint64(item), listed, is_listed)
                if lows[item] > closed_at[item]:
                    continue
            elif closed[item] != 0:
                continue
            closed[item] = 1
            colour = colours[entry]
            for k in range(item_starts[item], item_starts[item + 1]):
                rival = item_entries[k]
                work += 1
                if alive[option_of[rival]] and (colour == 0 or colours[rival] != colour):
                    n_live -= 1
                    work += _remove(
                        option_of[rival], starts, items, alive, sizes, listed, is_listed, n_primary
                    )
    control[2] = n_live
    return control[PROBE]
