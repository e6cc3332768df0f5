"""Puzzles with exactly two solutions and repeated shapes, up to a bound.

The search is that of the notebook "Generating puzzles with multiple solutions"
(https://github.com/TheMartinizer/MultiSolutionPuzzle). It draws a random scramble and makes its
coarsest puzzle. The puzzle is rejected if a shape is repeated too often, if two pieces are alike,
or if there is a third solution. Here a scramble is drawn piece by piece, and given up at the first
piece that repeats a shape too often (``double_kernel.py``). Solutions are counted up to the third.

If the bound is tight, random scrambles may never satisfy it. So the search alternates with one for
perfect doubled scrambles, which repeat every shape just once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .counter import VERDICTS, SolutionCounter
from .ideal import IdealSearch
from .scrambles import Scramble, all_scrambles, coarsest
from .sides import Sides, repeats
from .two_solutions import DoubledPuzzle

#: Candidates rejected at one place, and returns to earlier places, before all begins anew: found
#: most on 5 x 5 to 8 x 8 pieces with shapes used up to 10 times, among 0 to 3,000 of the one and 1
#: to 100 of the other.
_TRIES, _RETURNS = 20, 300
#: Scrambles begun in a slice, and scrambles kept to be judged.
_SLICE, _ROOM = 100, 500
#: On boards of up to this number of pieces all scrambles are enumerated.
_FEW_PIECES = 9
#: Pieces laid before a count of solutions is given up, so that a slice ends soon.
_NODES = 200_000
#: Slices without any scramble before the search for perfect doubled ones starts as well.
_PATIENCE = 20
#: Tries of such a search between two slices.
_IDEAL_TRIES = 19


@dataclass
class DoubleSearch:
    """Searches one board for puzzles with exactly two solutions; seeds are reproducible.

    ``max_repeats``: how many seams may have one shape, from 2. ``tried`` counts candidates, and
    those rejected for each reason. Raises ValueError for boards of one row or column.
    """

    sides: Sides
    max_repeats: int
    seed: int = 0
    tried: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        from .double_kernel import TALLY, DoubleState

        sides, n = self.sides, self.sides.n_pieces
        if min(sides.columns, sides.rows) < 2:
            raise ValueError(f"{sides.columns} x {sides.rows} pieces: expected at least 2 x 2")
        if self.max_repeats < 2:
            raise ValueError(f"max_repeats={self.max_repeats}: expected at least 2")
        self._fits = SolutionCounter(sides, _NODES)
        border = sides.border.reshape(-1, 4).tolist()
        kind_of = np.zeros(n, np.int32)
        for kind, places in enumerate(sides.kinds):
            kind_of[places] = kind
        begin = np.cumsum([0, *map(len, sides.kinds)]).astype(np.int32)
        # The first side on the border, clockwise.
        frame = np.array([next((s for s in range(4) if b[s] > b[s - 1]), 0) for b in border])
        free = next((k for k, places in enumerate(sides.kinds) if not any(border[places[0]])), -1)
        tally = np.zeros(TALLY, np.int64)
        tally[-1] = int(np.random.default_rng(self.seed).integers(1, 2**62))
        ends = np.zeros((3, 4 * n), np.int32)
        self._of = DoubleState(
            sigma=sides.facing, kind_of=kind_of, kind_begin=begin,
            frame=frame.astype(np.int32), free=free,
            most_repeats=min(self.max_repeats, len(sides.seams)), tries=_TRIES, returns=_RETURNS,
            pools=np.concatenate(sides.kinds).astype(np.int32),
            drawn=np.zeros(len(sides.kinds), np.int32),
            side_at=ends[0], other_end=ends[1], length=ends[2],
            joined=np.zeros((n, 2), np.int32), tally=tally,
        )  # fmt: skip
        self._found = np.zeros((2, _ROOM, n), np.int32)
        #: Scrambles that repeat no shape too often, so far.
        self._kept = 0

    def draw(self, scrambles: int) -> tuple[Any, Any]:
        """Begin so many scrambles: pieces and turns of those that repeat no shape too often, as
        rows; fewer are begun if there is no room for more."""
        from .double_kernel import draw

        pieces, turns = self._found
        before = self._of.tally.copy()
        found = draw(scrambles, pieces, turns, self._of)
        _, repeats, seams, _, _ = (self._of.tally - before).tolist()
        self._kept += found
        self.tried["candidates"] += repeats + seams + found
        self.tried["a shape repeated too often"] += repeats
        self.tried["no piece left without repeating a seam"] += seams
        return pieces[:found], turns[:found]

    def two_solutions(self) -> tuple[Any, Any]:
        """A slice of the search: pieces and turns of scrambles whose puzzles have exactly two
        solutions, and no two pieces alike, as rows."""
        pieces, turns = self.draw(_SLICE)
        verdicts = self._fits.judge(pieces, turns)
        for verdict, number in zip(*np.unique(verdicts, return_counts=True), strict=True):
            self.tried[VERDICTS[int(verdict)]] += int(number)
        return pieces[verdicts == 2], turns[verdicts == 2]

    def puzzles(self, tick: Callable[[], bool] = lambda: True) -> Iterator[DoubledPuzzle]:
        """Puzzles, one after the other, until ``tick``, called every slice, says no.

        Each has been counted by :class:`SolutionCounter`; see ``two_solutions.py`` for the proof.
        """
        if self.impossible:
            return
        if self.sides.n_pieces <= _FEW_PIECES:
            yield from self._all()
            return
        if self.max_repeats == 2:
            # No seam again and every shape used twice at most: perfect doubled.
            yield from IdealSearch(self.sides, self.seed, tried=self.tried).puzzles(tick)
            return
        barren = 0
        ideal = self._ideal(tick)
        while tick():
            kept = self._kept
            pieces, turns = self.two_solutions()
            barren = 0 if self._kept > kept else barren + 1
            for both in zip(pieces.tolist(), turns.tolist(), strict=True):
                yield DoubledPuzzle(Scramble(self.sides, *both), "chance")
            if barren > _PATIENCE:
                puzzle = next(ideal, None)
                if puzzle is not None:
                    yield puzzle

    @property
    def impossible(self) -> bool:
        """Whether theory excludes such puzzles without a search: shapes used twice at
        most make it perfect doubled, which needs an even number of columns + rows."""
        return self.max_repeats == 2 and (self.sides.columns + self.sides.rows) % 2 == 1

    def _all(self) -> Iterator[DoubledPuzzle]:
        """The puzzles of a small board, by enumerating all its scrambles in random order."""
        scrambles = list(all_scrambles(self.sides))
        random.Random(self.seed).shuffle(scrambles)
        for scramble in scrambles:
            self.tried["candidates"] += 1
            if scramble.similarity():
                self.tried["a seam again"] += 1
            elif max(repeats(coarsest(scramble)).values()) > self.max_repeats:
                self.tried["a shape repeated too often"] += 1
            else:
                verdict = self._fits.verdict(scramble)
                self.tried[VERDICTS[verdict]] += 1
                if verdict == 2:
                    yield DoubledPuzzle(scramble, "all scrambles")

    def _ideal(self, tick: Callable[[], bool]) -> Iterator[DoubledPuzzle | None]:
        """Ideal puzzles, with None after every few tries."""
        search, found = IdealSearch(self.sides, self.seed), "perfect doubled scrambles"
        while True:
            before = search.tried[found]
            puzzle = next(search.puzzles(_at_most(_IDEAL_TRIES, tick)), None)
            search.seed += 1
            self.tried[found] += search.tried[found] - before
            yield puzzle


def _at_most(times: int, tick: Callable[[], bool]) -> Callable[[], bool]:
    """The same, and no more often than so many times."""
    left = iter(range(times))
    return lambda: next(left, None) is not None and tick()
