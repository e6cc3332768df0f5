"""``--explain``: shared by the commands that explain why there is no solution."""

from __future__ import annotations

import argparse
from typing import Any

import exactcover as xc

#: All options, of all kinds, that ask a question or modify it.
_COMMON = (
    "count all unique explain estimate show best limit fixed json svg png pdf engine order"
    " no_reduce nodes seconds workers journal cluster"
)


def require_alone(
    parser: argparse.ArgumentParser,
    arguments: argparse.Namespace,
    *others: str,
    question: str = "explain",
) -> None:
    """Report a usage error if this question comes with one of these options."""
    if not getattr(arguments, question, False):
        return
    for other in others:
        if getattr(arguments, other) not in (None, False, parser.get_default(other)):
            parser.error(f"--{question} does not go with --{other.replace('_', '-')}")


def require_only(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, question: str, *allowed: str
) -> None:
    """The same for a kind's own question, with all options except those ``allowed``."""
    others = (each for each in _COMMON.split() if each in arguments and each not in allowed)
    require_alone(parser, arguments, *others, question=question)


def require_with(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, question: str, *names: str
) -> None:
    """Report a usage error if one of these options comes without the question that uses it, or the
    question comes with a FILE that it does not take."""
    if getattr(arguments, question) not in (None, False):
        if arguments.files:
            parser.error(f"--{question} takes no FILE")
        return
    for name in names:
        if getattr(arguments, name) not in (None, False, parser.get_default(name)):
            parser.error(f"--{name.replace('_', '-')} goes with --{question}")


def print_impossible(reason: str, as_json: bool, **more: Any) -> int:
    """Print a reason in the puzzle's words; returns the exit code. ``more``: for JSON.

    ``irreducible``: whether everything that it names is needed.
    """
    if as_json:
        xc.cli.print_json({"impossible": True, "reason": reason, **more})
    else:
        print(f"impossible: {reason}")
        if more.get("irreducible"):
            print("(without any one of them the rest could be satisfied)")
    return xc.cli.NO_SOLUTION
