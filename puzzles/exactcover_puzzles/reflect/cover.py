"""Reflect puzzles of any size as exact cover with colours.

The colour of a seam is the letter of its beam, or ``-`` for what is not shown.

The model. Each cell is an item, with an option for each thing that it may hold. The option colours
the cell's *content*, a secondary item, and uses up a piece: pieces are items with a multiplicity.
Each side of a cell is an item as well. An empty cell joins left with right and top with bottom;
``/`` left with top and right with bottom; ``\\`` left with bottom and right with top. Two sides are
joined by an option for each letter, which covers both and gives both seams that letter. A ball
ends beams: an option for each side and letter. Edge places fix the letters of their seams; if none
is shown the colour is ``-``.

Readings differ in balls alone. If both ends of a letter must be one beam, no ball may have it. A
beam that comes back ends at exactly one side of a ball: an item for each such letter. In the strict
reading a letter that is shown twice ends at two sides of balls, or at none.

Strands that no edge place sees could have any letter. A solution is kept only if each of them has
``-``, which holds in exactly one of the ways to colour the same board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import exactcover as xc

from .board import BALL, EMPTY, JOINED, SIDES, Board, edge_seam, seam
from .puzzle import ALL, STRICT, BeamPuzzle

#: For searches of at most this many boards: the nodes until another engine takes over.
_FEW, _FIRST_NODES = 100, 50_000
#: The colour of hidden beams.
_HIDDEN = "-"


class CoverSolver:
    """The solutions of a puzzle in a reading, found by an engine."""

    def __init__(self, puzzle: BeamPuzzle, reading: str = ALL):
        self.puzzle = puzzle
        self.reading = reading
        #: What ended the search early, and its nodes.
        self.stopped: str | None = None
        self.nodes = 0
        self.problem = self._problem()

    def _problem(self) -> xc.Problem:
        puzzle, n = self.puzzle, self.puzzle.n
        twice = {place for place, end in puzzle.beams.items() if place != end}
        letters = sorted({letter for letter in puzzle.letters if letter})
        shown_twice = {puzzle.letters[place] for place in twice}
        fixed: dict[Any, str] = {}
        for place, letter in enumerate(puzzle.letters):
            fixed[edge_seam(n, place)] = letter or _HIDDEN
        at_balls = [
            letter
            for letter in (*letters, _HIDDEN)
            if self.reading == STRICT or letter not in shown_twice
        ]
        primary: list[Any] = []
        secondary: set[Any] = set()
        options: dict[Any, list[Any]] = {}
        multiplicity: dict[Any, tuple[int, int]] = {}
        for content, number in enumerate(puzzle.pieces, 1):
            primary.append(("piece", content))
            multiplicity["piece", content] = (number if self.reading == ALL else 0, number)
        for letter in letters:
            primary.append(("ends", letter))
            most = 2 if self.reading == STRICT and letter in shown_twice else 1
            least = 0 if letter in shown_twice else 1
            if letter in shown_twice and self.reading != STRICT:
                primary.pop()
                continue
            multiplicity["ends", letter] = (least, most)
        for row in range(n):
            for column in range(n):
                cell = row, column
                seams = [seam(row, column, side) for side in SIDES]
                primary += [("cell", cell), *[("side", cell, side) for side in SIDES]]
                secondary.add(("content", cell))
                secondary.update(seams)
                for content in range(4):
                    items: list[Any] = [("cell", cell), xc.Coloured(("content", cell), content)]
                    if content != EMPTY:
                        items.append(("piece", content))
                    options["holds", cell, content] = items
                for content, pairs in JOINED.items():
                    for one, other in pairs:
                        for letter in (*letters, _HIDDEN):
                            if {fixed.get(seams[one], letter), fixed.get(seams[other], letter)} != {
                                letter
                            }:
                                continue
                            options["joins", cell, content, one, letter] = [
                                ("side", cell, one),
                                ("side", cell, other),
                                xc.Coloured(("content", cell), content),
                                xc.Coloured(seams[one], letter),
                                xc.Coloured(seams[other], letter),
                            ]
                for side in SIDES:
                    for letter in at_balls:
                        if fixed.get(seams[side], letter) != letter:
                            continue
                        items = [
                            ("side", cell, side),
                            xc.Coloured(("content", cell), BALL),
                            xc.Coloured(seams[side], letter),
                        ]
                        if letter != _HIDDEN:
                            items.append(("ends", letter))
                        options["ends", cell, side, letter] = items
        return xc.Problem(primary, options, secondary=sorted(secondary), multiplicity=multiplicity)

    def boards(
        self, limit: int | None = None, *, given: Sequence[Any] = (), **search: Any
    ) -> Iterator[Board]:
        """The boards that solve it, each once; those with the options ``given``.

        ``search`` as for ``Problem.solutions``.

        Sides of cells are branched on first, those with the fewest options, row by row: of the
        orders tried on random 8 x 8 boards that is the one with the fewest nodes. ``nodes`` is for
        each of two searches, if there are two.
        """
        sides = [item for item in self.problem.primary if item[0] == "side"]  # type: ignore[index]
        search.setdefault("order", xc.Order(prefer=tuple(sides), items=tuple(sides)))
        if limit == 0:
            self.stopped = "limit"
            return
        clock = xc.Deadline(search.pop("seconds", None))
        nodes = search.pop("nodes", None)
        # For a few boards a search in depth has its chance, and then one that learns.
        turns = [("auto", nodes)]
        if limit is not None and limit <= _FEW and "engine" not in search:
            turns.insert(0, ("auto", _FIRST_NODES if nodes is None else min(nodes, _FIRST_NODES)))
            turns[1] = ("learning", nodes)
        seen: set[Board] = set()
        visited = 0
        for engine, most in turns:
            solutions = self.problem.given(*given).solutions(
                **{"engine": engine, "nodes": most, "seconds": clock.left(), **search}
            )
            for solution in solutions:
                board, colours = self._read(solution)
                if self._is_plain(board, colours) and board not in seen:
                    if limit is not None:
                        seen.add(board)
                    yield board
                    if len(seen) == limit:
                        self.stopped, self.nodes = "limit", visited + solutions.nodes
                        return
            visited += solutions.nodes
            self.stopped, self.nodes = solutions.stopped, visited
            if solutions.stopped != "nodes":
                return

    def options_of(self, board: Board) -> list[Any]:
        """The options of the solution that is this board."""
        n, letters = self.puzzle.n, self.puzzle.letters
        colours: dict[Any, str] = {}
        for place in range(4 * n):
            if letters[place]:
                colours[edge_seam(n, place)] = letters[place]
                for row, column, side, out in board.steps(place):
                    colours[seam(row, column, side)] = letters[place]
                    colours[seam(row, column, out)] = letters[place]
        options: list[Any] = []
        for number, content in enumerate(board.cells):
            cell = divmod(number, n)
            options.append(("holds", cell, content))
            for one, _ in JOINED.get(content, ()):
                colour = colours.get(seam(*cell, one), _HIDDEN)
                options.append(("joins", cell, content, one, colour))
            for side in SIDES if content == BALL else ():
                options.append(("ends", cell, side, colours.get(seam(*cell, side), _HIDDEN)))
        return options

    def board_of(self, options: Iterable[Any]) -> Board:
        """The board with the contents of these options; its other cells are empty."""
        n = self.puzzle.n
        cells = [EMPTY] * n**2
        for kind, (row, column), *rest in options:
            if kind == "holds":
                cells[row * n + column] = rest[0]
        return Board(n, tuple(cells))

    def _read(self, solution: xc.Solution) -> tuple[Board, dict[Any, Any]]:
        return self.board_of(solution.options), dict(solution.colours)

    def _is_plain(self, board: Board, colours: dict[Any, str]) -> bool:
        """Whether every strand that no edge place sees has the colour of what is not shown."""
        seen = set()
        for place in range(4 * board.n):
            seen.add(edge_seam(board.n, place))
            for row, column, _, side in board.steps(place):
                seen.add(seam(row, column, side))
        return all(
            colour == _HIDDEN
            for item, colour in colours.items()
            if item[0] in ("down", "across") and item not in seen
        )
