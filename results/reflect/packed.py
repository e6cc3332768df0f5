"""4 x 4 boards as numbers (see ``packed_kernel.py``), and their beams, many at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from exactcover_puzzles.reflect.board import Board

__all__ = [
    "Multiset", "beams", "boards_of", "halves_of", "multisets", "pack", "packed_pieces", "place",
    "unpack",
]  # fmt: skip

#: Numbers of /, \ and o.
Multiset = tuple[int, int, int]


def pack(board: Board) -> int:
    """A 4 x 4 board as a number below 2^32. Raises ValueError for other sizes."""
    if board.n != 4:
        raise ValueError(f"{board.n} x {board.n} cells do not fit 32 bits; expected 4 x 4")
    return sum(content << 2 * cell for cell, content in enumerate(board.cells))


def unpack(number: int) -> Board:
    """The board of a number. Raises ValueError for a number that is not a board."""
    if not 0 <= number < 1 << 32:
        raise ValueError(f"{number}: expected a number from 0 to 2^32 - 1")
    return Board(4, tuple(int(number) >> 2 * cell & 3 for cell in range(16)))


def multisets(pieces: int) -> list[Multiset]:
    """All numbers of ``/``, ``\\`` and ``o`` that add up to ``pieces``, ordered by their codes.

    Raises ValueError for fewer than 0 or more than 16.
    """
    if not 0 <= pieces <= 16:
        raise ValueError(f"{pieces} pieces; expected 0 to 16")
    return [
        (pieces - balls - backslashes, backslashes, balls)
        for balls in range(pieces + 1)
        for backslashes in range(pieces - balls + 1)
    ]


def halves_of(pieces: Multiset) -> Iterator[tuple[Multiset, Multiset]]:
    """How some pieces can be shared by the upper and the lower half of a board."""
    for a, b, c in itertools.product(*[range(k + 1) for k in pieces]):
        rest = pieces[0] - a, pieces[1] - b, pieces[2] - c
        if a + b + c <= 8 and sum(rest) <= 8:
            yield (a, b, c), rest


def packed_pieces(boards: Any) -> Any:
    """The pieces of boards as codes: ``/`` + 32 x ``\\`` + 1024 x ``o``; uint16."""
    boards = np.asarray(boards, np.uint32)
    low, high = boards & np.uint32(0x55555555), (boards >> np.uint32(1)) & np.uint32(0x55555555)
    slashes, backslashes, balls = (
        np.bitwise_count(cells).astype(np.uint16)
        for cells in (low & ~high, high & ~low, low & high)
    )
    return slashes + 32 * backslashes + 1024 * balls


def place(codes: Any, pieces: Multiset) -> slice:
    """Where some pieces are among ascending codes, uint16."""
    code = pieces[0] + 32 * pieces[1] + 1024 * pieces[2]
    # Of the same type: numpy would convert all codes otherwise.
    begin, end = np.searchsorted(codes, np.array([code, code + 1], np.uint16)).tolist()
    return slice(begin, end)


def beams(boards: Any) -> Any:
    """The beams of boards; uint64."""
    from .packed_kernel import beams_of_all

    boards = np.ascontiguousarray(boards, np.uint32)
    found = np.empty(len(boards), np.uint64)
    beams_of_all(boards, found)
    return found


@cache
def _halves() -> tuple[Any, Any]:
    """The halves of 2 x 4 cells in the order of their codes, uint32; and these."""
    halves = np.arange(65536, dtype=np.uint32)
    codes = packed_pieces(halves)
    order = np.argsort(codes, kind="stable")
    return halves[order], codes[order]


def boards_of(pieces: Multiset) -> Any:
    """All boards of these pieces; uint32."""
    halves, codes = _halves()
    parts = [np.zeros(0, np.uint32)]
    for upper, lower in halves_of(pieces):
        top, bottom = halves[place(codes, upper)], halves[place(codes, lower)]
        parts.append((bottom[:, None] << np.uint32(16) | top[None, :]).reshape(-1))
    return np.concatenate(parts)
