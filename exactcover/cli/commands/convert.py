"""``exactcover convert``: write a problem in another format, also for other solvers, or reduced."""

from __future__ import annotations

import argparse

from ... import cli
from ...files.formats import AT_MOST_ONE, FORMATS, format_of, write

#: How the names of files end that are written; "-" is standard output.
_ENDINGS = (*(f".{form}{gz}" for form in ("txt", *FORMATS) for gz in ("", ".gz")), "", "-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "-o --output OUT", "default: standard output", default="-")
    cli.add_argument(parser, "--to", "default: by the ending of OUT, else dlx", choices=FORMATS)
    encodings = "how CNF says that at most one of many is true; default: pairwise"
    cli.add_argument(parser, "--at-most-one", encodings, choices=AT_MOST_ONE)
    cli.add_argument(parser, "--reduce", "leave out what propagation removes")
    cli.add_argument(parser, "--quiet", "no remarks")
    cli.add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.to is None:
        cli.check_output(arguments.parser, "-o", arguments.output, _ENDINGS)
    form = arguments.to or format_of(arguments.output)
    if arguments.at_most_one is not None and form != "cnf":
        arguments.parser.error(f"--at-most-one is for cnf, and the output is {form}")
    problem = cli.read_problem(arguments)
    if arguments.reduce:
        reduction = problem.reduce()
        if not arguments.quiet:
            cli.say(f"exactcover: {reduction}")
        if reduction.impossible is None:
            # What propagation forces follows from the rest. With multiplicities or penalties there
            # is no other way to write it.
            removed = problem.without(*reduction.removed)
            bounded = problem.multiplicity or problem.penalties
            problem = removed if bounded else problem.reduced()
    write(problem, arguments.output, arguments.to, at_most_one=arguments.at_most_one)
    return cli.ANSWERED
