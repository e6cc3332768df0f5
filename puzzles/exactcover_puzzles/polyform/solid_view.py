"""Drawings of solids as elements of SVG: an isometric view and the layers next to it.

The whole is an isometric picture: one sees the top of each cube, its front on the left and its
right side on the right. The layers are boards of the plane, the top one first.

Legend: a *face* is a side of a cube that is turned to the viewer. In the picture it is a rhombus of
two *triangles*, and each triangle of the picture shows a single face, that of the foremost cube.
So what hides what is decided triangle by triangle, and nothing is drawn over anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..shared.svg_page import INK, moved
from ..shared.svg_text import closed, escaped, number
from .grids import Cell, Cells, Grid
from .outlines import Edge, Point, layers, loops_around, owners, shared_edges
from .plane_view import PlaneView, Region, Spot, box, inner_edges_and_rim, line_width
from .polyforms import Placement

#: Room between the whole and its layers, and between two layers, in edges.
_GAP = 0.75
#: Room above a layer for its name, where names are wanted.
_CAPTION = 20.0
#: How light the top, the right side and the front of a cube are.
_LIGHT = (1.0, 0.74, 0.88)

Triangle = tuple[Point, Point, Point]
#: What a triangle shows: a piece, which side of its cubes, and how far back that side lies.
Side = tuple[Placement, int, int]


@dataclass(frozen=True)
class SolidView:
    """A board of space drawn with cells of a given edge; ``named``: its layers have their names."""

    grid: Grid
    board: Cells
    edge: float
    named: bool = True

    @cached_property
    def _extent(self) -> tuple[Point, Point]:
        return box([point for cell in self.board for point in self.grid.corners(cell)])

    def _spot(self, point: tuple[float, float]) -> Spot:
        (left, top), (wide, high) = self._extent[0], self.grid.unit
        return (point[0] - left) * wide * self.edge, (point[1] - top) * high * self.edge

    @cached_property
    def _layer(self) -> PlaneView:
        """Something as large as any layer, so that all stand alike."""
        assert self.grid.layer is not None
        cells = tuple(sorted({cell[1:] for cell in self.board}))
        return PlaneView(self.grid.layer, cells, self.edge)

    @cached_property
    def _numbers(self) -> list[int]:
        return sorted({cell[0] for cell in self.board})

    @cached_property
    def _pitch(self) -> Spot:
        """From a layer to the one on its right, and to the one below."""
        room = _CAPTION if self.named else 0.0
        # The word "layer" and a number of two digits are no wider than three captions.
        wide = max(self._layer.width, 3 * room)
        return wide + _GAP * self.edge, self._layer.height + room + _GAP * self.edge

    @cached_property
    def _columns(self) -> int:
        """How many layers stand in a row: as suits the height of the whole, with few gaps."""
        whole, high = self._spot(self._extent[1])
        n_layers = len(self._numbers)

        def area(columns: int) -> float:
            rows = -(-n_layers // columns)
            wide = whole + columns * self._pitch[0]
            return wide * max(high, rows * self._pitch[1]) * rows * columns / n_layers

        return min(range(1, n_layers + 1), key=area, default=1)

    def _corner(self, k: int) -> Spot:
        """The top left of the k-th layer."""
        row, column = divmod(k, self._columns)
        left = self._spot(self._extent[1])[0] + _GAP * self.edge
        top = _CAPTION if self.named else 0.0
        return left + column * self._pitch[0], top + row * self._pitch[1]

    @property
    def width(self) -> float:
        return self._corner(self._columns - 1)[0] + self._pitch[0] - _GAP * self.edge

    @property
    def height(self) -> float:
        last = self._corner(len(self._numbers) - 1)[1] + self._layer.height
        return max(self._spot(self._extent[1])[1], last)

    @property
    def captions(self) -> list[tuple[str, Spot]]:
        """The names of the layers, and where they begin."""
        if not self.named:
            return []
        corners = map(self._corner, range(len(self._numbers)))
        return [
            (f"layer {layer + 1}", (x, y - 0.35 * _CAPTION))
            for layer, (x, y) in zip(self._numbers, corners, strict=True)
        ]

    def regions(self, placements: Iterable[Placement]) -> list[Region]:
        """Where the names of the pieces may stand: one on each part of a piece in a layer."""
        found = []
        for k, (_, _, placed) in enumerate(layers(self.grid, self.board, placements)):
            regions = self._layer.regions(placed, in_parts=True)
            found += [region.moved(*self._corner(k)) for region in regions]
        return found

    def solution(self, placements: Sequence[Placement], fills: Mapping[str, str]) -> list[str]:
        """The elements of one picture without labels."""
        lines = self._whole(placements, fills)
        for k, (_, cells, placed) in enumerate(layers(self.grid, self.board, placements)):
            lines += moved(self._layer.solution(placed, fills, cells), *self._corner(k))
        return lines

    def _whole(self, placements: Iterable[Placement], fills: Mapping[str, str]) -> list[str]:
        """The isometric picture of what is covered."""
        shown = self._shown(owners(self.board, placements))
        sides: dict[Side, dict[Triangle, Cell]] = {}
        for triangle, (side, cell) in sorted(shown.items()):
            sides.setdefault(side, {})[triangle] = cell
        lines = [
            '<g class="solution" fill-rule="evenodd" stroke-linejoin="round">',
            f'<g stroke="{INK}" stroke-width="{number(line_width(self.edge))}">',
        ]
        inner: list[Edge] = []
        for side, triangles in sorted(sides.items()):
            (name, _), facing, _ = side
            fill = _shaded(fills[name], _LIGHT[facing])
            lines.append(
                f'<path class="face" fill="{fill}" d="{closed(self._loops(triangles))}">'
                f"<title>{escaped(name)}</title></path>"
            )
            # Between two cubes, not between the halves of one.
            inner += [
                edge
                for edge, (one, other) in shared_edges(triangles)
                if triangles[one] != triangles[other]
            ]
        lines.append("</g>")
        spots = [(self._spot(a), self._spot(b)) for a, b in sorted(inner)]
        return [*lines, *inner_edges_and_rim(spots, self._loops(shown), self.edge), "</g>"]

    def _loops(self, triangles: Iterable[Triangle]) -> list[list[Spot]]:
        return [[self._spot(point) for point in loop] for loop in loops_around(triangles)]

    def _shown(self, owned: Mapping[Cell, Placement]) -> dict[Triangle, tuple[Side, Cell]]:
        """What each triangle of the picture shows, and of which cell."""
        shown: dict[Triangle, tuple[Side, Cell]] = {}
        covered = [cell for cell, owner in owned.items() if owner.cells]
        # From the back to the front: from the left, the rear and the bottom.
        for cell in sorted(covered, key=lambda each: (each[1] + each[2] - each[0], each)):
            layer, row, column = cell
            corners = self.grid.corners(cell)
            middle = (corners[0][0], corners[0][1] + 2)
            owner = owned[cell]
            sides = (owner, 0, layer), (owner, 1, column), (owner, 2, row)
            for k, corner in enumerate(corners):
                triangle = _first_lowest((middle, corner, corners[(k + 1) % 6]))
                shown[triangle] = sides[(0, 1, 1, 2, 2, 0)[k]], cell
        return shown


def _first_lowest(triangle: Triangle) -> Triangle:
    """The same triangle, walked round from the least of its corners."""
    k = triangle.index(min(triangle))
    a, b, c = (*triangle[k:], *triangle[:k])
    return a, b, c


def _shaded(fill: str, light: float) -> str:
    return "#" + "".join(f"{round(int(fill[at : at + 2], 16) * light):02x}" for at in (1, 3, 5))
