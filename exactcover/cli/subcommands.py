"""Commands with sub-commands, of which only the one that is used is imported."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, Union

__all__ = ["EXIT_CODES", "Command", "Commands", "add_commands"]


class Command(Protocol):
    """A module or an object that is a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments. They are parsed with ``parser`` itself among them."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run it; returns the exit code."""


#: Name -> what it is for, and what imports it: a command, or commands below this one.
Commands = Mapping[str, tuple[str, Callable[[], Union[Command, "Commands", Any]]]]

#: The end of every command's help.
EXIT_CODES = (
    "Exit codes: 0 answered, 1 no solution, 2 bad usage or bad input, 3 stopped before the end,"
    " 4 a fault of the program, 130 interrupted."
)


def add_commands(
    parser: argparse.ArgumentParser, commands: Commands, arguments: Sequence[str] | None
) -> None:
    """Add commands to a parser: only the one that ``arguments`` name is imported; None: all.

    What is parsed then has ``run``, to be called with it, ``parser``, the command's own, and
    ``command``, its name.
    """
    parser.epilog = EXIT_CODES
    used = next((argument for argument in arguments or () if argument in commands), None)
    added = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (purpose, load) in commands.items():
        command = added.add_parser(name, help=purpose)
        if arguments is None:
            rest = None
        elif name == used:
            rest = arguments[arguments.index(name) + 1 :]
        else:
            continue
        loaded = load()
        if isinstance(loaded, Mapping):
            command.description = f"{purpose[0].upper()}{purpose[1:]}."
            add_commands(command, loaded, rest)
        else:
            command.set_defaults(run=loaded.run, parser=command, command=name)
            loaded.add_arguments(command)
