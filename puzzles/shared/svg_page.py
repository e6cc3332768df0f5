"""Pages of drawings as SVG: the head of the file, and drawings in rows with their numbers.

A drawing is some elements in a box of its own, from (0, 0) to its width and height, y downwards.
Nothing depends on style sheets, and elements are drawn in the order in which they stand, so that
every program that shows SVG shows the same. The same input gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .svg_text import escaped, number

__all__ = ["FAINT", "FONT", "INK", "PAPER", "Drawing", "moved", "page", "svg_file", "text_element"]

INK, FAINT, PAPER = "#22262b", "#6b7280", "#ffffff"
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

#: Room around everything and between drawings; the heights of a heading and of a number.
_MARGIN, _GAP = 16.0, 22.0
_HEADING, _NUMBER = 18.0, 12.0


@dataclass(frozen=True)
class Drawing:
    """Elements, in a box of this width and height."""

    width: float
    height: float
    elements: Sequence[str]


def page(drawings: Sequence[Drawing], title: str = "", first: int = 1) -> str:
    """The drawings as a file: one alone, or several in rows with a heading, numbered from
    ``first``. The page is a little wider than it is high."""
    if len(drawings) == 1:
        one = drawings[0]
        elements = moved(one.elements, _MARGIN, _MARGIN)
        return svg_file(one.width + 2 * _MARGIN, one.height + 2 * _MARGIN, title, elements)
    across = max((each.width for each in drawings), default=0.0) + _GAP
    line = _NUMBER + 8.0
    down = line + max((each.height for each in drawings), default=0.0) + _GAP
    columns = max(1, min(round(math.sqrt(len(drawings) * down / across * 4 / 3)), len(drawings)))
    elements, top = [], _MARGIN
    if title:
        elements.append(text_element(title, _MARGIN, top + _HEADING, _HEADING, bold=True))
        top += _HEADING + _GAP
    for k, each in enumerate(drawings):
        row, column = divmod(k, columns)
        caption = text_element(str(first + k), 0, _NUMBER, _NUMBER, ink=FAINT)
        x, y = _MARGIN + column * across, top + row * down
        elements += moved([caption, *moved(each.elements, 0, line)], x, y)
    rows = -(-len(drawings) // columns)
    width = max(columns * across - _GAP, 0.62 * _HEADING * len(title)) + 2 * _MARGIN
    return svg_file(width, top + rows * down - _GAP + _MARGIN, title, elements)


def svg_file(width: float, height: float, title: str, elements: Iterable[str]) -> str:
    """A complete file of this size with a white ground; ``title`` is what browsers show."""
    wide, high = number(width), number(height)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
        f' viewBox="0 0 {wide} {high}" role="img" font-family="{FONT}">',
        f"<title>{escaped(title or 'Solution')}</title>",
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    return "\n".join([*head, *elements, "</svg>", ""])


def moved(elements: Iterable[str], x: float, y: float) -> list[str]:
    """The elements, moved to the right and down."""
    return [f'<g transform="translate({number(x)} {number(y)})">', *elements, "</g>"]


def text_element(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    ink: str = INK,
    bold: bool = False,
    anchor: str = "start",
    kind: str = "",
) -> str:
    """A text; (x, y) is the foot of its beginning, or of its ``anchor`` ("middle", "end")."""
    kind = f' class="{kind}"' if kind else ""
    weight = ' font-weight="bold"' if bold else ""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text{kind} x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{ink}"'
        f"{weight}{at}>{escaped(text)}</text>"
    )
