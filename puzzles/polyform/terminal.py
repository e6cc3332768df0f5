"""Pictures of solutions for a terminal, readable with and without colour.

Legend: a *canvas* maps a place (line, column) of the text to a character and the name of the piece
whose colour it takes, or None. Cells are drawn in one of two *sizes*: on the square grid the size
is the number of columns from one cell to the next, on the triangular grid the number of lines of
a cell, whose edge is then twice as many columns long.

A piece is told by its *label* of one or two characters: its name if that is short enough, and
otherwise a key below the picture says whose label it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import exactcover as xc

from .grids import SQUARE, Cell, Cells, Grid
from .outlines import (
    UNCOVERED,
    Owners,
    colour_numbers,
    legend,
    owners,
    parts,
    short_labels,
    touching,
)
from .polyforms import Placement

__all__ = ["PALETTE", "picture"]

Place = tuple[int, int]
Canvas = dict[Place, tuple[str, str | None]]

#: Backgrounds on which black is easy to read, as numbers of the 256 colours of terminals.
PALETTE = (117, 215, 78, 218, 227, 140, 73, 209, 156, 188, 143, 158)
#: Black, said outright: the terminal's own colour of text may be too light for the backgrounds.
_INK = 16

#: The character for a point whose arms up, right, down and left (1, 2, 4, 8) are walls.
_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ASCII = " |-+||++-+-+++++"

#: The sizes of cells, the better one first.
_SQUARE_SIZES = (4, 3)
_TRIANGULAR_SIZES = (3, 2)
#: Marks a cell that no piece covers.
_DOT = "."


def picture(
    grid: Grid,
    board: Cells,
    placements: Iterable[Placement],
    *,
    colour: bool,
    ascii: bool = False,
    width: int = 80,
    labels: Mapping[str, str] | None = None,
) -> str:
    """The solution as lines of text, without a line break at the end.

    ``ascii`` keeps to ASCII characters. ``width`` is the number of columns to keep to; a board
    for which even small cells need more gets more. ``labels``: of all pieces of the puzzle, one or
    two characters each, so that a piece has the same in every picture; by default they are made for
    those in this one. Raises ValueError if placements overlap or leave the board.
    """
    pieces = sorted(placement for placement in placements if placement.cells)
    owned = owners(board, pieces)
    if not owned:
        return ""
    named = short_labels(piece.piece for piece in pieces) if labels is None else labels
    labels = {piece.piece: named[piece.piece] for piece in pieces}
    told = {name: label for name, label in legend(named).items() if name in labels}
    for size in _SQUARE_SIZES if grid is SQUARE else _TRIANGULAR_SIZES:
        if grid is SQUARE:
            canvas = _square_canvas(owned, size, _ASCII if ascii else _BOX)
        else:
            canvas = _triangular_canvas(owned, size)
        columns = [column for _, column in canvas]
        breadth = max(columns) - min(columns) + 1
        if breadth <= width:
            break
    _write_labels(canvas, grid, owned, pieces, labels, size)

    backgrounds: dict[str | None, int] = {}
    if colour:
        numbers = colour_numbers(labels, touching(grid, owned), len(PALETTE))
        backgrounds = {name: PALETTE[k % len(PALETTE)] for name, k in numbers.items()}
    lines = [*_lines(canvas, backgrounds), *_key(told, backgrounds, breadth, ascii)]
    return "\n".join(line.rstrip() for line in lines)


def _painted(text: str, background: int | None) -> str:
    return text if background is None else f"\x1b[38;5;{_INK};48;5;{background}m{text}\x1b[0m"


def _lines(canvas: Canvas, backgrounds: Mapping[str | None, int]) -> Iterator[str]:
    """The canvas line by line; a background lasts as long as its piece, and never over a line."""
    columns = range(min(column for _, column in canvas), max(column for _, column in canvas) + 1)
    for line in range(min(canvas)[0], max(canvas)[0] + 1):
        row = [canvas.get((line, column), (" ", None)) for column in columns]
        yield "".join(
            _painted("".join(character for character, _ in run), backgrounds.get(piece))
            for piece, run in groupby(row, key=lambda each: each[1])
        )


# The key and the labels.


def _key(
    labels: Mapping[str, str], backgrounds: Mapping[str | None, int], width: int, ascii: bool
) -> Iterator[str]:
    """Lines that tell whose label each is, in columns read downwards."""
    named = [(label, name) for name, label in labels.items()]
    if not named:
        return
    longest = max(len(label) for label, _ in named)
    shown = [xc.text.printable(name).strip() or "''" for _, name in named]
    if ascii:
        shown = [text.encode("ascii", "backslashreplace").decode() for text in shown]
    gap = 2
    entry = longest + 3 + max(map(len, shown))
    n_lines = -(-len(named) // max(1, (width + gap) // (entry + gap)))
    yield ""
    for line in range(n_lines):
        yield (" " * gap).join(
            _painted(f" {label:{longest}} ", backgrounds.get(name))
            + f" {text:{entry - longest - 3}}"
            for (label, name), text in list(zip(named, shown, strict=True))[line::n_lines]
        )


def _write_labels(
    canvas: Canvas,
    grid: Grid,
    owned: Owners,
    pieces: Iterable[Placement],
    labels: Mapping[str, str],
    size: int,
) -> None:
    """Put each piece's label near its middle, and a dot into every cell without a piece.

    A piece in several parts has its label on each: without colour nothing else joins them.
    """
    places = _square_places if grid is SQUARE else _triangular_places
    for name, cells in pieces:
        for part in parts(grid, cells):
            # Middle to middle, in columns; a line is about two columns high.
            ys, xs = zip(*(places((cell,), size, 1)[0] for cell in part), strict=True)
            y, x = sum(ys) / len(ys), sum(xs) / len(xs)
            label = labels[name]
            _, _, (line, column) = min(
                (
                    # Small triangles have no line free of walls: hide as little as can be.
                    sum(canvas[place[0], place[1] + k][0] == "_" for k in range(len(label))),
                    (2 * (place[0] - y)) ** 2 + (place[1] - x) ** 2,
                    place,
                )
                for place in places(part, size, len(label))
            )
            for k, character in enumerate(label):
                canvas[line, column + k] = character, name
    for cell, owner in owned.items():
        if owner is UNCOVERED:
            canvas[places((cell,), size, 1)[0]] = _DOT, None


# The square grid: a cell takes one line, and the walls above and below it one each.


def _square_canvas(owned: Owners, size: int, box: str) -> Canvas:
    canvas: Canvas = {}
    wide = range(1, size)
    for row, column in owned:
        for y, x in ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)):
            # The cells around the point, and the arms between them.
            nw, ne, sw, se = [
                owned.get(cell) for cell in ((y - 1, x - 1), (y - 1, x), (y, x - 1), (y, x))
            ]
            arms = (nw != ne) + 2 * (ne != se) + 4 * (sw != se) + 8 * (nw != sw)
            canvas[2 * y, size * x] = box[arms], None if arms else _piece(se)
            if ne is not None or se is not None:
                mark = (box[10], None) if ne != se else (" ", _piece(se))
                canvas.update({(2 * y, size * x + k): mark for k in wide})
            if sw is not None or se is not None:
                canvas[2 * y + 1, size * x] = (box[5], None) if sw != se else (" ", _piece(se))
        inside = " ", _piece(owned[row, column])
        canvas.update({(2 * row + 1, size * column + k): inside for k in wide})
    return canvas


def _square_places(cells: Sequence[Cell], size: int, length: int) -> list[Place]:
    """Where a label of so many characters may begin: in the middle of each cell."""
    return [(2 * y + 1, size * x + (size + 1 - length) // 2) for y, x in cells]


# The triangular grid: row r of cells takes lines size·r to size·r + size - 1, and the corner at
# column c stands between columns size·c - 1 and size·c. Slanted walls have a character of their
# own in each line; level ones are the underscores of the line above them.


def _triangular_canvas(owned: Owners, size: int) -> Canvas:
    canvas: Canvas = {}
    slanted: dict[Place, str] = {}
    level: list[Place] = []
    for (row, column), owner in owned.items():
        up = (row + column) % 2 == 0
        beyond = owned.get((row + 1 if up else row - 1, column))
        if beyond != owner:
            line = size * (row + up) - 1
            level += [(line, k) for k in range(size * (column - 1), size * (column + 1))]
        for k in range(size):
            line = size * row + k
            # How far the walls on both sides stand from the middle of the cell.
            far = k if up else size - 1 - k
            left, right = size * column - 1 - far, size * column + far
            for place in range(left + 1, right):
                canvas[line, place] = " ", _piece(owner)
            for place, beside, wall in (
                (left, column - 1, "/" if up else "\\"),
                (right, column + 1, "\\" if up else "/"),
            ):
                if owned.get((row, beside)) != owner:
                    slanted[line, place] = wall
                else:
                    canvas[line, place] = " ", _piece(owner)
    for at in level:
        canvas[at] = "_", canvas.get(at, (" ", None))[1]
    canvas.update({at: (wall, None) for at, wall in slanted.items()})
    return canvas


def _triangular_places(cells: Sequence[Cell], size: int, length: int) -> list[Place]:
    """Where a label of so many characters may begin.

    One character has no middle in a cell, whose lines are even, but has one between two cells
    side by side; two characters have it in a cell.
    """
    own = set(cells)
    places: list[Place] = []
    for row, column in cells:
        up = (row + column) % 2 == 0
        k = (size - 1) // 2
        if length == 1 and (row, column + 1) in own:
            places.append((size * row + k, size * column + (size - 1 - k if up else k)))
    if not places:
        places = [
            (
                size * row + (size // 2 if (row + column) % 2 == 0 else (size - 1) // 2),
                size * column - 1,
            )
            for row, column in cells
        ]
    return places


def _piece(owner: Placement | None) -> str | None:
    return None if owner is None or owner is UNCOVERED else owner.piece
