"""The focus of the bitset search: a smaller table of the columns and words still in use."""

from __future__ import annotations

from typing import Any

from .array_types import Int64s, Uint32s, Words
from .jit import part
from .words import ZERO, signed

__all__ = [
    "COLUMNS",
    "FIRST_WORD",
    "FOCUS",
    "ITEMS",
    "LAST_WORD",
    "LEVEL",
    "LINES",
    "TABLE",
    "WORDS",
    "make_focus",
]

#: Fields of a focus: where its table begins, its lines, the columns of a line, where its words
#: begin, where the items of its columns begin, the level at which it came into force, and the
#: first and last of its words.
FOCUS = 8
TABLE, LINES, COLUMNS, WORDS, ITEMS, LEVEL, FIRST_WORD, LAST_WORD = 0, 1, 2, 3, 4, 5, 6, 7


@part
def make_focus(
    table: Words, words: Words, column_items: Uint32s, focus: Int64s, now: int, level: int,
    n_open: int, n_live: int, line: Words, padding: int, no_item: int, sizes: Words, to: int,
    column: int,
) -> Any:  # fmt: skip
    """Make focus ``now + 1`` of the open columns and live words; the new place of ``column``.

    The sizes of the level move along. Returns -1 if there is no room for it.
    """
    begin, stride = focus[now, TABLE], focus[now, COLUMNS]
    first_item = focus[now, ITEMS]
    new_begin = begin + focus[now, LINES] * stride
    new_stride = (n_open + padding - 1) // padding * padding
    if now + 1 >= len(focus) or new_begin + n_live * new_stride > len(table):
        return -1
    new_column = -1
    place = 0
    for old in range(stride):
        if sizes[to + old] != ZERO:
            if old == column:
                new_column = place
            sizes[to + place] = sizes[to + old]
            column_items[first_item + stride + place] = column_items[first_item + old]
            for k in range(n_live):
                table[new_begin + k * new_stride + place] = table[
                    begin + signed(line[k]) * stride + old
                ]
            place += 1
    for k in range(n_live):
        for spare in range(place, new_stride):
            table[new_begin + k * new_stride + spare] = ZERO
        words[focus[now, WORDS] + focus[now, LINES] + k] = words[
            focus[now, WORDS] + signed(line[k])
        ]
    for spare in range(place, new_stride):
        sizes[to + spare] = ZERO
        column_items[first_item + stride + spare] = no_item
    focus[now + 1, TABLE] = new_begin
    focus[now + 1, LINES] = n_live
    focus[now + 1, COLUMNS] = new_stride
    focus[now + 1, WORDS] = focus[now, WORDS] + focus[now, LINES]
    focus[now + 1, ITEMS] = first_item + stride
    focus[now + 1, LEVEL] = level
    focus[now + 1, FIRST_WORD] = words[focus[now + 1, WORDS]]
    focus[now + 1, LAST_WORD] = words[focus[now + 1, WORDS] + n_live - 1]
    return new_column
