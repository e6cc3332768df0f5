"""``completion``: what a shell needs to complete a command, its options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from ..errors import MissingLibrary
from .arguments import add_argument
from .messages import ANSWERED

__all__ = ["Completion"]

_SHELLS = ("bash", "zsh", "tcsh")


class Completion:
    """The command ``completion`` of a program whose complete parser ``parser`` makes."""

    def __init__(self, parser: Callable[[], argparse.ArgumentParser]):
        self._parser = parser

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add its arguments."""
        parser.description = (
            "Print a script that lets a shell complete this command. For bash:"
            f" source <({parser.prog} bash). It takes the library shtab (extra completion)."
        )
        add_argument(parser, "shell", "of these shells", choices=_SHELLS)

    def run(self, arguments: argparse.Namespace) -> int:
        """Print the script; returns the exit code."""
        try:
            import shtab
        except ImportError:
            raise MissingLibrary("shtab", "completion") from None
        parser = self._parser()
        for action in _actions(parser):
            if action.metavar in ("FILE", "OUT", "FOLDER", "JOURNAL"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(parser, arguments.shell))
        return ANSWERED


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
