"""The search for all perfect doubled scrambles of a board, to be divided among workers.

A prefix is the class (0 or 1, see ``exactcover_puzzles/doubles/perfect.py``) and then a path: the
candidates (4 piece + turn) that were chosen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import exactcover as xc
from exactcover_puzzles.doubles.perfect import PerfectSearch
from exactcover_puzzles.doubles.scrambles import Scramble
from exactcover_puzzles.doubles.sides import Sides

__all__ = ["PartialSearch", "PerfectWork", "scramble_of"]


class PartialSearch(PerfectSearch):
    """A search of which a part alone is done."""

    @property
    def few_nodes(self) -> int:
        """Nodes from one look at a clock to the next: each one of a large board takes long."""
        return max(5, 50_000_000 // self.sides.n_pieces**2)

    @property
    def level(self) -> int:
        """How many pieces are laid by choice; -1 when all is done."""
        return int(self._of.control[0])

    def keep_one(self, draw: random.Random) -> int:
        """Leave one candidate at the place that is filled next, by chance; of how many it was."""
        first, last = self._of.level_begin[self.level : self.level + 2].tolist()
        self._keep(self._of.candidates[draw.randrange(first, last)])
        return int(last - first)

    def _keep(self, candidate: int) -> None:
        first = self._of.level_begin[self.level]
        self._of.candidates[first], self._of.level_begin[self.level + 1] = candidate, first + 1

    def follow(self, path: Sequence[int]) -> None:
        """From the root, go down a path, whose last candidate is still to be visited. Nodes visited
        on the way do not count. Raises ValueError for what is no path."""
        for depth, candidate in enumerate(path):
            if depth:
                self.run(1)
                self._of.control[2] -= 1
            first, last = self._of.level_begin[depth : depth + 2].tolist()
            if self.level != depth or candidate not in self._of.candidates[first:last]:
                raise ValueError(f"no path of this search: {' '.join(map(str, path))}")
            self._keep(candidate)

    def open_paths(self) -> list[tuple[tuple[int, ...], float]]:
        """What is left: paths to follow, and the share of each if all branches of a node are alike.

        The deepest come first, as they are visited.
        """
        paths = []
        taken: list[int] = []
        share = 1.0
        for level in range(0 if self.done else self.level + 1):
            first, last = self._of.level_begin[level : level + 2].tolist()
            following = int(self._of.level_next[level])
            share /= last - first
            ahead = self._of.candidates[following:last].tolist()
            paths.append([((*taken, candidate), share) for candidate in ahead])
            taken.append(int(self._of.candidates[following - 1]))
        return [path for level_paths in reversed(paths) for path in level_paths]


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
        sides = Sides(work.columns, work.rows)
        classes = prefix[:1] or range(sides.n_classes)
        #: By class; they are done one after the other.
        self._searches = {each: PartialSearch(sides, each, apart=work.apart) for each in classes}
        self._searches[classes[0]].follow(prefix[1:])
        self._listed = listed

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self._searches.values())

    @property
    def done(self) -> bool:
        return all(search.done for search in self._searches.values())

    def run(self, nodes: int, stop: Callable[[], bool]) -> xc.Found:
        of, search = min(self._searches.items(), key=lambda each: each[1].done)
        pieces, turns = search.run(nodes)
        rows = (4 * pieces + turns).tolist() if self._listed else []
        found = len(pieces)
        return xc.Found(found, {of: found} if found else {}, [(of, *row) for row in rows])

    def open_prefixes(self) -> list[xc.OpenPrefix]:
        each = 1 / len(self._searches)
        return [
            xc.OpenPrefix((of, *path), share * each)
            for of, search in self._searches.items()
            for path, share in search.open_paths()
        ]


def scramble_of(work: PerfectWork, row: tuple[int, ...]) -> Scramble:
    """The scramble that a row tells."""
    sides = Sides(work.columns, work.rows)
    return Scramble(sides, [code >> 2 for code in row[1:]], [code & 3 for code in row[1:]])
