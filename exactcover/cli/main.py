"""The command ``exactcover``: solve, count, minimize, check and convert problems in files."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from ..common.costs import parsed_cost
from ..version import __version__
from .arguments import Parser

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
    "symmetry": ("symmetry", "symmetries, and solutions up to them"),
    "status": ("status", "print how far the search of a journal is"),
    "check": ("check", "print every fault of a problem, and its size"),
    "convert": ("convert", "write a problem in another format, or reduced"),
}


def _parser(used: Iterable[str] = _COMMANDS) -> Parser:
    """The parser of all commands; only those that are ``used`` are imported, with arguments."""
    parser = Parser(
        prog="exactcover",
        description="Solve, count and minimize exact cover problems, with colours, multiplicities"
        " and costs.",
        epilog="Exit codes: 0 answered, 1 no solution, 2 bad usage or bad input, 3 stopped before"
        " the end, 4 a fault of the program, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"exactcover {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, purpose) in _COMMANDS.items():
        command = commands.add_parser(name, help=purpose)
        if name in used:
            code = import_module(f".commands.{module}", __package__)
            code.add_arguments(command)
            command.set_defaults(run=code.run, parser=command)
    return parser


def _with_negative_costs(arguments: list[str]) -> list[str]:
    """``--within -5/2`` as ``--within=-5/2``: argparse takes the fraction for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--within" and parsed_cost(argument) is not None:
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    used = [argument for argument in arguments if argument in _COMMANDS][:1]
    parsed = _parser(used).parse_args(_with_negative_costs(arguments))
    code: int = parsed.run(parsed)
    return code
