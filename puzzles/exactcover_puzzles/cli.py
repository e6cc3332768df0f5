"""The command ``puzzles``: puzzles from files or from this project, solved, counted and drawn."""

from __future__ import annotations

from collections.abc import Sequence

import exactcover as xc

from .registry import commands


def parser(arguments: Sequence[str] | None = None) -> xc.cli.Parser:
    """The parser of these arguments, in which only the command that they name has arguments; or of
    all commands."""
    made = xc.cli.Parser(
        prog="puzzles", description="Solve, count and draw puzzles by exact cover."
    )
    made.add_argument("--version", action="version", version=f"puzzles {xc.__version__}")
    completion = "let a shell complete commands and options", lambda: xc.cli.Completion(parser)
    xc.cli.add_commands(made, {**commands(arguments), "completion": completion}, arguments)
    return made


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = parser(arguments).parse_args(arguments)
    code: int = parsed.run(parsed)
    return code
