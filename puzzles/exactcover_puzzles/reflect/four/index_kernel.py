"""Looking for beams in a table: one comparison a board, as long as no beam may be two."""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

__all__ = ["scan"]

types = xc.array_types


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
        if other == 0:
            found[n] = k
            n += 1
        elif strict:
            for m in range(len(pairs)):
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
