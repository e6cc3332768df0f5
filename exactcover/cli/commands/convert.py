"""``exactcover convert``: write a problem in another format, or reduced."""

from __future__ import annotations

import argparse

from ... import cli
from ...files.formats import write

#: How the names of files end that are written; "-" is standard output.
_ENDINGS = (".dlx", ".dlx.gz", ".txt", ".txt.gz", ".json", ".json.gz", "", "-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "-o --output OUT", "default: standard output", default="-")
    cli.add_argument(
        parser, "--to", "default: by the ending of OUT, else dlx", choices=("dlx", "json")
    )
    cli.add_argument(parser, "--reduce", "leave out what propagation removes")
    cli.add_argument(parser, "--quiet", "no remarks")
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.to is None:
        cli.check_output(arguments.parser, "-o", arguments.output, _ENDINGS)
    problem = cli.read_problem(arguments)
    if arguments.reduce:
        reduction = problem.reduce()
        if not arguments.quiet:
            cli.say(f"exactcover: {reduction}")
        if reduction.impossible is None:
            # What propagation forces follows from the rest. With multiplicities there is no other
            # way to write it.
            removed = problem.without(*reduction.removed)
            problem = removed if problem.multiplicity else problem.reduced()
    write(problem, arguments.output, arguments.to)
    return cli.ANSWERED
