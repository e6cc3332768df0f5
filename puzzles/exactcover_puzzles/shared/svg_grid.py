"""Boards of square cells as drawings: what fills a cell, and the text in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .svg_page import FAINT, INK, Drawing, text_element
from .svg_text import number

__all__ = ["CELL", "grid_drawing"]

#: The side of a cell.
CELL = 32.0


def grid_drawing(
    texts: Sequence[Sequence[str]], fills: Mapping[tuple[int, int], str] = {}, **style: Any
) -> Drawing:
    """Rows of cells, each with its text, and lines between them.

    ``fills``: (row, column) -> the colour of that cell. ``style`` is that of the texts, as
    :func:`text_element` takes it.
    """
    height, width = CELL * len(texts), CELL * max(map(len, texts))
    elements = [
        f'<rect x="{number(CELL * column)}" y="{number(CELL * row)}" width="{number(CELL)}"'
        f' height="{number(CELL)}" fill="{fill}"/>'
        for (row, column), fill in fills.items()
    ]
    across = [f"M0 {number(y * CELL)}H{number(width)}" for y in range(1, len(texts))]
    down = [f"M{number(x * CELL)} 0V{number(height)}" for x in range(1, round(width / CELL))]
    if across or down:
        lines = "".join([*across, *down])
        elements.append(f'<path d="{lines}" fill="none" stroke="{FAINT}" stroke-width="1"/>')
    elements.append(
        f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="{INK}"'
        ' stroke-width="2"/>'
    )
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            if text:
                size = CELL * (0.56 if len(text) == 1 else 0.44)
                x, y = CELL * (column + 0.5), CELL * (row + 0.5) + 0.36 * size
                elements.append(text_element(text, x, y, size, anchor="middle", **style))
    return Drawing(width, height, elements)
