"""``exactcover solve``: print solutions."""

from __future__ import annotations

import argparse
import sys

from ... import cli


def add_arguments(parser: argparse.ArgumentParser) -> None:
    how_many = parser.add_mutually_exclusive_group()
    cli.add_argument(how_many, "--limit N", "at most N solutions; default: 1", cli.whole_number, 1)
    cli.add_argument(how_many, "--all", "print every solution")
    by_cost = "in order of their costs, the cheapest first; without --engine and --order"
    cli.add_argument(parser, "--by-cost", by_cost)
    cli.add_argument(parser, "--descending", "with --by-cost: the most expensive first")
    cli.add_argument(parser, "--json", "a JSON object on each line; the last one has the result")
    cli.add_search_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    _refuse(arguments)
    problem = cli.read_problem(arguments)
    limit = None if arguments.all else arguments.limit
    with cli.search_keywords(arguments) as keywords:
        if arguments.by_cost:
            del keywords["engine"], keywords["order"]
            solutions = problem.solutions_by_cost(
                limit, descending=arguments.descending, **keywords
            )
        else:
            solutions = problem.solutions(limit, **keywords)
        shown = 0
        try:
            for number, solution in enumerate(solutions, 1):
                with cli.uninterrupted():
                    cli.print_solution(problem, number, solution, arguments.json)
                    shown = number
                if number == 1:
                    sys.stdout.flush()  # a reader that waits for one gets it now
        except KeyboardInterrupt:
            if arguments.json:
                label = cli.label_as_json("interrupt", solutions.nodes)
                cli.print_json({"solutions": cli.json_number(shown), **label})
            sys.stdout.flush()
            raise
    stopped, impossible = solutions.stopped, solutions.impossible
    if arguments.json:
        label = cli.label_as_json(stopped, solutions.nodes)
        summary = {"solutions": cli.json_number(solutions.found), **label}
        if impossible is not None:
            summary["impossible"] = impossible.reason
        cli.print_json(summary)
    elif impossible is not None:
        print(impossible)
    quiet = arguments.quiet or stopped == "limit"
    return cli.ended("exactcover", solutions.found, stopped, quiet, "; there may be more solutions")


def _refuse(arguments: argparse.Namespace) -> None:
    """End with a message if there are arguments that do not go with each other."""
    if arguments.descending and not arguments.by_cost:
        arguments.parser.error("--descending goes with --by-cost only")
    for name in ("engine", "order"):
        if arguments.by_cost and getattr(arguments, name) != arguments.parser.get_default(name):
            arguments.parser.error(f"--{name} does not go with --by-cost")
