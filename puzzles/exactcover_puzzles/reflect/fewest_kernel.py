"""In which beams other 4 x 4 boards differ, and which sets of beams tell a board from all of them.

A board is 16 cells of two bits, row by row from the upper left, the first cell lowest; 0 is empty,
1 ``/``, 2 ``\\``, 3 ``o``. Its beams are 64 bits: four for each edge place, numbered as in
``board.py``, the first place lowest, say where its beam ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

types = xc.array_types


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


@xc.kernel_part
def beams_of(board: Any) -> Any:
    """The beams of a board."""
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
    return ends


@xc.kernel
def differences(
    cells: types.Bytes,
    own: int,
    ends: types.Int64Rows,
    strict: bool,
    missed: types.Bytes,
    most: int,
) -> Any:
    """Mark in ``missed``, by sets of beams as bits, in which beams other boards differ from one.

    The others are the rearrangements of ``cells``, from the one that stands there, in ascending
    order; up to ``most``, or until one differs in no beam. Returns whether there are more. ``own``
    is the board, and ``ends[k]`` both ends of its beam k. With ``strict`` a beam of two ends that
    are each sent back does not differ.
    """
    own_beams = beams_of(own)
    for _ in range(most):
        board = np.int64(0)
        for cell in range(15, -1, -1):
            board = board << 2 | np.int64(cells[cell])
        if board != own:
            theirs = beams_of(board)
            where = 0
            for m in range(len(ends)):
                one, two = np.uint64(4 * ends[m, 0]), np.uint64(4 * ends[m, 1])
                other = theirs ^ own_beams
                if ((other >> one) | (other >> two)) & np.uint64(15) == 0:
                    continue
                back = (theirs >> one) & np.uint64(15) == np.uint64(ends[m, 0]) and (
                    theirs >> two
                ) & np.uint64(15) == np.uint64(ends[m, 1])
                if not (strict and back):
                    where |= 1 << m
            missed[where] = 1
            if where == 0:
                return False
        # The next rearrangement: the last cell that is less than the one after it is exchanged with
        # the last that is greater than it, and what comes after it is reversed.
        k = 14
        while k >= 0 and cells[k] >= cells[k + 1]:
            k -= 1
        if k < 0:
            return False
        i = 15
        while cells[i] <= cells[k]:
            i -= 1
        cells[k], cells[i] = cells[i], cells[k]
        i, j = k + 1, 15
        while i < j:
            cells[i], cells[j] = cells[j], cells[i]
            i, j = i + 1, j - 1
    return True


@xc.kernel
def close_upwards(marks: types.Bytes) -> Any:
    """Mark every set that contains a marked one."""
    bit = 1
    while bit < len(marks):
        for k in range(len(marks)):
            if k & bit and marks[k ^ bit]:
                marks[k] = 1
        bit <<= 1
