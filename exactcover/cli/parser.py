"""The argument parser of the commands, and the types of their arguments."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar, Union

from ..text import did_you_mean, escaped, whole
from .running import BAD_INPUT

if TYPE_CHECKING:
    from fractions import Fraction

Value = TypeVar("Value")


class _Help(argparse.HelpFormatter):
    """A help formatter that leaves indented paragraphs, such as example files, unwrapped."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = text.split("\n\n")
        return "\n\n".join(
            part if part.startswith("    ") else super(_Help, self)._fill_text(part, width, indent)
            for part in parts
        )


def example_in_help(file: str) -> str:
    """The end of a command's help: an example of a file that it reads."""
    lines = (f"    {line}".rstrip() for line in file.splitlines())
    return "An example file:\n\n" + "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """An argument parser whose usage errors are one line that points to the help."""

    def __init__(self, *arguments: Any, **keywords: Any):
        super().__init__(*arguments, **{"formatter_class": _Help, **keywords})

    def print_help(self, file: Any = None) -> None:
        """Print the help; unlike argparse, raise OSError if that fails."""
        print(self.format_help(), file=file or sys.stdout, end="")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does; the command itself reports its unknown arguments."""
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            parser = getattr(parsed, "parser", self)
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, escaped(f"{self.prog}: {message} (see {self.prog} --help)") + "\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Offer the nearest choice for an unknown word, instead of listing all."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError:
            hint = did_you_mean(str(value), map(str, action.choices or ()))
            if not hint:
                raise
            raise argparse.ArgumentError(action, f"{value!r} is not known{hint}") from None


def add_argument(
    parser: argparse._ActionsContainer,
    words: str,
    help: str | None = None,
    type: Any = None,
    default: Any = None,
    choices: Sequence[str] = (),
) -> None:
    """Add a flag such as ``"--all"``, an option with a value as ``"--limit N"``, or ``"FILE"``.

    With ``choices``, the value of ``"--order"`` must be one of them.
    """
    *names, value = words.split()
    if choices:
        parser.add_argument(value, choices=choices, default=default, help=help)
    elif value.startswith("-"):
        parser.add_argument(*names, value, action="store_true", help=help)
    elif names:
        parser.add_argument(*names, metavar=value, type=type, default=default, help=help)
    else:
        parser.add_argument(value.lower(), metavar=value, type=type, help=help)


def _required(value: Value | None, text: str, expected: str) -> Value:
    if value is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}")
    return value


def whole_number(text: str, least: int = 0, most: int = 10**100) -> int:
    """Read an argument that must be a whole number, from 0 or from ``least``."""
    expected = f"a whole number from {least}{f' to {most}' if most < 10**100 else ''}"
    return _required(whole(text, least, most), text, expected)


def whole_number_from_1(text: str) -> int:
    """Read an argument that must be a whole number from 1."""
    return whole_number(text, 1)


def seconds(text: str) -> float:
    """Read an argument that must be a finite number of seconds from 0."""
    try:
        value = float(text) if text.isascii() and "_" not in text else -1.0
    except ValueError:
        value = -1.0
    return _required(value if 0 <= value < math.inf else None, text, "a number of seconds from 0")


def size(text: str) -> int:
    """Read an argument that must be a number of bytes, such as 500MB."""
    from ..common.arguments import memory_size

    return _required(memory_size(text), text, "a size from 1MB, such as 500MB or 4GB")


def cost(text: str) -> Fraction:
    """Read an argument that must be a cost, which is taken exactly as written."""
    from ..common.costs import parsed_cost

    return _required(parsed_cost(text), text, "a number, such as 12, 2.5 or -5/2")


# -- commands with sub-commands; only the one that is used is imported -----------------------------


class Command(Protocol):
    """A module or an object that is a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments to a parser, which ``run`` gets as ``arguments.parser``."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command and return its exit code."""


#: Name -> its purpose, and a function that imports it: a command, or a mapping of sub-commands.
Commands = Mapping[str, tuple[str, Callable[[], Union[Command, "Commands", Any]]]]

#: The end of every command's help.
EXIT_CODES = (
    "Exit codes: 0 answered, 1 no solution, 2 bad usage or bad input, 3 stopped before the end,"
    " 4 internal error, 130 interrupted."
)


def add_commands(
    parser: argparse.ArgumentParser, commands: Commands, arguments: Sequence[str] | None
) -> None:
    """Add commands to a parser, importing only the one that ``arguments`` name; None: all.

    The parsed arguments have ``run``, which is called with them; ``parser``, the command's own; and
    ``command``, its name.
    """
    parser.epilog = EXIT_CODES
    if arguments and arguments[0] in commands:  # no help and no message will name the others
        commands = {arguments[0]: commands[arguments[0]]}
    used = next((argument for argument in arguments or () if argument in commands), None)
    added = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (purpose, load) in commands.items():
        sentence = f"{purpose[0].upper()}{purpose[1:]}."
        command = added.add_parser(name, help=purpose, description=sentence)
        if arguments is None:
            rest = None
        elif name == used:
            rest = arguments[arguments.index(name) + 1 :]
        else:
            continue
        loaded = load()
        if isinstance(loaded, Mapping):
            add_commands(command, loaded, rest)
        else:
            command.set_defaults(run=loaded.run, parser=command, command=name)
            loaded.add_arguments(command)
