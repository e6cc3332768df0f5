"""Item sizes in the bitset search, and the choice of an item by size.

The *size* of an item is the number of its live options. The items' rows stand in a table with a
line for each word and a column for each item. So one plain loop over a line adds to all sizes; it
has no branches and becomes wide vector instructions.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel_part
from ..bits.array_types import Bytes, Uint32s, Words
from ..bits.words import ALL_ONES, HALF, ZERO, index, popcount, signed
from .lowest import NOT_OPEN, branching_rank

#: What is added to sizes; see ``need_of``. Bounds of items and sizes are below the first.
NEEDED, NOT_NEEDED = 1 << 30, 1 << 31


@inlined
def need_of(low: Any, repeat: bool) -> Any:
    """What is added to the size of an item that must still be covered ``low`` times.

    So of all items the one with the fewest options to spare has the least sum. It is below
    ``NEEDED`` at a dead end, and from ``NOT_NEEDED`` on where no item must be covered any more.
    """
    return index(NEEDED - (1 if repeat else low)) if low > 0 else index(NOT_NEEDED)


@inlined
def four_words(tables: Any, k: Any, one: bool, begin: bool, end: bool) -> Any:
    """Count the live options of all columns in the words *k* to *k* + 3.

    ``tables``: the table, where its first line begins, the lines and the words of live options, the
    number of columns, their sizes, and their needs and where these begin. The counts are added to
    the sizes, or stand there alone with ``begin``.

    With ``end`` returns the least sum of a size and a need, as sum * 2^32 + column.
    """
    table, first, line, word, columns, sizes, need, from_need = tables
    p0 = first + line[k] * columns
    p1 = first + line[k + 1] * columns
    p2 = first + line[k + 2] * columns
    p3 = first + line[k + 3] * columns
    w0, w1, w2, w3 = word[k], word[k + 1], word[k + 2], word[k + 3]
    least = ALL_ONES
    for column in range(columns):
        size = ZERO if begin else sizes[column]
        size += popcount(table[p0 + column] & w0)
        if not one:
            size += (
                popcount(table[p1 + column] & w1)
                + popcount(table[p2 + column] & w2)
                + popcount(table[p3 + column] & w3)
            )
        sizes[column] = size
        if end:
            least = min(least, ((size + need[from_need + column]) << HALF) | column)
    return least


@kernel_part
def choose(
    sizes: Words, need: Words, stride: int, column_items: Uint32s, first_item: int, order: int,
    deferred: Bytes,
) -> Any:  # fmt: skip
    """The same where ``order`` is not 0 and an item is needed; see ``lowest.branching_rank``."""
    best, best_rank = 0, NOT_OPEN
    for column in range(stride):
        spare = signed(sizes[column] + need[first_item + column]) - NEEDED
        if spare < NOT_NEEDED - NEEDED:
            rank = branching_rank(spare, order, deferred, column_items[first_item + column])
            if rank < best_rank:
                best, best_rank = column, rank
    return ((sizes[best] + need[first_item + best]) << HALF) | index(best)
