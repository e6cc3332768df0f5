"""``exactcover convert``: write a problem in another format, or reduced."""

from __future__ import annotations

import argparse

from ...files.formats import write
from ..exit_codes import ANSWERED
from ..messages import say
from ..output_files import check_output
from ..problem_arguments import add_problem_arguments, read_problem

__all__ = ["add_arguments", "run"]

#: How the names of files end that are written; "-" is standard output.
_ENDINGS = (".dlx", ".dlx.gz", ".txt", ".txt.gz", ".json", ".json.gz", "", "-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "-o", "--output", default="-", metavar="OUT", help="default: standard output"
    )
    parser.add_argument(
        "--to", choices=("dlx", "json"), help="default: by the ending of OUT, else dlx"
    )
    parser.add_argument("--reduce", action="store_true", help="leave out what propagation removes")
    parser.add_argument("--quiet", action="store_true", help="no remarks")
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    if arguments.to is None:
        check_output(arguments.parser, "-o", arguments.output, _ENDINGS)
    problem = read_problem(arguments)
    if arguments.reduce:
        reduction = problem.reduce()
        if not arguments.quiet:
            say(f"exactcover: {reduction}")
        if reduction.impossible is None:
            # What propagation forces follows from the rest. With multiplicities there is no other
            # way to write it.
            removed = problem.without(*reduction.removed)
            problem = removed if problem.multiplicity else problem.reduced()
    write(problem, arguments.output, arguments.to)
    return ANSWERED
