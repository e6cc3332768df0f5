"""What the searches with multiplicities share: bounds of items, and rows of live options.

The live row of a level is the ``words`` words of ``live`` from ``here`` on, that of the level below
stands behind it. ``rows`` (flat, items x words) are the options of each item, ``clash`` (flat,
options x words) what cannot go with an option.
"""

from __future__ import annotations

from typing import Any

from ..compile import inlined
from .array_types import Bytes, Int32s, Int64s, Uint32s, Words
from .lowest import LISTED, NOT_OPEN, branching_rank
from .words import ONE, ZERO, bit, index, popcount, signed

#: The upper bound of an item that may be covered any number of times, as in ``Compiled``.
NO_LIMIT = 1 << 30


@inlined
def spend(option: Any, starts: Words, items: Uint32s, low: Int64s, high: Int64s) -> None:
    """Lower the bounds of an option's primary items by one covering."""
    for node in range(starts[option], starts[option + 1]):
        item = items[node]
        low[item] -= 1
        if high[item] < NO_LIMIT:
            high[item] -= 1


@inlined
def cover(
    option: Any, starts: Words, items: Uint32s, low: Int64s, high: Int64s, rows: Words,
    clash: Words, live: Words, here: Any, words: Any,
) -> None:  # fmt: skip
    """Choose an option: lower the bounds of its items, and make the live row of the level below.

    The options of an item covered as often as it may be are not in it.
    """
    at, below = index(option) * words, here + words
    for word in range(words):
        live[below + word] = live[here + word] & ~clash[at + word]
    spend(option, starts, items, low, high)
    for node in range(starts[option], starts[option + 1]):
        if high[items[node]] == 0:
            row = index(items[node]) * words
            for word in range(words):
                live[below + word] &= ~rows[row + word]


@inlined
def uncover(
    option: Any, starts: Words, items: Uint32s, low: Int64s, high: Int64s, live: Words, here: Any
) -> None:
    """Undo the choice of an option at a level, and give it up there."""
    for node in range(starts[option], starts[option + 1]):
        item = items[node]
        low[item] += 1
        if high[item] < NO_LIMIT:
            high[item] += 1
    live[here + index(option >> 6)] &= ~bit(option)


@inlined
def count_sizes(
    table: Words, columns: Any, live: Words, here: Any, within: Any, mask: Any, sizes: Words
) -> Any:
    """The live options of every item, into ``sizes``; returns how many options are live.

    ``table``: ``rows`` transposed. Only options in the first ``within`` words count, and in the
    last of these only those of ``mask``.
    """
    for column in range(columns):
        sizes[column] = ZERO
    n_live = ZERO
    for word in range(within):
        bits = live[here + word]
        if word + ONE == within:
            bits &= mask
        if bits != ZERO:
            n_live += popcount(bits)
            at = word * columns
            for column in range(columns):
                sizes[column] += popcount(table[at + column] & bits)
    return signed(n_live)


@inlined
def choose_first(
    most: Any, row: Any, rows: Words, live: Words, here: Any, words: Any, within: Any, mask: Any,
    untried: Words,
) -> None:  # fmt: skip
    """The first ``most`` live options of the item with that row become those to try at the level.

    ``within``, ``mask``: see ``count_sizes``.
    """
    for word in range(words):
        bits = live[here + word] & rows[row + word] if word < within else ZERO
        if word + ONE == within:
            bits &= mask
        size = signed(popcount(bits))
        if size > most:
            beyond = bits
            for _ in range(most):
                beyond &= beyond - ONE
            bits &= ~beyond
        untried[here + word] = bits
        most = max(0, most - size)


@inlined
def next_word(untried: Words, here: Any, words: Any, depth: Any, first_word: Int64s) -> Any:
    """The first word with options to try, or ``words``; ``first_word`` remembers it."""
    word = index(first_word[depth])
    while word < words and untried[here + word] == ZERO:
        word += ONE
    first_word[depth] = word
    return word


@inlined
def rank_in_need(
    size: Any, low: Int64s, closed: Bytes, repeat: bool, order: int, deferred: Bytes,
    ranks: Int64s, listed: Int32s,
) -> None:  # fmt: skip
    """Bring the ranks of all items in listed blocks up to date (``lowest.py``).

    ``size`` (items): the live options of each item; ``closed`` (items): 0 for those open.
    """
    for k in range(1, listed[LISTED] + 1):
        for item in range(64 * listed[k], min(len(ranks), 64 * listed[k] + 64)):
            ranks[item] = NOT_OPEN
            if closed[item] == 0 and low[item] > 0:
                spare = size[item] - (1 if repeat else low[item])
                ranks[item] = branching_rank(spare, order, deferred, item)
