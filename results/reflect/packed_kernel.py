"""The beams of many boards, and looking for beams among them.

A board is a number of 32 bits and its beams one of 64 (see
``exactcover_puzzles/reflect/fewest_kernel.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc
from exactcover_puzzles.reflect.fewest_kernel import beams_of

__all__ = ["beams_of_all", "scan"]

types = xc.array_types


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
