"""Seams in the bitset search: colours that one side of a seam can no longer give.

A *seam* is a secondary item with two *owners*, primary items whose options all give it a colour:
the cell where two words cross, the edge between two tiles. In the end both are covered, in the same
colour. So a colour that no live option of one owner gives is none for the other, and its options
that give it are dead. Without these another of its seams may have fewer colours, and so on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compile import inlined, kernel_part
from ..bits.array_types import Bytes, Int64s, Words
from ..bits.words import ALL_ONES, LOW, ONE, ZERO, count_trailing_zeros, index

#: So many seams of an item are looked at. Each has a *lane*, half a word, for its colours. Where
#: these are more than 32, several share a bit; then fewer options are found to be dead.
LANES = 6
#: So many items are looked at in a node below the root. Measured: with no bound edge matching 7 x 7
#: takes a sixth longer, and word rectangles no less.
_MOST = np.uint64(16)
_TWO, _THREE, _FIVE, _SIX = np.uint64(2), np.uint64(3), np.uint64(5), np.uint64(LANES)


class Seams(NamedTuple):
    """The seams of a problem; ``twin`` is empty if there are none."""

    #: For each lane of an item that of the other owner, or one behind all if there is no seam
    #: (items x 6).
    twin: Words
    #: The colours that an option gives, in the lanes of its items; all bits of the other lanes
    #: (options x 3).
    marks: Words
    #: The first and the last word with options of an item (items x 2).
    span: Int64s
    #: For each level, the colours that the other owners leave for each item (items + 1, x 3).
    colours: Words
    #: Scratch: a ring of items to look at (a power of two), and 1 for each that waits in it. The
    #: one behind all always does, so that it is never looked at.
    ring: Words
    waits: Bytes


@inlined
def _push(seams: Seams, item: Any, tail: Any) -> Any:
    """Append an item to the ring unless it waits there; returns the new end."""
    seams.ring[tail & index(len(seams.ring) - 1)] = item
    tail += index(seams.waits[item] == 0)
    seams.waits[item] = 1
    return tail


@kernel_part
def settle(
    seams: Seams, low: Int64s, item_rows: Words, live: Words, depth: int, n_words: int, first: int,
    last: int, covered: Any,
) -> bool:  # fmt: skip
    """Remove from a level's live row what a seam forbids; false if an item has no option left.

    The words ``first`` to ``last`` of the row are in use; ``covered``: the items covered last.
    """
    twin, marks, colours = seams.twin, seams.marks, seams.colours
    n_items = index(len(low))
    size = _THREE * (n_items + ONE)
    here, now = index(depth * n_words), index(depth) * size
    for k in range(now, now + size):
        colours[k] = colours[k - size] if depth > 0 else ALL_ONES
    seams.waits[:] = 0
    seams.waits[n_items] = 1
    head, tail = ZERO, ZERO
    for item in range(n_items if depth == 0 else ZERO):
        tail = _push(seams, item, tail)
    for item in covered:
        for lane in range(_SIX * index(item), _SIX * index(item) + _SIX):
            tail = _push(seams, twin[lane] // _SIX, tail)
    while head != tail and (head < _MOST or depth == 0):
        item = seams.ring[head & index(len(seams.ring) - 1)]
        head += ONE
        seams.waits[item] = 0
        if low[item] <= 0:
            continue
        at, row = now + _THREE * item, item * index(n_words)
        dead0, dead1, dead2 = ~colours[at], ~colours[at + ONE], ~colours[at + _TWO]
        left0, left1, left2 = ZERO, ZERO, ZERO
        begin, end = max(first, seams.span[_TWO * item]), min(last, seams.span[_TWO * item + ONE])
        for word in range(index(begin), index(end) + ONE):
            bits = live[here + word] & item_rows[row + word]
            gone = ZERO
            while bits != ZERO:
                at = _THREE * ((word << _SIX) + count_trailing_zeros(bits))
                m0, m1, m2 = marks[at], marks[at + ONE], marks[at + _TWO]
                # All ones, or 0 for a dead option: a branch would often be mispredicted.
                kept = index((m0 & dead0) | (m1 & dead1) | (m2 & dead2) != ZERO) - ONE
                left0, left1, left2 = left0 | m0 & kept, left1 | m1 & kept, left2 | m2 & kept
                gone |= bits & (ZERO - bits) & ~kept
                bits &= bits - ONE
            live[here + word] ^= gone
        if left0 == ZERO:
            return False
        lane = _SIX * item
        for left in (left0, left1, left2):
            for half in range(_TWO):
                other = twin[lane + half]
                shift = (other & ONE) << _FIVE
                allowed = ((left >> (half << _FIVE)) & LOW) << shift
                lost = colours[now + (other >> ONE)] & ~allowed & (LOW << shift)
                if lost != ZERO:
                    colours[now + (other >> ONE)] ^= lost
                    tail = _push(seams, other // _SIX, tail)
            lane += _TWO
    return True
