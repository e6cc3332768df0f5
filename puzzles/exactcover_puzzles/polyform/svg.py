"""Pictures of solutions as SVG: one large, many on a sheet, or one step by step.

Legend: a *label* is what is written on a piece. Names always stand in the ``<title>`` of their
pieces too, which a browser shows when the pointer rests there.

The texts are complete files, use no identifiers and no style sheet, and so can also be put into
a page as they are. The same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any

import exactcover as xc

from ..shared.svg_page import FAINT, INK, Drawing, moved, page, room, text_element
from ..shared.svg_text import number, text_width
from .assembly import assembly
from .grids import Cell, Cells, Grid
from .outlines import UNCOVERED, colour_numbers, legend, owners, touching
from .plane_view import Labels, PlaneView, placed_labels
from .polyforms import Placement
from .solid_view import SolidView

#: Fills on which dark text is easy to read; the hues of the terminal's palette, in its order.
PALETTE = (
    *("#7cc4f2", "#f7b267", "#74c78c", "#f4b6d2", "#f7e07a", "#b9a1e3"),
    *("#66b2ac", "#f08a72", "#c5e88f", "#c4cad3", "#b8ae5a", "#bdeedd"),
)

#: Edges in a single picture and on a sheet.
_EDGE = 48.0
_SHEET_EDGE = 15.0
#: And on a page of steps.
_STEP_EDGE = 20.0
#: Room around everything, and the height of a line of text.
_MARGIN = 16.0
_TEXT = 12.0


def solution_svg(
    grid: Grid,
    board: Cells,
    placements: Iterable[Placement],
    *,
    title: str = "",
    labels: Mapping[str, str] | None = None,
    names: Mapping[Cell, str] = MappingProxyType({}),
) -> str:
    """A solution as a file: each piece in its colour, with its name on it.

    Where there is no room for a name, short labels stand on all pieces, and a key below tells
    whose. ``labels``: these, of all pieces of the puzzle, as for :func:`.terminal.picture`.
    ``names``: what stands on cells that stay open.
    Raises ValueError if placements overlap or leave the board.
    """
    solution = tuple(placements)
    fills = fills_of(grid, board, [solution], labels or ())
    drawn = solution_drawing(grid, board, solution, fills, labels=labels)
    left = [Placement(names[cell], (cell,)) for cell, owner in owners(board, solution).items()
            if cell in names and owner is UNCOVERED]  # fmt: skip
    placed = placed_labels(_view(grid, board, _EDGE).regions(left), _EDGE, None)
    elements = [*drawn.elements, *(labels_drawn(placed) if left else ())]
    return page([Drawing(drawn.width, drawn.height, elements)], title)


def solution_drawing(
    grid: Grid,
    board: Cells,
    solution: Sequence[Placement],
    fills: Mapping[str, str],
    *,
    labels: Mapping[str, str] | None = None,
    always_short: bool = False,
    edge: float = _EDGE,
) -> Drawing:
    """A solution in these colours, and the key below it. ``always_short``: the labels, even where
    the names have room. ``edge``: of a cell."""
    view = _view(grid, board, edge)
    drawn = [*view.solution(solution, fills), *_captions(view)]
    regions = view.regions(solution)
    placed = placed_labels(regions, edge, labels, always_short=always_short)
    drawn += labels_drawn(placed)
    told = legend({**(labels or {}), **placed.texts})
    present = {name for name, cells in solution if cells}
    others = {name: told[name] for name in fills if name in told and name in present}
    key, key_width, key_height = key_of(others, fills, view.width)
    if key:
        drawn += moved(key, 0, view.height + _MARGIN)
        key_height += _MARGIN
    return Drawing(max(view.width, key_width), view.height + key_height, drawn)


def sheet_svg(
    grid: Grid,
    board: Cells,
    solutions: Sequence[Iterable[Placement]],
    *,
    title: str = "",
    first: int = 1,
) -> str:
    """Many solutions on a sheet, numbered from ``first``, with a key to the colours of the pieces.

    Raises ValueError if placements overlap or leave the board.
    """
    drawn = [tuple(placements) for placements in solutions]
    view = _view(grid, board, _SHEET_EDGE)
    fills = fills_of(grid, board, drawn)
    drawings = [_drawing(view, solution, fills) for solution in drawn]
    called = title or xc.text.counted(len(drawn), "solution")
    foot = partial(_colours, fills)
    return page(drawings, title, first, foot=foot, called=called)


def room_on_sheet(grid: Grid, board: Cells, names: Iterable[str], *, title: str = "") -> int:
    """How many solutions with pieces of these names fit on a sheet."""
    view = _view(grid, board, _SHEET_EDGE)
    foot = partial(_colours, dict.fromkeys(names, PALETTE[0]))
    return room(Drawing(view.width, view.height, ()), title, foot)


def assembly_svg(
    grid: Grid, board: Cells, placements: Iterable[Placement], *, title: str = ""
) -> str:
    """How to assemble a solid: a picture for each step, which adds one piece.

    The piece that is added has its colour, those before it a pale one. If the pieces cannot all be
    put in from above, one after the other, the page says so, and which are not. Raises ValueError
    if placements overlap or leave the board.
    """
    solution = _told_apart(placement for placement in placements if placement.cells)
    view = _view(grid, board, _STEP_EDGE)
    fills = fills_of(grid, board, [solution])
    pale = {name: _paler(fill, 0.35) for name, fill in fills.items()}
    steps = assembly(solution)
    drawings, captions = [], []
    for k, (placement, from_above) in enumerate(steps, 1):
        aside = "" if from_above else " (not from above)"
        shades = {**pale, placement.piece: fills[placement.piece]}
        drawings.append(_drawing(view, [each for each, _ in steps[:k]], shades))
        captions.append(f"{k}. {placement.piece}{aside}")
    heading = title or "Assembly"
    if not all(from_above for _, from_above in steps):
        heading += ": no order lets all pieces go in from above"
    return page(drawings, heading, captions=captions, called=heading)


def _told_apart(placements: Iterable[Placement]) -> list[Placement]:
    """The placements, with a number behind the name where several have the same."""
    found: list[Placement] = []
    for name, alike in groupby(sorted(placements), key=lambda each: each.piece):
        copies = list(alike)
        for k, (_, cells) in enumerate(copies, 1):
            found.append(Placement(f"{name} {k}" if len(copies) > 1 else name, cells))
    return found


def _drawing(
    view: PlaneView | SolidView, solution: Sequence[Placement], fills: Mapping[str, str]
) -> Drawing:
    return Drawing(view.width, view.height, view.solution(solution, fills))


def _colours(fills: Mapping[str, str], width: float) -> Drawing:
    """A key to the colours of the pieces."""
    lines, wide, high = key_of(dict.fromkeys(fills, ""), fills, width)
    return Drawing(wide, high, lines)


def _view(grid: Grid, board: Cells, edge: float) -> PlaneView | SolidView:
    if grid.layer is None:
        return PlaneView(grid, board, edge)
    # On a sheet there is no room for the names of layers.
    return SolidView(grid, board, edge, named=edge not in (_SHEET_EDGE, _STEP_EDGE))


def _captions(view: PlaneView | SolidView) -> list[str]:
    return [text_element(text, x, y, _TEXT, ink=FAINT) for text, (x, y) in view.captions]


def labels_drawn(placed: Labels) -> list[str]:
    """The labels as elements, through which the pointer reaches their pieces."""
    style: Any = {"kind": "label", "bold": True, "anchor": "middle"}
    # The middle of capital letters is about a third of the size above their foot.
    texts = [
        text_element(placed.texts[name], x, y + 0.35 * placed.size, placed.size, **style)
        for name, (x, y) in placed.spots
    ]
    return ['<g pointer-events="none">', *texts, "</g>"]


def fills_of(
    grid: Grid, board: Cells, solutions: Sequence[Sequence[Placement]], others: Iterable[str] = ()
) -> dict[str, str]:
    """A colour for each piece of any of the solutions; neighbours in one of them differ.

    ``others``: names of pieces that have a colour as well.
    """
    names = {name for placements in solutions for name, cells in placements if cells}
    names.update(others)
    pairs: set[tuple[str, str]] = set()
    if len(names) > len(PALETTE):
        pairs.update(*(touching(grid, owners(board, placements)) for placements in solutions))
    numbers = colour_numbers(names, pairs, len(PALETTE))
    return {name: _fill(number) for name, number in numbers.items()}


def _fill(number: int) -> str:
    """The colours of the palette, then paler and paler shades of them."""
    rounds, k = divmod(number, len(PALETTE))
    return _paler(PALETTE[k], 0.6**rounds)


def _paler(fill: str, share: float) -> str:
    """White, with this share of a colour."""
    levels = [int(fill[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{255 - round((255 - level) * share):02x}" for level in levels)


def key_of(
    labels: Mapping[str, str], fills: Mapping[str, str], width: float
) -> tuple[list[str], float, float]:
    """Swatches with labels, and the names they stand for; their width and height in all.

    Rows are no wider than ``width`` if the names allow.
    """
    lines: list[str] = []
    height = 1.5 * _TEXT if any(labels.values()) else _TEXT
    swatch = max([height, *(text_width(label, _TEXT) + 0.5 * _TEXT for label in labels.values())])
    x = y = widest = 0.0
    for name, label in labels.items():
        entry = swatch + 0.5 * _TEXT + text_width(name, _TEXT)
        if x and x + entry > width:
            x, y = 0.0, y + height + 0.6 * _TEXT
        foot = y + height / 2 + 0.35 * _TEXT
        lines.append(
            f'<rect class="swatch" x="{number(x)}" y="{number(y)}" width="{number(swatch)}"'
            f' height="{number(height)}" fill="{fills[name]}" stroke="{INK}"/>'
        )
        if label:
            middle = x + swatch / 2
            lines.append(text_element(label, middle, foot, _TEXT, bold=True, anchor="middle"))
        lines.append(text_element(name, x + swatch + 0.5 * _TEXT, foot, _TEXT, kind="name"))
        widest = max(widest, x + entry)
        x += entry + _TEXT
    return lines, widest, y + height if lines else 0.0
