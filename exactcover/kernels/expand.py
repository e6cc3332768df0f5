"""One step of the search from many partial solutions at a time, by the tables of ``bitset``.

The idea. A search that asks Python about every node cannot go on within a kernel; but it can step
from a whole table of partial solutions to all of theirs below. For each row the live options are
those of the root without what clashes with the options chosen. Rows come in the order of the
search, so most rows begin as the row before, and only what is different is done anew: the
live options after the first *d* options of the row stand in ``live[d]``. Then the open item with
the fewest live options is looked for, and these are what the row branches into.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Bytes, Int32s, Int64s, Uint32s, Words
from .jit import kernel
from .lowest import NOT_OPEN, branching_rank
from .words import ONE, ZERO, count_trailing_zeros, popcount

__all__ = ["expand"]


@kernel
def expand(
    clash: Words, item_rows: Words, starts: Words, items: Uint32s, lengths: Int64s, order: int,
    deferred: Bytes, live: Words, covered: Bytes, children: Int32s, complete: Bytes, rows: Int32s,
    ends: Int64s,
) -> Any:  # fmt: skip
    """Branch on an item in each of the ``rows`` (int32, partial solutions x options in each).

    ``clash``: bit rows, options x words; ``item_rows``: the options of each primary item, items x
    words; ``starts``, ``items``: the primary items of the options; ``lengths``: how many these are;
    ``order``, ``deferred``: see ``lowest.branching_rank``; ``live[0]``: the live options at
    the root, with a row of room for each option of a partial solution; ``covered``: a byte for each
    primary item, 0.

    The options that row *k* branches into go to ``children``, up to ``ends[k]``; ``complete`` tells
    of each whether all items are covered with it. A row of which some item has no option left has
    none. Returns how many rows were done; fewer than all where ``children`` had no room for more.
    """
    n_rows, depth = rows.shape
    n_primary, n_words = item_rows.shape
    n_children = 0
    for row in range(n_rows):
        common = 0
        if row > 0:
            while common < depth and rows[row, common] == rows[row - 1, common]:
                common += 1
        n_open = n_primary
        for k in range(depth):
            option = rows[row, k]
            n_open -= lengths[option]
            for node in range(starts[option], starts[option + 1]):
                covered[items[node]] = 1
            if k >= common:
                for word in range(n_words):
                    live[k + 1, word] = live[k, word] & ~clash[option, word]
        best, least = -1, NOT_OPEN
        for item in range(n_primary):
            if covered[item]:
                continue
            many = ZERO
            for word in range(n_words):
                many += popcount(live[depth, word] & item_rows[item, word])
            rank = branching_rank(np.int64(many) - 1, order, deferred, item)
            if rank < least:
                best, least = item, rank
                if rank < 0:
                    break
        for k in range(depth):
            option = rows[row, k]
            for node in range(starts[option], starts[option + 1]):
                covered[items[node]] = 0
        if best >= 0:
            many = ZERO
            for word in range(n_words):
                many += popcount(live[depth, word] & item_rows[best, word])
            if n_children + np.int64(many) > len(children):
                return row
            for word in range(n_words):
                bits = live[depth, word] & item_rows[best, word]
                while bits != ZERO:
                    option = 64 * word + np.int64(count_trailing_zeros(bits))
                    children[n_children] = option
                    complete[n_children] = n_open == lengths[option]
                    n_children += 1
                    bits &= bits - ONE
        ends[row] = n_children
    return n_rows
