"""``exactcover estimate``: how long a search would take, by random descents."""

from __future__ import annotations

import argparse
import math
from dataclasses import asdict

from ... import cli
from ...errors import SearchStopped
from ...text import duration


def add_arguments(parser: argparse.ArgumentParser) -> None:
    probes = "random descents; default: 20000"
    cli.add_argument(parser, "--probes N", probes, cli.whole_number_from_1, 20_000)
    cli.add_argument(parser, "--seed N", None, cli.whole_number, 0)
    cli.add_answer_arguments(parser)
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    problem = cli.read_problem(arguments)
    try:
        found = problem.estimate(arguments.probes, seed=arguments.seed, seconds=arguments.seconds)
    except SearchStopped:
        return cli.ended("exactcover", 0, "seconds", quiet=False)
    if 0 < found.probes < arguments.probes and not arguments.quiet:
        cli.say(f"exactcover: the time was over after {found.probes:,} random descents")
    if arguments.json:
        # JSON has no infinity: a bound that is not known is null.
        answer = asdict(found)
        for figure in (answer["nodes"], answer["solutions"], answer["seconds"]):
            figure.update({k: None for k, each in figure.items() if not math.isfinite(each)})
        cli.print_json(answer)
        return cli.ANSWERED
    print(f"nodes      {found.nodes}")
    print(f"solutions  {found.solutions}")
    print(f"time       {found.seconds.in_words(duration)}")
    if not arguments.quiet:
        remark = "count tries a diagram beside it, which may take far less"
        cli.say(f"exactcover: this is what listing all solutions takes; {remark}")
    return cli.ANSWERED
