"""``exactcover sample``: print solutions drawn at random, each with the same probability."""

from __future__ import annotations

import argparse

from ... import cli
from ...common.deadline import Deadline
from .zdd import by_diagram


def add_arguments(parser: argparse.ArgumentParser) -> None:
    many = "how many, each drawn from all solutions; default 1"
    cli.add_argument(parser, "-k K", many, cli.whole_number_from_1, 1)
    cli.add_argument(parser, "--zdd SAVED", "a diagram of FILE that zdd -o wrote")
    cli.add_argument(parser, "--seed N", "the same seed draws the same solutions", cli.whole_number)
    cli.add_answer_arguments(parser, "a JSON object on each line", "no progress and no remarks")
    cli.add_memory_argument(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    deadline = Deadline(arguments.seconds)
    problem = cli.read_problem(arguments)
    saved = arguments.zdd
    zdd = by_diagram(problem.zdd, arguments) if saved is None else problem.load_zdd(saved)
    if zdd is None:
        return cli.STOPPED
    if not zdd:
        if arguments.json:
            cli.print_json({"solutions": 0, "complete": True})
        else:
            print("no solution")
        return cli.NO_SOLUTION
    # (A range may be longer than what islice takes.)
    draws = zdd.draws(seed=arguments.seed)
    for number, solution in zip(range(1, arguments.k + 1), draws, strict=False):
        if deadline.passed():
            return cli.ended("exactcover", number, "seconds", quiet=False)
        cli.print_solution(problem, number, solution, arguments.json)
    return cli.ANSWERED
