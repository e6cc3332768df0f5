"""``exactcover explain``: why a problem has no solution, or too many; how far a person gets."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from ...common.budget import seconds_left
from ...errors import SearchStopped
from ...files import formats as files
from .. import console
from ..reason_output import Wording, explain_problem
from ..solution_output import print_json

if TYPE_CHECKING:
    from ...problem import Problem

__all__ = ["add_arguments", "explain"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments, but for the file."""
    parser.add_argument(
        "--trace", action="store_true", help="the steps of propagation, and the difficulty"
    )
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--seconds", type=console.seconds, metavar="S", help="stop after S seconds")
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def explain(arguments: argparse.Namespace) -> int:
    """``exactcover explain``; returns the exit code."""
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    if arguments.trace:
        return _trace(arguments, problem)
    return explain_problem(
        problem,
        Wording(),
        seconds=arguments.seconds,
        as_json=arguments.json,
        quiet=arguments.quiet,
    )


def _trace(arguments: argparse.Namespace, problem: Problem) -> int:
    until = None if arguments.seconds is None else time.monotonic() + arguments.seconds
    trace = problem.trace(seconds=arguments.seconds)
    depth, known = None, True
    try:
        left = seconds_left(until)
        depth = problem.difficulty(seconds=left)
    except SearchStopped:
        known = False
    if arguments.json:
        print_json(
            {
                "steps": [
                    {
                        "action": step.action,
                        "option": step.option,
                        "item": step.item,
                        "removed": list(step.removed),
                    }
                    for step in trace.steps
                ],
                "outcome": trace.outcome,
                "left": trace.left,
                "difficulty": depth,
                "difficulty_known": known,
            }
        )
    else:
        print(trace)
        print(_difficulty(depth, known))
    if trace.outcome == "impossible":
        return console.NO_SOLUTION
    return console.ANSWERED if known else console.STOPPED


def _difficulty(depth: int | None, known: bool) -> str:
    if not known:
        return "difficulty: not known, the time was over"
    if depth is None:
        return "difficulty: more than 3, or there are several solutions"
    if depth == 0:
        return "difficulty 0: the rules alone decide it"
    return f"difficulty {depth}: so deep one must suppose something"
