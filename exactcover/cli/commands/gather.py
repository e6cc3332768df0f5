"""``exactcover gather``: count on several workers, and gather more than the number."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from ... import cli
from ...problem import Problem
from ...text import counted, digits, printable

if TYPE_CHECKING:
    from ...parallel.search import Gathered


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what is gathered besides the number of solutions")
    cli.add_argument(what, "--by-option", "in how many solutions each option is")
    cli.add_argument(what, "--sample K", "K, drawn fairly", cli.whole_number, 0)
    cli.add_argument(what, "--seed SEED", "of the sample", cli.whole_number, 0)
    cli.add_argument(what, "--best K", "the K cheapest", cli.whole_number, 0)
    listed = what.add_mutually_exclusive_group()
    first = "the first K by the order of the options"
    cli.add_argument(listed, "--listed K", first, cli.whole_number, 0)
    cli.add_argument(listed, "--all", "every solution")
    cli.add_argument(parser, "--json", "print one object")
    cli.add_search_arguments(parser)
    cli.add_worker_arguments(parser, "all cores")
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)

    show = partial(_print, problem, arguments)
    with cli.search_keywords(arguments, show, workers=True) as keywords:
        found = problem.gather(
            options=arguments.by_option,
            sample=arguments.sample,
            seed=arguments.seed,
            best=arguments.best,
            listed=None if arguments.all else arguments.listed,
            **keywords,
        )
    show(found)
    return cli.ended("exactcover", found.count, found.count.stopped, arguments.quiet)


def _print(problem: Problem, arguments: argparse.Namespace, found: Gathered) -> None:
    best = [solution for solution, _ in found.best]
    lists = {"sample": found.sample, "best": best, "listed": found.listed}
    lists = {name: solutions for name, solutions in lists.items() if solutions}
    if arguments.json:
        answer: dict[str, Any] = {
            "solutions": cli.json_number(int(found.count)),
            **cli.label_as_json(found.count.stopped, found.count.nodes),
            "seconds_of_work": found.seconds,
        }
        if arguments.by_option:
            answer["options"] = [
                [option, cli.json_number(n)] for option, n in found.options.items()
            ]
        for name, solutions in lists.items():
            answer[name] = [
                cli.solution_as_json(problem, *each) for each in enumerate(solutions, 1)
            ]
        cli.print_json(answer)
        return
    least = "" if found.count.complete else "at least "
    print(f"{least}{counted(found.count, 'solution')}")
    for option, number in found.options.items():
        print(f"{digits(number)}\t{printable(option)}")
    for name, solutions in lists.items():
        print(name)
        for number, solution in enumerate(solutions, 1):
            cli.print_solution(problem, number, solution)
