"""``exactcover minimize`` and ``exactcover maximize``: print the best solutions, proven."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from ... import cli
from ...problem import Problem
from ...statement.results import Impossible, Optimum

#: A problem with costs.
_EXAMPLE = """\
| The items.
early late night
| An option is a line of items, and what it costs after a bar.
early late |12
late night |15/2
early |7
night |4.5
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "-k K", "the K best solutions; default 1", cli.whole_number_from_1)
    within = "only solutions that cost no more (maximize: no less); all of these without -k"
    cli.add_argument(parser, "--within COST", within, cli.cost)
    cli.add_argument(parser, "--all", "all, by their costs")
    cli.add_argument(parser, "--ties", "also all that cost the same as the last of the K")
    cli.add_argument(parser, "--json", "a JSON object on each line; the last one has the result")
    plot = "a picture of the best cost and the bound over time, in a file that ends in .svg"
    cli.add_argument(parser, "--plot FILE", plot)
    cli.add_argument(parser, "--no-reduce", "no propagation first")
    cli.add_search_arguments(parser, budget_only=True)
    cli.add_worker_arguments(parser)
    cli.add_problem_arguments(parser, example=_EXAMPLE)


def run(arguments: argparse.Namespace) -> int:
    cli.check_output(arguments.parser, "--plot", arguments.plot, cli.SVG)
    everything = arguments.all or (arguments.within is not None and arguments.k is None)
    if arguments.ties and everything:
        way = "--all" if arguments.all else "--within without -k"
        arguments.parser.error(f"--ties does not go with {way}, which gives all solutions anyway")
    problem = cli.read_problem(arguments)
    ask = problem.minimize if arguments.command == "minimize" else problem.maximize
    k = 1 if arguments.k is None and not everything else arguments.k

    show = partial(_print, problem, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        answer = ask(k, within=arguments.within, ties=arguments.ties, **keywords)
    if isinstance(answer, Impossible):
        if arguments.json:
            cli.print_json({"complete": True, "impossible": answer.reason, "nodes": answer.nodes})
        else:
            print(answer)
        if arguments.plot is not None and not arguments.quiet:
            cli.say(f"exactcover: {arguments.plot}: not written, there are no costs to draw")
        return cli.NO_SOLUTION
    show(answer)
    if not answer.complete:
        return cli.STOPPED
    return cli.ANSWERED if answer else cli.NO_SOLUTION


def _print(problem: Problem, arguments: argparse.Namespace, answer: Optimum) -> None:
    with cli.held_back(arguments.plot is not None):
        _print_answer(problem, arguments, answer)
        if arguments.plot is not None:
            cli.write_text(answer.to_svg(), arguments.plot)
    if not answer.complete and not arguments.quiet:
        sys.stdout.flush()
        cli.say(f"exactcover: {answer}")


def _print_answer(problem: Problem, arguments: argparse.Namespace, answer: Optimum) -> None:
    for number, solution in enumerate(answer.solutions, 1):
        cli.print_solution(problem, number, solution, arguments.json)
    if arguments.json:
        summary = {
            "solutions": len(answer.solutions),
            "bound": cli.json_cost(answer.bound),
            "gap": None if answer.gap is None else cli.json_cost(answer.gap),
            **cli.label_as_json(answer.stopped, answer.nodes),
        }
        cli.print_json(summary)
    elif not answer.solutions and answer.complete:
        print(answer)
