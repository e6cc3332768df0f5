"""``--explain``: what the commands share that say why there is no solution, or too many."""

from __future__ import annotations

import argparse

import exactcover as xc

__all__ = ["add_explain", "print_impossible", "require_alone"]


def add_explain(parser: argparse._ActionsContainer) -> None:
    """The argument itself."""
    parser.add_argument(
        "--explain",
        action="store_true",
        help="why there is no solution; or what all solutions share, and what would make them one",
    )


def require_alone(
    parser: argparse.ArgumentParser,
    arguments: argparse.Namespace,
    *others: str,
    question: str = "explain",
) -> None:
    """A usage error where this question is asked together with one of these."""
    if not getattr(arguments, question, False):
        return
    for other in others:
        if getattr(arguments, other) not in (None, False, parser.get_default(other)):
            parser.error(f"--{question} does not go with --{other.replace('_', '-')}")


def print_impossible(reason: str, as_json: bool) -> int:
    """Print a reason that needs no names; returns the exit code."""
    if as_json:
        xc.cli.print_json({"impossible": True, "reason": reason})
    else:
        print(f"impossible: {reason}")
    return xc.cli.NO_SOLUTION
