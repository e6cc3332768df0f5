"""``exactcover explain``: why a problem has no solution, or too many; how far logic gets."""

from __future__ import annotations

import argparse

from ... import cli
from ...common.deadline import Deadline
from ...errors import SearchStopped
from ...problem import Problem
from ...text import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--trace", "the steps of propagation, and the difficulty")
    cli.add_answer_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    if arguments.trace:
        return _trace(arguments, problem)
    return cli.explain_problem(problem, cli.Wording(), arguments)


def _trace(arguments: argparse.Namespace, problem: Problem) -> int:
    deadline = Deadline(arguments.seconds)
    trace = problem.trace(seconds=arguments.seconds)
    depth, known = None, True
    try:
        depth = problem.difficulty(seconds=deadline.left())
    except SearchStopped:
        known = False
    if arguments.json:
        shown = ("action", "option", "item", "removed")
        answer = {
            "steps": [{name: getattr(step, name) for name in shown} for step in trace.steps],
            "outcome": trace.outcome,
            "left": trace.left,
            "difficulty": depth,
            "difficulty_known": known,
        }
        cli.print_json(answer)
    else:
        print(trace)
        print(_difficulty(depth, known))
    if trace.outcome == "impossible":
        return cli.NO_SOLUTION
    return cli.ANSWERED if known else cli.STOPPED


def _difficulty(depth: int | None, known: bool) -> str:
    if not known:
        return "difficulty: not known, the time was over"
    if depth is None:
        return "difficulty: more than 3, or there are several solutions"
    if depth == 0:
        return "difficulty 0: the rules alone decide it"
    return f"difficulty {depth}: the proof needs {counted(depth, 'nested assumption')}"
