"""``exactcover count``: print how many solutions there are, look different, or have which cost."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ... import cli
from ...common.costs import cost_text
from ...problem import Problem
from ...statement.results import Count
from ...text import digits
from .zdd import by_diagram


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--limit N", "stop at N solutions", cli.whole_number)
    cli.add_argument(parser, "--json", "print one object")
    method = "list all solutions, or count them by a diagram; default: auto, the faster one"
    methods = ("auto", "listing", "diagram")
    cli.add_argument(parser, "--method", method, choices=methods, default="auto")
    distinct = (
        "how many different ways the solutions look at this option or item, named as answers and"
        " files name it; may be repeated: at all of these"
    )
    parser.add_argument("--distinct", metavar="NAME", action="append", help=distinct)
    by_cost = "how many have which cost, by a diagram: a line for each cost, ascending"
    cli.add_argument(parser, "--by-cost", by_cost)
    cli.add_memory_argument(parser, gigabytes=2)
    cli.add_search_arguments(parser)
    cli.add_worker_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.by_cost:
        _refuse_searching(arguments)
        return _by_cost(cli.read_problem(arguments), arguments)
    problem = cli.read_problem(arguments)
    show = partial(_print, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        if arguments.distinct is not None:
            keywords["distinct"] = cli.parts_named(problem, arguments.distinct)
        count = problem.count(
            arguments.limit, method=arguments.method, memory=arguments.memory, **keywords
        )
    show(count)
    quiet = arguments.quiet or arguments.json
    if count.impossible is not None and not quiet:
        cli.say(f"exactcover: {count.impossible}")
    more = "; --memory SIZE allows more" if count.stopped == "memory" else ""
    return cli.ended("exactcover", count, count.stopped, quiet, more)


def _refuse_searching(arguments: argparse.Namespace) -> None:
    """End with a message if there is an argument of a search that lists solutions."""
    for name in ("limit", "distinct", "method", "engine", "order", "no_reduce", "nodes",
                 "workers", "journal", "cluster"):  # fmt: skip
        if getattr(arguments, name) != arguments.parser.get_default(name):
            option = f"--{name.replace('_', '-')}"
            arguments.parser.error(f"{option} does not go with --by-cost, which takes a diagram")


def _by_cost(problem: Problem, arguments: argparse.Namespace) -> int:
    found = by_diagram(problem.count_by_cost, arguments)
    if found is None:
        return cli.STOPPED
    if arguments.json:
        costs = [[cli.json_cost(cost), cli.json_number(number)] for cost, number in found.items()]
        cli.print_json({"count": cli.json_number(sum(found.values())), "costs": costs})
    else:
        for cost, number in found.items():
            print(f"{cost_text(cost)}\t{digits(number)}")
        if not found and not arguments.quiet:
            cli.say("exactcover: no solution")
    return cli.ANSWERED if found else cli.NO_SOLUTION


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
