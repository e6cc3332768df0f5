"""Pictures of solved jigsaws as SVG: real tabs and blanks, or coloured triangles.

The same shape number gives the same *tab*, wherever it is and however the piece is turned. Walking
clockwise around the piece one meets the tab of shape k as one fixed line; its blank is the same
line met from the other side. Shapes differ in where along the side the tab stands, how wide and
high it is, how it leans, and what its head is like.

Jigsaws to cut have *cutting curves* instead (``doubles/sheets/curves.py``). Any two of 60 such
curves are at least 0.078 edges apart, tabs only 0.021. They do not serve here. They are chosen
together, so a curve belongs to a set of shapes and not to a number. The choice takes a second for
60 shapes, and 3.5 for 380. And their blanks leave little room for the number of a piece.

Edge-matching puzzles are drawn as four triangles in each piece, a colour for each shape.

A piece's number is turned as the piece is, and underlined, so that a turn shows. The same piece has
the same fill in every picture of a sheet. The texts are complete files and the same for the same
input.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..shared.coloured_tiles import BORDER, Look, look, tile
from ..shared.svg_page import INK, PAPER, Drawing, moved, page, svg_tile
from ..shared.svg_text import escaped, text_width
from ..shared.svg_text import number as _n
from ..shared.view import Picture
from .pieces import FRAME, Jigsaw, Placed, Shapes, turned

Spot = tuple[float, float]

#: Fills of pieces, pale enough for dark text.
_FILLS = (
    "#cfe6f7", "#fbdcb6", "#cdebd4", "#f9dbe8", "#fbf0bf", "#ddd2f2",
    "#c3e3e0", "#f7c9be", "#e2f3c8", "#e3e6ea", "#e4dfb4", "#dff5ee",
)  # fmt: skip
_LINE = "#4a5058"
_TURNS = ("as listed", "a quarter turn clockwise", "half a turn", "a quarter turn the other way")

#: The edge of a piece; the room around a board, into which tabs of an open edge fit.
_EDGE, _ROOM = 64.0, 10.0

#: How far tabs reach at most, in parts of an edge, with their line.
_HIGHEST = 0.35

#: The size of the number of a piece, and how wide the square in its middle is into which no tab
#: reaches. (Tabs are at most 0.312 high.)
_NUMBER, _FREE = 17.0, 0.37

#: Digits of a colour's number that have room in its triangle.
_LONGEST_NUMBER = 5

#: Steps that spread numbers evenly: the fractional parts of multiples of irrational numbers.
_STEPS = (0.6180339887, 0.7548776662, 0.5698402910, 0.8191725134)


def jigsaw_svg(
    jigsaw: Jigsaw, solutions: Sequence[Sequence[Placed]], title: str = "", first: int = 1
) -> str:
    """A page of solutions, numbered from ``first`` if there are several."""
    fills = piece_fills(jigsaw, solutions)
    drawings = [jigsaw_drawing(jigsaw, solution, fills) for solution in solutions]
    return page(drawings, title or "Jigsaw", first)


def jigsaw_drawing(
    jigsaw: Jigsaw, solution: Sequence[Placed], fills: Sequence[str] | None = None
) -> Drawing:
    """One solution, its pieces in these fills."""
    fills = piece_fills(jigsaw, [solution]) if fills is None else fills
    pieces: list[str] = []
    for cell, placed in enumerate(solution):
        row, column = divmod(cell, jigsaw.columns)
        pieces += _piece(jigsaw, placed, row, column, fills[placed.piece])
    width, height = jigsaw.columns * _EDGE + 2 * _ROOM, jigsaw.rows * _EDGE + 2 * _ROOM
    return Drawing(width, height, moved(pieces, _ROOM, _ROOM))


def piece_picture(jigsaw: Jigsaw, placed: Placed) -> Picture:
    """A piece as it is turned, as a file with room for its tabs."""
    margin = 0.0 if jigsaw.fit == "equal" else _HIGHEST
    box = [(0.0, 0.0), (_EDGE, _EDGE)]
    drawn = _piece(jigsaw, placed, 0, 0, _FILLS[placed.piece % len(_FILLS)])
    # Hidden in play, since the number reveals the place in the first solution.
    drawn = [
        line.replace('<g transform="rotate', '<g class="number" transform="rotate')
        for line in drawn
    ]
    return Picture(svg_tile(drawn, box, margin * _EDGE), margin)


def piece_fills(jigsaw: Jigsaw, solutions: Sequence[Sequence[Placed]]) -> list[str]:
    """A fill for each piece, so that pieces that are neighbours in any picture mostly differ."""
    n_cells, columns = jigsaw.columns * jigsaw.rows, jigsaw.columns
    beside: list[set[int]] = [set() for _ in jigsaw.pieces]
    for solution in solutions:
        for cell in range(n_cells):
            for other in (cell + 1 if (cell + 1) % columns else n_cells, cell + columns):
                if other < n_cells:
                    one, near = solution[cell].piece, solution[other].piece
                    beside[one].add(near)
                    beside[near].add(one)
    chosen: list[int] = []
    for piece, others in enumerate(beside):
        taken = [chosen[other] for other in others if other < piece]
        # Beginning with another fill for each piece, so that all of them are used.
        turns = [(piece + k) % len(_FILLS) for k in range(len(_FILLS))]
        chosen.append(min(turns, key=taken.count))
    return [_FILLS[fill] for fill in chosen]


def _piece(jigsaw: Jigsaw, placed: Placed, row: int, column: int, fill: str) -> list[str]:
    shapes = turned(jigsaw.pieces[placed.piece], placed.turn)
    label = jigsaw.label(placed.piece)
    x, y = column * _EDGE, row * _EDGE
    lines = [
        f'<g transform="translate({_n(x)} {_n(y)})">',
        f"<title>piece {escaped(label)}, {_TURNS[placed.turn]}: {shapes}</title>",
    ]
    if jigsaw.fit == "equal":
        lines += _triangles(shapes)
        lines.append(f'<circle cx="{_n(_EDGE / 2)}" cy="{_n(_EDGE / 2)}" r="13" fill="{PAPER}"/>')
    else:
        path = _outline(shapes)
        lines.append(
            f'<path d="{path}" fill="{fill}" stroke="{_LINE}" stroke-width="1.4"'
            ' stroke-linejoin="round"/>'
        )
    middle = _EDGE / 2
    size = min(_NUMBER, _FREE * _EDGE / text_width(label, 1.0, bold=True))
    half = 0.29 * size * len(label)
    lines += [
        f'<g transform="rotate({90 * placed.turn} {_n(middle)} {_n(middle)})" fill="{INK}">',
        f'<text x="{_n(middle)}" y="{_n(middle + 0.35 * size)}" font-size="{_n(size)}"'
        f' text-anchor="middle">{escaped(label)}</text>',
        f'<path d="M{_n(middle - half)} {_n(middle + 0.5 * size)}h{_n(2 * half)}"'
        f' stroke="{INK}" stroke-width="1.2"/>',
        "</g>",
        "</g>",
    ]
    return lines


# -- tabs and blanks -----------------------------------------------------------------------------


def _outline(shapes: Shapes) -> str:
    """The outline of a piece, clockwise from the upper left corner."""
    left, top, right, bottom = shapes
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    along = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    parts = ["M0 0"]
    for shape, corner, direction in zip((top, right, bottom, left), corners, along, strict=True):
        for letter, points in _side_with_tab(shape):
            placed = [_at(corner, direction, point) for point in points]
            parts.append(letter + " ".join(f"{_n(x * _EDGE)} {_n(y * _EDGE)}" for x, y in placed))
    return "".join(parts) + "Z"


def _at(corner: Spot, along: Spot, point: Spot) -> Spot:
    """A point given by how far along a side and how far out of the piece it is."""
    (x, y), (dx, dy) = corner, along
    far, out = point
    return x + far * dx + out * dy, y + far * dy - out * dx


def _side_with_tab(shape: int) -> list[tuple[str, list[Spot]]]:
    """A side from its start (0, 0) to its end (1, 0), as commands of a path."""
    if shape == FRAME:
        return [("L", [(1.0, 0.0)])]
    tab = _numbered_tab(abs(shape))
    if shape > 0:
        return tab
    # The blank: the tab of the neighbour, walked from its end to its start.
    points = [(0.0, 0.0), *(point for _, part in tab for point in part)]
    back = [(1 - far, -out) for far, out in reversed(points)]
    commands, at = [], 0
    for letter, part in reversed(tab):
        commands.append((letter, back[at + 1 : at + 1 + len(part)]))
        at += len(part)
    return commands


def _numbered_tab(shape: int) -> list[tuple[str, list[Spot]]]:
    """The tab of a shape, by its number alone. Each number has its own, as far as eyes can tell."""
    spread = [(shape * step) % 1.0 for step in _STEPS]
    centre = 0.36 + 0.28 * spread[0]
    half = 0.085 + 0.05 * spread[1]
    high = 0.17 + 0.09 * spread[2]
    lean = 0.10 * (spread[3] - 0.5)
    neck = 0.55 * half
    head = centre + lean
    start, end = (centre - neck, 0.0), (centre + neck, 0.0)
    first, last = (head - half, 0.62 * high), (head + half, 0.62 * high)
    match shape % 3:
        case 1:  # round
            over: list[tuple[str, list[Spot]]] = [
                ("C", [(head - half, 0.88 * high), (head - 0.55 * half, high), (head, high)]),
                ("C", [(head + 0.55 * half, high), (head + half, 0.88 * high), last]),
            ]
        case 2:  # square
            over = [("L", [(head - half, high)]), ("L", [(head + half, high)]), ("L", [last])]
        case _:  # pointed
            over = [("L", [(head, 1.2 * high)]), ("L", [last])]
    return [
        ("L", [start]),
        ("C", [(centre - 0.8 * neck, 0.3 * high), (head - half, 0.32 * high), first]),
        *over,
        ("C", [(head + half, 0.32 * high), (centre + 0.8 * neck, 0.3 * high), end]),
        ("L", [(1.0, 0.0)]),
    ]


# -- colours -------------------------------------------------------------------------------------


def _triangles(shapes: Shapes) -> list[str]:
    """The four sides as triangles that meet in the middle, each with its number."""
    left, top, right, bottom = shapes
    corners = ((0.0, 0.0), (_EDGE, 0.0), (_EDGE, _EDGE), (0.0, _EDGE))
    clockwise = (top, right, bottom, left)
    labels = [
        "" if shape == FRAME or len(str(shape)) > _LONGEST_NUMBER else str(shape)
        for shape in clockwise
    ]
    return tile(corners, [_look(shape) for shape in clockwise], labels)


def _look(shape: int) -> Look:
    return BORDER if shape == FRAME else look(abs(shape) - 1)
