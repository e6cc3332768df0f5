"""``exactcover zdd``: make the diagram of all solutions, and save or draw it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ...common.textfiles import write_text
from ...text import counted, digits, printable
from ..argument_groups import add_answer_arguments, add_memory_argument
from ..diagram_building import diagram_of
from ..exit_codes import ANSWERED, BAD_INPUT, NO_SOLUTION, STOPPED
from ..json_output import json_number, print_json
from ..messages import say
from ..output_files import SVG, check_output, held_back
from ..problem_arguments import add_problem_arguments, read_problem

if TYPE_CHECKING:
    from ...diagrams.zdd import ZDD

__all__ = ["add_arguments", "run"]

#: How the names of files end that are written; "-" is standard output.
_DOT = (".dot", ".dot.gz")
_ENDINGS = (".zdd", *_DOT, *SVG, "", "-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "-o",
        dest="output",
        metavar="OUT",
        help="write it there: a name that ends in .dot or .svg gives a picture, one that ends in"
        " .zdd or in nothing a file for sample --zdd and Problem.load_zdd",
    )
    parser.add_argument(
        "--by-option", action="store_true", help="also how many solutions contain each option"
    )
    add_answer_arguments(parser, quiet="no progress and no remarks")
    add_memory_argument(parser)
    add_problem_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; returns the exit code."""
    output = arguments.output
    ending = check_output(arguments.parser, "-o", output, _ENDINGS)
    problem = read_problem(arguments)
    zdd = diagram_of(problem, arguments)
    if zdd is None:
        return STOPPED
    with held_back(output is not None):
        _print(zdd, arguments)
        try:
            if ending in _DOT:
                write_text(zdd.to_dot(), output)
            elif ending in SVG:
                write_text(zdd.to_svg(), output)
            elif output is not None:
                zdd.save(output)
        except ValueError as error:
            say(f"exactcover: {output}: {error}")
            return BAD_INPUT
    return ANSWERED if zdd else NO_SOLUTION


def _print(zdd: ZDD, arguments: argparse.Namespace) -> None:
    """What is known of a diagram; on standard error, if standard output gets the diagram."""
    by_option = zdd.option_counts() if arguments.by_option else {}
    count, stream = zdd.count(), sys.stderr if arguments.output == "-" else sys.stdout
    if arguments.json:
        answer: dict[str, Any] = {
            "count": json_number(count),
            "nodes": zdd.n_nodes,
            "edges": zdd.n_edges,
            "bytes": zdd.n_bytes,
            "method": zdd.method,
        }
        if arguments.by_option:
            answer["options"] = [[name, json_number(found)] for name, found in by_option.items()]
        print_json(answer, stream)
        return
    sizes = f"{counted(zdd.n_nodes, 'node')} and {counted(zdd.n_edges, 'edge')}"
    print(f"{counted(count, 'solution')} in {sizes} ({zdd.method})", file=stream)
    for name, found in by_option.items():
        print(f"{digits(found)}\t{printable(name)}", file=stream)
