"""Shared by the commands that make jigsaws with two solutions."""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import exactcover as xc

from ..jigsaw.file import format_jigsaw
from .scrambles import with_second
from .sides import Sides
from .two_solutions import DoubledPuzzle, proven

if TYPE_CHECKING:
    from .double import DoubleSearch
    from .ideal import IdealSearch

#: More pieces than this are a mistake.
_MOST_PIECES = 2_500
#: A file that help shows.
EXAMPLE = """\
# Pieces in the rows of the first solution: shapes left, top, right, bottom.
size: 3x3
fit: opposite
border: frame
turn: yes

0 0 1 2
-1 0 -2 3
2 0 0 4
0 -2 5 -1
-5 -3 -3 -5
3 -4 0 6
0 1 -6 0
6 5 -4 0
4 -6 0 0
second: 1 4@1 3
second: 2@3 5@2 8@3
second: 7 6@1 9
"""


def add_size_argument(parser: argparse.ArgumentParser) -> None:
    """The size of the board."""
    size = "columns x rows, in pieces"
    parser.add_argument("--size", type=_size, required=True, metavar="WxH", help=size)


def _size(text: str) -> Sides:
    """An argument that is a size in pieces, such as 5x5."""
    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not 2 <= columns * rows <= _MOST_PIECES:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected width x height, such as 5x5, 2 to {_MOST_PIECES:,} pieces"
        )
    return Sides(columns, rows)


def add_apart_argument(parser: argparse.ArgumentParser) -> None:
    """Of perfect doubled jigsaws: those whose pieces all have new neighbours."""
    neighbours = "let no two pieces be neighbours in both solutions, whatever their sides"
    xc.cli.add_argument(parser, "--apart", neighbours)


def add_making_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for seed, time, file and silence."""
    xc.cli.add_argument(
        parser, "--seed N", "seed of the jigsaw; default: 1", xc.cli.whole_number, 1
    )
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")
    parser.add_argument("-o", dest="output", metavar="OUT", help="write the puzzle to OUT")
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def check_jigsaw_output(usage: argparse.ArgumentParser, output: str | None) -> None:
    """Check before any work that the file can be written and has a text name."""
    xc.cli.check_output(usage, "-o", output, (".txt", ".txt.gz", "", "-"))


def write_jigsaw(text: str, output: str | None) -> None:
    """To a file, or to standard output."""
    if output is None:
        print(text, end="")
    else:
        xc.cli.write_text(text, output)


def make(
    parsed: argparse.Namespace,
    search: DoubleSearch | IdealSearch,
    told: Callable[[Counter[str]], str],
    why_none: Callable[[], str],
    about: Callable[[DoubledPuzzle], tuple[str, str]],
    *,
    perfect: bool,
) -> int:
    """Find a puzzle, count its solutions by two engines, and write it; returns the exit code.

    ``told`` reports progress during the search, and ``why_none`` says why the search found
    nothing; ``about``: the title of the puzzle, and how it was found; ``perfect``: whether it must
    be perfect doubled.
    """
    started, clock = time.monotonic(), xc.Deadline(parsed.seconds)
    puzzle: DoubledPuzzle | None = None
    stopped: str | None = None
    with xc.cli.status(parsed.quiet) as show:

        def tick() -> bool:
            if show is not None:
                show(f"{told(search.tried)}, {time.monotonic() - started:,.0f} s")
            return not clock.passed()

        try:
            puzzle = next(search.puzzles(tick), None)
        except KeyboardInterrupt:
            stopped = "interrupt"
    if not parsed.quiet or stopped:
        for what, number in search.tried.items():
            xc.cli.say(f"{what}: {number:,}")
    if puzzle is None:
        stopped = stopped or ("seconds" if clock.passed() else None)
        if stopped is None:
            xc.cli.say(f"puzzles: no such puzzle exists: {why_none()}")
        return xc.cli.ended("puzzles", 0, stopped, quiet=False)
    title, found = about(puzzle)
    for engine in ("bitset", "cells"):
        proof = proven(puzzle, clock.left(), engine, perfect=perfect)
        if proof is None:
            xc.cli.say(f"puzzles: found, but not proven by {engine} in time")
            return xc.cli.STOPPED
        if not proof:
            raise AssertionError(f"{engine} does not count two solutions")
    if not parsed.quiet:
        xc.cli.say(f"{found}; exactly two solutions, counted by two engines")
    write_jigsaw(format_jigsaw(with_second(puzzle.scramble, title)), parsed.output)
    return xc.cli.ANSWERED
