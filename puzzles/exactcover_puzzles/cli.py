"""The command ``puzzles``: solve, count and draw puzzles."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import exactcover as xc

from .registry import commands
from .shared.shipped import states_puzzle, text_of


def parser(arguments: Sequence[str] | None = None) -> xc.cli.Parser:
    """The parser of all commands; given ``arguments``, only the command that they name gets its
    own arguments."""
    made = xc.cli.Parser(
        prog="puzzles",
        description="Solve, count and draw puzzles by exact cover. With a file in place of COMMAND,"
        " its kind is found.",
    )
    made.add_argument("--version", action="version", version=f"puzzles {xc.__version__}")
    completion = "print a shell completion script", lambda: xc.cli.Completion(parser)
    xc.cli.add_commands(made, {**commands(arguments), "completion": completion}, arguments)
    return made


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code. A file, an address, or - for
    standard input, in place of a command finds its kind."""
    first = next((each for each in arguments if each == "-" or not each.startswith("-")), "")
    states = first == "-" or states_puzzle(first) or Path(first).is_file()
    if arguments[:1] == [first] and states and first not in commands([first]):
        from .recognizing import recognized

        text = text_of(first, xc.cli.UNPACKED)
        if first == "-":  # the command reads it again
            sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
        found = recognized(text, xc.cli.shown_path(first))
        if found.fault is not None:
            raise found.fault
        if (found.others or ":" not in text) and "--quiet" not in arguments:
            others = " or ".join(f"'puzzles {kind}'" for kind in found.others)
            as_well = others and f"; {others} would read it as well"
            xc.cli.say(f"puzzles: read as {found.kind}{as_well}")
        arguments = [found.kind, *arguments]
    parsed = parser(arguments).parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
    except xc.FileFault as fault:
        raise _with_kind(fault, first, getattr(parsed, "files", [])) from None
    return code


def _with_kind(fault: xc.FileFault, asked: str, files: list[str]) -> xc.FileFault:
    """The fault of a file, and the kind of puzzle that knows it as one of another program."""
    with suppress(xc.ExactCoverError, OSError):
        if len(files) == 1 and (states_puzzle(files[0]) or Path(files[0]).is_file()):
            from .recognizing import recognized

            text = text_of(files[0], xc.cli.UNPACKED)
            found = recognized(text, own=False)
            if found.fault is None and found.kind != asked and found.text != text:
                fault.expected += f" (it looks like a puzzle for 'puzzles {found.kind}')"
    return fault
