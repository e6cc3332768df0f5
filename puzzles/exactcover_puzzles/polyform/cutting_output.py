"""Write a puzzle's sheets: cutting lines as SVG or DXF, a tray, a challenge, solids."""

from __future__ import annotations

import gzip
import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

import exactcover as xc

from ..shared.parts import PrintsSheets, Sheet
from ..shared.pictures import files_of
from ..shared.svg_page import FONT
from ..shared.svg_text import closed, escaped, number
from .adapter import Polyform
from .cutting import Cut, NoSheet, Ring, Sizes, cut_of, with_given_in_tray
from .loose import challenge_pages, tray_pages
from .polyforms import Placement
from .svg import assembly_svg

#: Width of a line that a cutter follows, in millimetres.
_HAIR = 0.1
#: Dots an inch of PNG in true size.
_DPI = 200.0


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


_CELL = {"mm": 10.0}
_PICTURES, _SOLIDS = ("pdf", "svg", "png"), ("stl", "3mf")


class PolyformSheets(PrintsSheets, Polyform):
    """A puzzle with sheets, as files: trays of the plane, solids, and pieces for 3D printers."""

    sheets = MappingProxyType({
        "tray": Sheet("the empty tray, and its pieces", _PICTURES,
                      {**_CELL, "clearance": 0.0, "wall": 6.0}, on_paper=True),
        "challenge": Sheet("a challenge to print, with its solution", _PICTURES,
                           {**_CELL, "clearance": 0.0, "wall": 6.0}, on_paper=True),
        "cut": Sheet("cutting lines", ("svg", "dxf"),
                     {**_CELL, "kerf": 0.0, "clearance": 0.0, "wall": 6.0, "gap": 3.0}),
        "solid": Sheet("pieces for a 3D printer, and their tray", _SOLIDS,
                       {**_CELL, "clearance": 0.2, "wall": 3.0, "gap": 3.0, "height": 5.0,
                        "bevel": 0.4}),
        "assembled": Sheet("a solution in 3D", _SOLIDS,
                           {**_CELL, "clearance": 0.2, "bevel": 0.4}),
        "assembly": Sheet("how to assemble it, step by step", _PICTURES, {}),
        "burrtools": Sheet("a file for BurrTools", ("xmpuzzle",), {}),
    })  # fmt: skip
    lengths = MappingProxyType({
        "mm": ("cell edge", ""),
        "kerf": ("width of the cut", ", for which outlines are corrected"),
        "clearance": ("clearance", " between neighbouring pieces, and between them and the tray"),
        "wall": ("wall thickness", " of the tray"),
        "gap": ("gap between pieces", " on the sheet"),
        "height": ("height of the pieces", ", of flat ones"),
        "bevel": ("bevel", " of the edges of pieces in 3D"),
    })  # fmt: skip

    @property
    def offered(self) -> Sequence[str]:
        if self.puzzle.grid.layer is None:
            return ("tray", "challenge", "cut", "solid")
        return ("solid", "assembled", "assembly", "burrtools")

    def sheet(
        self, what: str, path: str, sizes: Mapping[str, float], paper: str = "", seconds: float = 20
    ) -> list[tuple[bytes, str]]:
        """The files of one of them. Raises :class:`.NoSheet`."""
        lengths = Sizes(**{**self.sheets[what].sizes, **sizes})
        puzzle = self.puzzle
        if what in ("tray", "challenge"):
            pages = tray_pages if what == "tray" else challenge_pages
            return files_of(pages(self, lengths, paper), path, dpi=_DPI if paper else 0)
        if what == "assembly":
            solution = self._a_solution(seconds)
            drawn = assembly_svg(puzzle.grid, puzzle.board, solution, title=self.title)
            return files_of([drawn], path)
        if what == "burrtools":
            from .burrtools import xmpuzzle_of

            return [(gzip.compress(xmpuzzle_of(puzzle, self.title).encode(), mtime=0), path)]
        if what in ("solid", "assembled"):
            from .solids import assembled, laid_out, solid_file

            if what == "solid":
                parts = laid_out(with_given_in_tray(puzzle), lengths)
            else:
                parts = assembled(self._a_solution(seconds), lengths)
            return [(solid_file(parts, path), path)]
        cut = cut_of(with_given_in_tray(puzzle), lengths)
        dxf = path.lower().endswith(".dxf")
        data = cut_dxf(cut) if dxf else cut_svg(cut, self.title).encode("utf-8")
        return [(xc.cli.packed(data, path), path)]

    def _a_solution(self, seconds: float) -> Sequence[Placement]:
        """The first solution of a solid."""
        if self.puzzle.grid.layer is None:
            raise NoSheet("only solids are assembled")
        found = None if self.misfit is not None else self.solutions(1, seconds=seconds)
        for options in found or ():
            return self.puzzle.placed(options)
        stopped = found is not None and found.stopped is not None
        raise NoSheet(
            f"no solution was found in {seconds:g} seconds" if stopped else "it has no solution"
        )
