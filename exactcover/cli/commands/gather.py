"""``exactcover gather``: count on several workers, and gather more than the number."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...text import counted, digits, printable
from ..argument_groups import add_search_arguments, search_arguments
from ..arguments import whole_number
from ..exit_codes import ended
from ..json_output import json_number, print_json
from ..problem_arguments import add_problem_arguments, read_problem
from ..progress_line import progress
from ..solution_output import partial_answer, print_solution, solution_as_json
from ..worker_arguments import add_worker_arguments, worker_keywords

if TYPE_CHECKING:
    from ...parallel.search import Gathered
    from ...problem import Problem

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    what = parser.add_argument_group("what is gathered besides the number of solutions")
    what.add_argument(
        "--by-option", action="store_true", help="in how many solutions each option is"
    )
    what.add_argument("--sample", type=whole_number, default=0, metavar="K", help="K, drawn fairly")
    what.add_argument("--seed", type=whole_number, default=0, help="of the sample")
    what.add_argument("--best", type=whole_number, default=0, metavar="K", help="the K cheapest")
    listed = what.add_mutually_exclusive_group()
    listed.add_argument(
        "--listed",
        type=whole_number,
        default=0,
        metavar="K",
        help="the first K by the order of the options",
    )
    listed.add_argument("--all", action="store_true", help="every solution")
    parser.add_argument("--json", action="store_true", help="print one object")
    add_search_arguments(parser)
    add_worker_arguments(parser, "all cores")
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    problem = read_problem(arguments)

    def show(found: Gathered) -> None:
        _print(problem, found, arguments)

    with (
        partial_answer(show),
        worker_keywords(arguments) as workers,
        progress(arguments.quiet) as callback,
    ):
        found = problem.gather(
            options=arguments.by_option,
            sample=arguments.sample,
            seed=arguments.seed,
            best=arguments.best,
            listed=None if arguments.all else arguments.listed,
            **workers,
            **search_arguments(arguments, callback),
        )
    show(found)
    return ended("exactcover", found.count, found.count.stopped, arguments.quiet)


def _print(problem: Problem, found: Gathered, arguments: argparse.Namespace) -> None:
    best = [solution for solution, _ in found.best]
    lists = {"sample": found.sample, "best": best, "listed": found.listed}
    if arguments.json:
        answer: dict[str, Any] = {
            "solutions": json_number(int(found.count)),
            "complete": found.count.complete,
            "stopped": found.count.stopped,
            "nodes": found.count.nodes,
            "seconds_of_work": found.seconds,
        }
        if arguments.by_option:
            answer["options"] = [
                [name, json_number(number)] for name, number in found.options.items()
            ]
        for name, solutions in lists.items():
            if solutions:
                answer[name] = [
                    solution_as_json(problem, number, solution)
                    for number, solution in enumerate(solutions, 1)
                ]
        print_json(answer)
        return
    least = "" if found.count.complete else "at least "
    print(f"{least}{counted(found.count, 'solution')}")
    for option, number in found.options.items():
        print(f"{digits(number)}\t{printable(option)}")
    for name, solutions in lists.items():
        if solutions:
            print(name)
        for number, solution in enumerate(solutions, 1):
            print_solution(problem, number, solution)
