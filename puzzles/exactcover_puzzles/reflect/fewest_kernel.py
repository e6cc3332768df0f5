"""In which beams other boards differ, and which sets of beams tell a board from all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

import exactcover as xc

__all__ = ["close_upwards", "differences"]

types = xc.array_types


@xc.kernel
def differences(
    others: types.Words, own: types.Word, ends: types.Int64Rows, strict: bool, missed: types.Bytes
) -> Any:
    """Mark in ``missed``, by sets of beams as bits, in which beams each of the others differs.

    ``others``: their beams; ``ends[k]``: both ends of beam k of one's own board, whose beams are
    ``own``. With ``strict`` a beam of two ends that are each sent back does not differ.
    """
    for k in range(len(others)):
        other = others[k] ^ own
        where = 0
        for m in range(len(ends)):
            one, two = np.uint64(4 * ends[m, 0]), np.uint64(4 * ends[m, 1])
            if ((other >> one) | (other >> two)) & np.uint64(15) == 0:
                continue
            back = (others[k] >> one) & np.uint64(15) == np.uint64(ends[m, 0]) and (
                others[k] >> two
            ) & np.uint64(15) == np.uint64(ends[m, 1])
            if not (strict and back):
                where |= 1 << m
        missed[where] = 1


@xc.kernel
def close_upwards(marks: types.Bytes) -> Any:
    """Mark every set that contains a marked one."""
    bit = 1
    while bit < len(marks):
        for k in range(len(marks)):
            if k & bit and marks[k ^ bit]:
                marks[k] = 1
        bit <<= 1
