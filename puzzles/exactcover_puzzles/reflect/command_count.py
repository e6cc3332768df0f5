"""``puzzles reflect count``: how many boards there are."""

from __future__ import annotations

import argparse
import json

import exactcover as xc

from .arguments import add_answer, size
from .board import n_boards

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument(
        "number", type=xc.cli.whole_number, metavar="PIECES", help="mirrors and balls"
    )
    parser.add_argument("--size", type=size, default=4, metavar="N", help="cells in a row")
    add_answer(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    from .four.census import burnside

    cells = parsed.size**2
    if parsed.number > cells:
        usage.error(f"{parsed.number} pieces for {cells} cells")
    boards = n_boards(parsed.size, parsed.number)
    distinct = burnside(parsed.size, parsed.number)
    if parsed.json:
        numbers = {"boards": boards, "distinct": distinct}
        print(json.dumps({key: xc.cli.json_number(each) for key, each in numbers.items()}))
    else:
        print(f"{xc.text.counted(boards, 'board')}, {distinct:,} up to the eight symmetries")
    return xc.cli.ANSWERED
