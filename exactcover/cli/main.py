"""The command ``exactcover``: solve, count, minimize, check and convert problems in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from ..version import __version__
from .parser import Parser, add_commands

#: The module of each command, and what it does.
_COMMANDS = {
    "solve": ("search_commands", "print solutions (one, unless --limit or --all)"),
    "count": ("search_commands", "print the number of solutions"),
    "gather": ("search_commands", "count on several workers, and gather more"),
    "sample": ("diagram_commands", "print solutions drawn fairly from all of them"),
    "zdd": ("diagram_commands", "make the diagram of all solutions, and save or draw it"),
    "minimize": ("search_commands", "print the cheapest solution, proven to be so"),
    "maximize": ("search_commands", "print the most expensive solution, proven to be so"),
    "estimate": ("search_commands", "about how long a search would take"),
    "explain": ("reason_commands", "why there is no solution; steps by logic alone"),
    "prove": (
        "reason_commands",
        "prove that there is no solution, one, or just N, for other programs",
    ),
    "symmetry": ("symmetry_command", "symmetries, and solutions up to them"),
    "status": ("file_commands", "print how far the search of a journal is"),
    "check": ("file_commands", "print every fault of a problem, and its size"),
    "warm": ("setup_commands", "compile all kernels now, for images and installers"),
    "convert": ("file_commands", "write a problem in another format, or reduced"),
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
        name: (purpose, partial(_command, module, name))
        for name, (module, purpose) in _COMMANDS.items()
    }
    commands["completion"] = "let a shell complete commands and options", _completion
    add_commands(made, commands, arguments)
    return made


def _command(module: str, name: str) -> SimpleNamespace:
    """The two functions of a command: ``NAME_arguments`` gives a parser its arguments, and ``NAME``
    answers what was parsed and returns the exit code."""
    found = vars(import_module(f".{module}", __package__))
    return SimpleNamespace(add_arguments=found[f"{name}_arguments"], run=found[name])


def _completion() -> Any:
    from .setup_commands import Completion

    return Completion(parser)


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = parser(arguments).parse_args(_with_negative_costs(arguments))
    code: int = parsed.run(parsed)
    return code
