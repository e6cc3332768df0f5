"""``exactcover explain``: why a problem has no solution, or too many; how far logic gets."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from ...common.budget import seconds_left
from ...errors import SearchStopped
from ..argument_groups import add_answer_arguments
from ..exit_codes import ANSWERED, NO_SOLUTION, STOPPED
from ..json_output import print_json
from ..problem_arguments import add_problem_arguments, read_problem
from ..reason_output import Wording, explain_problem

if TYPE_CHECKING:
    from ...problem import Problem

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "--trace", action="store_true", help="the steps of propagation, and the difficulty"
    )
    add_answer_arguments(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    problem = read_problem(arguments)
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
        depth = problem.difficulty(seconds=seconds_left(until))
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
        return NO_SOLUTION
    return ANSWERED if known else STOPPED


def _difficulty(depth: int | None, known: bool) -> str:
    if not known:
        return "difficulty: not known, the time was over"
    if depth is None:
        return "difficulty: more than 3, or there are several solutions"
    if depth == 0:
        return "difficulty 0: the rules alone decide it"
    return f"difficulty {depth}: so deep one must suppose something"
