"""Pictures of solutions for a terminal, readable with and without colour.

A piece has a *label* of one or two characters: its name if that is short enough; otherwise a key
below the picture explains the label. A solid is drawn layer by layer, from the top down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import exactcover as xc

from ..shared.screen import Canvas, lines_of, painted
from .canvases import STYLES
from .grids import Cells, Grid
from .outlines import (
    UNCOVERED,
    colour_numbers,
    layers,
    legend,
    owners,
    parts,
    short_labels,
    touching,
)
from .polyforms import Placement

#: Backgrounds on which black is easy to read, as numbers of the 256 colours of terminals.
PALETTE = (117, 215, 78, 218, 227, 140, 73, 209, 156, 188, 143, 158)

#: Columns between two layers.
_GAP = 3
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
    canvas, breadth = _fitted(grid, board, pieces, labels, width, ascii)

    backgrounds: dict[str | None, int] = {}
    if colour:
        numbers = colour_numbers(labels, touching(grid, owned), len(PALETTE))
        backgrounds = {name: PALETTE[k % len(PALETTE)] for name, k in numbers.items()}
    lines = [*lines_of(canvas, backgrounds), *_key(told, backgrounds, breadth, ascii)]
    return "\n".join(line.rstrip() for line in lines)


def _fitted(
    grid: Grid,
    board: Cells,
    pieces: Sequence[Placement],
    labels: Mapping[str, str],
    width: int,
    ascii: bool,
) -> tuple[Canvas, int]:
    """The picture with labels, and how many columns it takes.

    Cells are as large as they can be with all layers in a row; if they never can, with layers in
    several rows.
    """
    plane = grid.layer or grid
    cut = layers(grid, board, pieces)
    found: list[tuple[int, int, list[Canvas]]] = []
    for size in STYLES[plane].sizes:
        drawn = [_labelled(plane, cells, placed, labels, size, ascii) for _, cells, placed in cut]
        columns = [column for canvas in drawn for _, column in canvas]
        breadth = max(columns) - min(columns) + 1
        found.append((breadth, (width + _GAP) // (breadth + _GAP), drawn))
    fitting = [each for each in found if each[1] >= len(cut)] or [each for each in found if each[1]]
    breadth, across, drawn = fitting[0] if fitting else found[-1]
    if grid.layer is None:
        return drawn[0], breadth
    across = max(1, min(across, len(drawn)))
    names = [f"layer {number + 1}" for number, *_ in cut]
    return _in_rows(drawn, names, across), across * (breadth + _GAP) - _GAP


def _labelled(
    grid: Grid,
    board: Cells,
    pieces: Sequence[Placement],
    labels: Mapping[str, str],
    size: int,
    ascii: bool,
) -> Canvas:
    """A board of the plane with its pieces and their labels."""
    owned = owners(board, pieces)
    style = STYLES[grid]
    canvas = style.canvas(owned, size, ascii)
    places = style.places
    # A piece in several parts has its label on each: without colour nothing else joins them.
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
    return canvas


def _in_rows(drawn: Sequence[Canvas], names: Sequence[str], across: int) -> Canvas:
    """Pictures with their names above them, in rows, each in as much room as the largest needs."""
    lines = [line for canvas in drawn for line, _ in canvas]
    columns = [column for canvas in drawn for _, column in canvas]
    top, left = min(lines), min(columns)
    down, right = max(lines) - top + 3, max(columns) - left + 1 + _GAP
    found: Canvas = {}
    for k, (canvas, name) in enumerate(zip(drawn, names, strict=True)):
        y, x = (k // across) * down, (k % across) * right
        found |= {(y, x + at): (character, None) for at, character in enumerate(name)}
        for (line, column), mark in canvas.items():
            found[y + 1 + line - top, x + column - left] = mark
    return found


# The key.


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
            painted(f" {label:{longest}} ", backgrounds.get(name))
            + f" {text:{entry - longest - 3}}"
            for (label, name), text in list(zip(named, shown, strict=True))[line::n_lines]
        )
