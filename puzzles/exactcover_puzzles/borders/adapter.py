"""Puzzles with square pieces on a board: answers, wording, and play on a page.

The user plays the problem before propagation, which would leave only what fits and give the
solution away.
"""

from __future__ import annotations

import argparse
from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import exactcover as xc

from ..shared.adapter import Answers, Options
from ..shared.cell_names import cell_name
from ..shared.parts import Undistilled
from ..shared.view import Mark, Picture, Piece, Place, View
from .board import members
from .border_sets import BorderSets
from .engine_search import EngineSearch, problem_of
from .explaining import SeamQuestion, explain_seams

#: Puzzles with more candidates cannot be played.
_MOST = 60_000
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class SquarePieces(Undistilled):
    """A kind of puzzle whose square pieces are laid on a rectangle.

    A solution is an *arrangement*: for each cell a candidate (``board.py``). Options are named
    (cell, candidate), as in ``search.py``.
    """

    items_called = "cells, pieces and seams"
    options_called = ("placement", "placements")

    #: Whether to print what propagation did, and the time limit for everything.
    trace = False
    deadline = xc.Deadline()

    @abstractmethod
    def start(self) -> BorderSets:
        """The propagation before it has run."""

    @abstractmethod
    def search(self, up_to_turning: bool = True) -> EngineSearch:
        """What propagation leaves."""

    @abstractmethod
    def candidate_picture(self, candidate: int) -> Picture:
        """How a candidate looks."""

    @cached_property
    def stated_sets(self) -> BorderSets:
        """As :meth:`start`, for the names of pieces and cells."""
        return self.start()

    # -- its answers -------------------------------------------------------------------------

    def told(self, search: EngineSearch) -> EngineSearch:
        """The search; prints what propagation did, if requested."""
        for line in search.sets.report() if self.trace else ():
            xc.cli.say(line)
        return search

    def in_time(self, search: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a search, with the time that propagation has left."""
        return {**search, "seconds": self.deadline.left()}

    @property
    def misfit(self) -> str | None:
        """The contradiction that propagation found."""
        return self.search().sets.contradiction

    def solutions(self, limit: int | None, up_to_symmetry: bool = True, **search: Any) -> Answers:
        """Its solutions, one per class under turning the board."""
        return self.search(up_to_symmetry).solutions(limit, **self.in_time(search))

    def count(
        self, limit: int | None, up_to_symmetry: bool = True, **search: Any
    ) -> xc.Count | xc.OrbitCount:
        """Their number."""
        return self.search(False).counted(limit, **self.in_time(search))

    def why_none(self, nodes: int = 0) -> xc.Impossible:
        """The contradiction that propagation found, or that a search found none."""
        known = self.search().impossible(nodes)  # (A proof is falsy.)
        return xc.Impossible.by_search(nodes) if known is None else known

    def question(self) -> SeamQuestion:
        """The input of ``--explain``."""
        return SeamQuestion(self.start, self.start)

    def explain(self, arguments: argparse.Namespace) -> int:
        """Explain by pieces that fit nowhere and by counting, or say what is open."""
        return explain_seams(self, self.question(), arguments)

    # -- on a page ---------------------------------------------------------------------------

    @cached_property
    def _whole(self) -> xc.Problem | None:
        """None if it cannot be played: it is contradictory or too large."""
        sets = self.start()
        if sets.contradiction is not None or sum(map(int.bit_count, sets.live)) > _MOST:
            return None
        for cell, seams in enumerate(sets.board.seams):
            # What a frame excludes is never there.
            kept = 0
            for candidate in members(sets.live[cell]):
                shown = zip(seams, sets.stock.borders[candidate] or (), strict=True)
                if all(sets.borders[seam] >> border & 1 for seam, border in shown):
                    kept |= 1 << candidate
            sets.live[cell] = kept
        return problem_of(sets, settled=True)

    @property
    def whole(self) -> xc.Problem:
        return self._whole or self.problem

    def to_whole(self, options: Options) -> Options:
        """The candidates of an arrangement with their cells; options stay what they are."""
        return [
            option if isinstance(option, tuple) else (cell, option)
            for cell, option in enumerate(options)
        ]

    def from_whole(self, options: Options) -> Options:
        return [candidate for _, candidate in sorted(options)]

    def view(self) -> View | None:
        """The cells, and the pieces with their pictures; None for very large boards."""
        if self._whole is None:
            return None
        board, stock = self.stated_sets.board, self.stated_sets.stock
        places = []
        for cell in range(board.n_cells):
            row, column = divmod(cell, board.columns)
            corners = tuple((x + column, y + row) for x, y in _SQUARE)
            places.append(Place(cell_name(row, column), (row, column), corners))
        shown = [[*members(stock.of_type(number))] for number in range(stock.n_types)]
        ordered = [candidate for candidates in shown for candidate in candidates]
        number_of = {candidate: k for k, candidate in enumerate(ordered)}

        def mark(option: Any) -> Mark:
            cell, candidate = option
            name = self.type_called(candidate // 4)
            return Mark((cell,), name, picture=number_of[candidate])

        pieces = []
        for number, candidates in enumerate(shown):
            n, count = len(candidates), stock.counts[number]
            turn = {"turn": tuple((k + 1) % n for k in range(n))} if n > 1 else {}
            shapes, outlines = (((0, 0),),) * n, ((_SQUARE,),) * n
            pictures = [number_of[candidate] for candidate in candidates]
            name = self.type_called(number)
            pieces.append(Piece(name, "", count, count, shapes, outlines, turn, pictures=pictures))
        looks = [self.candidate_picture(candidate) for candidate in ordered]
        return View(places, mark, self._cells_of, pieces=pieces, pictures=looks)

    def _cells_of(self, item: Any) -> Sequence[int]:
        """The cells that an item stands for."""
        kind, number = item if isinstance(item, tuple) else (item, 0)
        if kind == "seam":
            return [cell for cell, _ in self.stated_sets.board.sides[number]]
        return [number] if kind == "cell" else []

    # -- in words ----------------------------------------------------------------------------

    def cell_called(self, cell: int) -> str:
        """Its row and column."""
        return cell_name(*divmod(cell, self.stated_sets.board.columns))

    def type_called(self, number: int) -> str:
        """The label of its first piece."""
        return self.stated_sets.stock.labels[number]

    def item_called(self, item: Any) -> str:
        kind, number = item if isinstance(item, tuple) else (item, 0)
        if kind == "cell":
            return f"cell {self.cell_called(number)}"
        if kind == "piece":
            return f"piece {self.type_called(number)}"
        if kind != "seam":
            return str(item)
        cells = [self.cell_called(cell) for cell, _ in self.stated_sets.board.sides[number]]
        return f"seam {'-'.join(cells)}"

    def option_called(self, option: Any) -> str:
        cell, candidate = option
        number, turn = divmod(candidate, 4)
        turned = f" turned by {90 * turn}°" if turn else ""
        return f"piece {self.type_called(number)}{turned} at {self.cell_called(cell)}"
