"""Haley's board: 72 triangles, filled by the twelve hexiamonds in 330 ways, 55 up to turning it.

The board is ``data/boards/haley.txt``; its pieces, their orientations and placements are computed.
Here is what is special about it: where the hexagon lies. It is the one piece with a single
orientation, so its place is the natural thing to sort the solutions by.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..shared.shipped import shipped
from .file import read_puzzle
from .grids import Cell
from .polyforms import PolyformPuzzle
from .tally import SolutionOfPieces

__all__ = ["HEXAGON", "HexagonPlace", "HexagonPlaces", "haley"]

HEXAGON = "hexagon"


def haley() -> tuple[PolyformPuzzle, str]:
    """The puzzle and its title."""
    return read_puzzle(str(shipped("boards", "haley")))


@dataclass
class HexagonPlace:
    """A place of the hexagon, together with the places that turning the board makes of it."""

    #: The uppermost left cell of the hexagon, for each of these places, ascending.
    cells: tuple[Cell, ...]
    #: Solutions with the hexagon in one of them.
    fixed: int = 0
    #: The same up to turning the board.
    free: int = 0


class HexagonPlaces:
    """Sorts solutions by where the hexagon lies."""

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

    def add(self, solution: SolutionOfPieces, first_of_orbit: bool) -> None:
        """Take a solution into account."""
        hexagon = next(placed for placed in solution if placed.piece == HEXAGON)
        place = self._place_of[hexagon.cells[0]]
        place.fixed += 1
        place.free += first_of_orbit

    @property
    def found(self) -> list[HexagonPlace]:
        """The places that occur in solutions, the most frequent first."""
        places = {place.cells: place for place in self._place_of.values() if place.fixed}
        return sorted(places.values(), key=lambda place: (-place.fixed, place.cells))
