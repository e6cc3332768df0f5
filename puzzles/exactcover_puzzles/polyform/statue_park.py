"""Statue Park: lay all pieces on a board so that no two share an edge and the other cells hang
together.

    pieces: tetrominoes
    circles:
    ...*o.
    ..*...

``*`` is a cell that a piece covers (a black circle), ``o`` one that none does (a white one). Pieces
are turned and turned over. They are named in ``pieces:`` or drawn, as for polyforms.

Items are pieces and cells, and secondary items their borders; options lay a piece or leave a cell
open (:class:`.PolyformPuzzle`). Some sets of placements, the *cuts*, part the other cells. Next to
each part lies a piece of the cut, so no part can be filled up: a cut is in no solution. There are
too many cuts to state, and states of connected cells as well. So solutions are listed without the
rule, and the cuts in them are forbidden, until none is left. If there are too many solutions for
that, as on an empty board, a function judges each placement.

Source: P. Mebane, 2011. The form of addresses is that of pzprjs, ``src/variety/statuepark.js``.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Self, cast

import exactcover as xc

from ..shared import puzz_link
from ..shared.adapter import Options
from ..shared.outlined import Outlined
from ..shared.source import Source, Text
from ..shared.squares import EDGE, Cell, drawing_of, drawn_cells
from ..shared.svg_page import INK, PAPER, Drawing
from ..shared.svg_text import number
from ..shared.view import View
from .drawings import drawing_lines
from .file import PolyformFile
from .grids import SQUARE
from .outlines import short_labels
from .polyforms import Hole, Placement, PolyformPuzzle, canonical
from .view import view_of
from .words import item_words, option_words

#: The solutions that are first listed for their cuts, and at most; and the nodes of each search.
_FIRST, _MOST, _NODES = 64, 2_048, 20_000_000
_BLACK, _WHITE, _SHADE = "*", "o", "#b9c4d0"
#: The sets of pieces that addresses name.
_BANKS = {"p": "pentominoes", "t": "tetrominoes", "d": "2*tetrominoes"}


@puzz_link.address("statuepark", 2, more=True)
def from_puzz_link(found: puzz_link.Address) -> str:
    """An address of puzz.link."""
    circles, bank, *drawn = found.fields
    signs = {cell: f".{_WHITE}{_BLACK}"[n] for cell, n in puzz_link.circles(found.cells, circles)}
    pieces = [f"pieces: {_BANKS.get(bank.text)}"]
    if drawn and bank.text == str(len(drawn)):
        copies = Counter(canonical(SQUARE, _decoded(each)) for each in drawn)
        drawings = ["\n".join(drawing_lines(SQUARE, cells, {})[0]) for cells in copies]
        numbered = enumerate(zip(drawings, copies.values(), strict=True), 1)
        pieces = [f"piece {k} x {n}:\n{drawing}\n" for k, (drawing, n) in numbered]
    elif drawn or bank.text not in _BANKS:
        expected = f"{', '.join(_BANKS)}, or a number of pieces and as many"
        raise bank.fault(f"the pieces {bank.text[:20]!r}", expected)
    return found.file(signs, "\n".join([*pieces, "circles:"]), " ")


def _decoded(field: Text) -> list[Cell]:
    """The cells of a piece: after its width and height, each character has five of them."""
    if not re.fullmatch(r"[1-9a-z]{2}[0-9a-v]*[1-9a-v]", field.text):
        expected = "width, height and cells of a piece, such as 23bg"
        raise field.fault(repr(field.text[:20]), expected)
    bits = "".join(f"{int(each, 32):05b}" for each in field.text[2:])
    columns, rows = (int(each, 36) for each in field.text[:2])
    cells = [divmod(k, columns) for k, bit in enumerate(bits) if bit == "1"]
    if cells[-1][0] >= rows:
        raise field.fault(repr(field.text[:20]), f"cells in {xc.text.counted(rows, 'row')}")
    return cells


class StatuePark(Outlined):
    """Lay pieces on a board so that no two share an edge and the other cells hang together."""

    shipped = "statue-park"
    foreign = (from_puzz_link,)
    example = "pieces: I tetromino, T tetromino\ncircles:\n.*..\n...o\n....\n.*..\n"
    draws_unsolved = True
    items_called = "pieces and cells"
    options_called = ("placement", "placements")

    def __init__(self, puzzle: PolyformPuzzle, title: str = ""):
        self.puzzle, self.title = puzzle, title
        self.cells: Any = puzzle.board
        self.labels: Any = puzzle.painted
        self._row = 2 + max(column for _, column in self.cells)
        self._board = self._bits(self.cells)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        allowed = f"[.{_BLACK}{_WHITE}]", f"'.', '{_BLACK}' (in a piece) or '{_WHITE}' (in none)"
        drawn = drawn_cells(source, "circles", r"\S", ("pieces",), ("piece",), allowed, alone=".")
        cells = {cell: each.text for cell, each in drawn.items()}
        title, stated = source.title, PolyformFile(source, SQUARE)
        if not stated.pieces:
            raise source.fault(0, 0, "no pieces", "'pieces:' with a family, or 'piece NAME:'")
        puzzle = PolyformPuzzle(
            SQUARE, tuple(cells), stated.pieces, copies=stated.copies,
            colours=dict.fromkeys(stated.pieces, "all"),
            painted={cell: sign for cell, sign in cells.items() if sign != "."},
            optional=tuple(cell for cell, sign in cells.items() if sign != _BLACK),
            given=tuple(Hole(cell) for cell, sign in cells.items() if sign == _WHITE),
        )  # fmt: skip
        yield cls(puzzle, title)

    @cached_property
    def problem(self) -> xc.Problem:
        alone = [each for each in self.puzzle.placements if not self._hangs_together([each])]
        stated = problem = self.puzzle.problem.without(*alone)
        cuts: dict[frozenset[Placement], xc.Condition] = {}
        limit = _FIRST
        while True:
            found = problem.solutions(limit, nodes=_NODES)
            known = len(cuts)
            for cut in (cut for solution in found for cut in self._cuts(solution.options)):
                rule = xc.Times(sorted(cut), (0, len(cut) - 1))
                cuts[cut] = rule.named("the open cells hang together")
            if len(cuts) == known and found.stopped is None:
                return problem
            problem, limit = stated.where(*cuts.values()) if cuts else stated, 2 * limit
            if len(cuts) == known or limit > _MOST:
                return cast("xc.Problem", self._ruled(problem))

    def _ruled(self, problem: xc.Problem) -> xc.Ruled:
        """The problem with the rule as functions, called at each node. (Questions that this cannot
        answer are refused.)"""

        def enter(lying: list[Placement], option: Placement | Hole) -> bool:
            if isinstance(option, Placement):
                lying.append(option)
                if not self._hangs_together(lying):
                    lying.pop()
                    return False
            return True

        def leave(lying: list[Placement], option: Placement | Hole) -> None:
            if isinstance(option, Placement):
                lying.pop()

        return problem.where(enter=enter, leave=leave, start=[])

    def _cuts(self, options: Options) -> Iterator[frozenset[Placement]]:
        """Sets of placements that part the other cells, each as small as it can be."""
        placed = self.puzzle.placed(options)
        if self._hangs_together(placed):
            return
        for order in (placed, placed[::-1]):
            cut = list(order)
            for each in order:
                fewer = [other for other in cut if other is not each]
                if not self._hangs_together(fewer):
                    cut = fewer
            yield frozenset(cut)

    def _bits(self, cells: Iterable[Any]) -> int:
        """Cells as bits of a number; a bit that is never set stands between two rows."""
        return sum(1 << r * self._row + c for r, c in cells)

    def _hangs_together(self, placed: Iterable[Placement]) -> bool:
        """Whether the cells that these placements leave are connected."""
        left = self._board - self._bits(cell for _, cells in placed for cell in cells)
        near, reached = left & -left, 0
        while near != reached:
            reached = near
            steps = (near << 1, near >> 1, near << self._row, near >> self._row)
            near |= left & (steps[0] | steps[1] | steps[2] | steps[3])
        return reached == left

    @property
    def misfit(self) -> str | None:
        return self.puzzle.misfit

    def mark(self, option: Any) -> tuple[Iterable[Cell], str, str]:
        return cast("Any", option.cells), option.piece, ""

    def _parts(self, options: Options) -> dict[Cell, Any]:
        return super()._parts(self.puzzle.placed(options))

    def sizes(self) -> str:
        pieces = sum(most for _, most in self.puzzle.bounds.values())
        cells, circles = len(self.cells), len(self.labels)
        counted = ((cells, "cell"), (pieces, "piece"), (circles, "circle"))
        return ", ".join(xc.text.counted(n, what) for n, what in counted)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        placed = self.puzzle.placed(options)
        return {"placements": [{"piece": piece, "cells": cells} for piece, cells in placed]}

    def drawing(self, options: Options) -> Drawing:
        parts = self._parts(options)
        board = drawing_of(parts, fills={cell: _SHADE for cell, each in parts.items() if each})
        circles = (
            f'<circle cx="{number((c + 0.5) * EDGE)}" cy="{number((r + 0.5) * EDGE)}" r="9"'
            f' fill="{INK if sign == _BLACK else PAPER}" stroke="{INK}" stroke-width="1.5"/>'
            for (r, c), sign in self.labels.items()
        )
        return Drawing(board.width, board.height, [*board.elements, *circles])

    def view(self) -> View:
        shown = {cell: "●" if sign == _BLACK else "○" for cell, sign in self.labels.items()}
        puzzle = dataclasses.replace(self.puzzle, painted=shown)
        return view_of(puzzle, short_labels(puzzle.pieces))

    def item_called(self, item: Any) -> str:
        return item_words(item)

    def option_called(self, option: Any) -> str:
        return option_words(option)
