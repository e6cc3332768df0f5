"""``exactcover estimate``: how long a search would take, by random descents."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict

from ...errors import SearchStopped
from ...text import duration
from ..argument_groups import add_answer_arguments
from ..arguments import whole_number, whole_number_from_1
from ..exit_codes import ANSWERED, ended
from ..json_output import print_json
from ..messages import say
from ..problem_arguments import add_problem_arguments, read_problem

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "--probes",
        type=whole_number_from_1,
        default=20_000,
        metavar="N",
        help="random descents; default: 20000",
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N")
    add_answer_arguments(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    problem = read_problem(arguments)
    try:
        found = problem.estimate(arguments.probes, seed=arguments.seed, seconds=arguments.seconds)
    except SearchStopped:
        return ended("exactcover", 0, "seconds", quiet=False)
    if 0 < found.probes < arguments.probes and not arguments.quiet:
        say(f"exactcover: the time was over after {found.probes:,} random descents")
    if arguments.json:
        # JSON has no infinity: a bound that is not known is null.
        answer = asdict(found)
        for figure in (answer["nodes"], answer["solutions"], answer["seconds"]):
            figure.update({k: None for k, each in figure.items() if not math.isfinite(each)})
        print_json(answer)
        return ANSWERED
    print(f"nodes      {found.nodes}")
    print(f"solutions  {found.solutions}")
    print(f"time       {found.seconds.in_words(duration)}")
    if not arguments.quiet:
        say(
            "exactcover: this is what listing all solutions takes; count tries a diagram beside it,"
            " which may take far less"
        )
    return ANSWERED
