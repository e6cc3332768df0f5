"""Pages of drawings as SVG: the head of the file, and drawings in rows with their numbers.

A drawing is some elements in a box of its own, from (0, 0) to its width and height, y downwards.
Nothing depends on style sheets, and elements are drawn in the order in which they stand, so that
every program that shows SVG shows the same. The same input gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from .svg_text import escaped, number, shortened, text_width

INK, FAINT, PAPER = "#22262b", "#6b7280", "#ffffff"
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

#: Room around everything and between drawings; the heights of a heading and of a number.
_MARGIN, _GAP = 16.0, 22.0
_HEADING, _NUMBER = 18.0, 12.0
#: From the top of a row to its drawings.
_LINE = 20.0
#: Width and height of the largest page, in pixels, of which an inch has 96.
A3 = 420 / 25.4 * 96, 297 / 25.4 * 96
#: Drawings on a page at most.
MOST_ON_A_PAGE = 120


@dataclass(frozen=True)
class Drawing:
    """Elements, in a box of this width and height."""

    width: float
    height: float
    elements: Sequence[str]


def svg_tile(elements: Sequence[str], corners: Sequence[tuple[float, float]], margin: float) -> str:
    """A file without a ground: the elements in the box around some corners, and a margin."""
    xs, ys = zip(*corners, strict=True)
    box = min(xs) - margin, min(ys) - margin
    size = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    view = " ".join(number(each) for each in (*box, *size))
    wide, high = map(number, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="{view}"'
        f' font-family="{FONT}">{"".join(elements)}</svg>'
    )


#: The foot of a page, below its drawings, for a given width between the margins.
Foot = Callable[[float], Drawing]


def page(
    drawings: Sequence[Drawing],
    title: str = "",
    first: int = 1,
    *,
    captions: Sequence[str] = (),
    foot: Foot | None = None,
    called: str = "",
) -> str:
    """The drawings as a file: one alone, or several in rows with a heading, numbered from
    ``first``, or with captions instead of numbers.

    As many as :func:`room` says stand on A3. Otherwise the page is a little wider than it is high.
    ``foot`` goes below. ``called``: the title for browsers, if different.
    """
    if len(drawings) == 1 and first == 1 and not (captions or foot or called):
        one = drawings[0]
        elements = moved(one.elements, _MARGIN, _MARGIN)
        return svg_file(one.width + 2 * _MARGIN, one.height + 2 * _MARGIN, title, elements)
    texts = captions or [str(number) for number in range(first, first + len(drawings))]
    bold = bool(captions)
    widths = [each.width for each in drawings]
    widths += [text_width(text, _NUMBER, bold=bold) for text in captions]
    heights = [each.height for each in drawings]
    grid = _Grid(max(widths, default=0.0), max(heights, default=0.0), title, foot)
    columns = max(1, min(grid.columns(len(drawings)), len(drawings)))
    # A few drawings may leave little width for the foot, which then needs more.
    wider = (replace(grid, least=side - 2 * _MARGIN) for side in reversed(A3))
    grid = next((each for each in (grid, *wider) if each.fits(len(drawings), columns)), grid)
    elements = []
    if title:
        heading = shortened(title, _HEADING, grid.inner(columns), bold=True)
        elements.append(text_element(heading, _MARGIN, _MARGIN + _HEADING, _HEADING, bold=True))
    for k, (text, each) in enumerate(zip(texts, drawings, strict=True)):
        row, column = divmod(k, columns)
        ink = INK if bold else FAINT
        caption = text_element(text, 0, -_NUMBER / 2, _NUMBER, ink=ink, bold=bold)
        x, y = _MARGIN + column * grid.across, grid.top + row * grid.down + _LINE
        elements += moved([caption, *each.elements], x, y)
    if foot is not None and (key := foot(grid.inner(columns))).elements:
        below = grid.top + -(-len(drawings) // columns) * grid.down
        elements += moved(key.elements, _MARGIN, below)
    width, height = grid.size(len(drawings), columns)
    return svg_file(width, height, called or title, elements)


def room(box: Drawing, title: str = "", foot: Foot | None = None) -> int:
    """How many drawings of this size have room on a page of A3 with this heading and foot; one at
    least, however large it is."""
    # (A foot depends on the number of columns only, and takes longer than all else.)
    grid = _Grid(box.width, box.height, title, foot and cache(foot))
    most = 1
    for columns in range(1, MOST_ON_A_PAGE + 1):
        rows = 0
        while (rows + 1) * columns <= MOST_ON_A_PAGE and grid.fits((rows + 1) * columns, columns):
            rows += 1
        most = max(most, rows * columns)
    return most


def sentences(texts: Sequence[str], width: float) -> Drawing:
    """Texts one below the other, each in as many lines as the width needs."""
    lines: list[str] = []
    for text in texts:
        lines.append("")
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and text_width(longer, _NUMBER) > width:
                lines.append(word)
            else:
                lines[-1] = longer
    elements = [text_element(line, 0, _LINE * k, _NUMBER) for k, line in enumerate(lines, 1)]
    return Drawing(width, _LINE * len(lines) + _LINE / 2, elements)


@dataclass(frozen=True)
class _Grid:
    """Drawings of one size in rows and columns, between a heading and a foot."""

    wide: float
    high: float
    title: str
    foot: Foot | None
    #: The least width between the margins.
    least: float = 0.0

    @property
    def across(self) -> float:
        """From a drawing to the next one in its row."""
        return self.wide + _GAP

    @property
    def down(self) -> float:
        """From a row to the next."""
        return _LINE + self.high + _GAP

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return _MARGIN + (_HEADING + _GAP if self.title else 0.0)

    def inner(self, columns: int) -> float:
        """The width between the margins. A heading makes a page wider, but not beyond A3."""
        heading = min(text_width(self.title, _HEADING, bold=True), A3[0] - 2 * _MARGIN)
        return max(columns * self.across - _GAP, heading, self.least)

    def size(self, n: int, columns: int) -> tuple[float, float]:
        """Width and height of a page with this number of drawings."""
        width, bottom = self.inner(columns), self.top + -(-n // columns) * self.down
        if self.foot is not None:
            foot = self.foot(width)
            width = max(width, foot.width)
            bottom += foot.height + _GAP if foot.height else 0.0
        return width + 2 * _MARGIN, max(bottom - _GAP, _MARGIN) + _MARGIN

    def fits(self, n: int, columns: int) -> bool:
        """Whether that fits on A3, in either orientation."""
        width, height = self.size(n, columns)
        return max(width, height) <= A3[0] and min(width, height) <= A3[1]

    def columns(self, n: int) -> int:
        """The number that makes the page a little wider than high, or nearly so if it must fit."""
        best = max(1, min(round(math.sqrt(n * self.down / self.across * 4 / 3)), n))
        near = sorted(range(1, n + 1), key=lambda columns: abs(columns - best))
        return next((columns for columns in near if self.fits(n, columns)), best)


def svg_file(
    width: float,
    height: float,
    title: str,
    elements: Iterable[str],
    sides: tuple[str, str] | None = None,
) -> str:
    """A complete file of this size with a white ground; ``title`` is what browsers show.

    ``sides``: its size in other units, such as ``210mm``.
    """
    wide, high = number(width), number(height)
    across, down = sides or (wide, high)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}"'
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
