"""The beams of all 4 x 4 boards of some pieces, put together from halves.

The idea. A board is an upper and a lower half of 2 x 4 cells. All that the beams of the board know
of a half is which of its twelve ports leads to which: an involution of ports. Of the 4^8 halves
many agree in that, so classes of halves, of the same pieces and the same involution, are put
together instead: 32,091 classes in place of 65,536 halves, which is a quarter of the pairs. A pair
stands for as many boards as the product of the sizes of its classes.

The arrays. Ports of a half: 0 to 3 at its top, 4 and 5 on its right, 6 to 9 at its bottom, from the
left, 10 and 11 on its left. ``leads[class, port]`` is the port where a beam leaves. ``outer_top``
and ``outer_bottom`` give the edge place of a port of the upper and the lower half, or ``INNER``
where the halves meet; port 6 + k of the upper half meets port k of the lower one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

from .packed_kernel import leave

__all__ = ["INNER", "INVOLUTIONS", "half_boards", "mark", "pair_up", "unmarked"]

types = xc.array_types

#: Not an edge place.
INNER = 99
#: The number of involutions of 0 to 16 things (OEIS A000085).
INVOLUTIONS = np.array(
    [1, 1, 2, 4, 10, 26, 76, 232, 764, 2620, 9496, 35696, 140152, 568504, 2390480, 10349536,
     46206736],
    np.int64,
)  # fmt: skip


@xc.kernel
def half_boards(leads: types.ByteRows) -> Any:
    """For each of the 65,536 halves where its ports lead."""
    for half in range(65536):
        for port in range(12):
            if port < 4:
                row, column, to = 0, port, 2
            elif port < 6:
                row, column, to = port - 4, 3, 3
            elif port < 10:
                row, column, to = 1, port - 6, 0
            else:
                row, column, to = port - 10, 0, 1
            row, column, to = leave(half, 2, row, column, to)
            if row < 0:
                leads[half, port] = column
            elif row > 1:
                leads[half, port] = 6 + column
            elif column > 3:
                leads[half, port] = 4 + row
            else:
                leads[half, port] = 10 + row


@xc.kernel
def pair_up(
    leads: types.ByteRows,
    sizes: types.Int64s,
    top_begin: int,
    top_end: int,
    bottom_begin: int,
    bottom_end: int,
    outer_top: types.Bytes,
    outer_bottom: types.Bytes,
    beams: types.Words,
    n: int,
) -> Any:
    """Write the beams of all pairs of an upper and a lower class from place ``n`` on.

    Those that stand for several boards are written twice. Returns the place after the last.
    """
    for top in range(top_begin, top_end):
        for bottom in range(bottom_begin, bottom_end):
            ends = np.uint64(0)
            for port in range(12):
                place = outer_top[port]
                if place == INNER:
                    continue
                at = leads[top, port]
                while outer_top[at] == INNER:
                    below = leads[bottom, at - 6]
                    if outer_bottom[below] != INNER:
                        break
                    at = leads[top, below + 6]
                if outer_top[at] == INNER:
                    end = outer_bottom[leads[bottom, at - 6]]
                    # The beam's other end, in the lower half, leads back.
                    ends |= np.uint64(place) << np.uint64(4 * end)
                else:
                    end = outer_top[at]
                ends |= np.uint64(end) << np.uint64(4 * place)
            for port in range(4, 12):
                place = outer_bottom[port]
                at = leads[bottom, port]
                while outer_bottom[at] == INNER:
                    above = leads[top, at + 6]
                    if outer_top[above] != INNER:
                        break
                    at = leads[bottom, above - 6]
                # Beams that end in the upper half are written already.
                if outer_bottom[at] != INNER:
                    ends |= np.uint64(outer_bottom[at]) << np.uint64(4 * place)
            beams[n] = ends
            n += 1
            if sizes[top] * sizes[bottom] > 1:
                beams[n] = ends
                n += 1
    return n


@xc.kernel_part
def _moved(ends: Any, motion: Any) -> Any:
    """Beams after a motion of the board, a permutation of edge places."""
    moved = np.uint64(0)
    for place in range(16):
        end = (ends >> np.uint64(4 * place)) & np.uint64(15)
        moved |= np.uint64(motion[end]) << np.uint64(4 * motion[place])
    return moved


@xc.kernel_part
def _rank(ends: Any, involutions: Any) -> Any:
    """The number of an involution among all of 16 places, 0 to 46,206,735.

    The first place that is left is alone, or paired with the k-th of the others.
    """
    rank, left, n = 0, 0xFFFF, 16
    for place in range(16):
        if (left >> place) & 1 == 0:
            continue
        end = np.int64((ends >> np.uint64(4 * place)) & np.uint64(15))
        left &= ~(1 << place)
        n -= 1
        if end != place:
            before = 0
            for other in range(16):
                before += (left >> other) & 1 if other < end else 0
            rank += involutions[n] + before * involutions[n - 1]
            left &= ~(1 << int(end))
            n -= 1
    return rank


@xc.kernel
def mark(
    beams: types.Words,
    motion: types.Bytes,
    involutions: types.Int64s,
    marks: types.Bytes,
    uniques: types.Words,
    motions: types.ByteRows,
) -> Any:
    """Go through sorted beams: mark those that stand there several times, keep the others.

    ``marks`` has a bit for each involution; marked are its beams and, by ``motion``, those of the
    mirrored board. Kept, in ``uniques``, are those that no motion of ``motions`` makes less.
    Returns how many are kept.
    """
    kept, k, n = 0, 0, len(beams)
    while k < n:
        ends = beams[k]
        after = k + 1
        while after < n and beams[after] == ends:
            after += 1
        if after > k + 1:
            rank = _rank(ends, involutions)
            marks[rank >> 3] |= np.uint8(1 << (rank & 7))
            rank = _rank(_moved(ends, motion), involutions)
            marks[rank >> 3] |= np.uint8(1 << (rank & 7))
        else:
            least = True
            for m in range(len(motions)):
                if _moved(ends, motions[m]) < ends:
                    least = False
                    break
            if least:
                uniques[kept] = ends
                kept += 1
        k = after
    return kept


@xc.kernel
def unmarked(beams: types.Words, involutions: types.Int64s, marks: types.Bytes) -> Any:
    """How many beams are not marked."""
    found = 0
    for k in range(len(beams)):
        rank = _rank(beams[k], involutions)
        found += 1 - ((marks[rank >> 3] >> (rank & 7)) & 1)
    return found
