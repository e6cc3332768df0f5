"""Find a first arrangement by propagation and trial, before any engine runs.

A cell with the fewest candidates takes one of them, propagation runs to its fixed point, and so on.
On a contradiction the candidate is removed and the next one is tried. If
propagation settles much of the board, or if there are very many solutions, one is found in about as
many steps as there are cells. The exact cover problem of what is left need not even be stated.
After a number of steps the dive gives up. Proofs of impossibility and counts are left to an
engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from .board import members
from .border_sets import BorderSets
from .search import Arrangement, arrangement


class Dive:
    """Arrangements of a propagation that has run, one by one, all of them different.

    ``over`` is true once there are no more; if it is not, the steps have run out.
    """

    def __init__(self, sets: BorderSets, steps: int):
        self._left = steps
        #: Boards to go on from, the last one first; propagation is still to be run on them.
        self._open = [sets]
        self.over = False

    def __iter__(self) -> Iterator[Arrangement]:
        while self._open:
            if self._left <= 0:
                return
            self._left -= 1
            sets = self._open.pop()
            if not sets.run():
                continue
            if sets.settled:
                if self._keeps_required(sets):
                    yield arrangement(sets)
                continue
            cell = min(
                (cell for cell, live in enumerate(sets.live) if live & (live - 1)),
                key=lambda cell: bin(sets.live[cell]).count("1"),
            )
            candidate = next(members(sets.live[cell]))
            # Without the candidate, and, to be looked at first, with it.
            for kept in (~(1 << candidate), 1 << candidate):
                branch = sets.copy()
                branch.restrict(cell, kept)
                self._open.append(branch)
        self.over = True

    @staticmethod
    def _keeps_required(sets: BorderSets) -> bool:
        return sets.required is None or 1 << sets.required in sets.live
