"""``puzzles polyform --find``: print trays with one solution."""

from __future__ import annotations

import argparse
import sys
from itertools import islice

import exactcover as xc

from ..shared.explaining import require_only
from ..shared.parts import Findable, Finding
from ..shared.pictures import Pictures, check_pictures
from . import finder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    group = parser.add_argument_group("finding trays with exactly one solution")
    ways = "; ".join(f"{name}: {what}" for name, what in finder.WAYS.items())
    group.add_argument("--find", choices=finder.WAYS, metavar="WHAT", help=f"print trays. {ways}")
    use = "with --find pieces: use N of the pieces; cells that they leave go; default: no such cell"
    xc.cli.add_argument(group, "--use N", use, xc.cli.whole_number_from_1)
    number = "with --find: stop at N trays; default: 10"
    xc.cli.add_argument(group, "--number N", number, xc.cli.whole_number_from_1, 10)
    seed = "with --find: each number finds others first; default: 0"
    xc.cli.add_argument(group, "--seed N", seed, xc.cli.whole_number, 0)


def is_asked(arguments: argparse.Namespace) -> bool:
    """Whether trays are to be found; a usage error for arguments that go with that alone."""
    if arguments.find is None:
        parser = arguments.parser
        for name in ("use", "number", "seed"):
            if getattr(arguments, name) != parser.get_default(name):
                parser.error(f"--{name} goes with --find")
    return arguments.find is not None


def run(kind: type[Findable], arguments: argparse.Namespace) -> int:
    """Print the trays; the exit code."""
    parser = arguments.parser
    require_only(parser, arguments, "find", "json", "svg", "png", "pdf", "seconds")
    if len(arguments.files) != 1:
        parser.error("--find takes one FILE")
    check_pictures(parser, arguments)
    pictures, number = Pictures(arguments), 0
    (puzzle,) = kind.from_file(arguments.files[0], arguments)
    how = {"use": arguments.use, "seed": arguments.seed, "seconds": arguments.seconds}
    try:
        found = kind.find(puzzle.stated["text"], arguments.find, **how)
        for number, tray in enumerate(islice(found, min(arguments.number, sys.maxsize)), 1):
            if arguments.json:
                about = {"tray": number, "puzzle": tray.text, "nodes": tray.nodes}
                xc.cli.print_json({**about, **tray.puzzle.as_json(tray.solution)})
            else:
                print("\n" * (number > 1) + _in_words(number, tray), flush=True)
            if pictures.asked:
                pictures.draw(tray.puzzle, [tray.solution], 1)
    except xc.SearchStopped:
        pictures.end()
        so_far = xc.text.counted(number, "tray")
        return xc.cli.ended("puzzles", number, "seconds", False, f", after {so_far}")
    except ValueError as fault:
        parser.error(f"--find {arguments.find}: {fault}")
    pictures.end()
    if not number and not arguments.json:
        print("none was found")
    return xc.cli.ANSWERED if number else xc.cli.NO_SOLUTION


def _in_words(number: int, tray: Finding) -> str:
    """The text of a tray, with a comment."""
    of = tray.puzzle
    only = f"one solution {of.up_to}" if of.has_symmetry else "exactly one solution"
    nodes = xc.text.counted(tray.nodes, "node")
    return f"# tray {number}: {only}; the search for it takes {nodes}\n{tray.text.strip()}"
