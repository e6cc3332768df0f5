"""Tiles with coloured edges as SVG: the colours, and how a tile of any number of edges is drawn.

A tile is cut into triangles, one for each edge, that meet in its middle. Its outline is much wider
than the lines inside. The colours are those of M. Okabe and K. Ito, Color Universal Design (2002,
revised 2008; jfly.uni-koeln.de/color), which people with any kind of colour vision tell apart. From
the ninth colour on they come again with a *mark* at the middle of the edge, half on each tile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from .svg_page import INK, PAPER
from .svg_text import closed, escaped, line, number

Spot = tuple[float, float]


class Look(NamedTuple):
    """How a colour is drawn: its fill, and the number of its mark (0: none)."""

    fill: str
    mark: int = 0


#: The fills of colours, in the order in which they are taken.
_COLOURS = {
    "sky": "#56b4e9",
    "orange": "#e69f00",
    "green": "#009e73",
    "yellow": "#f0e442",
    "purple": "#cc79a7",
    "blue": "#0072b2",
    "red": "#d55e00",
    "black": "#000000",
}
_PALETTE, _GREY = tuple(_COLOURS.values()), "#b4b9c0"
#: The fills of colours with these names.
BY_NAME = _COLOURS | {"pink": _COLOURS["purple"], "white": PAPER, "grey": _GREY, "gray": _GREY}
#: The border of a puzzle.
BORDER = Look("#d9dce1")

#: Fills on which light text is easier to read.
_DARK = {"#009e73", "#0072b2", "#d55e00", "#000000"}
#: Widths of the lines between the edges of a tile, and around it.
_INSIDE, _OUTLINE = 0.8, 3
#: The sizes of marks and of labels with up to 2, 3 and more characters, in parts of the *breadth*
#: of a tile, twice the way from its middle to an edge.
_MARK, _LABELS = 0.13, (0.16, 0.12, 0.09)
#: The corners of half a mark, along the edge and into the tile, in parts of that; a half disc, a
#: half square, a half diamond, and two small squares.
_MARKS: tuple[Sequence[Spot], ...] = (
    [(math.cos(k * math.pi / 12), math.sin(k * math.pi / 12)) for k in range(13)],
    [(-1, 0), (1, 0), (1, 0.9), (-1, 0.9)],
    [(-1.2, 0), (1.2, 0), (0, 1.2)],
    [
        *((-1.5, 0), (-0.5, 0), (-0.5, 1), (-1.5, 1), (-1.5, 0)),
        *((0.5, 0), (1.5, 0), (1.5, 1), (0.5, 1), (0.5, 0)),
    ],
)
#: The number of different looks.
N_LOOKS = len(_PALETTE) * (1 + len(_MARKS))


def look(index: int) -> Look:
    """How the colour of this number, from 0, is drawn."""
    mark, fill = divmod(index % N_LOOKS, len(_PALETTE))
    return Look(_PALETTE[fill], mark)


def looks(names: Sequence[str]) -> dict[str, Look]:
    """How colours are drawn: known names in their own colours, the others in order."""
    named = {name: Look(BY_NAME[name.lower()]) for name in names if name.lower() in BY_NAME}
    taken = {each.fill for each in named.values()}
    free = (each for each in map(look, range(2 * N_LOOKS)) if each.mark or each.fill not in taken)
    return {
        name: named[name] if name in named else next(free, look(k)) for k, name in enumerate(names)
    }


def tile(
    corners: Sequence[Spot], shown: Sequence[Look], labels: Sequence[str], title: str = ""
) -> list[str]:
    """A tile with these corners, clockwise, and the looks and labels of its edges in that order,
    the first from the first corner on. An empty label is not written."""
    middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    ends = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    breadth = 2 * min(math.dist(middle, _halfway(*each)) for each in ends)
    lines = ["<g>"] + ([f"<title>{escaped(title)}</title>"] if title else [])
    for (one, other), each in zip(ends, shown, strict=True):
        lines.append(f'<path fill="{each.fill}" d="{closed([(one, other, middle)])}"/>')
        if each.mark:
            light = PAPER if each.fill in _DARK else INK
            spots = [_into(one, other, breadth, *spot) for spot in _MARKS[each.mark - 1]]
            lines.append(f'<path fill="{light}" d="{closed([spots])}"/>')
    inside = "".join(line((corner, middle)) for corner in corners)
    lines.append(
        f'<path fill="none" stroke="{INK}" stroke-opacity="0.5" stroke-width="{_INSIDE}"'
        f' d="{inside}"/>'
    )
    for (one, other), each, label in zip(ends, shown, labels, strict=True):
        if label:
            lines.append(_label(one, other, middle, breadth, each, label))
    lines.append(
        f'<path fill="none" stroke="{INK}" stroke-width="{_OUTLINE}"'
        f' stroke-linejoin="round" d="{closed([corners])}"/>'
    )
    return [*lines, "</g>"]


def _label(one: Spot, other: Spot, middle: Spot, breadth: float, each: Look, label: str) -> str:
    """The label's position along its edge: two labels that meet must not read as one."""
    size = breadth * _LABELS[min(max(len(label), 2), 4) - 2]
    far = 0.62 if each.mark else 0.76
    x, y = (a * far + b * (1 - far) for a, b in zip(_halfway(one, other), middle, strict=True))
    turn = math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))
    turn = turn - 180 if turn > 90.01 else turn + 180 if turn < -90.01 else turn
    rotated = f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if round(turn) else ""
    ink = PAPER if each.fill in _DARK else INK
    return (
        f'<text x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}"'
        f'{rotated} fill="{ink}" text-anchor="middle">{escaped(label)}</text>'
    )


def _halfway(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _into(one: Spot, other: Spot, breadth: float, along: float, inward: float) -> Spot:
    """A spot so far from the middle of an edge; the tile lies on the right of the edge."""
    part = _MARK * breadth / math.dist(one, other)
    dx, dy = ((other[k] - one[k]) * part for k in (0, 1))
    x, y = _halfway(one, other)
    return x + along * dx - inward * dy, y + along * dy + inward * dx
