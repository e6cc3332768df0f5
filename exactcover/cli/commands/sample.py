"""``exactcover sample``: print solutions drawn at random, each with the same probability."""

from __future__ import annotations

import argparse
import time

from ..argument_groups import add_answer_arguments, add_memory_argument
from ..arguments import whole_number, whole_number_from_1
from ..diagram_building import diagram_of
from ..exit_codes import ANSWERED, NO_SOLUTION, STOPPED, ended
from ..problem_arguments import add_problem_arguments, read_problem
from ..solution_output import print_solution

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "-k",
        type=whole_number_from_1,
        default=1,
        metavar="K",
        help="how many, each from all of them; default 1",
    )
    parser.add_argument("--zdd", metavar="SAVED", help="a diagram of FILE that zdd -o wrote")
    parser.add_argument("--seed", type=whole_number, metavar="N", help="for the same again")
    add_answer_arguments(parser, "one object a line", "no progress and no remarks")
    add_memory_argument(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    began = time.monotonic()
    problem = read_problem(arguments)
    saved = arguments.zdd
    zdd = diagram_of(problem, arguments) if saved is None else problem.load_zdd(saved)
    if zdd is None:
        return STOPPED
    if not zdd:
        print("no solution")
        return NO_SOLUTION
    until = None if arguments.seconds is None else began + arguments.seconds
    # (A range has any length, unlike what itertools counts.)
    draws = zdd.draws(seed=arguments.seed)
    for number, solution in zip(range(1, arguments.k + 1), draws, strict=False):
        if until is not None and time.monotonic() > until:
            return ended("exactcover", number, "seconds", quiet=False)
        print_solution(problem, number, solution, arguments.json)
    return ANSWERED
