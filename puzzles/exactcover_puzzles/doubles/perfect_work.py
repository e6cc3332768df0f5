"""The search for all perfect doubled scrambles of a board, to be divided among workers.

A prefix is the class (0 or 1, see ``perfect.py``) and then the candidates that were chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import exactcover as xc

from .perfect import PerfectSearch
from .scrambles import Scramble
from .sides import Sides

__all__ = ["PerfectWork", "scramble_of"]


@dataclass(frozen=True)
class PerfectWork:
    """All perfect doubled scrambles of a board, both classes where there are two.

    ``numbers[c]`` of the answer are those of class c; a row is the class and then, for each place,
    4 times its piece plus its turn (see :func:`scramble_of`).
    """

    columns: int
    rows: int
    apart: bool = False

    @property
    def name(self) -> str:
        """For people."""
        apart = ", no two pieces neighbours again" if self.apart else ""
        return f"perfect doubled scrambles of {self.columns} x {self.rows}{apart}"

    @property
    def statement(self) -> str:
        """Of what the name does not tell: the prefixes mean something to this search only."""
        return "perfect scrambles, search 2"

    def below(self, prefix: tuple[int, ...], listed: bool) -> xc.Subtree:
        """The search below a prefix."""
        return _Subtree(self, prefix, listed)


class _Subtree:
    def __init__(self, work: PerfectWork, prefix: tuple[int, ...], listed: bool):
        self._sides = Sides(work.columns, work.rows)
        self._apart, self._listed = work.apart, listed
        #: Classes that come after the one that is searched.
        self._classes = list(range(self._sides.n_classes)) if not prefix else list(prefix[:1])
        self._parts = len(self._classes)
        self._visited = 0
        self._begin()
        self._search.follow(prefix[1:])

    def _begin(self) -> None:
        self._class = self._classes.pop(0)
        self._search = PerfectSearch(self._sides, self._class, apart=self._apart)

    @property
    def nodes(self) -> int:
        return self._visited + self._search.nodes

    @property
    def done(self) -> bool:
        return self._search.done and not self._classes

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        if self._search.done and self._classes:
            self._visited += self._search.nodes
            self._begin()
        pieces, turns = self._search.run(nodes)
        rows = []
        if self._listed:
            rows = [(self._class, *row) for row in (4 * pieces + turns).tolist()]
        return xc.Found(len(pieces), {self._class: len(pieces)} if len(pieces) else {}, rows)

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        each = 1 / self._parts
        left = [
            xc.OpenPrefix((self._class, *path), share * each)
            for path, share in self._search.open_paths()
        ]
        return left + [xc.OpenPrefix((other,), each) for other in self._classes]


def scramble_of(work: PerfectWork, row: tuple[int, ...]) -> Scramble:
    """The scramble that a row tells."""
    sides = Sides(work.columns, work.rows)
    return Scramble(sides, [code >> 2 for code in row[1:]], [code & 3 for code in row[1:]])
