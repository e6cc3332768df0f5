"""Pictures of sudokus: text with lines where boxes meet, and SVG with thick ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..shared.squares import BOX, EDGE, arms, drawing_of, stroke
from ..shared.svg_page import FAINT, INK, Drawing, text_element
from ..shared.svg_text import number
from ..shared.view import inner_border
from .lines import SYMBOLS
from .model import Cage, Entry, Layout, Place


def text(layout: Layout, entries: Iterable[Entry], ascii: bool = False) -> str:
    """The digits, ``.`` where there is none, and lines between the boxes."""
    digits = {(row, column): SYMBOLS[digit - 1] for row, column, digit in entries}
    box = _boxes(layout)
    rows, columns = (max(place[k] for place in layout.places) + 1 for k in (0, 1))

    walls = {(r, c): arms(box, r, c) for r in range(rows) for c in range(columns)}
    # Where lines run anywhere, there is room for them everywhere.
    across = {r for (r, _), each in walls.items() if r and each & 2}
    down = {c for (_, c), each in walls.items() if c and each & 4}
    signs = BOX[ascii]

    def line(r: int) -> str:
        """The line above row r."""
        shown = ""
        for c in range(columns):
            each = walls[r, c]
            left, right = (signs[10 * bool(each & way)] for way in (8, 2))
            if c in down:
                shown += f"{left}{signs[each]}{right}"
            elif c:
                shown += signs[10 * (each & 10 == 10)]
            shown += right
        return shown

    def row(r: int) -> str:
        shown = ""
        for c in range(columns):
            if c in down:
                shown += f" {signs[5 * bool(walls[r, c] & 4)]} "
            elif c:
                shown += " "
            shown += digits.get((r, c), "." if (r, c) in box else " ")
        return shown

    lines = [each for r in range(rows) for each in ([line(r)] * (r in across) + [row(r)])]
    return "\n".join(each.rstrip() for each in lines)


def drawing(layout: Layout, entries: Iterable[Entry], given: Iterable[Entry]) -> Drawing:
    """The grid with thick lines around boxes, dashed ones around cages, and clues in bold."""
    grid = drawing_of(_boxes(layout))
    elements = list(grid.elements)
    elements += [_diagonal(line) for (kind, _), line in layout.units.items() if kind == "diagonal"]
    for cage in layout.cages:
        elements += _cage(cage)
    clues = {(row, column) for row, column, _ in given}
    small = EDGE * 0.09 if layout.cages else 0.0
    for row, column, digit in entries:
        x, y, size = (column + 0.5) * EDGE, (row + 0.69) * EDGE + small, 0.56 * EDGE - 1.2 * small
        bold = (row, column) in clues
        ink = INK if bold else "#1d4f91"
        elements.append(
            text_element(SYMBOLS[digit - 1], x, y, size, ink=ink, bold=bold, anchor="middle")
        )
    return Drawing(grid.width, grid.height, elements)


def _diagonal(places: Sequence[Place]) -> str:
    """A faint line through places, from corner to corner."""
    (top, first), (bottom, last) = places[0], places[-1]
    ends = (first, last + 1) if first < last else (first + 1, last)
    return stroke(
        f"M{number(ends[0] * EDGE)} {number(top * EDGE)}"
        f"L{number(ends[1] * EDGE)} {number((bottom + 1) * EDGE)}", 1.0, "#c9ced6"
    )  # fmt: skip


def _cage(cage: Cage) -> list[str]:
    """A dashed outline within the places of a cage, and its sum in the upper left one."""
    lines = (line for place in cage.places for line in inner_border(place, cage.places))
    steps = (map(number, (EDGE * each for each in line)) for line in lines)
    path = "".join("M{} {}L{} {}".format(*each) for each in steps)
    elements = [stroke(path, 0.9, FAINT, ' stroke-dasharray="3 2"')]
    if cage.total is not None:
        row, column = min(cage.places)
        x, y = column * EDGE + 4.0, row * EDGE + 10.0
        size = 8.0
        wide = 0.6 * size * len(str(cage.total))
        elements.append(f'<rect x="{number(x - 2)}" y="{number(y - 8)}" width="{number(wide + 2)}"'
                        f' height="9" fill="#ffffff"/>')  # fmt: skip
        elements.append(text_element(str(cage.total), x - 1, y - 0.5, size))
    return elements


def _boxes(layout: Layout) -> Mapping[Place, int]:
    """The box of each place; without boxes each row is drawn as none."""
    found = {place: k for k, box in enumerate(layout.boxes) for place in box}
    return found or dict.fromkeys(layout.places, 0)
