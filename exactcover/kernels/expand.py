"""One step of the search from many partial solutions at a time, by the tables of ``bitset``.

The idea. A search that asks Python about every node cannot go on within a kernel. But it can step
from a table of partial solutions, a row for each, to all that are below them. The live options of
a row are those of the root without what clashes with the options chosen. Most rows begin as the
row before, so the live options after the first *d* options of the row are kept in ``live[d]``. The
row branches into the live options of the open item that has the fewest.
"""

from __future__ import annotations

from typing import Any

from .array_types import Bytes, Int32Rows, Int32s, Int64s, Uint32s, WordRows, Words
from .jit import kernel
from .lowest import NOT_OPEN, branching_rank
from .words import ONE, ZERO, count_trailing_zeros, popcount, signed

__all__ = ["expand"]


@kernel
def expand(
    clash: WordRows, item_rows: WordRows, starts: Words, items: Uint32s, lengths: Int64s,
    order: int, deferred: Bytes, live: WordRows, covered: Int64s, children: Int32s,
    complete: Bytes, rows: Int32Rows, ends: Int64s,
) -> Any:  # fmt: skip
    """Branch on an item in each of the ``rows`` (int32, partial solutions x options in each).

    The problem: ``clash`` (options x words) and ``item_rows`` (primary items x words), as
    ``clashes.build`` makes them; ``items[starts[o]:starts[o+1]]``, the primary items of option *o*,
    and ``lengths[o]``, how many these are; ``order``, ``deferred``: see ``lowest.branching_rank``.

    ``live`` (longest partial solution + 1, x words): ``live[0]`` are the live options at the root.
    ``covered`` (primary items): scratch. The options that row *k* branches into go to ``children``,
    up to ``ends[k]``; none where some item has no option left. ``complete`` tells of each whether
    all items are covered with it. Returns how many rows were done; fewer than all where
    ``children`` had no room for more.
    """
    n_rows, depth = rows.shape
    n_primary, n_words = item_rows.shape
    n_children = 0
    covered[:] = -1
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
                covered[items[node]] = row
            if k >= common:
                for word in range(n_words):
                    live[k + 1, word] = live[k, word] & ~clash[option, word]
        best, best_size, least = -1, 0, NOT_OPEN
        for item in range(n_primary):
            if covered[item] == row:
                continue
            many = ZERO
            for word in range(n_words):
                many += popcount(live[depth, word] & item_rows[item, word])
            size = signed(many)
            rank = branching_rank(size - 1, order, deferred, item)
            if rank < least:
                best, best_size, least = item, size, rank
                if rank < 0:
                    break
        if n_children + best_size > len(children):
            return row
        if best >= 0:
            for word in range(n_words):
                bits = live[depth, word] & item_rows[best, word]
                while bits != ZERO:
                    option = 64 * word + signed(count_trailing_zeros(bits))
                    children[n_children] = option
                    complete[n_children] = n_open == lengths[option]
                    n_children += 1
                    bits &= bits - ONE
        ends[row] = n_children
    return n_rows
