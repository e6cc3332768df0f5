"""The compiled loops of ``filtering.py``, with the rule "starving" on words of options.

The idea. Choosing an option leaves the live options that do not clash with it: one row of bits,
made from the rows of its items. An item with fewer bits in that row than it needs starves. Most
items need one, and have one in the word where they had one the last time, so a single AND answers
for them. An option costs one look at every item that needs options, and at every word for each of
its items. That beats following the nodes where rows are short: on all but large and sparse
problems.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile import kernel
from ..kernels.bits.array_types import Int32s, Int64s, Words
from ..kernels.bits.words import ZERO, bit, index, popcount, signed
from . import filtering

propagate = kernel(
    filtering.propagate,
    parts=(
        filtering.remove_doomed,
        filtering.only_option,
        filtering.take,
        filtering.list_witnesses,
        filtering.sweep,
    ),
    # In ``filtering.py`` they may be lists too.
    types=(
        (filtering.Problem, int, int, Int64s, Int32s, Int32s, Int64s, Int32s, Int32s, Int32s),
        (filtering.State, *[Int32s] * len(filtering.State._fields)),
        (filtering.Scratch, *[Int32s] * len(filtering.Scratch._fields)),
        int,
        int,
        int,
    ),
)
propagate.__module__ = __name__  # where other processes find it, not in ``filtering.py``


@kernel
def set_rows(option_of: Int32s, row_of: Int32s, table: Words, n_words: int) -> None:
    """Set in row ``row_of[k]`` of ``table`` the bit of option ``option_of[k]``, for each node *k*.

    Bit *b* of word *w* is option 64 w + b; ``table`` is flat, ``n_words`` to a row.
    """
    for k in range(len(option_of)):
        option = option_of[k]
        table[index(row_of[k]) * index(n_words) + index(option >> 6)] |= bit(option)


@kernel
def starve(
    starts: Int64s, items: Int32s, colour_row: Int32s, item_rows: Words, colour_rows: Words,
    hungry: Int32s, live: Int32s, low: Int32s, high: Int32s, repeat: int, doomed: Int32s,
    why_item: Int32s, alive: Words, left: Words, place: Int64s, there: Words,
) -> Any:  # fmt: skip
    """Find the options that would starve an item; returns (how many, nodes and items looked at).

    The problem: ``starts`` and ``items`` as in ``Compiled``; ``item_rows`` (items x words, flat)
    the options of each item; row ``colour_row[k]`` of ``colour_rows`` (x words, flat) those that
    agree in colour with node *k* on its item. Row 0 is empty, and is that of nodes without colour.

    ``hungry``: the items with a ``low``. ``live``, ``low``, ``high``, ``repeat``, ``doomed`` and
    ``why_item`` are those of ``filtering.py``; what is found here is put on the stack
    ``doomed``, which must be empty, and no longer counts as an option of its items.

    ``alive`` (words): the live options as a row of bits. For each of ``hungry`` that needs one
    option, ``place`` is the word where it last had one left, and ``there`` its options in that
    word; at first 0 and none. Scratch: ``left`` (words), what the option being tried leaves.
    """
    n_words = index(len(alive))
    n_hungry = index(len(hungry))
    n_doomed: Any = 0
    work: Any = 0
    for option in range(len(live)):
        if live[option] != 1:
            continue
        for word in range(n_words):
            left[word] = alive[word]
        first, last = index(starts[option]), index(starts[option + 1])
        for node in range(first, last):
            if high[items[node]] != 1:
                continue
            mine = index(items[node]) * n_words
            agreeing = index(colour_row[node]) * n_words
            for word in range(n_words):
                left[word] &= ~item_rows[mine + word] | colour_rows[agreeing + word]
        if not repeat:
            left[option >> 6] &= ~bit(option)
        work += len(hungry) + np.int64(last - first)
        for k in range(n_hungry):
            if left[index(place[k])] & there[k] != ZERO:
                continue
            item = hungry[k]
            one = repeat or low[item] == 1
            needed = signed(1 if one else low[item])
            row = index(item) * n_words
            for word in range(n_words):
                feeding = left[word] & item_rows[row + word]
                if feeding != ZERO:
                    needed -= signed(popcount(feeding))
                    if needed <= 0:
                        if one:
                            place[k] = word
                            there[k] = item_rows[row + word]
                        break
            work += 1
            if needed > 0 and (low[item] == 1 or not repeat):
                for node in range(first, last):
                    if items[node] == item:  # the option feeds it itself
                        needed -= 1
            if needed > 0:
                live[option] = 2
                doomed[n_doomed] = option
                n_doomed += 1
                why_item[option] = item
                alive[option >> 6] &= ~bit(option)
                break
    return n_doomed, work
