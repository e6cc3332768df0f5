"""Pictures of sudokus: text with lines where boxes meet, and SVG with thick ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..shared.svg_page import FAINT, INK, Drawing, text_element
from ..shared.svg_text import number
from .lines import SYMBOLS, clues, layout_of
from .model import Cage, Entry, Layout, Place

__all__ = ["drawing", "picture", "text"]

#: Lines that meet, by their arms: up 1, right 2, down 4, left 8.
_UNICODE = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ASCII = " |-+||++-+-++++++"

#: The side of a place in a picture, and how far the outline of a cage is from its border.
_SIDE, _INSET = 32.0, 3.0
_THIN, _THICK = 0.75, 2.5


def text(layout: Layout, entries: Iterable[Entry], ascii: bool = False) -> str:
    """The digits, ``.`` where there is none, and lines between the boxes."""
    digits = {(row, column): SYMBOLS[digit - 1] for row, column, digit in entries}
    box = _boxes(layout)
    rows, columns = (max(place[k] for place in layout.places) + 1 for k in (0, 1))

    def apart(a: Place, b: Place) -> bool:
        return box.get(a) != box.get(b)

    # Where lines run anywhere, there is room for them everywhere.
    across = {r for r in range(1, rows) if any(apart((r - 1, c), (r, c)) for c in range(columns))}
    down = {c for c in range(1, columns) if any(apart((r, c - 1), (r, c)) for r in range(rows))}
    signs = _ASCII if ascii else _UNICODE

    def line(r: int) -> str:
        """The line above row r."""
        shown = ""
        for c in range(columns):
            if c in down:
                left, right = apart((r - 1, c - 1), (r, c - 1)), apart((r - 1, c), (r, c))
                up, below = apart((r - 1, c - 1), (r - 1, c)), apart((r, c - 1), (r, c))
                middle = signs[up + 2 * right + 4 * below + 8 * left]
                shown += f"{signs[10 * left]}{middle}{signs[10 * right]}"
            elif c:
                shown += signs[
                    10 * (apart((r - 1, c - 1), (r, c - 1)) and apart((r - 1, c), (r, c)))
                ]
            shown += signs[10 * apart((r - 1, c), (r, c))]
        return shown

    def row(r: int) -> str:
        shown = ""
        for c in range(columns):
            if c in down:
                shown += f" {signs[5] if apart((r, c - 1), (r, c)) else ' '} "
            elif c:
                shown += " "
            shown += digits.get((r, c), "." if (r, c) in box else " ")
        return shown

    lines = [each for r in range(rows) for each in ([line(r)] * (r in across) + [row(r)])]
    return "\n".join(each.rstrip() for each in lines)


def picture(line: str) -> str:
    """The grid of a line in ASCII. Raises :class:`SudokuFault`."""
    return text(layout_of(line), clues(line), ascii=True)


def drawing(layout: Layout, entries: Iterable[Entry], given: Iterable[Entry]) -> Drawing:
    """The grid with thick lines around boxes, dashed ones around cages, and clues in bold."""
    box, places = _boxes(layout), set(layout.places)
    rows, columns = (max(place[k] for place in places) + 1 for k in (0, 1))
    width, height = columns * _SIDE, rows * _SIDE
    elements = [_diagonal(line) for (kind, _), line in layout.units.items() if kind == "diagonal"]
    thin: list[str] = []
    thick: list[str] = []
    for r in range(rows + 1):
        for c in range(columns + 1):
            for there, along in (((r - 1, c), "h"), ((r, c - 1), "v")):
                if places.isdisjoint((there, (r, c))):
                    continue
                lines = thin if box.get(there) == box.get((r, c)) else thick
                lines.append(f"M{number(c * _SIDE)} {number(r * _SIDE)}{along}{number(_SIDE)}")
    elements += [_path("".join(thin), _THIN, FAINT), _path("".join(thick), _THICK, INK)]
    for cage in layout.cages:
        elements += _cage(cage)
    clues = {(row, column) for row, column, _ in given}
    small = _SIDE * 0.09 if layout.cages else 0.0
    for row, column, digit in entries:
        x, y = (column + 0.5) * _SIDE, (row + 0.69) * _SIDE + small
        bold = (row, column) in clues
        ink = INK if bold else "#1d4f91"
        size = 0.56 * _SIDE - 1.2 * small
        elements.append(
            text_element(SYMBOLS[digit - 1], x, y, size, ink=ink, bold=bold, anchor="middle")
        )
    return Drawing(width, height, elements)


def _diagonal(places: Sequence[Place]) -> str:
    """A faint line through places, from corner to corner."""
    (top, first), (bottom, last) = places[0], places[-1]
    ends = (first, last + 1) if first < last else (first + 1, last)
    return _path(
        f"M{number(ends[0] * _SIDE)} {number(top * _SIDE)}"
        f"L{number(ends[1] * _SIDE)} {number((bottom + 1) * _SIDE)}", 1.0, "#c9ced6"
    )  # fmt: skip


def _cage(cage: Cage) -> list[str]:
    """A dashed outline within the places of a cage, and its sum in the upper left one."""
    inside = set(cage.places)
    path = ""
    for row, column in cage.places:
        # Each border to a place outside, drawn at some distance; at its ends it stops short at a
        # corner of the cage, goes on to the next place, or reaches into it where that turns.
        for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + dr, column + dc) in inside:
                continue
            ends = []
            for turn in (-1, 1):
                er, ec = dc * turn, dr * turn
                beside = (row + er, column + ec) in inside
                beyond = (row + er + dr, column + ec + dc) in inside
                reach = _SIDE / 2 + (-_INSET if not beside else _INSET if beyond else 0.0)
                out = _SIDE / 2 - _INSET
                x = (column + 0.5) * _SIDE + dc * out + ec * reach
                y = (row + 0.5) * _SIDE + dr * out + er * reach
                ends.append(f"{number(x)} {number(y)}")
            path += f"M{ends[0]}L{ends[1]}"
    elements = [_path(path, 0.9, FAINT, ' stroke-dasharray="3 2"')]
    if cage.total is not None:
        row, column = min(cage.places)
        x, y = column * _SIDE + _INSET + 1.0, row * _SIDE + _INSET + 7.0
        size = 8.0
        wide = 0.6 * size * len(str(cage.total))
        elements.append(f'<rect x="{number(x - 2)}" y="{number(y - 8)}" width="{number(wide + 2)}"'
                        f' height="9" fill="#ffffff"/>')  # fmt: skip
        elements.append(text_element(str(cage.total), x - 1, y - 0.5, size))
    return elements


def _path(steps: str, width: float, ink: str, more: str = "") -> str:
    return (
        f'<path d="{steps}" fill="none" stroke="{ink}" stroke-width="{number(width)}"'
        f' stroke-linecap="square"{more}/>'
    )


def _boxes(layout: Layout) -> Mapping[Place, int]:
    """The box of each place; without boxes each row is drawn as none."""
    found = {place: k for k, box in enumerate(layout.boxes) for place in box}
    return found or dict.fromkeys(layout.places, 0)
