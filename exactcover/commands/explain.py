"""``exactcover explain``: why a problem has no solution, or too many; how far a person gets."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from .. import console, files
from ..errors import shown
from ..numerals import digits
from ..results import Impossible
from ..solution_output import print_json

if TYPE_CHECKING:
    from ..problem import Problem
    from ..reasons.ambiguity import Ambiguity
    from ..reasons.explain import Explanation

__all__ = ["add_arguments", "explain"]

#: Options named in a line at most; ``--json`` names all.
_MOST_NAMES = 12


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
    until = None if arguments.seconds is None else time.monotonic() + arguments.seconds
    found: Ambiguity | Impossible | None = None
    with console.status(arguments.quiet) as show:
        explanation = problem.explain(seconds=arguments.seconds, report=show)
        if explanation is None:
            left = None if until is None else max(0.0, until - time.monotonic())
            found = problem.ambiguity(seconds=left, report=show)
    if explanation is None:
        assert found is not None
        assert not isinstance(found, Impossible)
        _print_ambiguity(found, problem, arguments.json)
        unknown = bool(found.undecided) or not found.smallest
        over = until is not None and time.monotonic() >= until
        return console.STOPPED if over and unknown else console.ANSWERED
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


def _print_ambiguity(found: Ambiguity, problem: Problem, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "impossible": False,
                "solutions": console.json_number(found.solutions),
                "complete": found.solutions.complete,
                "shared": list(found.shared),
                "open": list(found.open),
                "never": list(found.never),
                "undecided": list(found.undecided),
                "choice": None if found.choice is None else list(found.choice),
                "smallest": found.smallest,
            }
        )
        return
    shared = [option for option in found.shared if option not in problem.given_options]
    if found.solutions.complete and found.solutions == 1:
        print("there is exactly one solution")
        return
    print(f"{found.solutions} solutions")
    for kind, options in (
        ("in all of them", shared),
        ("in none of them", found.never),
        ("open", found.open),
        ("not decided", found.undecided),
    ):
        if options:
            print(f"  {kind}, {_options(len(options))}: {_listed(options)}")
    if found.choice is not None:
        fewest = "no fewer will do" if found.smallest else "whether fewer will do is not known"
        print(f"unique with {_options(len(found.choice))}: {_listed(found.choice)} ({fewest})")


def _options(number: int) -> str:
    return f"{digits(number)} {'option' if number == 1 else 'options'}"


def _listed(options: Sequence[Hashable]) -> str:
    """Names, the first ones if they are many."""
    text = ", ".join(shown(option) for option in options[:_MOST_NAMES])
    more = len(options) - _MOST_NAMES
    return f"{text} and {digits(more)} more" if more > 0 else text


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
