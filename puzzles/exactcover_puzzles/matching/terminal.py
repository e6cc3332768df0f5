"""Tile arrangements as text: the colour of each edge in its middle, and the tiles' names.

    ·  w  ·  w  ·
    w  1  r  7  w
    ·  b  · r≠w ·

Where two tiles fit, their colour stands once, or both with a stroke between if mates differ. Where
they do not fit, both stand, with ≠ between; in ASCII with ! between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor

import exactcover as xc

from ..polyform.grids import HEXAGONAL
from ..polyform.outlines import short_labels
from ..shared.coloured_tiles import looks
from ..shared.screen import Canvas, Screen, lines_of
from .tiles import Edge, Placed, TilePuzzle

#: The longest names of colours that serve as labels.
_LONGEST = 3


def labels(puzzle: TilePuzzle) -> dict[str, str]:
    """What is written for each colour: its name, or a short label if some names are long."""
    names = puzzle.colours
    if all(len(name) <= _LONGEST and name.isascii() and name.isprintable() for name in names):
        return {name: name for name in names}
    return short_labels(names)


def picture(puzzle: TilePuzzle, placed: Iterable[Placed], screen: Screen) -> str:
    """The board with these tiles on it, and a key if labels are not names."""
    written = labels(puzzle)
    shown: dict[Edge, dict[object, str]] = {}
    tiles = dict.fromkeys(puzzle.board, ".")
    on_board = list(placed)
    names = puzzle.named(on_board)
    for cell, _, colours in on_board:
        called = xc.text.printable(names[cell])
        tiles[cell] = called.encode("ascii", "replace").decode() if screen.ascii else called
        for edge, colour in zip(puzzle.edges[cell], colours, strict=True):
            shown.setdefault(edge, {})[cell] = colour
    texts = {edge: _meeting(puzzle, edge, shown.get(edge, {}), written, screen) for edge in shown}
    widest = max(map(len, texts.values()), default=1)
    across = widest + max(map(len, tiles.values())) + 2
    across = max(4, widest + 1, across // 2) if puzzle.grid is HEXAGONAL else max(6, across)
    down = 1 if puzzle.grid is HEXAGONAL else 2
    canvas: Canvas = {}

    def write(text: str, x: float, y: float, colour: str | None = None) -> None:
        line, column = floor(y * down + 0.5), round(x * across) - len(text) // 2
        canvas.update({(line, column + k): (mark, colour) for k, mark in enumerate(text)})

    for cell in puzzle.board:
        corners = puzzle.grid.corners(cell)
        for x, y in corners:
            write("+" if screen.ascii else "·", x, y)
    for cell in puzzle.board:
        corners = puzzle.grid.corners(cell)
        write(tiles[cell], *(sum(each) / len(corners) for each in zip(*corners, strict=True)))
        ends = zip(corners, (*corners[1:], corners[0]), strict=True)
        for edge, ((ax, ay), (bx, by)) in zip(puzzle.edges[cell], ends, strict=True):
            if edge in texts:
                name = None if "/" in texts[edge] else next(iter(shown[edge].values()))
                write(texts[edge], (ax + bx) / 2, (ay + by) / 2, name)
    lines = lines_of(canvas, _backgrounds(puzzle) if screen.colour else {})
    key = "  ".join(f"{label} {xc.text.printable(name)}" for name, label in written.items())
    return "\n".join([*lines, *(["", key] if any(n != w for n, w in written.items()) else [])])


def _meeting(
    puzzle: TilePuzzle,
    edge: Edge,
    shown: Mapping[object, str],
    written: Mapping[str, str],
    screen: Screen,
) -> str:
    """What stands at an edge."""
    seen = [shown[cell] for cell in edge if cell in shown]
    if len(seen) < 2 or seen[0] == seen[1] == puzzle.mate(seen[0]):
        return written[seen[0]]
    fits = puzzle.mate(seen[0]) == seen[1]
    between = "/" if fits else "!" if screen.ascii else "≠"
    return between.join(written[colour] for colour in seen)


def _backgrounds(puzzle: TilePuzzle) -> dict[str | None, int]:
    """The fills of the colours among the 256 colours of terminals."""
    found: dict[str | None, int] = {}
    for name, each in looks(puzzle.colours).items():
        red, green, blue = (round(int(each.fill[k : k + 2], 16) / 51) for k in (1, 3, 5))
        found[name] = 16 + 36 * red + 6 * green + blue
    return found
