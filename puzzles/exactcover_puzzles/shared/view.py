"""The view of a puzzle on a page: its places, and what options put there.

Everything is data: the page knows no grids and no kinds of puzzles. The unit of length is the edge
of a cell; x points right and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from .cell_names import cell_name

#: The corners of a polygon.
Corners = tuple[tuple[float, float], ...]
#: A line from one point to another: x, y, x, y.
Segment = tuple[float, float, float, float]


class Place(NamedTuple):
    """A place of the board. ``at``: integers; moving a piece adds the same vector to each.

    An edge of a grid has two corners. ``text`` is there from the start. ``shade``: "dark" or
    "black" for a ground that is not light; "clue" for a text beside the board. ``note``: a small
    text in its upper left corner.
    """

    name: str
    at: tuple[int, ...]
    corners: Corners
    text: str = ""
    shade: str = ""
    note: str = ""


class Picture(NamedTuple):
    """The picture of a tile: an SVG file for the box around its place, with margins."""

    svg: str
    margin: float = 0.0


class Mark(NamedTuple):
    """What an option puts on the board: the numbers of its places, and what appears there.

    ``piece``: what it is one of, for its colour. ``text``: what stands in it. ``shade`` as that of
    a place, "light" for a place that is known to be empty; "" if the piece's colour is seen. A
    shade for each place stands with spaces between them. ``lines``: what is drawn above its places;
    a mark without places is lines alone, in the colour of the piece. ``picture``: the number of the
    picture that is seen instead, of those of the view.
    """

    places: tuple[int, ...]
    piece: str = ""
    text: str = ""
    shade: str = ""
    lines: Sequence[Segment] = ()
    picture: int | None = None


class Piece(NamedTuple):
    """A piece that the user can carry.

    ``shapes``: its orientations, the ``at`` of the places that each covers, somewhere.
    ``outlines``: the corners of these places, in the same order. ``moves``: what each motion makes
    of each orientation, by their numbers. ``lines``: what is drawn above the first orientation.
    ``pictures``: the number of the picture of each orientation, for tiles.
    """

    name: str
    label: str
    least: int
    most: int
    shapes: tuple[tuple[tuple[int, ...], ...], ...]
    outlines: tuple[tuple[Corners, ...], ...]
    moves: Mapping[str, tuple[int, ...]]
    lines: Sequence[Segment] = ()
    pictures: Sequence[int] = ()


class View(NamedTuple):
    """The places of a puzzle, thick lines between some of them, and its pieces.

    ``mark``: what an option of the problem puts on the board. ``of_item``: the places that an item
    stands for. ``parity``: pieces move only by vectors whose sum this number divides.
    ``painted``: the shades that people paint places with, and how many places of each a solution
    has; then a puzzle has :meth:`~.parts.Painted.with_painted` and ``painted_hint``. ``spare``:
    whether places stay open when all pieces lie on the board. ``seen``: what else is seen once some
    options lie there, such as the way of a beam. ``pictures``: how tiles look.
    ``dashes``: dashed lines.
    """

    places: Sequence[Place]
    mark: Callable[[Any], Mark]
    of_item: Callable[[Any], Sequence[int]]
    lines: Sequence[Segment] = ()
    pieces: Sequence[Piece] = ()
    parity: int = 1
    painted: Mapping[str, int] = MappingProxyType({})
    spare: bool = False
    seen: Callable[[Sequence[Any]], Sequence[Mark]] | None = None
    pictures: Sequence[Picture] = ()
    dashes: Sequence[Segment] = ()


class Sketch(NamedTuple):
    """A board while it is made: places that are clicked, and what lies there.

    ``actions``: what can be done with the whole, and what a button says. ``keys``: what to click
    and to press; ``touch``: what to tap.
    """

    places: Sequence[Place]
    marks: Sequence[Mark]
    actions: Mapping[str, str]
    keys: str
    touch: str


#: How far the dashed line around a group of cells is from their edges.
_INSET = 0.1
#: Row and column of a square.
_Cell = tuple[int, int]


def view_of_squares(
    cells: Collection[_Cell],
    mark: Callable[[Any], tuple[Iterable[_Cell], str, str]],
    of_item: Callable[[Any], Iterable[_Cell]],
    *,
    texts: Mapping[_Cell, str] | None = None,
    shades: Mapping[_Cell, str] | None = None,
    names: Mapping[_Cell, str] | None = None,
    parts: Mapping[_Cell, Hashable] | None = None,
    groups: Iterable[tuple[Collection[_Cell], str]] = (),
    notes: Mapping[_Cell, str] | None = None,
) -> View:
    """A board of square cells, with heavy lines around it and between its parts.

    ``mark``: the cells of an option, what it is one of, and its text. ``of_item``: the cells of an
    item. ``texts``, ``shades``, ``names`` and ``notes`` are those of places. Cells that are in no
    part have no lines. ``groups``: cells with a dashed line around them, and a note.
    """
    ordered = sorted(cells)
    number = {cell: k for k, cell in enumerate(ordered)}
    part = parts or dict.fromkeys(ordered, 0)
    places, lines = [], []
    groups = list(groups)
    notes = {**(notes or {}), **{min(group): note for group, note in groups}}
    for r, c in ordered:
        corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        text, shade = (texts or {}).get((r, c), ""), (shades or {}).get((r, c), "")
        name = (names or {}).get((r, c)) or cell_name(r, c)
        places.append(Place(name, (r, c), corners, text, shade, notes.get((r, c), "")))
        if (r, c) not in part:
            continue
        borders = {
            (r - 1, c): (c, r, c + 1, r), (r, c - 1): (c, r, c, r + 1),
            (r + 1, c): (c, r + 1, c + 1, r + 1), (r, c + 1): (c + 1, r, c + 1, r + 1),
        }  # fmt: skip
        for near, line in borders.items():
            # Between two cells the line is drawn once: for the lower or the right one.
            if near not in part or (near < (r, c) and part[near] != part[r, c]):
                lines.append(line)

    def marked(option: Any) -> Mark:
        covered, piece, text = mark(option)
        return Mark(tuple(number[cell] for cell in covered), piece, text)

    def stands_for(item: Any) -> list[int]:
        return [number[cell] for cell in of_item(item) if cell in number]

    dashes = [line for group, _ in groups for cell in group for line in inner_border(cell, group)]
    return View(places, marked, stands_for, lines, dashes=dashes)


def inner_border(cell: _Cell, group: Collection[_Cell]) -> Iterator[Segment]:
    """The lines in a cell at its edges to cells that are not of its group."""
    r, c = cell
    for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        if (r + dr, c + dc) in group:
            continue
        # To both ends it goes as far as the group: a corner of the group may be turned either way.
        ends = []
        for way in (-1, 1):
            beside = r + way * dc, c + way * dr
            beyond = beside[0] + dr, beside[1] + dc
            reach = 0.5 - _INSET if beside not in group else 0.5
            ends.append(way * (reach + _INSET if beyond in group and beside in group else reach))
        x, y = c + 0.5 + dc * (0.5 - _INSET), r + 0.5 + dr * (0.5 - _INSET)
        one, other = ends
        yield x + one * dr, y + one * dc, x + other * dr, y + other * dc
