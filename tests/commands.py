"""The programs, and the parsers of all their commands by what calls them."""

from __future__ import annotations

import argparse

from exactcover.cli import main as exactcover_cli
from exactcover_puzzles import cli as puzzles_cli
from results import __main__ as results

__all__ = ["PARSERS", "PROGRAMS"]

#: The module of each program, with its ``main`` and its parser.
PROGRAMS = {"exactcover": exactcover_cli, "puzzles": puzzles_cli, "results": results}


def parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of all commands below one."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    found = {} if below else {parser.prog: parser}
    for action in below:
        for each in action.choices.values():
            found |= parsers(each)
    return found


PARSERS = {
    program: parser
    for each in PROGRAMS.values()
    for program, parser in parsers(each.parser()).items()
}
