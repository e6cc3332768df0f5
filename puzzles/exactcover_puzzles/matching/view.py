"""Tiles on a page: each orientation with its picture, and how it is turned by hand.

The motions of a hand turn the picture. Which orientation that makes is found by comparing where
each edge of a tile lies and what it shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..polyform.grids import HEXAGONAL, TRIANGULAR, Cell
from ..polyform.view import corners_on_page, places
from ..shared.view import Mark, Picture, Piece, View
from .svg import tile_picture
from .tiles import BORDER, Colours, TilePuzzle, orientations

#: The least turn of a hand, in parts of a whole one.
_TURNS = {HEXAGONAL: 6, TRIANGULAR: 6}
_USUAL_TURNS = 4
#: A tile on a cell of some kind, which then shows these colours.
_Shape = tuple[Cell, Colours]


def view_of(puzzle: TilePuzzle) -> View:
    """The board, and a piece for each type of tiles."""
    grid = puzzle.grid
    number = {cell: k for k, cell in enumerate(puzzle.board)}
    #: A cell of each kind: where triangles point up, and where down.
    kinds = {sum(cell) % grid.parity: cell for cell in reversed(puzzle.board)}
    pictures: list[Picture] = []
    known: dict[_Shape, int] = {}

    def picture(shape: _Shape) -> int:
        if shape not in known:
            known[shape] = len(pictures)
            pictures.append(Picture(tile_picture(puzzle, *shape), 0.05))
        return known[shape]

    def mark(option: Any) -> Mark:
        cell, tile, colours = option
        shape = kinds[sum(cell) % grid.parity], colours
        return Mark((number[cell],), puzzle.names[tile], picture=picture(shape))

    def of_item(item: Any) -> Sequence[int]:
        if item in number:
            return [number[item]]
        cells = () if item == BORDER else item
        return [number[cell] for cell in cells if cell in number]

    pieces = []
    for tile, alike in puzzle.types.items():
        colours = orientations(puzzle.tiles[tile], puzzle.turn, puzzle.reflect)
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
    seen = [_edges(puzzle, shape) for shape in shapes]
    found = {}
    turns = _TURNS.get(puzzle.grid, _USUAL_TURNS)
    angle = 2 * math.pi / turns
    if puzzle.turn:
        found["turn"] = tuple(
            next(
                seen.index(turned)
                for k in range(1, turns + 1)
                if (turned := _moved(edges, k * angle)) in seen
            )
            for edges in seen
        )
    if puzzle.reflect:
        flipped = [_moved(edges, 0.0, mirrored=True) for edges in seen]
        found["flip"] = tuple(
            seen.index(each) if each in seen else k for k, each in enumerate(flipped)
        )
    return found


#: Where each edge lies, seen from the middle of the tile, and its colour.
_Edges = frozenset[tuple[int, int, str]]
#: Places are whole numbers of this part of a unit.
_GRAIN = 100


def _edges(puzzle: TilePuzzle, shape: _Shape) -> _Edges:
    cell, colours = shape
    corners = corners_on_page(puzzle.grid, [cell])[cell]
    x, y = (sum(each) / len(corners) for each in zip(*corners, strict=True))
    ends = zip(corners, (*corners[1:], corners[0]), colours, strict=True)
    return frozenset(
        (round(_GRAIN * ((a + c) / 2 - x)), round(_GRAIN * ((b + d) / 2 - y)), colour)
        for (a, b), (c, d), colour in ends
    )


def _moved(edges: _Edges, angle: float, mirrored: bool = False) -> _Edges:
    cos, sin = math.cos(angle), math.sin(angle)
    sign = -1 if mirrored else 1
    return frozenset(
        (round(sign * x * cos - y * sin), round(sign * x * sin + y * cos), colour)
        for x, y, colour in edges
    )
