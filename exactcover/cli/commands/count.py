"""``exactcover count``: print the number of solutions."""

from __future__ import annotations

import argparse
from typing import Any

from ...statement.results import Count
from ..argument_groups import add_memory_argument, add_search_arguments, search_arguments
from ..arguments import whole_number
from ..exit_codes import ended
from ..json_output import json_number, print_json
from ..messages import say
from ..problem_arguments import add_problem_arguments, read_problem
from ..progress_line import progress
from ..solution_output import partial_answer
from ..worker_arguments import add_worker_arguments, worker_keywords

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--limit", type=whole_number, metavar="N", help="stop at N solutions")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument(
        "--method",
        choices=("auto", "listing", "diagram"),
        default="auto",
        help="list all solutions, or count them by a diagram; default: auto, the faster one",
    )
    add_memory_argument(parser, gigabytes=2)
    add_search_arguments(parser)
    add_worker_arguments(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    problem = read_problem(arguments)

    def show(count: Count) -> None:
        if arguments.json:
            print_json(_as_json(count))
        else:
            print(count)

    with (
        partial_answer(show),
        worker_keywords(arguments) as workers,
        progress(arguments.quiet) as callback,
    ):
        count = problem.count(
            arguments.limit,
            method=arguments.method,
            memory=arguments.memory,
            **workers,
            **search_arguments(arguments, callback),
        )
    show(count)
    quiet = arguments.quiet or arguments.json
    if count.impossible is not None and not quiet:
        say(f"exactcover: {count.impossible}")
    more = "; --memory SIZE allows more" if count.stopped == "memory" else ""
    return ended("exactcover", count, count.stopped, quiet, more)


def _as_json(count: Count) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "count": json_number(count),
        "complete": count.complete,
        "stopped": count.stopped,
        "nodes": count.nodes,
        "method": count.method,
    }
    if count.impossible is not None:
        answer["impossible"] = count.impossible.reason
    return answer
