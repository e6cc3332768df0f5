"""Polyform puzzles for the command ``puzzles polyform``."""

from __future__ import annotations

import argparse
import dataclasses
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.parts import Roomy
from ..shared.screen import Screen
from ..shared.source import Source
from . import terminal
from .burrtools import xmpuzzle
from .file import puzzle_of
from .outlines import short_labels
from .parity import cells_in_words, parity_in_words, parity_misfit
from .polyforms import HOLES, Placement, PolyformPuzzle
from .words import item_words, option_words

if TYPE_CHECKING:
    from ..shared.view import View

#: Pieces drawn below an explanation at most.
_MOST_DRAWN = 6


class Polyform(Roomy):
    """Fill a board with polyform pieces: pentominoes, hexiamonds, pieces of your own."""

    shipped = "boards"
    foreign = (xmpuzzle,)
    example = """\
grid: square
pieces: 2*L tetromino, 2*I tetromino

board:
####
####
####
####
"""
    writes_unsolved = True
    items_called = "pieces and cells"
    options_called = ("placement", "placements")

    #: What stands on cells that stay open, in pictures.
    names: Mapping[Any, str] = MappingProxyType({})

    def __init__(self, puzzle: PolyformPuzzle, title: str = ""):
        self.puzzle, self.title = puzzle, title
        #: Whether a page of one solution shows how to put it together, step by step.
        self.steps = False
        #: A piece has the same label in all pictures of a puzzle, and no other piece has it.
        self.labels = short_labels(puzzle.pieces)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        steps = "with --svg, --png or --pdf: draw how to assemble a solid, piece by piece"
        xc.cli.add_argument(parser, "--steps", steps)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        read = cls(*puzzle_of(source))
        read.steps = arguments.steps
        if read.steps and read.puzzle.grid.layer is None:
            found = "--steps for a board of the plane"
            raise xc.FileFault(source.path, 0, 0, found, "a puzzle on the cubic grid")
        yield read

    @cached_property
    def problem(self) -> xc.Problem:
        return self.puzzle.problem

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        return self.puzzle.symmetry if len(self.puzzle.symmetries) > 1 else None

    @property
    def up_to(self) -> str:  # type: ignore[override]
        """What the symmetries do to the board, in words."""
        puzzle = self.puzzle
        turning = ["turning"] * (puzzle.rotations > 1)
        reflecting = ["reflecting"] * (puzzle.rotations < len(puzzle.symmetries))
        return f"up to {' and '.join(turning + reflecting)} the board"

    @property
    def misfit(self) -> str | None:
        """Say that pieces and board differ in size, or in their checkerboard colours."""
        if (misfit := self.puzzle.misfit) is not None:
            return misfit
        parity = parity_misfit(self.puzzle)
        # A piece that fits nowhere, or a cell that nothing covers, says more.
        return parity if parity and self.problem.reduce().impossible is None else None

    @property
    def shown_misfit(self) -> str | None:
        """The sizes alone: ``--show`` has more to say of the colours, and ``--explain`` a
        picture."""
        return self.puzzle.misfit

    def remarks(self) -> Iterator[str]:
        for names in self.puzzle.alike:
            *others, last = map(xc.text.printable, names)
            listed = f"{', '.join(others)} and {last}"
            yield f"the pieces {listed} are identical but counted as different"

    def notes(self) -> Iterator[str]:
        yield from filter(None, (cells_in_words(self.puzzle), parity_in_words(self.puzzle)))

    # -- on a page -----------------------------------------------------------------------------

    def view(self) -> View:
        from .view import view_of

        return view_of(self.puzzle, self.labels)

    def with_spare_places(self) -> Self | None:
        """The puzzle with as many holes as the board has cells to spare."""
        puzzle = self.puzzle
        if any(least != most for least, most in puzzle.bounds.values()):
            return None
        covered = sum(puzzle.bounds[name][0] * len(cells) for name, cells in puzzle.pieces.items())
        spare = len(puzzle.board) - covered
        if spare <= 0:
            return None
        return type(self)(
            dataclasses.replace(puzzle, holes=(spare, spare), optional=(), one_open={})
        )

    # -- in words and pictures -----------------------------------------------------------------

    def sizes(self) -> str:
        puzzle = self.puzzle
        turned = sum(map(len, puzzle.orientations.values()))
        cells = xc.text.counted(len(puzzle.board), "cell")
        pieces = xc.text.counted(sum(most for _, most in puzzle.bounds.values()), "piece")
        if all(name in puzzle.any_number and not low for name, (low, _) in puzzle.bounds.items()):
            kinds = len(puzzle.pieces)
            pieces = f"any number of {'one piece' if kinds == 1 else f'{kinds:,} pieces'}"
        orientations = xc.text.counted(turned, "orientation")
        placements = xc.text.counted(len(puzzle.placements), "placement")
        return f"{cells}, {pieces} in {orientations}, {placements}"

    def text(self, options: Options, screen: Screen) -> str:
        """The board with the outlines of the pieces, their labels and a key to these."""
        return self._picture(options, screen, self.labels)

    def _picture(self, placed: Iterable[Placement], screen: Screen, labels: Any) -> str:
        return terminal.picture(
            self.puzzle.grid,
            self.puzzle.board,
            self.puzzle.placed(placed),
            colour=screen.colour,
            ascii=screen.ascii,
            width=screen.width,
            labels=labels,
        )

    def as_json(self, options: Options) -> Mapping[str, Any]:
        placed = self.puzzle.placed(options)
        return {"placements": [{"piece": piece, "cells": cells} for piece, cells in placed]}

    def svg(self, solutions: Sequence[Options], first: int = 1) -> str:
        """One solution large or in steps, or many on a sheet."""
        from . import svg

        puzzle = self.puzzle
        placed = [puzzle.placed(options) for options in solutions]
        if len(placed) == 1 and first == 1 and self.steps:
            return svg.assembly_svg(puzzle.grid, puzzle.board, placed[0], title=self.title)
        if len(placed) == 1 and first == 1:
            return svg.solution_svg(
                puzzle.grid, puzzle.board, placed[0], title=self.title, labels=self.labels,
                names=self.names,
            )  # fmt: skip
        return svg.sheet_svg(puzzle.grid, puzzle.board, placed, title=self.title, first=first)

    def on_a_page(self, options: Options) -> int:
        from . import svg

        puzzle = self.puzzle
        return svg.room_on_sheet(puzzle.grid, puzzle.board, puzzle.pieces, title=self.title)

    def overview(self, screen: Screen) -> str:
        pieces = [self._alone(name, screen) for name in self.puzzle.pieces]
        sentences = textwrap.fill(" ".join(self.notes()), screen.width)
        return "\n\n".join([self._picture((), screen, self.labels), *pieces, sentences])

    def _alone(self, name: str, screen: Screen) -> str:
        """A piece on a board of its own."""
        shape = self.puzzle.orientations[name][0]
        alone = Polyform(dataclasses.replace(self.puzzle, board=shape, pieces={name: shape}))
        return alone._picture((Placement(name, shape),), screen, self.labels)

    def item_called(self, item: Any) -> str:
        return item_words(item)

    def option_called(self, option: Any) -> str:
        return option_words(option)

    def reason(self, impossible: xc.Impossible) -> str:
        item: Any = impossible.item
        if item is None:
            return impossible.reason
        if item == HOLES:
            return "the wrong number of cells would stay open"
        placements = self.puzzle.placements
        if item[0] == "open":
            return f"no cell of {item[1]!r} can stay open"
        nowhere = not any(item == piece or item in cells for piece, cells in placements)
        if isinstance(item, str):
            fits, left = f"piece {item!r} fits nowhere", f"no place is left for piece {item!r}"
        else:
            cell = self.item_called(item)
            fits, left = f"no piece can cover the {cell}", f"no piece is left for the {cell}"
        return fits if nowhere else f"{left}: each placement would leave something else uncovered"

    def picture_of_reason(self, why: xc.Explanation, screen: Screen) -> str:
        """The cells that an explanation names, by their weights if it counts, and the pieces."""
        weights: dict[Any, int] = why.weights or dict.fromkeys(why.items, 0)
        cells: dict[int, list[Any]] = {}
        pieces: list[str] = []
        for name, weight in weights.items():
            if isinstance(name, str):
                pieces.append(name)
            elif name in self.puzzle.board:
                cells.setdefault(weight, []).append(name)
        plain = len(cells) == 1 and set(cells) <= {0, 1}
        names = {weight: "named above" if plain else f"weight {weight}" for weight in sorted(cells)}
        marked = [Placement(name, tuple(sorted(cells[weight]))) for weight, name in names.items()]
        # (No piece has such labels, unless the weights have many digits.)
        labels = {"named above": "*"} if plain else short_labels(names.values())
        labels |= {name: f"{w:+}" for w, name in names.items() if not plain and abs(w) < 10}
        pictures = [self._picture(marked, screen, labels)] if marked else []
        if len(pieces) <= _MOST_DRAWN:
            pictures += [self._alone(name, screen) for name in pieces]
        return "\n\n".join(pictures)
