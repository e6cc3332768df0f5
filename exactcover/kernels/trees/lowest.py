"""The lowest of many ranks of which only a few change between queries.

The idea. Items stand in blocks of 64, and these in groups of 64. Each block and each group knows
its lowest rank and the first item that has it. To change an item's rank is to *touch* the item,
which puts its block on a list. The next question looks at the listed blocks again, at their groups,
and then at all groups. So it takes some hundred looks, up to some hundred thousand items; to look
at all items would make a search quadratic in their number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined
from ..bits.array_types import Bytes, Int32s, Int64s

#: Where fewer items are open, looking at each of them is faster.
MANY = 1_024
#: The rank of an item that is not in question.
NOT_OPEN = np.int64(1 << 62)
#: The place of ``listed`` with the number of blocks listed; their numbers follow.
LISTED = 0


def arrays(n_items: int) -> tuple[Any, Any, Any]:
    """``listed``, ``is_listed`` and ``first`` for ``n_items`` items, every block listed.

    There are no blocks up to ``MANY`` items, where a look at each is faster.
    """
    n_blocks = (n_items + 63) // 64 if n_items > MANY else 0
    n_groups = (n_blocks + 63) // 64
    listed = np.arange(-1, n_blocks, dtype=np.int32)
    listed[LISTED] = n_blocks
    return listed, np.ones(n_blocks, np.uint8), np.full(n_blocks + n_groups, -1, np.int32)


@inlined
def branching_rank(spare: Any, order: int, deferred: Bytes, item: Any) -> Any:
    """What branching takes the least of, where an item has ``spare`` options more than it needs.

    It is negative at a dead end and 0 for a forced move, which come first in any order. ``order``:
    0 and 2 for the item with the fewest to spare, 1 for the first one; with 1 and 2, an item where
    ``deferred`` is not 0 comes after all where it is.
    """
    rank = np.int64(spare)
    if order != 0 and rank > 0:
        rank = 1 + (1 << 32) * np.int64(deferred[item])
        if order == 2:
            rank += spare
    return rank


@inlined
def rank_in_need(
    size: Any, low: Int64s, closed: Bytes, repeat: bool, order: int, deferred: Bytes,
    ranks: Int64s, listed: Int32s,
) -> None:  # fmt: skip
    """Bring the ranks of all items in listed blocks up to date, where ``low`` says what they need.

    ``size`` (items): the live options of each item; ``closed`` (items): 0 for those open.
    """
    for k in range(1, listed[LISTED] + 1):
        for item in range(64 * listed[k], min(len(ranks), 64 * listed[k] + 64)):
            ranks[item] = NOT_OPEN
            if closed[item] == 0 and low[item] > 0:
                spare = size[item] - (1 if repeat else low[item])
                ranks[item] = branching_rank(spare, order, deferred, item)


@inlined
def touch(item: Any, listed: Int32s, is_listed: Bytes) -> None:
    """Note that the rank of an item has changed, or will have by the next question.

    Nothing is noted where there are no blocks.
    """
    block = item >> 6
    if len(is_listed) > 0 and is_listed[block] == 0:
        is_listed[block] = 1
        listed[LISTED] += 1
        listed[listed[LISTED]] = block


@inlined
def lowest(ranks: Int64s, listed: Int32s, is_listed: Bytes, first: Int32s) -> Any:
    """The first item of lowest rank; -1 if all are ``NOT_OPEN``.

    ``ranks`` (items) must be up to date for all items of listed blocks. ``first`` (blocks + groups;
    at first -1): the first item of lowest rank of each block, then of each group, or -1.
    """
    n_items = len(ranks)
    n_blocks = len(is_listed)
    n_groups = len(first) - n_blocks
    for k in range(1, listed[LISTED] + 1):
        block = listed[k]
        is_listed[block] = 0
        best, best_rank = -1, NOT_OPEN
        for item in range(64 * block, min(n_items, 64 * block + 64)):
            if ranks[item] < best_rank:
                best, best_rank = item, ranks[item]
        first[block] = best
        first[n_blocks + (block >> 6)] = -2  # to be found again
    listed[LISTED] = 0
    best, best_rank = -1, NOT_OPEN
    for group in range(n_groups):
        at = n_blocks + group
        if first[at] == -2:
            of_group, its_rank = -1, NOT_OPEN
            for block in range(64 * group, min(n_blocks, 64 * group + 64)):
                item = first[block]
                if item >= 0 and ranks[item] < its_rank:
                    of_group, its_rank = item, ranks[item]
            first[at] = of_group
        if first[at] >= 0 and ranks[first[at]] < best_rank:
            best, best_rank = first[at], ranks[first[at]]
    return best
