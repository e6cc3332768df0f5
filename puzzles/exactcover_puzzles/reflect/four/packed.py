"""4 x 4 boards as numbers, and their beams, many at a time (see ``packed_kernel.py``)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from ..board import Board

#: Numbers of /, \ and o.
Multiset = tuple[int, int, int]

__all__ = ["beams", "boards_of", "canonical", "pack", "packed_beams", "packed_pieces", "unpack"]


def pack(board: Board) -> int:
    """A 4 x 4 board as a number below 2^32. Raises ValueError for other sizes."""
    if board.n != 4:
        raise ValueError(f"{board.n} x {board.n} cells do not fit 32 bits; expected 4 x 4")
    return sum(content << 2 * cell for cell, content in enumerate(board.cells))


def unpack(number: int) -> Board:
    """The board of a number. Raises ValueError for one that is no board."""
    if not 0 <= number < 1 << 32:
        raise ValueError(f"{number}: expected a number from 0 to 2^32 - 1")
    return Board(4, tuple(int(number) >> 2 * cell & 3 for cell in range(16)))


def packed_beams(ends: Iterable[int]) -> int:
    """The beams of a 4 x 4 board, for each edge place where its beam ends, as a number."""
    return sum(end << 4 * place for place, end in enumerate(ends))


def packed_pieces(boards: Any) -> Any:
    """The pieces of boards: ``/`` + 32 x ``\\`` + 1024 x ``o``; uint16."""
    boards = np.asarray(boards, np.uint32)
    low, high = boards & np.uint32(0x55555555), (boards >> np.uint32(1)) & np.uint32(0x55555555)
    counts = [np.bitwise_count(cells) for cells in (low & ~high, high & ~low, low & high)]
    return (counts[0].astype(np.uint16) + 32 * counts[1].astype(np.uint16)) + 1024 * counts[
        2
    ].astype(np.uint16)


def canonical(boards: Any) -> Any:
    """The canonical boards, the least of the eight images of each; uint32."""
    from .packed_kernel import canonical_of

    boards = np.ascontiguousarray(boards, np.uint32)
    found = np.empty_like(boards)
    canonical_of(boards, found)
    return found


def beams(boards: Any) -> Any:
    """The beams of boards; uint64."""
    from .packed_kernel import beams_of

    boards = np.ascontiguousarray(boards, np.uint32)
    found = np.empty(len(boards), np.uint64)
    beams_of(boards, found)
    return found


@cache
def _halves() -> dict[Multiset, Any]:
    """The halves of 2 x 4 cells, by their pieces; uint32."""
    halves = np.arange(65536, dtype=np.uint32)
    kinds = packed_pieces(halves)
    return {
        (kind % 32, kind // 32 % 32, kind // 1024): halves[kinds == kind]
        for kind in np.unique(kinds).tolist()
    }


def boards_of(pieces: Multiset) -> Any:
    """All boards of these pieces; uint32."""
    halves = _halves()
    parts = [np.zeros(0, np.uint32)]
    for upper in itertools.product(*[range(min(8, k) + 1) for k in pieces]):
        top = halves.get((upper[0], upper[1], upper[2]))
        rest = (pieces[0] - upper[0], pieces[1] - upper[1], pieces[2] - upper[2])
        bottom = halves.get(rest)
        if top is not None and bottom is not None:
            parts.append((bottom[:, None] << np.uint32(16) | top[None, :]).reshape(-1))
    return np.concatenate(parts)
