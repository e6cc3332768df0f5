"""Edge-matching puzzles for the command ``puzzles matching``.

The file format is described in ``file.py``, URLs in ``eternity.py``, and the model in ``tiles.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.parts import Graded
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.svg_page import Drawing
from ..shared.view import View
from . import svg, terminal
from .eternity import is_url, puzzle_of_url, url_fault, url_of
from .file import puzzle_of
from .forms import image_tiles
from .symmetries import Symmetries
from .tiles import BORDER, Placed, TilePuzzle

#: Puzzles with more placements cannot be played.
_MOST_PLAYED = 60_000


class Matching(Graded):
    """Solve edge-matching puzzles: MacMahon's squares, triangles and hexagons, Eternity II."""

    shipped = "matching"
    foreign = (image_tiles,)
    example = """\
grid: triangular
border: white
tiles: macmahon white red yellow blue

board:
..^v^v^
.^v^v^v^
.v^v^v^v
..v^v^v
"""
    items_called = "cells and tiles"
    options_called = ("placement", "placements")
    best_is: ClassVar[str] = "find the largest number of matching edges, with proof"

    def __init__(self, puzzle: TilePuzzle, title: str = "", lying: Sequence[Placed] = ()):
        self.puzzle, self.title, self.lying = puzzle, title, lying
        #: Whether solutions are printed as URLs.
        self.as_url = False

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        text = "print each solution as a URL for the viewer e2.bucas.name"
        xc.cli.add_argument(parser, "--url", text)

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        for puzzle in super().from_file(path, arguments):
            puzzle.as_url = arguments.url
            fault = url_fault(puzzle.puzzle) if arguments.url else None
            if fault is not None:
                expected = "what the URLs of e2.bucas.name can show"
                raise xc.FileFault(xc.cli.shown_path(path), 0, 0, fault, expected)
            yield puzzle

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        return cls(*puzzle_of_url(path)) if is_url(path) else None

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        yield cls(*puzzle_of(source))

    # -- what it is ------------------------------------------------------------------------------

    @property
    def problem(self) -> xc.Problem:
        return self.puzzle.problem

    @property
    def best_problem(self) -> xc.Problem:
        return self.puzzle.relaxed

    @cached_property
    def _symmetries(self) -> Symmetries:
        return Symmetries(self.puzzle)

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """Motions of the board and exchanges of colours."""
        generators = self._symmetries.generators
        return self.problem.symmetry(*generators) if generators else None

    @property
    def up_to(self) -> str:  # type: ignore[override]
        """What the symmetries do, in words."""
        return f"up to {self._symmetries.words}"

    @property
    def misfit(self) -> str | None:
        return self.puzzle.misfit or self.puzzle.imbalance

    @property
    def best_misfit(self) -> str | None:
        return self.puzzle.misfit

    def remarks(self) -> Iterator[str]:
        """The duplicate tiles, and how well a URL's arrangement matches."""
        alike = sum(len(group) for group in self.puzzle.types.values() if len(group) > 1)
        if alike:
            yield f"{alike:,} tiles have duplicates: exchanging these makes no new solution"
        if self.lying:
            mismatches = len(self.puzzle.mismatches(self.lying))
            yield f"as the URL shows the pieces, {self._matching(mismatches)}"

    def view(self) -> View | None:
        if self.misfit is not None or sum(1 for _ in self.puzzle.placements()) > _MOST_PLAYED:
            return None
        from .view import view_of

        return view_of(self.puzzle)

    # -- in words and pictures -------------------------------------------------------------------

    def _matching(self, mismatches: int) -> str:
        n_edges = len(self.puzzle.inner)
        return f"{n_edges - mismatches:,} of {xc.text.counted(n_edges, 'inner edge')} match"

    def best_in_words(self, best: xc.Optimum) -> str:
        """How many edges match, and how many could."""
        at_most = len(self.puzzle.inner) - int(best.bound)
        if best.cost is None:
            return "no arrangement found so far"
        found = self._matching(int(best.cost))
        if best.bound == best.cost:
            return f"{found}, and no arrangement has more (proven)"
        return f"{found}; the optimum is not known ({at_most:,} at most)"

    def sizes(self) -> str:
        puzzle = self.puzzle
        turned = map(puzzle.ways, puzzle.tiles)
        cells = xc.text.counted(len(puzzle.board), "cell")
        tiles = xc.text.counted(len(puzzle.tiles), "tile")
        in_all = xc.text.counted(sum(map(len, turned)), "orientation")
        placements = xc.text.counted(sum(1 for _ in puzzle.placements()), "placement")
        return f"{cells}, {tiles} in {in_all}, {placements}"

    def text(self, options: Options, screen: Screen) -> str:
        placed = [option for option in options if isinstance(option, Placed)]
        if self.as_url:
            return url_of(self.puzzle, self.title, placed)
        return terminal.picture(self.puzzle, placed, screen)

    def drawing(self, options: Options) -> Drawing:
        return svg.drawing(self.puzzle, [each for each in options if isinstance(each, Placed)])

    def as_json(self, options: Options) -> Mapping[str, Any]:
        placed = sorted(option for option in options if isinstance(option, Placed))
        names = self.puzzle.named(placed)
        tiles = [{"cell": cell, "tile": names[cell], "colours": c} for cell, _, c in placed]
        found: dict[str, Any] = {"tiles": tiles, "mismatches": self.puzzle.mismatches(placed)}
        if self.as_url:
            found["url"] = url_of(self.puzzle, self.title, placed)
        return found

    def overview(self, screen: Screen) -> str:
        tiles = zip(self.puzzle.names, self.puzzle.tiles, strict=True)
        listed = [xc.text.printable(f"{name}: {' '.join(tile)}") for name, tile in tiles]
        return "\n".join([terminal.picture(self.puzzle, (), screen), "", *listed])

    def picture_of(self, options: Options, screen: Screen) -> str:
        return terminal.picture(self.puzzle, options, screen)

    def item_called(self, item: Any) -> str:
        if item == BORDER:
            return "the border"
        if item[0] == "tile":
            return f"tile {xc.text.printable(self.puzzle.names[item[1]])}"
        if item in self.puzzle.outer:
            (cell,) = set(item) & set(self.puzzle.board)
            return f"an outer edge of {cell_name(*cell)}"
        if isinstance(item[0], tuple):
            return f"the edge between {cell_name(*item[0])} and {cell_name(*item[1])}"
        return f"cell {cell_name(*item)}"

    def option_called(self, option: Placed) -> str:
        cell, tile, colours = option
        shown = xc.text.printable(f"tile {self.puzzle.names[tile]} showing {' '.join(colours)}")
        return f"{shown} on {cell_name(*cell)}"
