"""Reflect puzzles by SAT: for boards where exact cover is slow, and as an independent check.

The formula. Each cell has a variable for each thing that it may hold. Each seam has a variable for
each *mark* that it may have: the lesser edge place of the beam through it, or a last mark for beams
that are not shown. A seam has one mark. An empty cell and a mirror join sides, which then have the
same mark; a ball joins none. Each piece has a counter in unary, by merging halves (O. Bailleux and
Y. Boufkhad, CP 2003), both ways.

What a puzzle says of its edge places and pieces are assumptions. So one solver answers for all
puzzles of a size, and what it learned from one it knows for the next. A shown beam keeps its mark
until it leaves the board, at an edge place with that mark, or meets a ball. So one clause is
missing, unless the reading is strict: a beam with two ends meets no ball. Strands that no edge
place sees may have any mark. Still each board comes once: a board found is forbidden by what it
holds.

The readings are asked one after the other, narrow ones first. A puzzle that has a second solution
mostly has one with all its pieces, which is found a hundred times as fast.

The solver is Glucose (G. Audemard and L. Simon) by way of python-sat, the extra ``sat``.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from importlib import import_module

import exactcover as xc

from .board import BALL, JOINED, PIECES, SIDES, Board, edge_seam, seam
from .puzzle import ALL, READINGS, BeamPuzzle

#: Conflicts between two checks of the clock: at first; and the seconds that they should take.
_CONFLICTS, _LONG = 200, 0.05


class SatSolver:
    """The solutions of n x n puzzles in a reading. Raises :class:`exactcover.MissingLibrary`."""

    def __init__(self, n: int, reading: str = ALL):
        if reading not in READINGS:
            raise ValueError(f"reading={reading!r}: expected one of {', '.join(READINGS)}")
        try:
            solvers = import_module("pysat.solvers")
        except ImportError:
            raise xc.MissingLibrary("python-sat", "sat") from None
        self.n, self.reading = n, reading
        #: What ended the last search early, if anything did, and its conflicts.
        self.stopped: str | None = None
        self.nodes = 0
        self._solver = solvers.Solver(name="glucose4")
        self._numbers = itertools.count(1)
        self._content = [self._new(len(PIECES)) for _ in range(n * n)]
        cells = [divmod(cell, n) for cell in range(n * n)]
        seams = sorted({seam(row, column, side) for row, column in cells for side in SIDES})
        self._marks = {each: self._new(4 * n + 1) for each in seams}
        self._at_edge = [self._marks[edge_seam(n, place)] for place in range(4 * n)]
        #: For each mark, that a ball has it at one of its sides.
        self._at_ball = self._new(4 * n)
        self._state_rules(cells)
        #: Counters; the variable k says that there are more than k: of each piece, and of marks at
        #: balls.
        self._more = [
            self._counter([content[piece] for content in self._content])
            for piece in range(1, len(PIECES))
        ]
        self._more_at_balls = self._counter(self._at_ball)

    def _new(self, count: int) -> list[int]:
        return list(itertools.islice(self._numbers, count))

    def _state_rules(self, cells: list[tuple[int, int]]) -> None:
        """A thing in each cell, a mark on each seam, and what joins them."""
        add = self._solver.add_clause
        for each in [*self._content, *self._marks.values()]:
            add(each)
            for one, other in itertools.combinations(each, 2):
                add([-one, -other])
        for (row, column), content in zip(cells, self._content, strict=True):
            around = [self._marks[seam(row, column, side)] for side in SIDES]
            for kind, pairs in JOINED.items():
                for one, other in pairs:
                    for a, b in zip(around[one], around[other], strict=True):
                        add([-content[kind], -a, b])
                        add([-content[kind], a, -b])
            for marks in around:
                for at_ball, mark in zip(self._at_ball, marks, strict=False):
                    add([-content[BALL], -mark, at_ball])

    def _counter(self, variables: list[int]) -> list[int]:
        """As many variables, the k-th of which says that more than k of these are true."""
        if len(variables) < 2:
            return variables
        middle = len(variables) // 2
        left, right = self._counter(variables[:middle]), self._counter(variables[middle:])
        more = self._new(len(variables))
        for i, j in itertools.product(range(len(left) + 1), range(len(right) + 1)):
            if i + j:
                at_least = left[max(0, i - 1) : i] + right[max(0, j - 1) : j]
                self._solver.add_clause([*[-each for each in at_least], more[i + j - 1]])
            if i + j < len(more):
                self._solver.add_clause([*left[i : i + 1], *right[j : j + 1], -more[i + j]])
        return more

    def _assumptions(self, puzzle: BeamPuzzle) -> list[list[int]]:
        """What a puzzle says, in one reading after the other up to that of this solver."""
        said, all_used = [], []
        for more, number in zip(self._more, puzzle.pieces, strict=True):
            said += [-each for each in more[number : number + 1]]
            all_used += more[max(0, number - 1) : number]
        back, split = [], []
        for place, marks in enumerate(self._at_edge):
            end = puzzle.beams.get(place)
            said.append(marks[-1 if end is None else min(place, end)])
            if end == place:
                back.append(place)
            elif end is not None and place < end:
                split.append(place)
            else:
                said.append(-self._at_ball[place])
        whole = [-self._at_ball[place] for place in split]
        # A beam that is split in two takes two sides of balls, of which each has four.
        most = len(back) + max(0, 4 * puzzle.pieces[2] - len(back)) // 2
        balls = [-each for each in self._more_at_balls[most : most + 1]]
        readings = {
            "all": [*said, *whole, *all_used],
            "fewer": [*said, *whole],
            "strict": [*said, *balls],
        }
        return [readings[name] for name in READINGS[: READINGS.index(self.reading) + 1]]

    def boards(
        self,
        puzzle: BeamPuzzle,
        limit: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Iterator[Board]:
        """The boards that solve a puzzle, each once; those that use all pieces first.

        ``nodes``: conflicts, after which it stops (looked at now and then). Raises ValueError for a
        puzzle of another size.
        """
        if puzzle.n != self.n:
            raise ValueError(f"{puzzle.n} x {puzzle.n} cells; expected {self.n} x {self.n}")
        clock = xc.Deadline(seconds)
        before, self.stopped, self.nodes = self._conflicts(), None, 0
        # What is found is forbidden in this question only.
        asked = next(self._numbers)
        found, step = 0, _CONFLICTS
        try:
            for said in self._assumptions(puzzle):
                while found != limit:
                    if clock.passed():
                        self.stopped = "seconds"
                        return
                    if nodes is not None and self.nodes >= nodes:
                        self.stopped = "nodes"
                        return
                    left = step if nodes is None else min(step, nodes - self.nodes)
                    self._solver.conf_budget(left)
                    began = time.monotonic()
                    # Otherwise the library handles Ctrl-C itself.
                    answer = self._solver.solve_limited([*said, asked], expect_interrupt=True)
                    self.nodes = self._conflicts() - before
                    took = time.monotonic() - began
                    if took > _LONG:
                        step = max(1, step // 2)
                    elif answer is None and took < _LONG / 4:
                        step *= 2
                    if answer is False:
                        break
                    if answer:
                        found += 1
                        yield self._board(asked)
            if found == limit:
                self.stopped = "limit"
        finally:
            self._solver.add_clause([-asked])

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def _board(self, asked: int) -> Board:
        """The board that was found, which is forbidden from now on."""
        model = self._solver.get_model()
        cells = []
        for content in self._content:
            cells.append(next(k for k, variable in enumerate(content) if model[variable - 1] > 0))
        held = [content[cell] for content, cell in zip(self._content, cells, strict=True)]
        self._solver.add_clause([-asked, *[-variable for variable in held]])
        return Board(self.n, tuple(cells))
