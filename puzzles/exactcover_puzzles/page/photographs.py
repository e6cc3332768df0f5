"""Two photographs on a jigsaw with two solutions: sheets to print on either side and to cut."""

from __future__ import annotations

import base64
import binascii

from ..doubles.sheets.canvas import picture_of
from ..doubles.sheets.sheets import solved_sheets
from ..jigsaw.pieces import Jigsaw

#: Dots per inch.
_DPI = 200.0


def photographed(
    jigsaw: Jigsaw, front: str, back: str, edge: float, form: str
) -> list[tuple[bytes, str]]:
    """The sheets of a jigsaw as files: both solutions, the lines to cut, and the photographs.

    ``front`` and ``back``: files of pictures in base64, or nothing; ``edge``: of a piece, in
    millimetres. Raises ValueError, and :class:`exactcover.FileFault` for what is no picture.
    """
    sheets = solved_sheets(jigsaw, "", edge)
    drawn = []
    for name, data, draw in (("front", front, sheets.draw_front), ("back", back, sheets.draw_back)):
        if data:
            drawn.append((name, draw(picture_of(f"the picture for the {name}", _bytes(data)))))
    drawn += [("solutions", sheets.draw_solutions()), ("cut", sheets.draw_cuts())]
    files = [(canvas, f"{name}.{form}") for name, canvas in drawn]
    return [(canvas.file(path, _DPI), path) for canvas, path in files]


def _bytes(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("expected a picture in base64") from None
