"""Drawings of boards of the plane as elements of SVG, and where labels stand on them.

Legend: *edge* is the length of a cell's edge in user units (pixels, unless scaled). A *spot* is a
pair (x, y) in user units, from (0, 0) at the top left of the drawing, y downwards. A *region* is
where a label may stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, NamedTuple

from ..shared.svg_page import INK, PAPER
from ..shared.svg_text import closed, escaped, line, number, text_width
from .grids import Cell, Cells, Grid
from .outlines import UNCOVERED, Point, inner_edges, outline, owners, parts, short_labels
from .polyforms import Placement

VACANT = "#f1f2f4"

#: Sizes of labels to try, in edges.
LABEL_SIZES = (0.44, 0.38, 0.32, 0.28, 0.24)

Spot = tuple[float, float]


class Region(NamedTuple):
    """Where a piece may have its label."""

    name: str
    #: The spot for a text of this size, or None if there is no room.
    fit: Callable[[str, float], Spot | None]
    #: A spot for a text that has no room.
    middle: Spot

    def moved(self, x: float, y: float) -> Region:
        """The same to the right and below."""

        def fit(text: str, size: float) -> Spot | None:
            spot = self.fit(text, size)
            return spot and (spot[0] + x, spot[1] + y)

        return Region(self.name, fit, (self.middle[0] + x, self.middle[1] + y))


class Labels(NamedTuple):
    """What stands on the pieces: the text of each, its spots, and a size, the same for all."""

    texts: Mapping[str, str]
    spots: Sequence[tuple[str, Spot]]
    size: float


def placed_labels(
    regions: Sequence[Region],
    edge: float,
    short: Mapping[str, str] | None,
    *,
    always_short: bool = False,
) -> Labels:
    """The names of the pieces, as large as all of them fit.

    If some are too long even at the smallest size, all are replaced by short labels.
    """
    texts = {region.name: region.name for region in regions}
    size, spots = _fitted(regions, texts, edge)
    if always_short or None in spots:
        short = short_labels(texts) if short is None else short
        texts = {name: short[name] for name in texts}
        size, spots = _fitted(regions, texts, edge)
    # Two characters fit into any cell; should they not, they hardly stand out.
    placed = [
        (region.name, spot or region.middle) for region, spot in zip(regions, spots, strict=True)
    ]
    return Labels(texts, placed, size)


def _fitted(
    regions: Sequence[Region], texts: Mapping[str, str], edge: float
) -> tuple[float, list[Spot | None]]:
    """The largest size at which every text fits, or the smallest; and the spots."""
    size, spots = 0.0, list[Spot | None]()
    for share in LABEL_SIZES:
        size = share * edge
        spots = [region.fit(texts[region.name], size) for region in regions]
        if None not in spots:
            break
    return size, spots


@dataclass(frozen=True)
class PlaneView:
    """A board drawn with cells of a given edge."""

    grid: Grid
    board: Cells
    edge: float

    @cached_property
    def _extent(self) -> tuple[Point, Point]:
        """The top left and the bottom right of the board, in units of the grid."""
        return box([point for cell in self.board for point in self.grid.corners(cell)])

    @property
    def width(self) -> float:
        return self.spot(self._extent[1])[0]

    @property
    def height(self) -> float:
        return self.spot(self._extent[1])[1]

    #: Texts beside the drawing, and where they begin: a board of the plane needs none.
    captions: ClassVar[Sequence[tuple[str, Spot]]] = ()

    def spot(self, point: tuple[float, float]) -> Spot:
        (left, top), (wide, high) = self._extent[0], self.grid.unit
        return (point[0] - left) * wide * self.edge, (point[1] - top) * high * self.edge

    def loops(self, cells: Iterable[Cell]) -> list[list[Spot]]:
        return [[self.spot(point) for point in loop] for loop in outline(self.grid, cells)]

    def solution(
        self, placements: Sequence[Placement], fills: Mapping[str, str], cells: Cells | None = None
    ) -> list[str]:
        """The elements of one picture without labels, from the bottom up.

        ``cells``: those of the board that are drawn, if not all.
        """
        owned = owners(self.board if cells is None else cells, placements)
        uncovered = [cell for cell, owner in owned.items() if owner is UNCOVERED]
        pieces = sorted(placement for placement in placements if placement.cells)

        lines = ['<g class="solution" fill-rule="evenodd" stroke-linejoin="round">']
        if uncovered:
            lines.append(
                f'<path class="uncovered" fill="{VACANT}" d="{closed(self.loops(uncovered))}"/>'
            )
        lines.append(f'<g stroke="{INK}" stroke-width="{number(line_width(self.edge))}">')
        for name, cells in pieces:
            lines.append(
                f'<path class="piece" fill="{fills[name]}" d="{closed(self.loops(cells))}">'
                f"<title>{escaped(name)}</title></path>"
            )
        lines.append("</g>")
        regions = [*(cells for _, cells in pieces), uncovered]
        inner = sorted(edge for cells in regions for edge in inner_edges(self.grid, cells))
        spots = [(self.spot(a), self.spot(b)) for a, b in inner]
        return [*lines, *inner_edges_and_rim(spots, self.loops(owned), self.edge), "</g>"]

    def regions(self, placements: Iterable[Placement], *, in_parts: bool = False) -> list[Region]:
        """Where the names of the pieces may stand: once on each, or on each part of each."""
        return [
            Region(
                name, partial(self._label_spot, part), self.spot(_mean(self.grid.corners(part[0])))
            )
            for name, cells in sorted(placements)
            if cells
            for part in (parts(self.grid, cells) if in_parts else [cells])
        ]

    def _label_spot(self, cells: Sequence[Cell], text: str, size: float) -> Spot | None:
        """The spot nearest to the middle of the cells where a text fits between walls, or None."""
        walls = [
            wall
            for loop in self.loops(cells)
            for wall in zip(loop, [*loop[1:], loop[0]], strict=True)
        ]
        corners = [self.grid.corners(cell) for cell in cells]
        centres = [self.spot(_mean(points)) for points in corners]
        # Half way up a triangle there is often more room to its sides than at its centre.
        levels = [self.spot(_mean(box(points))) for points in corners]
        between = [self.spot(_mean(edge)) for edge in inner_edges(self.grid, cells)]
        middle = _mean(centres)
        half = text_width(text, size) / 2 + 0.2 * size, 0.55 * size
        room = [spot for spot in (*centres, *levels, *between) if not _crossed(spot, half, walls)]
        return min(room, key=lambda spot: (round(math.dist(spot, middle), 6), spot), default=None)


def box(points: Sequence[Point]) -> tuple[Point, Point]:
    """The top left and the bottom right of all points; (0, 0) if there are none."""
    xs, ys = zip(*points, strict=True) if points else ((0,), (0,))
    return (min(xs), min(ys)), (max(xs), max(ys))


def _mean(points: Sequence[tuple[float, float]]) -> Spot:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _crossed(spot: Spot, half: Spot, walls: Iterable[tuple[Spot, Spot]]) -> bool:
    """Whether a wall meets the box of given half width and half height around a spot.

    A segment and a box miss each other exactly when they do so seen along x, along y, or along
    the segment (separating axes).
    """
    for (ax, ay), (bx, by) in walls:
        ax, ay, bx, by = ax - spot[0], ay - spot[1], bx - spot[0], by - spot[1]
        reach = half[0] * abs(by - ay) + half[1] * abs(bx - ax)
        if not (
            min(ax, bx) >= half[0]
            or max(ax, bx) <= -half[0]
            or min(ay, by) >= half[1]
            or max(ay, by) <= -half[1]
            or abs(ax * by - ay * bx) >= reach
        ):
            return True
    return False


def inner_edges_and_rim(
    inner: Sequence[tuple[Spot, Spot]], rim: Sequence[Sequence[Spot]], edge: float
) -> list[str]:
    """The lines between the cells of a piece, and the thick one around everything."""
    stroke = line_width(edge)
    lines = []
    if inner:
        data = "".join(_dash(a, b, 0.7 * stroke / edge) for a, b in inner)
        lines.append(
            f'<path class="inner" fill="none" stroke="{PAPER}" stroke-opacity="0.55"'
            f' stroke-width="{number(stroke / 2)}" pointer-events="none" d="{data}"/>'
        )
    if rim:
        lines.append(
            f'<path class="rim" fill="none" stroke="{INK}"'
            f' stroke-width="{number(1.5 * stroke)}" pointer-events="none" d="{closed(rim)}"/>'
        )
    return lines


def line_width(edge: float) -> float:
    """How thick the walls between pieces are."""
    return max(1.0, edge / 24)


def _dash(a: Spot, b: Spot, part: float) -> str:
    """Path data of a line, short of both ends by this part, so as not to run over walls there."""
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return line([(a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)])
