"""Pictures of tile arrangements: coloured triangles in each tile, and marks at mismatches.

Labels stand on the edges unless the names of the colours are those of what one sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..polyform.grids import HEXAGONAL, TRIANGULAR, Cell
from ..shared import coloured_tiles
from ..shared.coloured_tiles import BY_NAME, Look
from ..shared.svg_page import INK, PAPER, Drawing, svg_tile
from ..shared.svg_text import closed
from .terminal import labels
from .tiles import Colours, Placed, TilePuzzle

#: The edge of a cell.
_EDGE = 64.0
_EDGES = {HEXAGONAL: 56.0, TRIANGULAR: 92.0}

#: Around the picture of a tile, in parts of an edge: half its outline.
_MARGIN = 0.05

Spot = tuple[float, float]


def drawing(puzzle: TilePuzzle, placed: Iterable[Placed]) -> Drawing:
    """The board with these tiles on it; cells without a tile are empty."""
    edge = _EDGES.get(puzzle.grid, _EDGE)
    wide, high = (edge * unit for unit in puzzle.grid.unit)
    points = [point for cell in puzzle.board for point in puzzle.grid.corners(cell)]
    left, top = (min(each) for each in zip(*points, strict=True))
    right, bottom = (max(each) for each in zip(*points, strict=True))

    def corners(cell: Cell) -> list[Spot]:
        return [((x - left) * wide, (y - top) * high) for x, y in puzzle.grid.corners(cell)]

    shown, written = _looks(puzzle), _written(puzzle)
    on_board = list(placed)
    lines = [f'<path fill="none" stroke="{INK}" d="{closed([corners(c)])}"/>' for c in puzzle.board]
    names = puzzle.named(on_board)
    for cell, _, colours in on_board:
        title = f"tile {names[cell]}: {' '.join(colours)}"
        lines += coloured_tiles.tile(
            corners(cell), [shown[each] for each in colours], [written[c] for c in colours], title
        )
    for one, other in puzzle.mismatches(on_board):
        ends = [spot for spot in corners(one) if _near(spot, corners(other))]
        for width, stroke in ((9, INK), (5, PAPER)):
            lines.append(
                f'<path class="mismatch" fill="none" stroke="{stroke}" stroke-width="{width}"'
                f' stroke-linecap="round" d="{closed([_shortened(ends)])}"/>'
            )
    return Drawing((right - left) * wide, (bottom - top) * high, lines)


def tile_picture(puzzle: TilePuzzle, cell: Cell, colours: Colours) -> str:
    """A tile that lies on a cell as a file, as large as the box around the cell with a margin."""
    wide, high = (_EDGE * unit for unit in puzzle.grid.unit)
    corners = [(x * wide, y * high) for x, y in puzzle.grid.corners(cell)]
    shown, written = _looks(puzzle), _written(puzzle)
    drawn = coloured_tiles.tile(
        corners, [shown[each] for each in colours], [written[each] for each in colours]
    )
    return svg_tile(drawn, corners, _MARGIN * _EDGE)


def _looks(puzzle: TilePuzzle) -> dict[str, Look]:
    """How each colour is drawn: mates alike, and a border that is nowhere else pale."""
    firsts = [name for name in puzzle.colours if not (puzzle.only and name == puzzle.border)]
    firsts = list(dict.fromkeys(min(name, puzzle.mate(name)) for name in firsts))
    found = coloured_tiles.looks(firsts)
    return {
        name: found.get(min(name, puzzle.mate(name)), coloured_tiles.BORDER)
        for name in puzzle.colours
    }


def _written(puzzle: TilePuzzle) -> Mapping[str, str]:
    """What stands on the edges of each colour: nothing if the names are those of what one sees."""
    seen = all(name.lower() in BY_NAME for name in puzzle.colours)
    return dict.fromkeys(puzzle.colours, "") if seen else labels(puzzle)


def _near(spot: Spot, others: Sequence[Spot]) -> bool:
    return any(abs(spot[0] - x) + abs(spot[1] - y) < 0.01 for x, y in others)


def _shortened(ends: Sequence[Spot]) -> list[Spot]:
    """The middle part of a line."""
    (ax, ay), (bx, by) = ends
    return [(ax + part * (bx - ax), ay + part * (by - ay)) for part in (0.2, 0.8)]
