"""The tables of the bitset engine: the options of each item, and the clashes of options.

One bit for each option, 64 to a word. Two options clash when they share an item on which they do
not agree in one colour.
"""

from __future__ import annotations

from ...compile import kernel
from .array_types import Bytes, Int32s, Int64s, WordRows, Words
from .words import ZERO, bit


@kernel
def build(
    n_primary: int, first_item: int, last_item: int, item_starts: Int64s, options: Int32s,
    colours: Int32s, clashing: Bytes, rows: WordRows, clash: WordRows, row: Words,
) -> None:  # fmt: skip
    """Fill the bit rows of a problem, for the items from ``first_item`` to below ``last_item``.

    ``options[item_starts[i]:item_starts[i+1]]`` (items + 1; nodes): the options of item *i*;
    ``colours`` (nodes): the colours they give it, sorted by colour. ``clashing[i]`` (items): 1
    where options clash on the item. Bit *b* of word *w* stands for option 64 w + b. In ``rows[i]``
    (primary items x words) it says that the option contains item *i*, in ``clash[o]`` (options x
    words) that it clashes with option *o*. Scratch: ``row`` (words). Complexity: O(nodes x words).
    """
    n_words = clash.shape[1]
    for item in range(first_item, last_item):
        first, last = item_starts[item], item_starts[item + 1]
        row[:] = ZERO
        low, high = n_words, 0
        for k in range(first, last):
            word = options[k] >> 6
            row[word] |= bit(options[k])
            low, high = min(low, word), max(high, word + 1)
        if item < n_primary:
            for word in range(low, high):
                rows[item, word] = row[word]
        if clashing[item] == 0:
            continue
        begin = first
        while begin < last:
            end = begin + 1
            while end < last and colours[end] == colours[begin]:
                end += 1
            if colours[begin] != 0:  # those of one colour do not clash on this item
                for k in range(begin, end):
                    row[options[k] >> 6] ^= bit(options[k])
            for k in range(begin, end):
                for word in range(low, high):
                    clash[options[k], word] |= row[word]
            if colours[begin] != 0:
                for k in range(begin, end):
                    row[options[k] >> 6] ^= bit(options[k])
            begin = end
