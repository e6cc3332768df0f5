"""The census of 4 x 4 boards: how many there are for each number of pieces, and how many
are puzzles.

For k pieces, 0 to 16:

* ``boards``: C(16, k) 3^k of them;
* ``distinct``: up to the eight symmetries, by Burnside's lemma;
* ``unique``: distinct boards such that no other board *of the same pieces* has the same beams: with
  all beams shown and all pieces to be used, the puzzle has one solution;
* ``clear``: those among them whose beams are those of two boards of the same pieces for no pieces,
  as long as there are k. (T. White's program https://github.com/tomwhite/reflect counts these.)

Work goes pieces by pieces, so that memory is that of the boards of the same pieces, at most. Boards
of a ``/`` and b ``\\`` are the mirror images of those of b ``/`` and a ``\\``, so a <= b is enough.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import exactcover as xc

from .packed import Multiset, halves_of, multisets, packed_pieces, place
from .symmetries import symmetries

__all__ = ["CensusRow", "CensusWork", "burnside", "census_row", "n_boards", "rows_of"]

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
class CensusWork:
    """The rows of ``least`` to ``most`` pieces, 0 to 16, to be divided; counted are boards.

    A prefix is the rows that are to do.
    """

    least: int
    most: int

    @property
    def name(self) -> str:
        """For people."""
        return f"census of Reflect, 4 x 4 boards of {self.least} to {self.most} pieces"

    @property
    def statement(self) -> str:
        """Of what the name does not tell."""
        return "prefixes: rows; numbers: 3 pieces + distinct, unique, clear"

    def below(self, prefix: tuple[int, ...], listed: bool) -> xc.Subtree:
        """These rows, or all."""
        return _Rows(list(prefix) or list(range(self.least, self.most + 1)))


class _Rows:
    """Some rows, one after the other."""

    def __init__(self, rows: list[int]):
        self._left = rows
        self._all = sum(n_boards(4, pieces) for pieces in rows)
        #: Boards of the rows that are done.
        self.nodes = 0

    @property
    def done(self) -> bool:
        return not self._left

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        row = census_row(self._left[0], stop)
        if row is None:
            return xc.Found()
        self._left.pop(0)
        self.nodes += row.boards
        key = 3 * row.pieces
        return xc.Found(row.boards, {key: row.distinct, key + 1: row.unique, key + 2: row.clear})

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        """The largest first."""
        sizes = {pieces: n_boards(4, pieces) for pieces in self._left}
        rows = sorted(self._left, key=sizes.__getitem__, reverse=True)
        return [xc.OpenPrefix((pieces,), sizes[pieces] / self._all) for pieces in rows]


def rows_of(divided: xc.Divided) -> list[CensusRow]:
    """The rows that are done."""
    numbers = divided.numbers
    return [
        CensusRow(key // 3, n_boards(4, key // 3), *(numbers[key + what] for what in range(3)))
        for key in sorted(numbers)
        if key % 3 == 0
    ]


@cache
def _classes() -> tuple[Any, Any, Any]:
    """Halves with the same pieces and the same ports, in the order of their pieces' codes: these,
    where their ports lead, and how many halves each class has."""
    from .census_kernel import half_boards

    leads = np.zeros((65536, 12), np.uint8)
    half_boards(leads)
    codes = packed_pieces(np.arange(65536))
    rows, sizes = np.unique(np.column_stack([codes, leads]), axis=0, return_counts=True)
    leads = np.ascontiguousarray(rows[:, 1:], np.uint8)
    return np.ascontiguousarray(rows[:, 0]), leads, sizes.astype(np.int64)


@cache
def _motions() -> tuple[Any, Any]:
    """The symmetries as permutations of edge places: those that keep the mirrors, and those that
    exchange them; uint8."""
    kept, swapped = (
        [[each.edge(4, edge) for edge in range(16)] for each in symmetries() if each.swaps == swaps]
        for swaps in (False, True)
    )
    return np.array(kept, np.uint8), np.array(swapped, np.uint8)


def _beams(pieces: Multiset) -> Any:
    """The beams of all boards of these pieces, sorted; those of several boards twice or more."""
    from .census_kernel import pair_up

    codes, leads, sizes = _classes()
    pairs = [[place(codes, half) for half in halves] for halves in halves_of(pieces)]
    n = 0
    for both in pairs:
        alone = [int(np.count_nonzero(sizes[part] == 1)) for part in both]
        n += 2 * math.prod(len(sizes[part]) for part in both) - math.prod(alone)
    beams = np.empty(n, np.uint64)
    outer = np.array(_TOP, np.uint8), np.array(_BOTTOM, np.uint8)
    written = 0
    for top, bottom in pairs:
        bounds = top.start, top.stop, bottom.start, bottom.stop
        written = pair_up(leads, sizes, *bounds, *outer, beams, written)
    assert written == n
    beams.sort()
    return beams


def census_row(pieces: int, stop: Callable[[], bool] = lambda: False) -> CensusRow | None:
    """The row of one number of pieces; None if ``stop`` said yes. Raises ValueError for fewer than
    0 or more than 16.

    It takes up to 10 seconds and 0.4 GB.
    """
    from .census_kernel import INVOLUTIONS, mark, unmarked

    kept, swapped = _motions()
    every = np.concatenate([kept, swapped])
    marks = np.zeros((int(INVOLUTIONS[16]) + 7) // 8, np.uint8)
    uniques = []
    for multiset in multisets(pieces):
        if multiset[0] > multiset[1]:
            continue
        if stop():
            return None
        beams = _beams(multiset)
        found = np.empty(len(beams), np.uint64)
        motions = every if multiset[0] == multiset[1] else kept
        n = mark(beams, swapped[0], INVOLUTIONS, marks, found, motions)
        uniques.append(found[:n].copy())
    return CensusRow(
        pieces,
        n_boards(4, pieces),
        burnside(4, pieces),
        sum(map(len, uniques)),
        sum(int(unmarked(found, INVOLUTIONS, marks)) for found in uniques),
    )


def n_boards(n: int, pieces: int) -> int:
    """The number of n x n boards with this number of pieces."""
    return int(math.comb(n**2, pieces) * 3**pieces)


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
