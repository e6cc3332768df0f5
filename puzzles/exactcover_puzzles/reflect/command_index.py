"""``puzzles reflect index``: all 4 x 4 boards in a folder."""

from __future__ import annotations

import argparse
import sys

import exactcover as xc

from .arguments import up_to_16

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="where the index is written")
    parser.add_argument("--most", type=up_to_16, default=5, metavar="K", help="pieces; default: 5")
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    from .four.index import Index, build_index

    build_index(parsed.folder, parsed.most)
    if not parsed.quiet:
        sys.stdout.flush()
        xc.cli.say(f"puzzles: {parsed.folder} has boards of 0 to {Index(parsed.folder).most}")
    return xc.cli.ANSWERED
