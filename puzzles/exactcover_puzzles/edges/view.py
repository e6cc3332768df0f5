"""Square pieces on a page: what people play is the problem before anything is propagated.

Propagation would leave only what fits, and so give away where pieces go. Options are named (cell,
candidate), as in ``search.py``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.parts import Undistilled
from ..shared.view import Mark, Picture, Piece, Place, View
from .board import members
from .border_sets import BorderSets
from .engine_search import problem_of

#: More candidates are not played.
_MOST = 60_000
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class SquarePieces(Undistilled):
    """A kind of puzzle whose square pieces are laid on a rectangle."""

    @abstractmethod
    def start(self) -> BorderSets:
        """The propagation before it has run."""

    @abstractmethod
    def type_called(self, number: int) -> str:
        """What the pieces of a type are called."""

    @abstractmethod
    def candidate_picture(self, candidate: int) -> Picture:
        """How a candidate looks."""

    @cached_property
    def _sets(self) -> BorderSets:
        return self.start()

    @cached_property
    def _whole(self) -> xc.Problem | None:
        """None if nobody can play it: it contradicts itself, or is too large."""
        sets = self._sets
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
        """All pieces in all cells, as far as the edge of the board allows."""
        return self._whole or self.problem

    def to_whole(self, options: Options) -> Options:
        """The candidates of an arrangement with their cells; options stay what they are."""
        return [
            option if isinstance(option, tuple) else (cell, option)
            for cell, option in enumerate(options)
        ]

    def from_whole(self, options: Options) -> Options:
        """The candidates cell by cell."""
        return [candidate for _, candidate in sorted(options)]

    def view(self) -> View | None:
        """The cells, and the pieces as they look; none for very large boards."""
        if self._whole is None:
            return None
        stock = self._sets.stock
        places = []
        for cell in range(len(self._sets.live)):
            row, column = self._at(cell)
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

    def _at(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self._sets.board.columns)

    def _cells_of(self, item: Any) -> Sequence[int]:
        """The cells that an item stands for."""
        kind, number = item if isinstance(item, tuple) else (item, 0)
        if kind == "seam":
            return [cell for cell, _ in self._sets.board.sides[number]]
        return [number] if kind == "cell" else []

    def item_called(self, item: Any) -> str:
        names = [cell_name(*self._at(cell)) for cell in self._cells_of(item)]
        match item:
            case ("piece", int(number)):
                return f"piece {self.type_called(number)}"
            case ("seam", _):
                return f"the seam of {' and '.join(names)}"
            case ("cell", _):
                return f"cell {names[0]}"
        return "the piece that is the right way up"

    def option_called(self, option: Any) -> str:
        cell, candidate = option
        return f"piece {self.type_called(candidate // 4)} in {cell_name(*self._at(cell))}"
