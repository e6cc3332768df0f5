"""The command ``puzzles doubles verify``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import exactcover as xc

from ..jigsaw.file import read_jigsaw
from ..jigsaw.pieces import Jigsaw
from ..shared.shipped import file_or_shipped
from .output import EXAMPLE
from .sides import Sides, alike_turned, duplicates, repeats


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.epilog = xc.cli.example_in_help(EXAMPLE)
    parser.description = (
        "Prove that the jigsaw in a file is perfect doubled and has exactly two solutions."
    )
    parser.add_argument("file", metavar="FILE", help="a jigsaw with the rows of a second solution")
    xc.cli.add_unpacked_argument(parser)
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")
    parser.add_argument(
        "--exactly-two", action="store_true", help="let shapes be used more than twice"
    )


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    jigsaw = read_jigsaw(file_or_shipped("jigsaws", parsed.file), parsed.unpacked)
    if not jigsaw.second:
        name = xc.cli.shown_path(parsed.file)
        raise xc.FileFault(name, 0, 0, "no second solution", "'second:', a line for each row")
    uses = repeats([shape for piece in jigsaw.pieces for shape in piece])
    repeated = any(number != 2 for number in uses.values())
    found = []
    for what, holds in _checks(jigsaw, parsed):
        print(f"{ {True: 'yes', False: 'no', None: 'not known'}[holds] }: {what}", flush=True)
        found.append(holds)
    if not parsed.exactly_two and repeated:
        xc.cli.say("puzzles: if shapes may be used more often, use --exactly-two")
    if False in found:
        return xc.cli.NO_SOLUTION
    return xc.cli.STOPPED if None in found else xc.cli.ANSWERED


def _checks(jigsaw: Jigsaw, parsed: argparse.Namespace) -> Iterator[tuple[str, bool | None]]:
    """Each claim, and whether it holds; None if there was no time to know."""
    from .scrambles import scramble_of
    from .two_solutions import has_exactly_two

    sides = Sides(jigsaw.columns, jigsaw.rows)
    p = [shape for piece in jigsaw.pieces for shape in piece]
    framed = jigsaw.fit == "opposite" and jigsaw.border == "frame" and jigsaw.turn
    framed = framed and not jigsaw.given
    yield "a framed jigsaw whose pieces may be turned", framed
    yield "the pieces as listed are solved", sides.verify(p) and sides.keeps_border(p)
    try:
        scramble = scramble_of(jigsaw)
    except ValueError as error:
        xc.cli.say(f"puzzles: {error}")
        yield "the second solution keeps to the border", False
        return
    yield "the second solution is solved", scramble.verify(p)
    yield "the solutions share no seam", scramble.similarity() == 0
    if not parsed.exactly_two:
        yield "perfect doubled", scramble.is_perfect()
        yield "every shape is used exactly twice", set(repeats(p).values()) == {2}
    yield "no two pieces are alike", not duplicates(p)
    # Otherwise a seam might recur after all, with a symmetric piece turned.
    yield "no piece looks the same when it is turned", not alike_turned(p)
    deadline = xc.Deadline(parsed.seconds)
    for engine in ("bitset", "cells"):
        known = has_exactly_two(jigsaw, deadline.left(), engine)
        yield f"exactly two solutions, by engine {engine}", known
