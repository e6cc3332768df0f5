"""Write a puzzle's sheets: cutting lines as SVG or DXF, a tray, a challenge."""

from __future__ import annotations

import io
from importlib import import_module
from types import MappingProxyType
from typing import Any

import exactcover as xc

from ..shared.parts import PrintsSheets
from ..shared.pictures import files_of
from ..shared.svg_page import FONT
from ..shared.svg_text import closed, escaped, number
from .adapter import Polyform
from .cutting import Cut, Ring, cut_of
from .loose import challenge_pages, tray_page

#: Width of a line that a cutter follows, in millimetres.
_HAIR = 0.1


def cut_svg(cut: Cut, title: str) -> str:
    """The lines in real size, tray and pieces in groups of their own."""

    def drawn(name: str, rings: list[Ring]) -> str:
        return f'<path d="{closed(rings, 4)}"><title>{escaped(name)}</title></path>'

    width, height = number(cut.width, 4), number(cut.height, 4)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" fill="none" stroke="#000000"'
            f' stroke-width="{_HAIR}" font-family="{FONT}">',
            f"<title>{escaped(title)}</title>",
            f'<g id="tray">{drawn("tray", cut.tray)}</g>',
            '<g id="pieces">',
            *(drawn(name, rings) for name, rings in cut.pieces),
            "</g>",
            "</svg>",
            "",
        ]
    )


def cut_dxf(cut: Cut) -> bytes:
    """The lines as DXF in millimetres, closed polylines on the layers "tray" and "pieces".

    Raises :class:`exactcover.MissingLibrary` without ezdxf (the extra ``pictures``).
    """
    try:
        ezdxf: Any = import_module("ezdxf")
    except ImportError:
        raise xc.MissingLibrary("ezdxf", "pictures") from None
    document = ezdxf.new("R2010", units=4)  # millimetres
    space = document.modelspace()
    of_pieces = [ring for _, rings in cut.pieces for ring in rings]
    for layer, lines in (("tray", cut.tray), ("pieces", of_pieces)):
        document.layers.add(layer)
        for ring in lines:
            points = [(x, cut.height - y) for x, y in ring]  # y points upwards there
            space.add_lwpolyline(points, close=True, dxfattribs={"layer": layer})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode("utf-8")


class PolyformSheets(PrintsSheets, Polyform):
    """A puzzle with sheets: trays of the plane, as files."""

    sheets = MappingProxyType({
        "tray": "the empty tray, and its pieces",
        "challenge": "a sheet to print, and a solution",
        "cut": "lines for a cutter",
    })  # fmt: skip

    def sheet(
        self, what: str, path: str, mm: float, kerf: float, gap: float = 3.0
    ) -> list[tuple[bytes, str]]:
        """The files of one of them; ``gap``: between what is cut. Raises :class:`.NoSheet`."""
        if what != "cut":
            return files_of(
                challenge_pages(self) if what == "challenge" else [tray_page(self)], path
            )
        cut = cut_of(self.puzzle, mm, kerf, gap)
        dxf = path.lower().endswith(".dxf")
        data = cut_dxf(cut) if dxf else cut_svg(cut, self.title).encode("utf-8")
        return [(xc.cli.packed(data, path), path)]
