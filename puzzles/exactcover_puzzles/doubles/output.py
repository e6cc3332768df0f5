"""What the commands that make jigsaws with two solutions have in common."""

from __future__ import annotations

import argparse

import exactcover as xc

from ..jigsaw.file import format_jigsaw
from .scrambles import with_second
from .two_solutions import DoubledPuzzle, proven

__all__ = [
    "EXAMPLE",
    "add_making_arguments",
    "check_jigsaw_output",
    "prove_and_write",
    "write_jigsaw",
]

#: A file that help shows.
EXAMPLE = """\
# Pieces in the rows of the first solution: shapes from the top, clockwise.
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


def add_making_arguments(parser: argparse.ArgumentParser) -> None:
    """Seed, time, file and silence."""
    xc.cli.add_argument(parser, "--seed N", "another jigsaw; default: 1", xc.cli.whole_number, 1)
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")
    parser.add_argument("-o", dest="output", metavar="OUT", help="write the puzzle there")
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def check_jigsaw_output(usage: argparse.ArgumentParser, output: str | None) -> None:
    """Before the work: whether there is a place for the file, and its name is that of a text."""
    xc.cli.check_output(usage, "-o", output, (".txt", ".txt.gz", "", "-"))


def write_jigsaw(text: str, output: str | None) -> None:
    """To a file, or to standard output."""
    if output is None:
        print(text, end="")
    else:
        xc.cli.write_text(text, output)


def prove_and_write(
    puzzle: DoubledPuzzle,
    title: str,
    found: str,
    parsed: argparse.Namespace,
    deadline: xc.Deadline,
    *,
    perfect: bool,
) -> int:
    """Count the solutions by two engines, write the puzzle, and say how it was found; returns the
    exit code. ``perfect``: whether it must be perfect doubled."""
    for engine in ("bitset", "cells"):
        proof = proven(puzzle, deadline.left(), engine, perfect=perfect)
        if proof is None:
            xc.cli.say(f"puzzles: found, and not proven by {engine} in time")
            return xc.cli.STOPPED
        if not proof:
            raise AssertionError(f"{engine} does not count two solutions")
    if not parsed.quiet:
        xc.cli.say(f"{found}; exactly two solutions, counted by two engines")
    jigsaw = with_second(puzzle.scramble, puzzle.p, title)
    write_jigsaw(format_jigsaw(jigsaw), parsed.output)
    return xc.cli.ANSWERED
