"""The census of 4 x 4 boards as work to divide, by rows: the boards of one number of pieces.

A prefix is the rows that are to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import exactcover as xc

from ..board import n_boards
from .census import CensusRow, census_row

__all__ = ["CensusWork", "rows_of"]

#: Keys of the numbers of a row: 3 times its pieces, and one of these.
_DISTINCT, _UNIQUE, _CLEAR = range(3)


@dataclass(frozen=True)
class CensusWork:
    """The rows of ``least`` to ``most`` pieces, 0 to 16; counted are boards."""

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
        numbers = {
            key + _DISTINCT: row.distinct,
            key + _UNIQUE: row.unique,
            key + _CLEAR: row.clear,
        }
        return xc.Found(row.boards, numbers)

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        """The largest first."""
        sizes = {pieces: n_boards(4, pieces) for pieces in self._left}
        rows = sorted(self._left, key=sizes.__getitem__, reverse=True)
        return [xc.OpenPrefix((pieces,), sizes[pieces] / self._all) for pieces in rows]


def rows_of(divided: xc.Divided) -> list[CensusRow]:
    """The rows that are done."""
    numbers = divided.numbers
    done = sorted({key // 3 for key in numbers})
    return [
        CensusRow(
            pieces,
            n_boards(4, pieces),
            *(numbers[3 * pieces + what] for what in (_DISTINCT, _UNIQUE, _CLEAR)),
        )
        for pieces in done
    ]
