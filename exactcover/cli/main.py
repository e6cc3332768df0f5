"""The command ``exactcover``: solve, count, minimize, check and convert problems in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from ..version import __version__
from .arguments import Parser
from .subcommands import add_commands

#: Command -> its module in ``commands``, and what it does.
_COMMANDS = {
    "solve": ("solve", "print solutions (one, unless --limit or --all)"),
    "count": ("count", "print the number of solutions"),
    "gather": ("gather", "count on several workers, and gather more"),
    "sample": ("sample", "print solutions drawn fairly from all of them"),
    "zdd": ("zdd", "make the diagram of all solutions, and save or draw it"),
    "minimize": ("minimize", "print the cheapest solution, proven to be so"),
    "maximize": ("minimize", "print the most expensive solution, proven to be so"),
    "estimate": ("estimate", "about how long a search would take"),
    "explain": ("explain", "why there is no solution; steps by logic alone"),
    "prove": ("prove", "prove that there is no solution, one, or just N, for other programs"),
    "symmetry": ("symmetry", "symmetries, and solutions up to them"),
    "status": ("status", "print how far the search of a journal is"),
    "check": ("check", "print every fault of a problem, and its size"),
    "warm": ("warm", "compile all kernels now, for images and installers"),
    "convert": ("convert", "write a problem in another format, or reduced"),
}


def _with_negative_costs(arguments: list[str]) -> list[str]:
    """``--within -5/2`` as ``--within=-5/2``: argparse takes the fraction for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--within":
            from ..common.costs import parsed_cost

            if parsed_cost(argument) is not None:
                joined[-1] += f"={argument}"
                continue
        joined.append(argument)
    return joined


def parser(arguments: Sequence[str] | None = None) -> Parser:
    """The parser of these arguments, in which only the command that they name has arguments; or of
    all commands."""
    made = Parser(
        prog="exactcover",
        description="Solve, count and minimize exact cover problems, with colours, multiplicities"
        " and costs.",
    )
    made.add_argument("--version", action="version", version=f"exactcover {__version__}")
    commands: dict[str, tuple[str, Callable[[], Any]]] = {
        name: (purpose, partial(import_module, f".commands.{module}", __package__))
        for name, (module, purpose) in _COMMANDS.items()
    }
    commands["completion"] = "let a shell complete commands and options", _completion
    add_commands(made, commands, arguments)
    return made


def _completion() -> Any:
    from .completion import Completion

    return Completion(parser)


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = parser(arguments).parse_args(_with_negative_costs(arguments))
    code: int = parsed.run(parsed)
    return code
