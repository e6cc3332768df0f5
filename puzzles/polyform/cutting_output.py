"""``--cut`` and ``--challenge``: lines for a cutter as SVG or DXF, and a sheet to print."""

from __future__ import annotations

import argparse
import io
from importlib import import_module
from typing import Any

import exactcover as xc

from ..shared.svg_page import FONT, INK, svg_file, text_element
from ..shared.svg_text import escaped, number
from .adapter import Polyform
from .cutting import Cut, Ring, cut_of
from .outlines import inner_edges
from .polyforms import PolyformPuzzle
from .svg import PALETTE

__all__ = ["challenge_svg", "cut_dxf", "cut_svg", "make_sheets"]

#: Width of a line that a cutter follows, in millimetres.
_HAIR = 0.1
#: Nodes for finding out how many solutions a challenge has.
_NODES = 2_000_000


def cut_svg(cut: Cut, title: str) -> str:
    """The lines in real size, tray and pieces in groups of their own."""

    def drawn(name: str, rings: list[Ring]) -> str:
        return f'<path d="{_data(rings, 4)}"><title>{escaped(name)}</title></path>'

    width, height = _number(cut.width, 4), _number(cut.height, 4)
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

    Raises :class:`exactcover.MissingLibrary` without ezdxf (the extra ``dxf``).
    """
    try:
        ezdxf: Any = import_module("ezdxf")
    except ImportError:
        raise xc.MissingLibrary("ezdxf", "dxf") from None
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


def challenge_svg(puzzle: PolyformPuzzle, title: str, question: str) -> str:
    """A sheet to print: the title, a question, the empty tray, and the loose pieces."""
    edge, margin, heading = 28.0, 24.0, 22.0
    cut = cut_of(puzzle, edge, 0.0, 0.5 * edge)
    top = margin + heading + 2.2 * 14.0
    fills = {name: PALETTE[k % len(PALETTE)] for k, name in enumerate(puzzle.pieces)}
    dashes = [
        f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
        for x, y, u, v in _inner_edges_of_board(puzzle, edge, cut)
    ]
    elements = [
        text_element(title, margin, margin + heading, heading, bold=True),
        text_element(question, margin, margin + heading + 1.6 * 14.0, 14.0),
        f'<g transform="translate({number(margin)} {number(top)})" stroke="{INK}"'
        ' stroke-linejoin="round">',
        f'<path d="{_data(cut.tray)}" fill="#f1f2f4" fill-rule="evenodd" stroke-width="2"/>',
        f'<path d="{"".join(dashes)}" fill="none" stroke-width="0.5" stroke-opacity="0.4"/>',
        *(
            f'<path d="{_data(rings)}" fill="{fills[name]}" fill-rule="evenodd"'
            f' stroke-width="2"><title>{escaped(name)}</title></path>'
            for name, rings in cut.pieces
        ),
        "</g>",
    ]
    width = max(cut.width, 0.62 * heading * len(title), 0.55 * 14.0 * len(question))
    return svg_file(width + 2 * margin, top + cut.height + margin, title, elements)


def _inner_edges_of_board(
    puzzle: PolyformPuzzle, edge: float, cut: Cut
) -> list[tuple[float, float, float, float]]:
    """The lines between the cells of the board, where the tray is on the sheet."""
    wide, high = (each * edge for each in puzzle.grid.unit)
    corners = [point for cell in puzzle.board for point in puzzle.grid.corners(cell)]
    left, top = min(x for x, _ in corners) * wide, min(y for _, y in corners) * high
    dx = min(x for ring in cut.tray[1:] for x, _ in ring) - left
    dy = min(y for ring in cut.tray[1:] for _, y in ring) - top
    return [
        (ax * wide + dx, ay * high + dy, bx * wide + dx, by * high + dy)
        for (ax, ay), (bx, by) in inner_edges(puzzle.grid, puzzle.board)
    ]


def make_sheets(polyform: Polyform, arguments: argparse.Namespace) -> int:
    """Write the files that are asked for; the exit code."""
    puzzle, title = polyform.puzzle, polyform.title
    try:
        cut = cut_of(puzzle, arguments.mm, arguments.kerf, arguments.gap)
    except ValueError as fault:
        arguments.parser.error(str(fault))
    if arguments.cut is not None:
        if arguments.cut.lower().endswith(".dxf"):
            xc.cli.write_bytes(cut_dxf(cut), arguments.cut)
        else:
            xc.cli.write_text(cut_svg(cut, title), arguments.cut)
    if arguments.challenge is not None:
        sheet = challenge_svg(puzzle, title, _question(polyform))
        xc.cli.write_text(sheet, arguments.challenge)
    return xc.cli.ANSWERED


def _question(polyform: Polyform) -> str:
    """What is asked, with the number of solutions as far as it is soon known."""
    n_pieces = sum(most for _, most in polyform.puzzle.bounds.values())
    ask = f"Fill the tray with the {xc.text.counted(n_pieces, 'piece')}."
    if polyform.misfit is not None:
        return ask
    answers = polyform.solutions(2, nodes=_NODES)
    found = sum(1 for _ in answers)
    if found == 2:
        return f"{ask} There are several ways."
    if answers.stopped is not None:
        return ask
    up_to = f" {polyform.up_to}" if polyform.symmetry is not None else ""
    return f"{ask} There is exactly one way{up_to}." if found else f"{ask} (It cannot be done.)"


def _data(rings: list[Ring], decimals: int = 2) -> str:
    """Path data of closed rings."""
    return "".join(
        "M" + "L".join(f"{_number(x, decimals)} {_number(y, decimals)}" for x, y in ring) + "Z"
        for ring in rings
    )


def _number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
