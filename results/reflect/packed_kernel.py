"""The beams of many boards, and looking for beams among them.

A board is 16 cells of two bits, row by row from the upper left, the first cell lowest; 0 is empty,
1 ``/``, 2 ``\\``, 3 ``o``. Its beams are 64 bits: four for each edge place, numbered as in
``exactcover_puzzles/reflect/board.py``, the first place lowest, say where its beam ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

__all__ = ["beams_of_all", "leave", "scan"]

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
def beams_of_all(boards: types.Uint32s, beams: types.Words) -> Any:
    """The beams of boards, uint32 to uint64."""
    for k in range(len(boards)):
        beams[k] = beams_of(np.int64(boards[k]))


@xc.kernel
def scan(
    beams: types.Words,
    begin: int,
    end: int,
    mask: types.Word,
    wanted: types.Word,
    pairs: types.Int64Rows,
    strict: bool,
    found: types.Int64s,
) -> Any:
    """The numbers of boards whose beams are wanted, from ``begin`` on, until ``found`` is full.

    ``mask`` has the bits of the edge places with letters, ``wanted`` where their beams end, and
    ``pairs`` the places of letters that are shown twice: with ``strict`` they may also both be sent
    back. Returns how many were found and where to go on.
    """
    n = 0
    for k in range(begin, end):
        if n == len(found):
            return n, k
        other = (beams[k] ^ wanted) & mask
        for m in range(len(pairs)):
            if other == 0 or not strict:
                break
            one, two = np.uint64(pairs[m, 0]), np.uint64(pairs[m, 1])
            ends_one = (beams[k] >> (np.uint64(4) * one)) & np.uint64(15)
            ends_two = (beams[k] >> (np.uint64(4) * two)) & np.uint64(15)
            if ends_one == one and ends_two == two:
                other &= ~(np.uint64(15) << (np.uint64(4) * one))
                other &= ~(np.uint64(15) << (np.uint64(4) * two))
        if other == 0:
            found[n] = k
            n += 1
    return n, end
