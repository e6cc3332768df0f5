"""The focus of the bitset search: a smaller table of the columns and words still used."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel_part
from ..bits.array_types import Int64s, Uint32s, Words
from ..bits.words import ZERO, signed

#: Fields of a focus: where its table begins, its lines, the columns of a line, where its words
#: begin, where the items of its columns begin, the level at which it came into force, and the
#: first and last of its words.
FIELDS = 8
TABLE, LINES, COLUMNS, WORDS, ITEMS, LEVEL, FIRST_WORD, LAST_WORD = 0, 1, 2, 3, 4, 5, 6, 7


@inlined
def in_force(focus: Int64s, now: int) -> Any:
    """The fields of focus ``now`` up to its level."""
    return (
        focus[now, TABLE], focus[now, LINES], focus[now, COLUMNS], focus[now, WORDS],
        focus[now, ITEMS], focus[now, LEVEL],
    )  # fmt: skip


@kernel_part
def make(
    table: Words, words: Words, column_items: Uint32s, column_of: Uint32s, need: Words,
    focus: Int64s, now: int, level: int, n_open: int, n_live: int, line: Words, sizes: Words,
) -> bool:  # fmt: skip
    """Make focus ``now + 1`` of the open columns and live words; false if there is no room."""
    begin, lines, stride, first_word, first_item, _ = in_force(focus, now)
    new_begin, new_word, new_item = begin + lines * stride, first_word + lines, first_item + stride
    if now + 1 >= len(focus) or new_begin + n_live * n_open > len(table):
        return False
    place = 0
    for old in range(stride):
        if sizes[old] != ZERO:
            column_items[new_item + place] = column_items[first_item + old]
            column_of[column_items[first_item + old]] = place
            need[new_item + place] = need[first_item + old]
            for k in range(n_live):
                bits = table[begin + signed(line[k]) * stride + old]
                table[new_begin + k * n_open + place] = bits
            place += 1
    for k in range(n_live):
        words[new_word + k] = words[first_word + signed(line[k])]
    new = focus[now + 1]
    new[TABLE], new[LINES], new[COLUMNS] = new_begin, n_live, n_open
    new[WORDS], new[ITEMS], new[LEVEL] = new_word, new_item, level
    new[FIRST_WORD], new[LAST_WORD] = words[new_word], words[new_word + n_live - 1]
    return True


@kernel_part
def leave(focus: Int64s, now: int, column_items: Uint32s, column_of: Uint32s) -> None:
    """Go back from focus ``now`` to the one before: items have other columns there."""
    first_item = focus[now - 1, ITEMS]
    for column in range(focus[now - 1, COLUMNS]):
        column_of[column_items[first_item + column]] = column
