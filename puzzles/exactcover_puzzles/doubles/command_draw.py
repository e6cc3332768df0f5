"""The command ``puzzles doubles draw``."""

from __future__ import annotations

import argparse
import os
import re
from functools import partial

import exactcover as xc

from ..jigsaw.file import read_jigsaw
from ..shared.pictures import check_sheets
from ..shared.shipped import file_or_shipped
from .output import EXAMPLE
from .sheets.canvas import Canvas, read_picture
from .sheets.sheets import solved_sheets


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.epilog = xc.cli.example_in_help(EXAMPLE)
    parser.description = (
        "Draw both solutions of a jigsaw, to view, to cut and to print on both sides. Files end in"
        " .svg, .pdf or .png (the last two require the `pictures` extra)."
    )
    parser.add_argument("file", metavar="FILE", help="a jigsaw written by perfect or double")
    xc.cli.add_unpacked_argument(parser)
    parser.add_argument("--solutions", metavar="OUT", help="draw both solutions, pieces numbered")
    parser.add_argument("--cut", metavar="OUT", help="write the cutting lines, in millimetres")
    parser.add_argument(
        "--front",
        nargs=2,
        metavar=("PICTURE", "OUT"),
        help="write the front to print; the picture fills the board and is cropped to fit",
    )
    parser.add_argument(
        "--back",
        nargs=2,
        metavar=("PICTURE", "OUT"),
        help="write the back to print; its picture appears in the second solution, turned over",
    )
    # The sensible ranges.
    edge = partial(_between, 3.0, 500.0, "millimetres")
    dots = partial(_between, 10.0, 2400.0, "dots per inch")
    parser.add_argument(
        "--mm", type=edge, default=25.0, metavar="N", help="edge of a piece; default: 25 mm"
    )
    parser.add_argument(
        "--dpi", type=dots, default=300.0, metavar="N", help="dots per inch of .png; default: 300"
    )
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def _between(least: float, most: float, what: str, text: str) -> float:
    value = float(text) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?", text) else -1.0
    if not least <= value <= most:
        expected = f"expected {what} from {least:g} to {most:g}"
        raise argparse.ArgumentTypeError(f"{text!r}: {expected}")
    return value


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    printed = [pair for pair in (parsed.front, parsed.back) if pair is not None]
    outputs = [("--solutions", parsed.solutions), ("--cut", parsed.cut)]
    outputs += [("--front or --back", out) for _, out in printed]
    outputs = [(option, out) for option, out in outputs if out is not None]
    if not outputs:
        usage.error("nothing to draw: --solutions, --cut, --front or --back")
    for option, out in outputs:  # better before the work than after it
        check_sheets(usage, option, out, (*xc.cli.SVG, ".pdf", ".png"))
    places = [os.path.realpath(out) for _, out in outputs]
    if len(set(places)) < len(places):
        usage.error("two drawings in one file")
    for source in (parsed.file, *[picture for picture, _ in printed]):
        if os.path.realpath(source) in places:
            usage.error(f"{source} would be replaced by a drawing")
    name = xc.cli.shown_path(parsed.file)
    jigsaw = read_jigsaw(file_or_shipped("jigsaws", parsed.file), parsed.unpacked)
    sheets = solved_sheets(jigsaw, name, parsed.mm)
    if parsed.back is not None and len(sheets.solutions) < 2:
        raise xc.FileFault(name, 0, 0, "no second solution", "'second:', a line for each row")
    drawings: list[tuple[str, Canvas]] = []
    if parsed.solutions is not None:
        drawings.append((parsed.solutions, sheets.draw_solutions()))
    if parsed.cut is not None:
        drawings.append((parsed.cut, sheets.draw_cuts()))
    if parsed.front is not None:
        drawings.append((parsed.front[1], sheets.draw_front(read_picture(parsed.front[0]))))
    if parsed.back is not None:
        drawings.append((parsed.back[1], sheets.draw_back(read_picture(parsed.back[0]))))
    files = []
    for out, drawing in drawings:
        try:
            files.append((drawing.file(out, parsed.dpi), out))
        except ValueError as error:
            usage.error(f"{out}: {error}")
    for data, out in files:  # all of them, or none
        xc.cli.write_bytes(data, out)
    if not parsed.quiet:
        xc.cli.say(f"puzzles: {sheets.describe()}")
        if parsed.solutions is not None and len(sheets.solutions) < 2:
            xc.cli.say("puzzles: the file has no second solution to draw")
    return xc.cli.ANSWERED
