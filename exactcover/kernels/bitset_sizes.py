"""The sizes of items in the bitset search, and what is chosen by them.

The *size* of an item is the number of its live options. The items' rows stand in a table with a
line for each word and a column for each item. So one plain loop over a line adds to all sizes; it
has no branches and becomes wide vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Bytes, Uint32s, Words
from .jit import inlined, part
from .lowest import NOT_OPEN, branching_rank
from .words import ONE, ZERO, popcount, signed

__all__ = [
    "HALF",
    "NONE",
    "add_sizes",
    "begin_sizes",
    "choose",
    "least",
    "least_of_four",
    "starved",
]

NONE = np.uint64(0xFFFFFFFFFFFFFFFF)
HALF = np.uint64(32)

# ``p0`` … ``p3`` are where four lines of the table begin, ``w0`` … ``w3`` the live options in the
# words of those lines. The sizes go to ``sizes[to] … sizes[to + columns - 1]``.


@inlined
def _in_four_words(
    table: Words, column: Any, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any,
    w3: Any,
) -> Any:  # fmt: skip
    """The live options of a column in four words."""
    return (
        popcount(table[p0 + column] & w0)
        + popcount(table[p1 + column] & w1)
        + popcount(table[p2 + column] & w2)
        + popcount(table[p3 + column] & w3)
    )


@inlined
def begin_sizes(
    table: Words, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Words, to: Any,
) -> None:  # fmt: skip
    """Sizes of all columns in four words."""
    for column in range(columns):
        sizes[to + column] = _in_four_words(table, column, p0, p1, p2, p3, w0, w1, w2, w3)


@inlined
def add_sizes(
    table: Words, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Words, to: Any,
) -> None:  # fmt: skip
    """Add the sizes in four more words."""
    for column in range(columns):
        sizes[to + column] += _in_four_words(table, column, p0, p1, p2, p3, w0, w1, w2, w3)


@inlined
def least(
    table: Words, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Words, to: Any, empty: Words,
) -> Any:  # fmt: skip
    """Add the sizes in the last four words and find the least one that is not 0.

    Returns (size - 1) * 2^32 + column, all ones if there is none; ``empty[0]`` becomes the number
    of columns of size 0, which the subtraction takes to the far end.
    """
    lowest = NONE
    zeros = ZERO
    for column in range(columns):
        size = sizes[to + column]
        size += _in_four_words(table, column, p0, p1, p2, p3, w0, w1, w2, w3)
        sizes[to + column] = size
        zeros += np.uint64(size == ZERO)
        lowest = min(lowest, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return lowest


@inlined
def least_of_four(
    table: Words, p0: Any, p1: Any, p2: Any, p3: Any, w0: Any, w1: Any, w2: Any, w3: Any,
    columns: Any, sizes: Words, to: Any, empty: Words,
) -> Any:  # fmt: skip
    """Find the least size that is not 0 where four words are all there are; see ``least``."""
    lowest = NONE
    zeros = ZERO
    for column in range(columns):
        size = _in_four_words(table, column, p0, p1, p2, p3, w0, w1, w2, w3)
        sizes[to + column] = size
        zeros += np.uint64(size == ZERO)
        lowest = min(lowest, ((size - ONE) << HALF) | column)
    empty[0] = zeros
    return lowest


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
    late: Bytes,
) -> Any:  # fmt: skip
    """The column to branch on where ``order`` is not 0; see ``lowest.branching_rank``."""
    best, best_rank = -1, NOT_OPEN
    for column in range(stride):
        size = signed(sizes[to + column])
        if size > 0:
            rank = branching_rank(size - 1, order, late, column_items[first_item + column])
            if rank < best_rank:
                best, best_rank = column, rank
    return best
