"""``puzzles polyform``: the usual questions, and sheets to cut and print."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from types import ModuleType
from typing import Self

import exactcover as xc

from ..shared.explaining import require_only
from ..shared.parts import Editable, Findable
from ..shared.pictures import check_sheets
from ..shared.source import Source
from . import find_command, finder
from .cutting import NoSheet
from .cutting_output import PolyformSheets

#: Of a search for the solution that is assembled.
_SECONDS = 60.0


class EditablePolyform(Editable, Findable, PolyformSheets):
    """Fill a board with polyform pieces: pentominoes, hexiamonds, pieces of your own."""

    page_opens = ("pentominoes-8x8-hole", "tetrahexes-rows")

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        find_command.add_arguments(parser)
        problem = "the number or name of a problem, in a file of BurrTools; default: the first"
        xc.cli.add_argument(parser, "--problem WHICH", problem)
        make = parser.add_argument_group("making a tray and its pieces")
        cut = "write cutting lines in millimetres: .svg, or .dxf (the `pictures` extra)"
        xc.cli.add_argument(make, "--cut OUT", cut)
        tray = "draw the empty tray and its loose pieces: .svg, .png or .pdf"
        xc.cli.add_argument(make, "--tray OUT", tray)
        challenge = "write a sheet to print, and a second page with a solution: .svg, .png or .pdf"
        xc.cli.add_argument(make, "--challenge OUT", challenge)
        solid = "write the pieces, and a flat tray, for a 3D printer: .stl or .3mf (`solids` extra)"
        xc.cli.add_argument(make, "--solid OUT", solid)
        whole = "write a solution of a solid in 3D: .stl or .3mf (the `solids` extra)"
        xc.cli.add_argument(make, "--assembled OUT", whole)
        burr = "write the puzzle for the program BurrTools: .xmpuzzle"
        xc.cli.add_argument(make, "--burrtools OUT", burr)
        paper = "print --tray and --challenge in true size, with a ruler, on a4 or letter"
        xc.cli.add_argument(make, "--paper", paper, choices=("a4", "letter"))
        for name, texts in cls.lengths.items():
            usual = {each.sizes[name]: None for each in cls.sheets.values() if name in each.sizes}
            default = " or ".join(f"{each:g}" for each in usual)
            xc.cli.add_argument(
                make, f"--{name} N", f"{''.join(texts)}; default: {default} mm", _millimetres
            )

    @classmethod
    def from_text(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        source.part = arguments.problem or ""
        if source.part and "<gridType" not in source.text:
            raise source.fault(0, 0, f"--problem {source.part}", "a file of BurrTools with it")
        yield from super().from_text(source, arguments)

    finds = finder.WAYS

    find = staticmethod(finder.find)

    @classmethod
    def editor(cls) -> ModuleType:
        from . import editing

        return editing

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        if find_command.is_asked(arguments):
            return find_command.run(cls, arguments)
        parser, stated = arguments.parser, vars(arguments)
        made = [each for each in cls.sheets if stated.get(each) is not None]
        sizes = {each: stated[each] for each in cls.lengths if stated[each] is not None}
        taking = {name: [each for each in cls.sheets if name in cls.sheets[each].sizes]
                  for name in sizes}  # fmt: skip
        if arguments.paper:
            taking["paper"] = [each for each in cls.sheets if cls.sheets[each].on_paper]
        for name, sheets in taking.items():
            if not {*sheets}.intersection(made):
                parser.error(f"--{name} goes with {', '.join(f'--{each}' for each in sheets)}")
        if not made:
            return None
        require_only(parser, arguments, made[0], "seconds")
        for what in made:
            if "png" in cls.sheets[what].forms:
                check_sheets(parser, f"--{what}", stated[what])
            else:
                endings = tuple(f".{form}" for form in cls.sheets[what].forms)
                known = (*xc.cli.SVG, ".dxf") if what == "cut" else endings
                xc.cli.check_output(parser, f"--{what}", stated[what], known)
        if len(arguments.files) != 1:
            parser.error(f"--{made[0]} takes one FILE")
        (polyform,) = cls.from_file(arguments.files[0], arguments)
        files = []
        try:
            for what in made:
                own = {k: v for k, v in sizes.items() if k in cls.sheets[what].sizes}
                paper = arguments.paper if cls.sheets[what].on_paper else ""
                seconds = arguments.seconds or _SECONDS
                files += polyform.sheet(what, stated[what], own, paper or "", seconds)
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
