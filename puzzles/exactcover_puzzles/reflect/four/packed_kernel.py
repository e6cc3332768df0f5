"""4 x 4 boards in 32 bits: symmetries by bit operations, beams, canonical boards counted.

The arrays. A board is a number of 32 bits: two for each cell, row by row from the upper left, the
first cell lowest; 0 is empty, 1 ``/``, 2 ``\\``, 3 ``o``. *Beams* are a number of 64 bits: four for
each edge place, numbered as in ``board.py``, the first place lowest, that say where its beam ends.

The idea. ``/`` and ``\\`` are exchanged by exchanging the bits of a cell. So a mirror image, left
to right, which does that, is each row's eight bits in reverse; from top to bottom it is the four
bytes in reverse, and bits exchanged in pairs. Reflection in the diagonal is two exchanges of
blocks, 2 x 2 within and then among each other, as for any matrix in a word (H. S. Warren, Hacker's
Delight, 7.3).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

__all__ = ["beams_of", "canonical_of", "count_canonical", "leave"]

types = xc.array_types


@xc.kernel_part
def _left_to_right(b: Any) -> Any:
    b = ((b >> np.uint32(4)) & np.uint32(0x0F0F0F0F)) | (
        (b & np.uint32(0x0F0F0F0F)) << np.uint32(4)
    )
    b = ((b >> np.uint32(2)) & np.uint32(0x33333333)) | (
        (b & np.uint32(0x33333333)) << np.uint32(2)
    )
    return ((b >> np.uint32(1)) & np.uint32(0x55555555)) | (
        (b & np.uint32(0x55555555)) << np.uint32(1)
    )


@xc.kernel_part
def _top_to_bottom(b: Any) -> Any:
    b = (b >> np.uint32(16)) | (b << np.uint32(16))
    b = ((b >> np.uint32(8)) & np.uint32(0x00FF00FF)) | (
        (b & np.uint32(0x00FF00FF)) << np.uint32(8)
    )
    return ((b >> np.uint32(1)) & np.uint32(0x55555555)) | (
        (b & np.uint32(0x55555555)) << np.uint32(1)
    )


@xc.kernel_part
def _transposed(b: Any) -> Any:
    # Cells (0, 1) and (1, 0) of each 2 x 2 block change places, then the blocks do.
    x = (b ^ (b >> np.uint32(6))) & np.uint32(0x00CC00CC)
    b = b ^ x ^ (x << np.uint32(6))
    x = (b ^ (b >> np.uint32(12))) & np.uint32(0x0000F0F0)
    return b ^ x ^ (x << np.uint32(12))


@xc.kernel_part
def _canonical(b: Any) -> Any:
    """The least of the eight images."""
    across, down, diagonal = _left_to_right(b), _top_to_bottom(b), _transposed(b)
    other = _left_to_right(diagonal)
    least = min(min(b, across), min(down, diagonal))
    least = min(least, min(_top_to_bottom(across), other))
    return min(least, min(_top_to_bottom(diagonal), _top_to_bottom(other)))


@xc.kernel_part
def _is_canonical(b: Any) -> Any:
    """Whether no image is less; most boards fail early."""
    across = _left_to_right(b)
    if across < b:
        return False
    down = _top_to_bottom(b)
    if down < b or _top_to_bottom(across) < b:
        return False
    diagonal = _transposed(b)
    if diagonal < b:
        return False
    other = _left_to_right(diagonal)
    return other >= b and _top_to_bottom(diagonal) >= b and _top_to_bottom(other) >= b


@xc.kernel
def canonical_of(boards: types.Uint32s, canonical: types.Uint32s) -> Any:
    """The canonical boards of boards, both uint32."""
    for k in range(len(boards)):
        canonical[k] = _canonical(boards[k])


@xc.kernel
def count_canonical(tops: types.Uint32s, bottoms: types.Uint32s) -> Any:
    """How many boards are canonical whose upper two rows are in ``tops`` and lower in ``bottoms``.

    Both uint16 in arrays of uint32; a lower half stands in the upper bits.
    """
    found = 0
    for k in range(len(bottoms)):
        bottom = bottoms[k] << np.uint32(16)
        for i in range(len(tops)):
            found += _is_canonical(bottom | tops[i])
    return found


@xc.kernel_part
def leave(cells: Any, rows: Any, row: Any, column: Any, to: Any) -> Any:
    """Where a beam leaves rows of four cells, as bits like those of a board: row and column beyond
    them, and where to. It enters a cell going ``to``: 0 up, 1 right, 2 down, 3 left."""
    while 0 <= row < rows and 0 <= column < 4:
        cell = (cells >> (2 * (4 * row + column))) & 3
        if cell == 1:
            to ^= 1
        elif cell == 2:
            to = 3 - to
        elif cell == 3:
            to ^= 2
        if to == 0:
            row -= 1
        elif to == 1:
            column += 1
        elif to == 2:
            row += 1
        else:
            column -= 1
    return row, column, to


@xc.kernel
def beams_of(boards: types.Uint32s, beams: types.Words) -> Any:
    """The beams of boards, uint32 to uint64."""
    for k in range(len(boards)):
        board = np.int64(boards[k])
        ends = np.uint64(0)
        for place in range(16):
            side, along = place >> 2, place & 3
            if side == 0:
                row, column, to = 0, along, 2
            elif side == 1:
                row, column, to = along, 3, 3
            elif side == 2:
                row, column, to = 3, 3 - along, 0
            else:
                row, column, to = 3 - along, 0, 1
            row, column, to = leave(board, 4, row, column, to)
            if to == 0:
                end = column
            elif to == 1:
                end = 4 + row
            elif to == 2:
                end = 11 - column
            else:
                end = 15 - row
            ends |= np.uint64(end) << np.uint64(4 * place)
        beams[k] = ends
