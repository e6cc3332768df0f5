"""``exactcover minimize`` and ``exactcover maximize``: print the best solutions, proven."""

from __future__ import annotations

import argparse
import sys

from ...problem import Problem
from ...statement.results import Impossible, Optimum
from ..argument_groups import add_budget_arguments
from ..arguments import cost, whole_number_from_1
from ..exit_codes import ANSWERED, NO_SOLUTION, STOPPED
from ..json_output import json_cost, print_json
from ..messages import say
from ..problem_arguments import add_problem_arguments, read_problem
from ..progress_line import progress
from ..solution_output import partial_answer, print_solution

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of both commands."""
    parser.add_argument(
        "-k", type=whole_number_from_1, metavar="K", help="the K best solutions; default 1"
    )
    parser.add_argument(
        "--within",
        type=cost,
        metavar="COST",
        help="only solutions that cost no more (maximize: no less); all of these without -k",
    )
    parser.add_argument("--all", action="store_true", help="all, by their costs")
    parser.add_argument("--json", action="store_true", help="one object a line, and a last one")
    parser.add_argument("--no-reduce", action="store_true", help="no propagation first")
    add_budget_arguments(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run either command; returns the exit code."""
    problem = read_problem(arguments)
    ask = problem.minimize if arguments.command == "minimize" else problem.maximize
    everything = arguments.all or arguments.within is not None
    k = 1 if arguments.k is None and not everything else arguments.k

    def show(answer: Optimum) -> None:
        _print(problem, answer, arguments)

    with partial_answer(show), progress(arguments.quiet) as callback:
        answer = ask(
            k,
            within=arguments.within,
            reduce=not arguments.no_reduce,
            nodes=arguments.nodes,
            seconds=arguments.seconds,
            progress=callback,
        )
    if isinstance(answer, Impossible):
        if arguments.json:
            print_json({"complete": True, "impossible": answer.reason, "nodes": answer.nodes})
        else:
            print(answer)
        return NO_SOLUTION
    show(answer)
    if not answer.complete:
        return STOPPED
    return ANSWERED if answer else NO_SOLUTION


def _print(problem: Problem, answer: Optimum, arguments: argparse.Namespace) -> None:
    for number, solution in enumerate(answer.solutions, 1):
        print_solution(problem, number, solution, arguments.json)
    if arguments.json:
        print_json(
            {
                "solutions": len(answer.solutions),
                "bound": json_cost(answer.bound),
                "complete": answer.complete,
                "stopped": answer.stopped,
                "nodes": answer.nodes,
            }
        )
    elif not answer.solutions and answer.complete:
        print(answer)
    if not answer.complete and not arguments.quiet:
        sys.stdout.flush()
        say(f"exactcover: {answer}")
