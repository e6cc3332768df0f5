"""Cutting lines for a tray and its pieces, in millimetres, offset by half the width of the cut.

A cutter removes a little on both sides of its line, the *kerf* in all. So the outline of a piece is
moved outwards by half of it, and that of the hole in the tray inwards. The pieces are laid out in
rows below the tray, or beside it. Each line is closed and stands once.

Legend: a *ring* is a closed polygon, a list of points (x, y) in millimetres, y downwards. The
material of a piece lies on its right as one walks along it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import exactcover as xc

from .grids import Cells, Grid
from .outlines import outline
from .polyforms import PolyformPuzzle

Ring = list[tuple[float, float]]


class NoSheet(ValueError):
    """A puzzle has no sheet; the message says why."""


#: Width of the tray's frame, in edges of a cell.
_FRAME = 0.6
#: More pieces than this are not laid out.
_MOST_PIECES = 2_000
#: Widths that are tried for the rows of pieces beside a tray.
_WIDTHS = 40
#: The rounding error allowed in sums of widths.
_ROUNDED = 1e-9


@dataclass(frozen=True)
class Cut:
    """What is cut: the rings of the tray, and of each piece with its name, on a sheet of a size."""

    width: float
    height: float
    tray: list[Ring]
    pieces: list[tuple[str, list[Ring]]]


def rings_of(grid: Grid, cells: Cells, edge: float, *, joined: bool = False) -> list[Ring]:
    """The outlines of cells, holes among them; ``edge`` is that of a cell in millimetres.

    ``joined``: cells that meet in a corner only are one there. So must be what is moved outwards,
    or its ring would cross itself.
    """
    wide, high = grid.unit
    loops = outline(grid, cells, joined=joined)
    return [[(x * wide * edge, y * high * edge) for x, y in loop] for loop in loops]


def moved_outwards(ring: Ring, distance: float) -> Ring:
    """A ring whose edges are moved away from its material by a distance, inwards if negative.

    Its corners are where the moved edges of the ring meet, so edges keep their directions.
    """
    normals = []
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = bx - ax, by - ay
        length = (dx * dx + dy * dy) ** 0.5
        normals.append((dy / length, -dx / length))  # to the left, seen with y downwards
    moved = []
    for (x, y), before, after in zip(ring, [normals[-1], *normals[:-1]], normals, strict=True):
        # The point at this distance from both lines: m with m·before = m·after = distance.
        scale = distance / (1 + before[0] * after[0] + before[1] * after[1])
        moved.append((x + scale * (before[0] + after[0]), y + scale * (before[1] + after[1])))
    return moved


def cut_of(
    puzzle: PolyformPuzzle, edge: float, kerf: float, gap: float, laid: Sequence[str] = ()
) -> Cut:
    """The tray and every piece of a puzzle on a sheet, as many copies as it has at most.

    ``edge``: of a cell; ``kerf``: the width of the cut; ``gap``: between what is cut; all in
    millimetres. ``laid``: names of pieces that are left out, since they lie in the tray. Raises
    :class:`NoSheet` for a solid, for a kerf that leaves nothing, and for too many pieces.
    """
    tray, wide, high = _tray_of(puzzle, edge, kerf)
    pieces = _pieces_of(puzzle, edge, kerf, laid)
    width = max(wide, *(across for _, across, *_ in pieces), 12 * edge)
    placed, below = _in_rows(pieces, width, gap)
    laid_out = [(name, shifted(rings, gap, high + 2 * gap)) for name, rings in placed]
    return Cut(width + 2 * gap, high + below + 3 * gap, shifted(tray, gap, gap), laid_out)


def tray_beside_pieces(
    puzzle: PolyformPuzzle, edge: float, gap: float, laid: Sequence[str] = ()
) -> Cut:
    """The tray, and the pieces to the right of it, in as many rows as make the whole compact."""
    tray, wide, high = _tray_of(puzzle, edge, 0.0)
    pieces = _pieces_of(puzzle, edge, 0.0, laid)
    least = max((across for _, across, *_ in pieces), default=0.0)
    most = sum(across + gap for _, across, *_ in pieces)
    sheets = []
    for k in range(_WIDTHS + 1):
        placed, below = _in_rows(pieces, least + k * (most - least) / _WIDTHS, gap)
        right = max((x for _, rings in placed for ring in rings for x, _ in ring), default=0.0)
        width, height = wide + right + 3 * gap, max(high, below) + 2 * gap
        laid_out = [(name, shifted(rings, wide + 2 * gap, gap)) for name, rings in placed]
        sheets.append(Cut(width, height, shifted(tray, gap, gap), laid_out))
    return min(sheets, key=lambda sheet: max(sheet.width * 3 / 4, sheet.height))


def _tray_of(puzzle: PolyformPuzzle, edge: float, kerf: float) -> tuple[list[Ring], float, float]:
    """The rings of the tray, the outer one first; its width and height."""
    if puzzle.grid.layer is not None:
        raise NoSheet("a solid has no flat tray and pieces")
    if kerf >= edge / 2:
        raise NoSheet(f"a cut of {kerf:g} mm leaves nothing of {edge:g} mm cells")
    board = rings_of(puzzle.grid, puzzle.board, edge)
    hole, width, height = _at_origin([moved_outwards(ring, -kerf / 2) for ring in board])
    frame = _FRAME * edge
    outer: Ring = [(0, 0), (width + 2 * frame, 0), (width + 2 * frame, height + 2 * frame),
                   (0, height + 2 * frame)]  # fmt: skip
    (outer,), wide, high = _at_origin([moved_outwards(outer, kerf / 2)])
    return [outer, *shifted(hole, frame + kerf / 2, frame + kerf / 2)], wide, high


def _pieces_of(
    puzzle: PolyformPuzzle, edge: float, kerf: float, laid: Sequence[str]
) -> list[tuple[float, float, str, list[Ring]]]:
    """The height, width, name and rings of each piece that is not laid, the highest first."""
    if sum(most for _, most in puzzle.bounds.values()) > _MOST_PIECES:
        raise NoSheet(f"more than {xc.text.counted(_MOST_PIECES, 'piece')}")
    pieces = []
    for name, (_, most) in puzzle.bounds.items():
        shape = rings_of(puzzle.grid, puzzle.orientations[name][0], edge, joined=kerf > 0)
        rings, across, down = _at_origin([moved_outwards(ring, kerf / 2) for ring in shape])
        pieces += [(down, across, name, rings)] * (most - laid.count(name))
    return sorted(pieces, key=lambda piece: (-piece[0], -piece[1], piece[2]))


def _in_rows(
    pieces: Sequence[tuple[float, float, str, list[Ring]]], width: float, gap: float
) -> tuple[list[tuple[str, list[Ring]]], float]:
    """The pieces in rows of this width, and the height of all rows."""
    placed, x, y, row = [], 0.0, 0.0, 0.0
    for down, across, name, rings in pieces:
        if x and x + across > width + _ROUNDED:
            x, y, row = 0.0, y + row + gap, 0.0
        placed.append((name, shifted(rings, x, y)))
        x, row = x + across + gap, max(row, down)
    return placed, y + row


def _at_origin(rings: Sequence[Ring]) -> tuple[list[Ring], float, float]:
    """Rings moved to the upper left corner; their width and height."""
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    return shifted(rings, -min(xs), -min(ys)), max(xs) - min(xs), max(ys) - min(ys)


def shifted(rings: Sequence[Ring], x: float, y: float) -> list[Ring]:
    """Rings moved to the right and down."""
    return [[(px + x, py + y) for px, py in ring] for ring in rings]
