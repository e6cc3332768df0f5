"""``exactcover gather``: count on several workers, and gather more than the number."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ...files import formats as files
from ...statement.results import Interrupted
from ...text import counted, digits, printable
from .. import console, worker_arguments
from ..solution_output import print_json, print_solution, solution_as_json

if TYPE_CHECKING:
    from ...parallel.search import Gathered
    from ...problem import Problem

__all__ = ["add_arguments", "gather"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments, but for the file."""
    what = parser.add_argument_group("what is gathered besides the number of solutions")
    what.add_argument(
        "--by-option", action="store_true", help="in how many solutions each option is"
    )
    what.add_argument(
        "--sample", type=console.whole_number, default=0, metavar="K", help="K, drawn fairly"
    )
    what.add_argument("--seed", type=console.whole_number, default=0, help="of the sample")
    what.add_argument(
        "--best", type=console.whole_number, default=0, metavar="K", help="the K cheapest"
    )
    listed = what.add_mutually_exclusive_group()
    listed.add_argument(
        "--listed",
        type=console.whole_number,
        default=0,
        metavar="K",
        help="the first K by the order of the options",
    )
    listed.add_argument("--all", action="store_true", help="every solution")
    parser.add_argument("--json", action="store_true", help="print one object")
    console.add_search_arguments(parser)
    worker_arguments.add_worker_arguments(parser, "all cores")


def gather(arguments: argparse.Namespace) -> int:
    """``exactcover gather``; returns the exit code."""
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    try:
        with (
            worker_arguments.worker_keywords(arguments) as workers,
            console.progress(arguments.quiet) as callback,
        ):
            found = problem.gather(
                options=arguments.by_option,
                sample=arguments.sample,
                seed=arguments.seed,
                best=arguments.best,
                listed=None if arguments.all else arguments.listed,
                **workers,
                **console.search_arguments(arguments, callback),
            )
    except Interrupted as interruption:
        _print(problem, interruption.partial, arguments)
        sys.stdout.flush()
        raise
    _print(problem, found, arguments)
    return console.ended("exactcover", found.count, found.count.stopped, arguments.quiet)


def _print(problem: Problem, found: Gathered, arguments: argparse.Namespace) -> None:
    best = [solution for solution, _ in found.best]
    lists = {"sample": found.sample, "best": best, "listed": found.listed}
    if arguments.json:
        answer: dict[str, Any] = {
            "solutions": console.json_number(int(found.count)),
            "complete": found.count.complete,
            "stopped": found.count.stopped,
            "nodes": found.count.nodes,
            "seconds_of_work": found.seconds,
        }
        if arguments.by_option:
            answer["options"] = [
                [name, console.json_number(number)] for name, number in found.options.items()
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
