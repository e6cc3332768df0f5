"""The command ``puzzles doubles double``."""

from __future__ import annotations

import argparse

import exactcover as xc

from .output import add_making_arguments, add_size_argument, check_jigsaw_output, make
from .sides import repeats
from .two_solutions import DoubledPuzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Make a jigsaw with exactly two solutions that share no seam, and no two pieces"
        " alike. Prints how many candidates were rejected, and why."
    )
    add_size_argument(parser)
    parser.add_argument(
        "--max-repeats",
        type=xc.cli.whole_number_from_1,
        default=10,
        metavar="N",
        help="let at most N seams have the same shape; default: 10",
    )
    add_making_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    sides, most = parsed.size, parsed.max_repeats
    if most < 2:
        usage.error(f"--max-repeats {most}: expected at least 2, since two solutions need it")
    if min(sides.columns, sides.rows) < 2:
        usage.error("--size: expected at least two rows and two columns")
    check_jigsaw_output(usage, parsed.output)
    from .double import DoubleSearch

    search = DoubleSearch(sides, most, parsed.seed)

    def about(puzzle: DoubledPuzzle) -> tuple[str, str]:
        uses = repeats(puzzle.p)
        least, greatest = min(uses.values()), max(uses.values())
        times = f"{least} times" if least == greatest else f"{least} to {greatest} times"
        found = f"{len(uses)} shapes, each used {times}; found by: {puzzle.way}"
        if greatest < most and puzzle.way not in ("chance", "all scrambles"):
            found += " (chance found none; a higher --max-repeats may give fewer shapes)"
        title = f"Jigsaw {sides} with exactly two solutions, a shape used up to {greatest} times"
        return f"{title}, seed {parsed.seed}", found

    return make(
        parsed,
        search,
        lambda tried: (
            f"{tried['candidates'] or tried['tries']:,} candidates,"
            f" {tried['more than two solutions']:,} with a third solution"
        ),
        lambda: (
            "shapes used at most twice make it perfect doubled, and columns + rows is odd"
            if search.impossible
            else "all were tried"
        ),
        about,
        perfect=False,
    )
