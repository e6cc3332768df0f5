"""``exactcover explain``: why a problem has no solution, or how far a person gets with it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .. import console, files
from ..solution_output import print_json

if TYPE_CHECKING:
    from ..explain import Explanation
    from ..problem import Problem

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
    problem = files.read(arguments.file, repeat=arguments.repeat)
    if arguments.trace:
        return _trace(arguments, problem)
    explanation = problem.explain(seconds=arguments.seconds)
    if explanation is None:
        if arguments.json:
            print_json({"impossible": False})
        else:
            print("there is a solution")
        return console.ANSWERED
    if arguments.json:
        print_json(
            {
                "impossible": True,
                "reason": explanation.reason,
                "items": list(explanation.items),
                "given": list(explanation.given),
                "smallest": explanation.smallest,
                "weights": [[item, weight] for item, weight in explanation.weights.items()],
                "modulus": explanation.modulus,
            }
        )
        return console.NO_SOLUTION
    _print(explanation)
    sys.stdout.flush()
    if not arguments.quiet and not explanation.smallest:
        console.say("exactcover: the time was over before it was known whether less would do")
    return console.NO_SOLUTION


def _print(explanation: Explanation) -> None:
    print(f"impossible: {explanation.reason}")
    items, given = len(explanation.items), len(explanation.given)
    if explanation.smallest and items + given > 1:
        print("(without any one of them the rest could be satisfied)")


def _trace(arguments: argparse.Namespace, problem: Problem) -> int:
    trace = problem.trace()
    depth = problem.difficulty(seconds=arguments.seconds)
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
            }
        )
    else:
        print(trace)
        if depth is None:
            print("difficulty: more than 3, or there are several solutions")
        else:
            print(f"difficulty {depth}: so deep one must suppose something")
    return console.NO_SOLUTION if trace.outcome == "impossible" else console.ANSWERED
