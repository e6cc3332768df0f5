"""``python -m results``: verify a result, or run one of the searches behind the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from types import SimpleNamespace

from exactcover import cli

from . import PROGRAM, verify

#: The module of each command, and what it does.
COMMANDS = {
    "census": ("reflect", "count 4 x 4 boards and puzzles of Reflect with 0 to 16 pieces"),
    "count": ("reflect", "count the boards of Reflect with a number of pieces"),
    "index": ("reflect", "write all 4 x 4 boards of Reflect into a folder"),
    "look-up": ("reflect", "solve puzzles of Reflect as puzzles reflect does, by an index"),
    "by-sat": ("doubles", "check by SAT whether a jigsaw has exactly two solutions"),
    "perfect": ("doubles", "count, list or estimate perfect doubled scrambles of a jigsaw"),
}


def parser(arguments: Sequence[str] | None = None) -> cli.Parser:
    """The parser of these arguments: of one of the commands, or else of ``FOLDER``; or of all
    commands."""
    if arguments is None or (arguments[:1] and arguments[0] in COMMANDS):
        made = cli.Parser(prog=PROGRAM)
        commands = {
            name: (purpose, partial(_command, room, name.replace("-", "_")))
            for name, (room, purpose) in COMMANDS.items()
        }
        cli.add_commands(made, commands, arguments)
        return made
    made = cli.Parser(prog=PROGRAM, description=verify.PURPOSE)
    searches = "".join(f"\n    {name:<9}{purpose}" for name, (_, purpose) in COMMANDS.items())
    made.epilog = f"In place of FOLDER, a search:\n\n{searches[1:]}\n\n{cli.EXIT_CODES}"
    made.set_defaults(run=verify.run, parser=made)
    verify.add_arguments(made)
    return made


def _command(room: str, name: str) -> SimpleNamespace:
    found = vars(import_module(f".{room}.commands", __package__))
    return SimpleNamespace(add_arguments=found[f"{name}_arguments"], run=found[name])


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = parser(arguments).parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


def run() -> None:
    """Run the command; ends the program."""
    sys.exit(cli.run(PROGRAM, main))


if __name__ == "__main__":
    run()
