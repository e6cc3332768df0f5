"""Two photographs on a jigsaw with two solutions: what is printed on either side, and cut."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

from ..doubles.sheets.canvas import Canvas, Pages, picture_of
from ..doubles.sheets.sheets import JigsawSheets
from ..doubles.sheets.solved import solved_sheets
from ..jigsaw.pieces import Jigsaw

__all__ = ["photographed"]

#: Dots an inch.
_DPI = 200.0


def photographed(
    jigsaw: Jigsaw, front: str, back: str, edge: float, form: str
) -> list[tuple[bytes, str]]:
    """The sheets of a jigsaw as files: both solutions, the lines to cut, and the photographs.

    ``front`` and ``back``: files of pictures in base64, or nothing; ``edge``: of a piece, in
    millimetres. Raises ValueError, and :class:`exactcover.FileFault` for what is no picture.
    """
    sheets: JigsawSheets = solved_sheets(jigsaw, "", edge)
    drawn: list[tuple[str, Callable[[Pages], Canvas]]] = []
    for name, data, draw in (("front", front, sheets.draw_front), ("back", back, sheets.draw_back)):
        if data:
            picture = picture_of(f"the picture for the {name}", _bytes(data))
            drawn.append((name, _with(draw, picture)))
    drawn += [("solutions", sheets.draw_solutions), ("cut", sheets.draw_cuts)]
    files = [(name, draw(Pages(f".{form}", _DPI)).data()) for name, draw in drawn]
    return [(data, f"{name}.{form}") for name, data in files]


def _with(draw: Any, picture: Any) -> Callable[[Pages], Canvas]:
    return lambda new: draw(new, picture)


def _bytes(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("expected a picture in base64") from None
