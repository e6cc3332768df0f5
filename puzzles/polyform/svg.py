"""Pictures of solutions as SVG: one solution large, or many on a sheet.

Legend: *edge* is the length of a cell's edge in user units (pixels, unless scaled); a *spot* is a
pair (x, y) in user units, y downwards, where (0, 0) is the top left of the board; a *label* is
what is written on a piece. Names always stand in the ``<title>`` of their pieces too, which a
browser shows when the pointer rests there.

The texts are complete files, use no identifiers and no style sheet, and so can also be put into
a page as they are. The same input gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import exactcover as xc

from ..shared.svg_text import escaped, number
from .grids import Cell, Cells, Grid
from .outlines import (
    UNCOVERED,
    Edge,
    Point,
    colour_numbers,
    legend,
    outline,
    owners,
    seams,
    short_labels,
    touching,
)
from .polyforms import Placement

__all__ = ["PALETTE", "sheet_svg", "solution_svg"]

#: Fills on which dark text is easy to read; the hues of the terminal's palette, in its order.
PALETTE = (
    "#7cc4f2",
    "#f7b267",
    "#74c78c",
    "#f4b6d2",
    "#f7e07a",
    "#b9a1e3",
    "#66b2ac",
    "#f08a72",
    "#c5e88f",
    "#c4cad3",
    "#b8ae5a",
    "#bdeedd",
)
_INK = "#22262b"
_FAINT = "#6b7280"
_PAPER = "#ffffff"
_VACANT = "#f1f2f4"
_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

#: Edges in a single picture and on a sheet.
_EDGE = 48.0
_SHEET_EDGE = 15.0
#: Sizes of labels to try, in edges.
_LABEL_SIZES = (0.44, 0.38, 0.32, 0.28, 0.24)
#: Room around everything, and the heights of lines of text on a sheet.
_MARGIN = 16.0
_GAP = 22.0
_TEXT = 12.0
_LINE = 20.0
_HEADING = 18.0

Spot = tuple[float, float]


def solution_svg(
    grid: Grid,
    board: Cells,
    placements: Iterable[Placement],
    *,
    title: str = "",
    labels: Mapping[str, str] | None = None,
) -> str:
    """A solution as a file: each piece in its colour, with its name on it.

    Where there is no room for a name, short labels stand on all pieces, and a key below tells
    whose. ``labels``: these, of all pieces of the puzzle, as for :func:`.terminal.picture`.
    Raises ValueError if placements overlap or leave the board.
    """
    solution = tuple(placements)
    view = _View(grid, board, _EDGE)
    fills = _fills(grid, board, [solution])
    drawn = view.solution(solution, fills)
    placed = view.labels(solution, labels)
    for text, (x, y), size in placed.values():
        # The middle of capital letters is about a third of the size above their foot.
        drawn.append(_text(text, x, y + 0.35 * size, size, kind="label", bold=True, middle=True))
    lines = _moved(drawn, _MARGIN, _MARGIN)
    height = view.height + 2 * _MARGIN
    shown = {name: placed[name][0] for name in fills}
    told = legend({**(labels or {}), **shown})
    others = {name: told[name] for name in shown if name in told}
    key, key_width, key_height = _key(others, fills, view.width)
    if key:
        lines += _moved(key, _MARGIN, height)
        height += key_height + _MARGIN
    return _file(max(view.width, key_width) + 2 * _MARGIN, height, title or "Solution", lines)


def sheet_svg(
    grid: Grid,
    board: Cells,
    solutions: Sequence[Iterable[Placement]],
    *,
    title: str = "",
    columns: int | None = None,
    first: int = 1,
) -> str:
    """Many solutions on a sheet, numbered from ``first``, with a key to the colours of the pieces.

    ``columns`` is the number of pictures in a row; without it the sheet is a little wider than
    high. Raises ValueError if it is not positive, or placements overlap or leave the board.
    """
    if columns is not None and columns < 1:
        raise ValueError(f"columns={columns}: expected a whole number from 1")
    drawn = [tuple(placements) for placements in solutions]
    view = _View(grid, board, _SHEET_EDGE)
    fills = _fills(grid, board, drawn)
    across, down = view.width + _GAP, _LINE + view.height + _GAP
    if columns is None:
        columns = round(math.sqrt(len(drawn) * down / across * 4 / 3))
    columns = max(1, min(columns, len(drawn)))
    width = max(columns * across - _GAP, _text_width(title, _HEADING))

    lines: list[str] = []
    y = _MARGIN
    if title:
        lines.append(_text(title, _MARGIN, y + _HEADING, _HEADING, bold=True))
        y += _HEADING + _GAP
    for k, solution in enumerate(drawn):
        row, column = divmod(k, columns)
        caption = _text(str(first + k), 0, -_TEXT / 2, _TEXT, ink=_FAINT)
        picture = [caption, *view.solution(solution, fills)]
        lines += _moved(picture, _MARGIN + column * across, y + row * down + _LINE)
    y += -(-len(drawn) // columns) * down
    key, key_width, key_height = _key(dict.fromkeys(fills, ""), fills, width)
    if key:
        lines += _moved(key, _MARGIN, y)
        y += key_height + _GAP
    height = max(y - _GAP, _MARGIN) + _MARGIN
    title = title or xc.text.counted(len(drawn), "solution")
    return _file(max(width, key_width) + 2 * _MARGIN, height, title, lines)


@dataclass(frozen=True)
class _View:
    """A board drawn with cells of a given edge."""

    grid: Grid
    board: Cells
    edge: float

    @cached_property
    def _extent(self) -> tuple[Point, Point]:
        """The top left and the bottom right of the board, in units of the grid."""
        return _box([point for cell in self.board for point in self.grid.corners(cell)])

    @property
    def width(self) -> float:
        return self.spot(self._extent[1])[0]

    @property
    def height(self) -> float:
        return self.spot(self._extent[1])[1]

    def spot(self, point: tuple[float, float]) -> Spot:
        (left, top), (wide, high) = self._extent[0], self.grid.unit
        return (point[0] - left) * wide * self.edge, (point[1] - top) * high * self.edge

    def loops(self, cells: Iterable[Cell]) -> list[list[Spot]]:
        return [[self.spot(point) for point in loop] for loop in outline(self.grid, cells)]

    def solution(self, placements: Sequence[Placement], fills: Mapping[str, str]) -> list[str]:
        """The elements of one picture without labels, from the bottom up."""
        owned = owners(self.board, placements)
        uncovered = [cell for cell, owner in owned.items() if owner is UNCOVERED]
        pieces = sorted(placement for placement in placements if placement.cells)
        stroke = max(1.0, self.edge / 24)

        lines = ['<g class="solution" fill-rule="evenodd" stroke-linejoin="round">']
        if uncovered:
            lines.append(
                f'<path class="uncovered" fill="{_VACANT}" d="{_closed(self.loops(uncovered))}"/>'
            )
        lines.append(f'<g stroke="{_INK}" stroke-width="{number(stroke)}">')
        for name, cells in pieces:
            lines.append(
                f'<path class="piece" fill="{fills[name]}" d="{_closed(self.loops(cells))}">'
                f"<title>{escaped(name)}</title></path>"
            )
        lines.append("</g>")
        regions = [*(cells for _, cells in pieces), uncovered]
        inner = [edge for cells in regions for edge in seams(self.grid, cells)]
        if inner:
            # Short of both ends, so as not to run over the walls there.
            part = 0.7 * stroke / self.edge
            data = "".join(self._dash(edge, part) for edge in sorted(inner))
            lines.append(
                f'<path class="seams" fill="none" stroke="{_PAPER}" stroke-opacity="0.55"'
                f' stroke-width="{number(stroke / 2)}" pointer-events="none" d="{data}"/>'
            )
        rim = _closed(self.loops(owned))
        if rim:
            lines.append(
                f'<path class="rim" fill="none" stroke="{_INK}"'
                f' stroke-width="{number(1.5 * stroke)}" pointer-events="none" d="{rim}"/>'
            )
        lines.append("</g>")
        return lines

    def _dash(self, edge: Edge, part: float) -> str:
        """Path data of an edge that lacks so great a part of itself at both ends."""
        (ax, ay), (bx, by) = map(self.spot, edge)
        dx, dy = (bx - ax) * part, (by - ay) * part
        return f"M{_pair((ax + dx, ay + dy))}L{_pair((bx - dx, by - dy))}"

    def labels(
        self, placements: Iterable[Placement], short: Mapping[str, str] | None
    ) -> dict[str, tuple[str, Spot, float]]:
        """What stands on each piece, where its middle is, and its size, the same for all.

        These are the names, as large as all of them fit. If some are too long even at the
        smallest size, all are replaced by short labels.
        """
        pieces = sorted(placement for placement in placements if placement.cells)
        texts = {name: name for name, _ in pieces}
        size, spots = self._fitted(pieces, texts)
        if None in spots.values():
            short = short_labels(texts) if short is None else short
            texts = {name: short[name] for name in texts}
            size, spots = self._fitted(pieces, texts)
        return {
            # Two characters fit into any cell; should they not, they hardly stand out.
            name: (texts[name], spots[name] or self.spot(_mean(self.grid.corners(cells[0]))), size)
            for name, cells in pieces
        }

    def _fitted(
        self, pieces: Sequence[Placement], texts: Mapping[str, str]
    ) -> tuple[float, dict[str, Spot | None]]:
        """The largest size at which every text fits its piece, or the smallest; and the spots."""
        size, spots = 0.0, dict[str, Spot | None]()
        for share in _LABEL_SIZES:
            size = share * self.edge
            spots = {name: self._label_spot(texts[name], cells, size) for name, cells in pieces}
            if None not in spots.values():
                break
        return size, spots

    def _label_spot(self, text: str, cells: Sequence[Cell], size: float) -> Spot | None:
        """The spot nearest to the middle of the cells where a text fits between walls, or None."""
        walls = [
            wall
            for loop in self.loops(cells)
            for wall in zip(loop, [*loop[1:], loop[0]], strict=True)
        ]
        corners = [self.grid.corners(cell) for cell in cells]
        centres = [self.spot(_mean(points)) for points in corners]
        # Half way up a triangle there is often more room to its sides than at its centre.
        levels = [self.spot(_mean(_box(points))) for points in corners]
        between = [self.spot(_mean(edge)) for edge in seams(self.grid, cells)]
        middle = _mean(centres)
        half = _text_width(text, size) / 2 + 0.2 * size, 0.55 * size
        room = [spot for spot in (*centres, *levels, *between) if not _crossed(spot, half, walls)]
        return min(room, key=lambda spot: (round(math.dist(spot, middle), 6), spot), default=None)


def _box(points: Sequence[Point]) -> tuple[Point, Point]:
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


def _fills(grid: Grid, board: Cells, solutions: Sequence[Sequence[Placement]]) -> dict[str, str]:
    """A colour for each piece of any of the solutions; neighbours in one of them differ."""
    names = {name for placements in solutions for name, cells in placements if cells}
    pairs: set[tuple[str, str]] = set()
    if len(names) > len(PALETTE):
        pairs.update(*(touching(grid, owners(board, placements)) for placements in solutions))
    numbers = colour_numbers(names, pairs, len(PALETTE))
    return {name: _fill(number) for name, number in numbers.items()}


def _fill(number: int) -> str:
    """The colours of the palette, then paler and paler shades of them."""
    rounds, k = divmod(number, len(PALETTE))
    levels = [int(PALETTE[k][at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{255 - round((255 - level) * 0.6**rounds):02x}" for level in levels)


def _key(
    labels: Mapping[str, str], fills: Mapping[str, str], width: float
) -> tuple[list[str], float, float]:
    """Swatches with labels, and the names they stand for; their width and height in all.

    Rows are no wider than ``width`` if the names allow.
    """
    lines: list[str] = []
    height = 1.5 * _TEXT if any(labels.values()) else _TEXT
    swatch = max([height, *(_text_width(label, _TEXT) + 0.5 * _TEXT for label in labels.values())])
    x = y = widest = 0.0
    for name, label in labels.items():
        entry = swatch + 0.5 * _TEXT + _text_width(name, _TEXT)
        if x and x + entry > width:
            x, y = 0.0, y + height + 0.6 * _TEXT
        foot = y + height / 2 + 0.35 * _TEXT
        lines.append(
            f'<rect class="swatch" x="{number(x)}" y="{number(y)}" width="{number(swatch)}"'
            f' height="{number(height)}" fill="{fills[name]}" stroke="{_INK}"/>'
        )
        if label:
            lines.append(_text(label, x + swatch / 2, foot, _TEXT, bold=True, middle=True))
        lines.append(_text(name, x + swatch + 0.5 * _TEXT, foot, _TEXT, kind="name"))
        widest = max(widest, x + entry)
        x += entry + _TEXT
    return lines, widest, y + height if lines else 0.0


# The text of SVG.


def _file(width: float, height: float, title: str, lines: Iterable[str]) -> str:
    wide, high = number(width), number(height)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {wide} {high}" role="img" font-family="{_FONT}">',
        f"<title>{escaped(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{_PAPER}"/>',
    ]
    return "\n".join([*head, *lines, "</svg>", ""])


def _moved(lines: Sequence[str], x: float, y: float) -> list[str]:
    return [f'<g transform="translate({number(x)} {number(y)})">', *lines, "</g>"]


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    kind: str = "",
    ink: str = _INK,
    bold: bool = False,
    middle: bool = False,
) -> str:
    """A line of text that begins at (x, y), or has its middle there; y is its foot."""
    style = f' class="{kind}"' if kind else ""
    style += ' font-weight="600"' if bold else ""
    style += ' text-anchor="middle"' if middle else ""
    return (
        f'<text{style} x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        f' fill="{ink}" pointer-events="none">{escaped(text)}</text>'
    )


def _text_width(text: str, size: float) -> float:
    """About how wide a text gets, rather too much than too little: no font is at hand."""
    return size * sum(map(_share, text))


def _share(character: str) -> float:
    """The width of a character as a share of the size of the text."""
    if not character.isascii():
        return 1.0
    if character in " !'(),-./:;I[]`fijlrt|":
        return 0.36
    return 0.84 if character in "MWmw@%" or character.isupper() else 0.62


def _closed(loops: Iterable[Sequence[Spot]]) -> str:
    """Path data of closed loops."""
    return "".join(f"M{'L'.join(map(_pair, loop))}Z" for loop in loops)


def _pair(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"
