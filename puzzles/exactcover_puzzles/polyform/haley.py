"""Haley's board: 72 triangles in a skewed hexagon, filled with the twelve hexiamonds.

The board and the pieces are data (``data/boards/haley.txt``, ``data/pieces/hexiamonds.txt``);
orientations and placements are computed.
This module sorts the solutions by the hexagon's place. The hexagon is the only piece with a single
orientation, so its place is the natural key.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.parts import Surveyed, Watcher
from ..shared.shipped import shipped
from .cutting_output import PolyformSheets
from .file import read_puzzle
from .grids import Cell
from .polyforms import PolyformPuzzle

HEXAGON = "hexagon"


def haley() -> tuple[PolyformPuzzle, str]:
    """The puzzle and its title."""
    return read_puzzle(str(shipped("boards", "haley")))


class Haley(Surveyed, PolyformSheets):
    """Fill Haley's board with the twelve hexiamonds; sort solutions by the hexagon's place."""

    example = ""
    reads_files = False

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Add none: there is only one board."""

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Iterator[Self]:
        yield cls(*haley())

    def watcher(self) -> Watcher:
        return HexagonPlaces(self.puzzle)


@dataclass
class HexagonPlace:
    """A place of the hexagon, with its images under turning the board."""

    #: The uppermost left cell of the hexagon, for each of these places, ascending.
    cells: tuple[Cell, ...]
    #: Solutions with the hexagon in one of them.
    fixed: int = 0
    #: The same up to turning the board.
    free: int = 0


class HexagonPlaces(Watcher):
    """Sorts solutions by the hexagon's place."""

    def __init__(self, puzzle: PolyformPuzzle):
        number = {cell: k for k, cell in enumerate(puzzle.board)}
        hexagons = [placed.cells for placed in puzzle.placements if placed.piece == HEXAGON]
        #: How many places there are for the hexagon on the empty board.
        self.possible = len(hexagons)
        self._place_of: dict[Cell, HexagonPlace] = {}
        for cells in hexagons:
            turned = {
                min(puzzle.board[permutation[number[cell]]] for cell in cells)
                for permutation in puzzle.symmetries
            }
            first = min(turned)
            place = self._place_of.setdefault(first, HexagonPlace(tuple(sorted(turned))))
            self._place_of[cells[0]] = place

    def add(self, options: Options, size: int) -> None:
        hexagon = next(placed for placed in options if placed.piece == HEXAGON)
        place = self._place_of[hexagon.cells[0]]
        place.fixed += size
        place.free += 1

    @property
    def found(self) -> list[HexagonPlace]:
        """The places that occur in solutions, most frequent first."""
        places = {place.cells: place for place in self._place_of.values() if place.fixed}
        return sorted(places.values(), key=lambda place: (-place.fixed, place.cells))

    def text(self, complete: bool) -> str:
        places = xc.text.counted(self.possible, "place")
        lines = [f"The hexagon fits in {places}. In the solutions it lies"]
        for found in self.found:
            cells = ", ".join(cell_name(*cell) for cell in found.cells)
            free = f", {found.free:,} up to turning" if complete else ""
            lines.append(f"  at {cells}: {xc.text.counted(found.fixed, 'solution')}{free}")
        return "\n".join([*lines, "(A hexagon is named by its uppermost left triangle.)"])

    def as_json(self) -> Mapping[str, Any]:
        return {
            "hexagon": [
                {"places": found.cells, "solutions": found.fixed, "free_solutions": found.free}
                for found in self.found
            ]
        }
