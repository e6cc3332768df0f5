"""Cutting lines for a tray and its pieces, in millimetres, offset by half the width of the cut.

A cutter removes a little on both sides of its line, the *kerf* in all. So the outline of a piece is
moved outwards by half of it, and that of the hole in the tray inwards. The *clearance* between
neighbouring pieces, and between pieces and tray, moves both the other way. The pieces are laid out
in rows below the tray, or beside it. Each line is closed and stands once.

Legend: a *ring* is a closed polygon, a list of points (x, y) in millimetres, y downwards. The
material of a piece lies on its right as one walks along it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import exactcover as xc

from .grids import Cells, Grid
from .outlines import outline
from .polyforms import Placement, PolyformPuzzle, orientations

Ring = list[tuple[float, float]]


class NoSheet(ValueError):
    """A puzzle has no sheet; the message says why."""


#: More pieces than this are not laid out.
_MOST_PIECES = 2_000
#: Widths that are tried for the rows of pieces beside a tray.
_WIDTHS = 40
#: The rounding error allowed in sums of widths.
_ROUNDED = 1e-9


@dataclass(frozen=True)
class Sizes:
    """Lengths, in millimetres unless they are scaled.

    ``mm``: the edge of a cell; ``kerf``: the width of the cut; ``gap``: between what is laid out;
    ``clearance``: between pieces in the tray, and between them and its walls; ``wall``: the width
    of these; ``height`` and ``bevel``: of flat pieces in 3D, and of the edges of pieces.
    """

    mm: float = 10.0
    kerf: float = 0.0
    gap: float = 3.0
    clearance: float = 0.0
    wall: float = 6.0
    height: float = 5.0
    bevel: float = 0.0

    def scaled(self, factor: float) -> Sizes:
        """The same in another unit."""
        return Sizes(*(factor * each for each in astuple(self)))

    @property
    def outwards(self) -> float:
        """By what the outlines of pieces are moved outwards."""
        return (self.kerf - self.clearance) / 2


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


def with_given_in_tray(puzzle: PolyformPuzzle) -> PolyformPuzzle:
    """The puzzle that is made of a puzzle: given pieces are a part of the tray, since a loose one
    could be put elsewhere. Raises :class:`NoSheet` if nothing else is left."""
    given = [each for each in puzzle.given if isinstance(each, Placement)]
    covered = {cell for each in given for cell in each.cells}
    copies = Counter(each.piece for each in given)
    left = {name: (max(0, low - copies[name]), high - copies[name])
            for name, (low, high) in puzzle.bounds.items()}  # fmt: skip
    board = tuple(cell for cell in puzzle.board if cell not in covered)
    if not board:
        raise NoSheet("the given pieces fill the board")
    made = replace(puzzle, board=board, copies=left, given=(), forbidden=())
    return made.without_pieces({name for name, (_, high) in left.items() if high == 0})


def cut_of(
    puzzle: PolyformPuzzle, sizes: Sizes, laid: Sequence[str] = (), width: float = 0.0
) -> Cut:
    """The tray and every piece of a puzzle on a sheet, as many copies as it has at most.

    ``laid``: names of pieces that are left out, since they lie in the tray. ``width``: of the rows
    of pieces, if it is not that of the tray. Raises :class:`NoSheet` for a solid, for sizes that
    leave nothing, and for too many pieces.
    """
    gap = sizes.gap
    tray, wide, high = _tray_of(puzzle, sizes)
    pieces = pieces_of(puzzle, sizes, laid)
    width = width or max(wide, *(across for _, across, *_ in pieces), 12 * sizes.mm)
    placed, below = in_rows(pieces, width, gap)
    laid_out = [(name, shifted(rings, gap, high + 2 * gap)) for name, rings in placed]
    return Cut(width + 2 * gap, high + below + 3 * gap, shifted(tray, gap, gap), laid_out)


def tray_beside_pieces(puzzle: PolyformPuzzle, sizes: Sizes, laid: Sequence[str] = ()) -> Cut:
    """The tray, and the pieces to the right of it, in as many rows as make the whole compact."""
    gap = sizes.gap
    tray, wide, high = _tray_of(puzzle, sizes)
    pieces = pieces_of(puzzle, sizes, laid)
    least = max((across for _, across, *_ in pieces), default=0.0)
    most = sum(across + gap for _, across, *_ in pieces)
    sheets = []
    for k in range(_WIDTHS + 1):
        placed, below = in_rows(pieces, least + k * (most - least) / _WIDTHS, gap)
        right = max((x for _, rings in placed for ring in rings for x, _ in ring), default=0.0)
        width, height = wide + right + 3 * gap, max(high, below) + 2 * gap
        laid_out = [(name, shifted(rings, wide + 2 * gap, gap)) for name, rings in placed]
        sheets.append(Cut(width, height, shifted(tray, gap, gap), laid_out))
    return min(sheets, key=lambda sheet: max(sheet.width * 3 / 4, sheet.height))


def check_sizes(sizes: Sizes) -> None:
    """Raise :class:`NoSheet` for sizes that leave nothing of the smallest cells."""
    if abs(sizes.outwards) + sizes.bevel >= sizes.mm / 4:
        lost = {"cut": sizes.kerf, "clearance": sizes.clearance, "bevel": sizes.bevel}
        stated = " with ".join(f"a {name} of {each:g} mm" for name, each in lost.items() if each)
        raise NoSheet(f"{stated or 'a cut of 0 mm'} leaves nothing of {sizes.mm:g} mm cells")


def _tray_of(puzzle: PolyformPuzzle, sizes: Sizes) -> tuple[list[Ring], float, float]:
    """The rings of the tray, the outer one first; its width and height."""
    if puzzle.grid.layer is not None:
        raise NoSheet("a solid has no flat tray and pieces")
    if not sizes.wall:
        raise NoSheet("a tray needs walls")
    check_sizes(sizes)
    inwards = sizes.outwards
    board = rings_of(puzzle.grid, puzzle.board, sizes.mm, joined=inwards < 0)
    hole, width, height = at_origin([moved_outwards(ring, -inwards) for ring in board])
    frame = sizes.wall + sizes.kerf  # half of the cut on either side
    wide, high = width + 2 * frame, height + 2 * frame
    outer: Ring = [(0, 0), (wide, 0), (wide, high), (0, high)]
    return [outer, *shifted(hole, frame, frame)], wide, high


def pieces_of(
    puzzle: PolyformPuzzle, sizes: Sizes, laid: Sequence[str] = ()
) -> list[tuple[float, float, str, list[Ring]]]:
    """The height, width, name and rings of each piece that is not laid, the highest first."""
    if sum(most for _, most in puzzle.bounds.values()) > _MOST_PIECES:
        raise NoSheet(f"more than {xc.text.counted(_MOST_PIECES, 'piece')}")
    check_sizes(sizes)
    outwards = sizes.outwards
    pieces = []
    for name, (_, most) in puzzle.bounds.items():
        shape = rings_of(*footprint(puzzle, name), sizes.mm, joined=outwards > 0)
        rings, across, down = at_origin([moved_outwards(ring, outwards) for ring in shape])
        pieces += [(down, across, name, rings)] * (most - laid.count(name))
    return sorted(pieces, key=lambda piece: (-piece[0], -piece[1], piece[2]))


def lying(puzzle: PolyformPuzzle, name: str) -> Cells:
    """A piece as it is laid out: a solid one on its largest side."""
    if puzzle.grid.layer is None:
        return puzzle.orientations[name][0]
    turned = orientations(puzzle.grid, puzzle.pieces[name], reflect=False)

    def height(cells: Cells) -> tuple[int, int]:
        lowest = max(layer for layer, *_ in cells)
        return lowest, -sum(layer == lowest for layer, *_ in cells)

    return min(turned, key=height)


def footprint(puzzle: PolyformPuzzle, name: str) -> tuple[Grid, Cells]:
    """What a piece covers of the sheet on which it lies."""
    cells, layer = lying(puzzle, name), puzzle.grid.layer
    if layer is None:
        return puzzle.grid, cells
    return layer, tuple(sorted({cell[1:] for cell in cells}))


def in_rows(
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


def at_origin(rings: Sequence[Ring]) -> tuple[list[Ring], float, float]:
    """Rings moved to the upper left corner; their width and height."""
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    return shifted(rings, -min(xs), -min(ys)), max(xs) - min(xs), max(ys) - min(ys)


def shifted(rings: Sequence[Ring], x: float, y: float) -> list[Ring]:
    """Rings moved to the right and down."""
    return [[(px + x, py + y) for px, py in ring] for ring in rings]


def on_pages(cut: Cut, first: float, most: float) -> list[Cut]:
    """A sheet in parts, from the corner of its tray on: its height may be ``first`` with the tray,
    and ``most`` on further pages. Rows of pieces stay whole."""
    left, start = min(point for ring in cut.tray for point in ring)
    room, pages = first, [Cut(cut.width - 2 * left, first, shifted(cut.tray, -left, -start), [])]
    for name, rings in cut.pieces:
        # The first piece of a row is its highest.
        if max(y for ring in rings for _, y in ring) - start > room:
            room, start = most, min(y for ring in rings for _, y in ring)
            pages.append(Cut(cut.width - 2 * left, most, [], []))
        pages[-1].pieces.append((name, shifted(rings, -left, -start)))
    return pages
