"""``exactcover count``: print the number of solutions."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ... import cli
from ...statement.results import Count


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--limit N", "stop at N solutions", cli.whole_number)
    cli.add_argument(parser, "--json", "print one object")
    method = "list all solutions, or count them by a diagram; default: auto, the faster one"
    methods = ("auto", "listing", "diagram")
    cli.add_argument(parser, "--method", method, choices=methods, default="auto")
    cli.add_memory_argument(parser, gigabytes=2)
    cli.add_search_arguments(parser)
    cli.add_worker_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    show = partial(_print, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        count = problem.count(
            arguments.limit, method=arguments.method, memory=arguments.memory, **keywords
        )
    show(count)
    quiet = arguments.quiet or arguments.json
    if count.impossible is not None and not quiet:
        cli.say(f"exactcover: {count.impossible}")
    more = "; --memory SIZE allows more" if count.stopped == "memory" else ""
    return cli.ended("exactcover", count, count.stopped, quiet, more)


def _print(arguments: argparse.Namespace, count: Count) -> None:
    if not arguments.json:
        print(count)
        return
    answer: dict[str, Any] = {
        "count": cli.json_number(count),
        **cli.label_as_json(count.stopped, count.nodes),
        "method": count.method,
    }
    if count.impossible is not None:
        answer["impossible"] = count.impossible.reason
    cli.print_json(answer)
