"""Tiles on a page: each orientation with its picture, and its motions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..polyform.grids import Cell
from ..polyform.view import corners_on_page, places
from ..shared.view import Mark, Picture, Piece, View
from .svg import tile_picture
from .tiles import BORDER, Colours, TilePuzzle

#: A tile on a cell of some kind, which then shows these colours.
_Shape = tuple[Cell, Colours]


def view_of(puzzle: TilePuzzle) -> View:
    """The board, and a piece for each type of tiles."""
    grid = puzzle.grid
    number = {cell: k for k, cell in enumerate(puzzle.board)}
    #: A cell of each kind: where triangles point up, and where down.
    kinds = {grid.kind(cell): cell for cell in reversed(puzzle.board)}
    pictures: list[Picture] = []
    known: dict[_Shape, int] = {}

    def picture(shape: _Shape) -> int:
        if shape not in known:
            known[shape] = len(pictures)
            pictures.append(Picture(tile_picture(puzzle, *shape), 0.05))
        return known[shape]

    def mark(option: Any) -> Mark:
        cell, tile, colours = option
        shape = kinds[grid.kind(cell)], colours
        return Mark((number[cell],), puzzle.names[tile], picture=picture(shape))

    def of_item(item: Any) -> Sequence[int]:
        if item in number:
            return [number[item]]
        cells = () if item == BORDER else item
        return [number[cell] for cell in cells if cell in number]

    pieces = []
    for tile, alike in puzzle.types.items():
        colours = puzzle.ways(puzzle.tiles[tile])
        shapes = [(cell, each) for cell in kinds.values() for each in colours]
        corners = corners_on_page(grid, kinds.values())
        outlines = tuple((corners[cell],) for cell, _ in shapes)
        pieces.append(
            Piece(
                puzzle.names[tile], "", len(alike), len(alike),
                tuple((cell,) for cell, _ in shapes), outlines, _moves(puzzle, shapes),
                pictures=[picture(shape) for shape in shapes],
            )
        )  # fmt: skip
    shown = places(grid, puzzle.board, {})
    return View(shown, mark, of_item, (), pieces, grid.parity, pictures=pictures)


def _moves(puzzle: TilePuzzle, shapes: Sequence[_Shape]) -> Mapping[str, tuple[int, ...]]:
    """What turning and flipping make of each shape."""
    if not puzzle.turn:
        return {}
    grid, found = puzzle.grid, {}
    kinds = {grid.kind(cell): cell for cell, _ in shapes}
    for name, motion in grid.hand_motions("yes", puzzle.reflect).items():
        goes_to = []
        for shape in shapes:
            cell, colours = puzzle.moved(motion, *shape, name == "flip")
            while grid.kind(cell) not in kinds:  # until it can lie somewhere
                cell, colours = puzzle.moved(motion, cell, colours, name == "flip")
            goes_to.append(shapes.index((kinds[grid.kind(cell)], colours)))
        found[name] = tuple(goes_to)
    return found
