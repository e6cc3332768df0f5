"""What ``puzzles jigsaw double`` prints, writes and returns."""

from __future__ import annotations

import argparse
import time

import exactcover as xc

from ..jigsaw.file import format_jigsaw
from .jigsaw_perfect import size

__all__ = ["double_command", "parser"]


def parser() -> argparse.ArgumentParser:
    """Its arguments."""
    parser = xc.console.Parser(
        prog="puzzles jigsaw double",
        description="Make a jigsaw with exactly two solutions: no two pieces are neighbours in"
        " both, or alike. Tells how many candidates were rejected, and why.",
    )
    parser.add_argument("--size", type=size, required=True, metavar="WxH", help="in pieces")
    parser.add_argument(
        "--max-repeats",
        type=xc.console.whole_number_from_1,
        default=10,
        metavar="N",
        help="how many seams may have the same shape; default: 10",
    )
    parser.add_argument("--seed", type=xc.console.whole_number, default=1, metavar="N")
    parser.add_argument("--seconds", type=xc.console.seconds, metavar="S", help="stop after S")
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the puzzle there")
    parser.add_argument("--quiet", action="store_true", help="no remarks")
    return parser


def double_command(arguments: list[str]) -> int:
    """``puzzles jigsaw double``; returns the exit code."""
    usage = parser()
    parsed = usage.parse_args(arguments)
    sides, most = parsed.size, parsed.max_repeats
    if most < 2:
        usage.error(f"--max-repeats {most}: expected at least 2, since two solutions need it")
    if min(sides.columns, sides.rows) < 2:
        usage.error("--size: expected at least two rows and two columns")
    from ..jigsaw.double import DoubleSearch
    from ..jigsaw.doubled import proven
    from ..jigsaw.scrambles import with_second
    from ..jigsaw.sides import repeats

    started = time.monotonic()
    search = DoubleSearch(sides, most, parsed.seed)
    until = None if parsed.seconds is None else started + parsed.seconds
    puzzle = None
    interrupted = False
    with xc.console.status(parsed.quiet) as show:

        def tick() -> bool:
            if show is not None:
                took = time.monotonic() - started
                show(
                    f"{search.tried['candidates']:,} candidates,"
                    f" {search.tried['more than two solutions']:,} with a third solution,"
                    f" {took:,.0f} s"
                )
            return until is None or time.monotonic() < until

        try:
            puzzle = next(search.puzzles(tick), None)
        except KeyboardInterrupt:
            interrupted = True
    if not parsed.quiet or interrupted:
        for what, number in search.tried.items():
            xc.console.say(f"{what}: {number:,}")
    if puzzle is None:
        how = "interrupted" if interrupted else "stopped by the budget of seconds"
        xc.console.say(f"puzzles: {how}")
        return xc.console.INTERRUPTED if interrupted else xc.console.STOPPED
    for engine in ("bitset", "cells"):
        left = None if until is None else max(0.0, until - time.monotonic())
        proof = proven(puzzle, left, engine, perfect=False)
        if proof is None:
            xc.console.say(f"puzzles: found, and not proven by {engine} in time")
            return xc.console.STOPPED
        if not proof:
            raise AssertionError(f"{engine} does not count two solutions")
    uses = repeats(puzzle.p)
    if not parsed.quiet:
        xc.console.say(
            f"{len(uses)} shapes, each used {min(uses.values())} to {max(uses.values())} times;"
            f" found by {puzzle.way}; exactly two solutions, counted by two engines"
        )
    title = (
        f"Jigsaw {sides.columns} x {sides.rows} with exactly two solutions, a shape used up to"
        f" {max(uses.values())} times, seed {parsed.seed}"
    )
    text = format_jigsaw(with_second(puzzle.scramble, puzzle.p, title))
    if parsed.output is None:
        print(text, end="")
    else:
        xc.textfiles.write_text(text, parsed.output)
    return xc.console.ANSWERED
