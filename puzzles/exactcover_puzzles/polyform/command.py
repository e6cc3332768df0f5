"""``puzzles polyform``: the usual questions, and sheets to cut and print."""

from __future__ import annotations

import argparse
import math
import os
from types import ModuleType

import exactcover as xc

from ..shared.explaining import require_only
from ..shared.parts import Editable, Findable
from ..shared.pictures import check_sheets
from . import find_command, finder
from .cutting import NoSheet
from .cutting_output import PolyformSheets


class EditablePolyform(Editable, Findable, PolyformSheets):
    """Fill a board with polyform pieces: pentominoes, hexiamonds, pieces of your own."""

    page_opens = ("pentominoes-8x8-hole", "tetrahexes-rows")

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        find_command.add_arguments(parser)
        make = parser.add_argument_group("making a tray and its pieces")
        cut = "write cutting lines in millimetres: .svg, or .dxf (the `pictures` extra)"
        xc.cli.add_argument(make, "--cut OUT", cut)
        tray = "draw the empty tray and its loose pieces: .svg, .png or .pdf"
        xc.cli.add_argument(make, "--tray OUT", tray)
        challenge = "write a sheet to print, and a second page with a solution: .svg, .png or .pdf"
        xc.cli.add_argument(make, "--challenge OUT", challenge)
        xc.cli.add_argument(make, "--mm N", "edge of a cell; default: 10 mm", _millimetres, 10.0)
        kerf = "width of the cut, for which outlines are corrected; default: 0 mm"
        xc.cli.add_argument(make, "--kerf N", kerf, _millimetres, 0.0)
        gap = "gap between pieces; default: 3 mm"
        xc.cli.add_argument(make, "--gap N", gap, _millimetres, 3.0)

    finds = finder.WAYS

    find = staticmethod(finder.find)

    @classmethod
    def editor(cls) -> ModuleType:
        from . import editing

        return editing

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        made = [each for each in cls.sheets if getattr(arguments, each) is not None]
        parser = arguments.parser
        if arguments.cut is None:
            for name in ("mm", "kerf", "gap"):
                if getattr(arguments, name) != parser.get_default(name):
                    parser.error(f"--{name} goes with --cut")
        if find_command.is_asked(arguments):
            return find_command.run(cls, arguments)
        if not made:
            return None
        require_only(parser, arguments, made[0], "seconds")
        xc.cli.check_output(parser, "--cut", arguments.cut, (*xc.cli.SVG, ".dxf"))
        check_sheets(parser, "--tray", arguments.tray)
        check_sheets(parser, "--challenge", arguments.challenge)
        if len(arguments.files) != 1:
            parser.error("--cut, --tray and --challenge take one FILE")
        (polyform,) = cls.from_file(arguments.files[0], arguments)
        size, files = (arguments.mm, arguments.kerf, arguments.gap), []
        try:
            for what in made:
                files += polyform.sheet(what, getattr(arguments, what), *size)
        except NoSheet as fault:
            parser.error(str(fault))
        if len({os.path.realpath(path) for _, path in files}) < len(files):
            parser.error("two drawings in one file")
        for data, path in files:
            xc.cli.write_bytes(data, path)
        return xc.cli.ANSWERED


def _millimetres(text: str) -> float:
    """An argument that must be a number of millimetres."""
    try:
        value = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r}: expected millimetres, from 0 to 1000")
    return value
