"""The census of 4 x 4 boards: how many there are for each number of pieces, and how many
are puzzles.

For k pieces, 0 to 16:

* ``boards``: C(16, k) 3^k of them;
* ``distinct``: up to the eight symmetries, counted one by one, and by Burnside's lemma;
* ``unique``: distinct boards such that no other board *of the same pieces* has the same beams: with
  all beams shown and all pieces to be used, the puzzle has one solution;
* ``clear``: those among them whose beams are those of two boards of the same pieces for no pieces,
  as long as there are k. (T. White's program https://github.com/tomwhite/reflect counts these.)

Work goes pieces by pieces, so that memory is that of the boards of the same pieces, at most
(``census_work.py`` divides it among workers, a number of pieces each). Boards of a ``/`` and b
``\\`` are the mirror images of those of b ``/`` and a ``\\``, so a <= b is enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..board import n_boards, symmetries

__all__ = ["MOST_PIECES", "CensusRow", "burnside", "census_row"]

#: Cells of a board.
MOST_PIECES = 16
#: Edge places of the ports of the upper and of the lower half; 99 where the halves meet.
_TOP = (0, 1, 2, 3, 4, 5, 99, 99, 99, 99, 15, 14)
_BOTTOM = (99, 99, 99, 99, 6, 7, 11, 10, 9, 8, 13, 12)


@dataclass(frozen=True)
class CensusRow:
    """The numbers of boards with one number of pieces."""

    pieces: int
    boards: int
    distinct: int
    unique: int
    clear: int


@dataclass(frozen=True)
class _Classes:
    """Halves with the same pieces and the same ports, in the order of their pieces."""

    leads: Any
    sizes: Any
    #: For each (/, \\, o) where its classes begin and end.
    places: dict[tuple[int, int, int], tuple[int, int]]
    #: The halves, uint32, by their number of pieces.
    halves: list[Any]


@cache
def _classes() -> _Classes:
    from .census_kernel import half_boards

    leads, counts = np.zeros((65536, 12), np.uint8), np.zeros((65536, 3), np.uint8)
    half_boards(leads, counts)
    rows = np.concatenate([counts, leads], axis=1)
    unique, sizes = np.unique(rows, axis=0, return_counts=True)
    places: dict[tuple[int, int, int], tuple[int, int]] = {}
    for k, row in enumerate(unique[:, :3].tolist()):
        begin, _ = places.get(tuple(row), (k, k))
        places[tuple(row)] = begin, k + 1
    total = counts.sum(axis=1)
    halves = [np.flatnonzero(total == k).astype(np.uint32) for k in range(9)]
    return _Classes(np.ascontiguousarray(unique[:, 3:]), sizes.astype(np.int64), places, halves)


@cache
def _motions() -> tuple[Any, Any]:
    """The symmetries as permutations of edge places: those that keep the mirrors, and those that
    exchange them; uint8."""
    kept: list[list[int]] = []
    swapped: list[list[int]] = []
    for symmetry in symmetries():
        places = [symmetry.edge(4, place) for place in range(16)]
        (swapped if symmetry.swaps else kept).append(places)
    return np.array(kept, np.uint8), np.array(swapped, np.uint8)


def _multisets(pieces: int) -> Iterator[tuple[int, int, int]]:
    """Numbers of ``/``, ``\\`` and ``o``, no more of the first than of the second."""
    for balls in range(pieces + 1):
        for slashes in range((pieces - balls) // 2 + 1):
            yield slashes, pieces - balls - slashes, balls


def _beams(multiset: tuple[int, int, int]) -> Any:
    """The beams of all boards of these pieces, sorted; those of several boards twice or more."""
    from .census_kernel import pair_up

    classes = _classes()
    splits = []
    n = 0
    for top in itertools.product(*[range(max(0, m - 8), min(8, m) + 1) for m in multiset]):
        bottom = tuple(m - t for m, t in zip(multiset, top, strict=True))
        if top in classes.places and bottom in classes.places:
            upper, lower = classes.places[top], classes.places[bottom]
            splits.append((*upper, *lower))
            alone = [
                np.count_nonzero(classes.sizes[slice(*place)] == 1) for place in (upper, lower)
            ]
            pairs = (upper[1] - upper[0]) * (lower[1] - lower[0])
            n += 2 * pairs - int(alone[0]) * int(alone[1])
    beams = np.empty(n, np.uint64)
    outer = np.array(_TOP, np.uint8), np.array(_BOTTOM, np.uint8)
    written = 0
    for split in splits:
        written = pair_up(classes.leads, classes.sizes, *split, *outer, beams, written)
    assert written == n
    beams.sort()
    return beams


def census_row(pieces: int, stop: Callable[[], bool] = lambda: False) -> CensusRow | None:
    """The row of one number of pieces; None if ``stop`` said yes. Raises ValueError for fewer than
    0 or more than 16.

    It takes up to 10 seconds and 0.4 GB.
    """
    from .census_kernel import INVOLUTIONS, mark, unmarked
    from .packed_kernel import count_canonical

    if not 0 <= pieces <= MOST_PIECES:
        raise ValueError(f"{pieces} pieces; expected 0 to {MOST_PIECES}")
    classes = _classes()
    kept, swapped = _motions()
    every = np.concatenate([kept, swapped])
    marks = np.zeros((int(INVOLUTIONS[16]) + 7) // 8, np.uint8)
    uniques = []
    for multiset in _multisets(pieces):
        if stop():
            return None
        beams = _beams(multiset)
        found = np.empty(len(beams), np.uint64)
        motions = every if multiset[0] == multiset[1] else kept
        n = mark(beams, swapped[0], INVOLUTIONS, marks, found, motions)
        uniques.append(found[:n].copy())
    distinct = 0
    for top in range(9):
        if 0 <= pieces - top <= 8:
            if stop():
                return None
            distinct += int(count_canonical(classes.halves[top], classes.halves[pieces - top]))
    return CensusRow(
        pieces,
        n_boards(4, pieces),
        distinct,
        sum(map(len, uniques)),
        sum(int(unmarked(found, INVOLUTIONS, marks)) for found in uniques),
    )


def burnside(n: int, pieces: int) -> int:
    """n x n boards with a number of pieces, up to the eight symmetries, by Burnside's lemma.

    A symmetry keeps a board if all cells of a cycle hold the same. If it exchanges the mirrors,
    they alternate along the cycle instead, so a cycle of odd length has none.
    """
    total = 0
    for symmetry in symmetries():
        # How many boards it keeps, by their pieces.
        kept = [1] + [0] * pieces
        seen = set()
        for cell in itertools.product(range(n), repeat=2):
            length = 0
            while cell not in seen:
                seen.add(cell)
                cell = symmetry.cell(n, *cell)
                length += 1
            if length:
                contents = 1 if symmetry.swaps and length % 2 else 3
                for k in range(pieces, length - 1, -1):
                    kept[k] += contents * kept[k - length]
        total += kept[pieces]
    return total // 8
