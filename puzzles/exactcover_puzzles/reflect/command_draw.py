"""``puzzles reflect draw``: pictures of puzzles."""

from __future__ import annotations

import argparse
import sys

import exactcover as xc

from ..shared.clock import Clock
from ..shared.pictures import check_sheets, files_of
from .arguments import add_engine, pieces, stopped_or
from .file import EXAMPLE, read_puzzles
from .puzzle import READINGS

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.epilog = xc.cli.example_in_help(EXAMPLE)
    parser.add_argument("files", metavar="FILE", nargs="+", help="puzzles; - for standard input")
    parser.add_argument("--svg", metavar="OUT", help="as SVG; several get numbers: OUT-2.svg")
    parser.add_argument("--pdf", metavar="OUT", help="as PDF, a page each (extra pictures)")
    parser.add_argument("--pieces", type=pieces, metavar="P", help=r"to place, such as //\o")
    parser.add_argument("--solve", action="store_true", help="with the first solution found")
    parser.add_argument("--reading", choices=READINGS, default="all", help="of what solves it")
    xc.cli.add_unpacked_argument(parser)
    add_engine(parser)
    parser.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: auto, on a terminal unless NO_COLOR is set",
    )
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    from ..shared.terminal import can_show, wants_colour
    from .solver import Solver
    from .svg import reflect_svg, reflect_text

    ending = check_sheets(usage, "--svg", parsed.svg, xc.cli.SVG)
    check_sheets(usage, "--pdf", parsed.pdf, (".pdf",))
    clock = Clock(parsed.seconds)
    solver = Solver(parsed.reading, parsed.engine)
    solved = True
    pages: list[str] = []
    puzzles = [
        each
        for path in parsed.files
        for each in read_puzzles(path, parsed.pieces, unpacked=parsed.unpacked)
    ]
    for number, puzzle in enumerate(puzzles, 1):
        board = puzzle.board
        if parsed.solve:
            board = next(solver.boards(puzzle, 1, seconds=clock.left()), None)
            clock.stopped = clock.stopped or solver.stopped == "seconds"
            solved = solved and board is not None
            if board is None:
                xc.cli.say(f"puzzles: puzzle {number} has no solution that was found")
        if parsed.svg is None and parsed.pdf is None:
            colour = wants_colour(sys.stdout, parsed.colour)
            ascii_only = not can_show("─│┼╌╎●╱╲·", sys.stdout.encoding or "ascii")
            print(reflect_text(puzzle, board, colour=colour, ascii_only=ascii_only))
            continue
        drawn = reflect_svg(puzzle, board, title=f"Reflect {puzzle.n} x {puzzle.n}")
        if parsed.svg is not None:
            place = len(parsed.svg) - len(ending)
            path = parsed.svg[:place] + (f"-{number}" if number > 1 else "") + parsed.svg[place:]
            xc.cli.write_text(drawn, path)
        if parsed.pdf is not None:
            pages.append(drawn)
    if parsed.pdf is not None:
        for data, path in files_of(pages, parsed.pdf):
            xc.cli.write_bytes(data, path)
    if parsed.svg is not None and len(puzzles) > 1:
        xc.cli.say(f"puzzles: {len(puzzles)} pictures, {parsed.svg} to {path}")
    return stopped_or(clock, xc.cli.ANSWERED if solved else xc.cli.NO_SOLUTION)
