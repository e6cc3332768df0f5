"""``exactcover estimate``: how long a search would take, by random descents."""

from __future__ import annotations

import argparse

from ... import cli


def add_arguments(parser: argparse.ArgumentParser) -> None:
    probes = "random descents; default: 20000, without numba 500"
    cli.add_argument(parser, "--probes N", probes, cli.whole_number_from_1)
    cli.add_argument(parser, "--seed N", "other random paths; default: 0", cli.whole_number, 0)
    cli.add_answer_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    return cli.print_estimate(problem, arguments.probes, arguments.seed, arguments)
