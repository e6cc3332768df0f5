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
    "solve": ("search_commands", "print one solution, or several with --limit or --all"),
    "count": ("search_commands", "print the number of solutions"),
    "gather": ("search_commands", "count, sample and list solutions in one divided search"),
    "sample": ("diagram_commands", "draw solutions at random, each with the same probability"),
    "zdd": ("diagram_commands", "build the diagram of all solutions, and save or draw it"),
    "minimize": ("search_commands", "find the cheapest solution, with proof"),
    "maximize": ("search_commands", "find the most expensive solution, with proof"),
    "estimate": ("search_commands", "estimate how long listing all solutions would take"),
    "explain": ("reason_commands", "explain why there is no solution, or how solutions differ"),
    "prove": ("reason_commands", "prove how many solutions there are, for proof checkers"),
    "symmetry": ("symmetry_command", "find symmetries, and count solutions up to symmetry"),
    "split": ("plan_commands", "divide a question into parts that are files"),
    "run": ("plan_commands", "run a part of a plan, or go on with it"),
    "merge": ("plan_commands", "add up the parts of a plan, and say what is missing"),
    "status": ("file_commands", "print how far the search of a journal has come"),
    "check": ("file_commands", "print the size of a problem, or every fault in it"),
    "warm": ("setup_commands", "compile all kernels now, for images and installers"),
    "convert": ("file_commands", "write a problem in another format, or a reduced one"),
}


def _with_negative_costs(arguments: list[str]) -> list[str]:
    """Join ``--within -5/2`` to ``--within=-5/2``: argparse takes the fraction for an option."""
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
    """The parser, complete only for the command that the arguments name; None: for all."""
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
    commands["completion"] = "print a script for shell completion", _completion
    add_commands(made, commands, arguments)
    return made


def _command(module: str, name: str) -> SimpleNamespace:
    """The two functions of a command: ``NAME_arguments`` adds its arguments to a parser, and
    ``NAME`` runs it on what was parsed and returns the exit code."""
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
