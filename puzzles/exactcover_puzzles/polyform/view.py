"""Polyform puzzles on a page: the board, its pieces, and their motions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from ..shared.cell_names import cell_name
from ..shared.view import Corners, Mark, Piece, Place, View
from .grids import Cell, Cells, Grid
from .polyforms import Border, Hole, PolyformPuzzle

#: Between two layers of a solid.
_BETWEEN_LAYERS = 1.0


def corners_on_page(grid: Grid, cells: Iterable[Cell]) -> dict[Cell, Corners]:
    """The corners of cells; layers of a solid stand side by side, the top one first."""
    ordered = sorted(cells)
    flat, (across, down) = grid.layer or grid, (grid.layer or grid).unit
    found: dict[Cell, Corners] = {}
    if grid.layer is None:
        for cell in ordered:
            found[cell] = tuple((x * across, y * down) for x, y in flat.corners(cell))
        return found
    columns = [cell[2] for cell in ordered]
    step = max(columns, default=0) - min(columns, default=0) + 1 + _BETWEEN_LAYERS
    for number, (_, layer) in enumerate(groupby(ordered, itemgetter(0))):
        for cell in layer:
            corners = flat.corners(cell[1:])
            found[cell] = tuple((x * across + number * step, y * down) for x, y in corners)
    return found


def places(grid: Grid, cells: Cells, painted: Mapping[Cell, str]) -> list[Place]:
    """The places of a board, in the order of its cells."""
    corners = corners_on_page(grid, cells)
    return [Place(cell_name(*cell), cell, corners[cell], painted.get(cell, "")) for cell in cells]


def view_of(puzzle: PolyformPuzzle, labels: Mapping[str, str]) -> View:
    """The view of a puzzle; ``labels`` are those of its pieces."""
    number = {cell: k for k, cell in enumerate(puzzle.board)}

    def mark(option: Any) -> Mark:
        if isinstance(option, Hole):
            return Mark((number[option.cell],), shade="light")
        covered = tuple(number[cell] for cell in option.cells)
        return Mark(covered, option.piece, labels[option.piece])

    def of_item(item: Any) -> list[int]:
        if isinstance(item, Border):
            return [number[item.one], number[item.other]]
        if item[0] == "open":
            return [number[cell] for cell in puzzle.one_open[item[1]]]
        return [number[item]] if item in number else []

    pieces = [_piece(puzzle, name, labels[name]) for name in puzzle.pieces]
    shown = places(puzzle.grid, puzzle.board, puzzle.painted)
    return View(shown, mark, of_item, (), pieces, puzzle.grid.parity)


def _piece(puzzle: PolyformPuzzle, name: str, label: str) -> Piece:
    grid, shapes = puzzle.grid, puzzle.orientations[name]
    place = {shape: k for k, shape in enumerate(shapes)}
    moves = {
        called: tuple(place[grid.to_origin(map(motion, shape))] for shape in shapes)
        for called, motion in grid.hand_motions(*puzzle.moves(name)).items()
    }
    outlines = []
    for shape in shapes:
        corners = corners_on_page(grid, shape)
        outlines.append(tuple(corners[cell] for cell in shape))
    return Piece(name, label, *puzzle.bounds[name], shapes, tuple(outlines), moves)
