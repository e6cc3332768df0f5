"""Lines to cut a tray and its pieces, in millimetres: outlines, moved by half the width of the cut.

A cutter removes a little on both sides of its line, the *kerf* in all. So the outline of a piece is
moved outwards by half of it, and that of the hole in the tray inwards. The pieces are laid out in
rows beside the tray. Each line is closed and stands once.

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

__all__ = ["Cut", "Ring", "cut_of", "moved_outwards", "rings_of"]

Ring = list[tuple[float, float]]

#: Width of the tray's frame, in edges of a cell.
_FRAME = 0.6
#: More pieces than this are not laid out.
_MOST_PIECES = 2_000


@dataclass(frozen=True)
class Cut:
    """What is cut: the rings of the tray, and of each piece with its name, on a sheet of a size."""

    width: float
    height: float
    tray: list[Ring]
    pieces: list[tuple[str, list[Ring]]]


def rings_of(grid: Grid, cells: Cells, edge: float) -> list[Ring]:
    """The outlines of cells whose edge has so many millimetres; holes among them."""
    wide, high = grid.unit
    return [[(x * wide * edge, y * high * edge) for x, y in loop] for loop in outline(grid, cells)]


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


def cut_of(puzzle: PolyformPuzzle, edge: float, kerf: float, gap: float) -> Cut:
    """The tray and every piece of a puzzle on a sheet, as many copies as it has at most.

    ``edge``: of a cell; ``kerf``: the width of the cut; ``gap``: between what is cut; all in
    millimetres. Raises ValueError for a solid, for a kerf that leaves nothing, and for too many
    pieces.
    """
    if puzzle.grid.layer is not None:
        raise ValueError("solids are not cut from a sheet")
    if kerf >= edge / 2:
        raise ValueError(f"a cut of {kerf:g} mm leaves nothing of cells of {edge:g} mm")
    if sum(most for _, most in puzzle.bounds.values()) > _MOST_PIECES:
        raise ValueError(f"more than {xc.text.counted(_MOST_PIECES, 'piece')}")
    board = rings_of(puzzle.grid, puzzle.board, edge)
    hole, width, height = _at_origin([moved_outwards(ring, -kerf / 2) for ring in board])
    frame = _FRAME * edge
    outer: Ring = [(0, 0), (width + 2 * frame, 0), (width + 2 * frame, height + 2 * frame),
                   (0, height + 2 * frame)]  # fmt: skip
    outer, wide, high = _at_origin([moved_outwards(outer, kerf / 2)])[0][0], 0.0, 0.0
    tray = [outer, *_shifted(hole, frame + kerf / 2, frame + kerf / 2)]
    wide, high = width + 2 * frame + kerf, height + 2 * frame + kerf
    pieces = []
    for name, (_, most) in puzzle.bounds.items():
        shape = puzzle.orientations[name][0]
        rings, across, down = _at_origin(
            [moved_outwards(ring, kerf / 2) for ring in rings_of(puzzle.grid, shape, edge)]
        )
        pieces += [(down, across, name, rings)] * most
    # Rows of pieces below the tray, the highest first.
    pieces.sort(key=lambda piece: (-piece[0], -piece[1], piece[2]))
    sheet = max(wide, *(across for _, across, *_ in pieces), 12 * edge)
    placed, x, y, row = [], 0.0, high + gap, 0.0
    for down, across, name, rings in pieces:
        if x and x + across > sheet:
            x, y, row = 0.0, y + row + gap, 0.0
        placed.append((name, _shifted(rings, x + gap, y + gap)))
        x, row = x + across + gap, max(row, down)
    return Cut(sheet + 2 * gap, y + row + 2 * gap, _shifted(tray, gap, gap), placed)


def _at_origin(rings: Sequence[Ring]) -> tuple[list[Ring], float, float]:
    """Rings moved to the upper left corner; their width and height."""
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    return _shifted(rings, -min(xs), -min(ys)), max(xs) - min(xs), max(ys) - min(ys)


def _shifted(rings: Sequence[Ring], x: float, y: float) -> list[Ring]:
    return [[(px + x, py + y) for px, py in ring] for ring in rings]
