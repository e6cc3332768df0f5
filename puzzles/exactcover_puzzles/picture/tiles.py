"""A piece of characters as a picture, for the page."""

from __future__ import annotations

from ..shared.svg_page import INK, PAPER, svg_tile
from ..shared.svg_text import escaped, number
from ..shared.view import Picture
from .puzzle import EDGE, Piece

#: The edge of a piece; how large a character is, in parts of its room.
_SIDE, _SHARE = 120.0, 0.85
_GROUND, _LINE = "#d9dce1", "#8b93a0"


def piece_picture(piece: Piece) -> Picture:
    """The characters of a piece, each in a square of its own; those of the edge on grey."""
    room = _SIDE / len(piece)
    lines = [f'<rect width="{number(_SIDE)}" height="{number(_SIDE)}" fill="{PAPER}"/>']
    for row, characters in enumerate(piece):
        for column, character in enumerate(characters):
            x, y = column * room, row * room
            if character == EDGE:
                lines.append(
                    f'<rect x="{number(x)}" y="{number(y)}" width="{number(room)}"'
                    f' height="{number(room)}" fill="{_GROUND}"/>'
                )
            if character != " ":
                lines.append(
                    f'<text x="{number(x + room / 2)}" y="{number(y + 0.77 * room)}"'
                    f' font-family="monospace" font-size="{number(_SHARE * room)}" fill="{INK}"'
                    f' text-anchor="middle">{escaped(character)}</text>'
                )
    edge = number(_SIDE)
    lines.append(f'<rect width="{edge}" height="{edge}" fill="none" stroke="{_LINE}"/>')
    return Picture(svg_tile(lines, [(0.0, 0.0), (_SIDE, _SIDE)], 0.0))
