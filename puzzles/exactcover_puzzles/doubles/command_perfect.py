"""The command ``puzzles doubles perfect``."""

from __future__ import annotations

import argparse

from .output import (
    add_apart_argument,
    add_making_arguments,
    add_size_argument,
    check_jigsaw_output,
    make,
)
from .two_solutions import DoubledPuzzle


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Make an ideal jigsaw: exactly two solutions that share no seam, every shape used"
        " exactly twice, no pieces alike."
    )
    add_size_argument(parser)
    add_apart_argument(parser)
    add_making_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    check_jigsaw_output(parsed.parser, parsed.output)
    from .ideal import IdealSearch

    sides = parsed.size
    odd = (sides.columns + sides.rows) % 2

    def about(puzzle: DoubledPuzzle) -> tuple[str, str]:
        common = puzzle.scramble.common_neighbours()
        found = f"found by: {puzzle.way}; {common} pairs of pieces are neighbours in both solutions"
        return f"Ideal jigsaw {sides}, exactly two solutions, seed {parsed.seed}", found

    return make(
        parsed,
        IdealSearch(sides, parsed.seed, parsed.apart),
        lambda tried: (
            f"{tried['tries']:,} tries, {tried['perfect doubled scrambles']:,} scrambles,"
            f" {tried['more than two solutions']:,} of them with a third solution"
        ),
        lambda: "columns + rows is odd" if odd else "all were tried",
        about,
        perfect=True,
    )
