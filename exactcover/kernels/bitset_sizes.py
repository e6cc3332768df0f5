"""The sizes of items in the bitset search, and what is chosen by them.

The *size* of an item is the number of its live options. The items' rows stand in a table with a
line for each word and a column for each item. So one plain loop over a line adds to all sizes; it
has no branches and becomes wide vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile import inlined, part
from .array_types import Bytes, Uint32s, Words
from .lowest import NOT_OPEN, branching_rank
from .words import ALL_ONES, HALF, ONE, ZERO, popcount, signed

__all__ = ["choose", "four_words", "starved"]


@inlined
def four_words(tables: Any, k: Any, begin: bool, end: bool) -> Any:
    """Count the live options of all columns in the words *k* to *k* + 3.

    ``tables``: the table, where its first line begins, the lines and the words of live options, the
    number of columns, the sizes and where they begin, and ``empty``. The counts are added to the
    sizes, or stand there alone with ``begin``.

    With ``end`` returns the least size that is not 0, as (size - 1) * 2^32 + column, or all ones if
    there is none; ``empty[0]`` becomes the number of columns of size 0, which the subtraction takes
    to the far end.
    """
    table, first, line, word, columns, sizes, to, empty = tables
    p0 = first + line[k] * columns
    p1 = first + line[k + 1] * columns
    p2 = first + line[k + 2] * columns
    p3 = first + line[k + 3] * columns
    w0, w1, w2, w3 = word[k], word[k + 1], word[k + 2], word[k + 3]
    least = ALL_ONES
    zeros = ZERO
    for column in range(columns):
        size = ZERO if begin else sizes[to + column]
        size += (
            popcount(table[p0 + column] & w0)
            + popcount(table[p1 + column] & w1)
            + popcount(table[p2 + column] & w2)
            + popcount(table[p3 + column] & w3)
        )
        sizes[to + column] = size
        if end:
            zeros += np.uint64(size == ZERO)
            least = min(least, ((size - ONE) << HALF) | column)
    if end:
        empty[0] = zeros
    return least


@inlined
def starved(
    table: Words, line: Any, bit: Any, sizes: Words, here: Any, above: Any, columns: Any
) -> Any:
    """A column that an option left empty without containing its item, or ``columns`` if none.

    ``line`` is where the line of the option's word begins, ``bit`` its place in that word. The
    column's size is 0 here and was not 0 above; so its item was open there.
    """
    found = columns
    for column in range(columns):
        empty = (
            (sizes[here + column] == ZERO)
            & (sizes[above + column] != ZERO)
            & ((table[line + column] >> bit) & ONE == ZERO)
        )
        found = min(found, column if empty else columns)
    return found


@part
def choose(
    sizes: Words, to: Any, stride: int, column_items: Uint32s, first_item: int, order: int,
    deferred: Bytes,
) -> Any:  # fmt: skip
    """The column to branch on where ``order`` is not 0; see ``lowest.branching_rank``."""
    best, best_rank = -1, NOT_OPEN
    for column in range(stride):
        size = signed(sizes[to + column])
        if size > 0:
            rank = branching_rank(size - 1, order, deferred, column_items[first_item + column])
            if rank < best_rank:
                best, best_rank = column, rank
    return best
