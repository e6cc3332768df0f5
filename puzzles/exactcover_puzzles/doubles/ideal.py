"""Ideal puzzles: no seam in both solutions, no shape used more than twice, and no third solution.

A perfect doubled scramble gives the first two solutions. Counting shows whether its puzzle has a
third one. Scrambles are found in three ways:

* any scramble, on small boards: by the search of ``perfect.py`` with restarts;
* scrambles with many symmetries, so that whole orbits move together (``symmetries.py``). They are
  their own inverse, and commute with the motions of the board. (On even squares a quarter turn of
  one solution goes with the quarter turn back of the other.) They are far easier to find, and few
  of them have a third solution;
* without a search, where columns and rows are 1 modulo 4 and at least 9 (``lines.py``).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .counter import VERDICTS, SolutionCounter
from .perfect import PerfectSearch
from .scrambles import Scramble
from .shifted_lines import shifted_lines, suits_lines
from .sides import Sides
from .symmetries import Symmetry
from .two_solutions import DoubledPuzzle

#: Nodes of a try before the next one begins.
_NODES_A_TRY = 4_000
#: Rounds from one try of symmetries that found nothing to the next, while others find something.
_RARELY = 10
#: On boards of up to this number of pieces all perfect doubled scrambles are gone through.
_FEW_PIECES = 25
_HALF, _UPRIGHT = Symmetry("half turn"), Symmetry("top-bottom mirror")
_DIAGONAL, _QUARTER = Symmetry("diagonal mirror"), Symmetry("quarter turn")
_AGAINST = Symmetry("quarter turn", "quarter turn back")
_CROSSED = Symmetry("top-bottom mirror", "left-right mirror")
_INVOLUTION = Symmetry("identity", inverse=True)
#: Symmetries that are asked for together, and how many tries of a round they get. The first ones
#: are those that found most in a scan of all that one, two or three motions generate.
_EVEN: list[tuple[tuple[Symmetry, ...], int]] = [
    ((_AGAINST, _DIAGONAL, _INVOLUTION), 6),
    ((_HALF, _DIAGONAL, _INVOLUTION), 2),
    ((_HALF, _INVOLUTION), 1),
    ((_AGAINST,), 1),
    ((_HALF,), 1),
    ((), 1),
]
_ODD: list[tuple[tuple[Symmetry, ...], int]] = [
    ((_QUARTER, _UPRIGHT, _INVOLUTION), 6),
    ((_HALF, _UPRIGHT, _INVOLUTION), 2),
    ((_QUARTER, _UPRIGHT), 1),
    ((_HALF, _INVOLUTION), 1),
    ((_HALF, _DIAGONAL), 1),
    ((), 1),
]
_RECTANGLE: list[tuple[tuple[Symmetry, ...], int]] = [
    ((_HALF, _UPRIGHT, _INVOLUTION), 3),
    ((_CROSSED, _INVOLUTION), 3),
    ((_HALF, _INVOLUTION), 2),
    ((_HALF, _UPRIGHT), 1),
    ((), 1),
]


@dataclass
class IdealSearch:
    """Searches one board for ideal puzzles; seeds are reproducible.

    ``tried`` counts the tries by their outcome.
    """

    sides: Sides
    seed: int = 0
    #: Whether no two pieces may be neighbours in both solutions, not even by other sides.
    apart: bool = False
    tried: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._fits = SolutionCounter(self.sides)

    def puzzles(self, tick: Callable[[], bool] = lambda: True) -> Iterator[DoubledPuzzle]:
        """Ideal puzzles, one after the other, until ``tick``, called every try, says no.

        Each was counted by :class:`SolutionCounter`; the proof is in ``two_solutions.py``.
        Ends at once where there are none, since columns and rows are odd together.
        """
        if (self.sides.columns + self.sides.rows) % 2:
            return
        for scramble, way in self._scrambles(tick):
            self.tried["perfect doubled scrambles"] += 1
            if self.apart and scramble.common_neighbours():
                self.tried["neighbours again"] += 1
                continue
            verdict = self._fits.verdict(scramble)
            self.tried[VERDICTS[verdict]] += 1
            if verdict == 2:
                yield DoubledPuzzle(scramble, way)

    def _scrambles(self, tick: Callable[[], bool]) -> Iterator[tuple[Scramble, str]]:
        number = 0
        if suits_lines(self.sides):
            while tick():
                self.tried["tries"] += 1
                number += 1
                yield shifted_lines(self.sides, _seed_of(self.seed, number)), "rows and columns"
            return
        square = self.sides.columns == self.sides.rows
        if self.sides.n_pieces <= _FEW_PIECES:
            yield from self._all(tick)
            return
        turns = (_ODD if self.sides.rows % 2 else _EVEN) if square else _RECTANGLE
        corners = self.sides.n_classes
        #: Finished searches found everything and need not be tried again.
        ended: set[tuple[tuple[Symmetry, ...], int]] = set()
        found_by: Counter[tuple[Symmetry, ...]] = Counter()
        for round_number in itertools.count():
            if len(ended) == len(turns) * corners:
                return
            for symmetries, share in turns:
                # Choices that find nothing while others do are tried only now and then.
                if found_by.total() and not found_by[symmetries] and round_number % _RARELY:
                    continue
                for _ in range(share):
                    number += 1
                    corner = number % corners
                    if (symmetries, corner) in ended:
                        continue
                    if not tick():
                        return
                    self.tried["tries"] += 1
                    search = PerfectSearch(
                        self.sides,
                        corner,
                        symmetries,
                        distinct=True,
                        apart=self.apart,
                        seed=_seed_of(self.seed, number),
                    )
                    found = search.scrambles(_NODES_A_TRY, 1)
                    found_by[symmetries] += len(found)
                    if not found and search.done:
                        ended.add((symmetries, corner))
                    way = " and ".join(map(str, symmetries)) or "search alone"
                    yield from ((scramble, way) for scramble in found)

    def _all(self, tick: Callable[[], bool]) -> Iterator[tuple[Scramble, str]]:
        """All perfect doubled scrambles of a small board, in random order."""
        for corner in range(self.sides.n_classes):
            search = PerfectSearch(
                self.sides, corner, apart=self.apart, seed=_seed_of(self.seed, corner)
            )
            while not search.done:
                if not tick():
                    return
                self.tried["tries"] += 1
                for scramble in search.scrambles(_NODES_A_TRY):
                    yield scramble, "search alone"


def _seed_of(seed: int, number: int) -> int:
    """A seed for each try."""
    return seed * 1_000_003 + number
