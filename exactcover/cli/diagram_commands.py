"""The commands that build the diagram of all solutions: ``zdd`` and ``sample``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .. import cli
from ..common.deadline import Deadline
from ..errors import DiagramTooLarge, SearchStopped
from ..text import counted, digits, printable

if TYPE_CHECKING:
    from ..diagrams.zdd import ZDD


# -- zdd: save or draw it --------------------------------------------------------------------------


Answer = TypeVar("Answer")

#: How the names of files end that are written; "-" is standard output.
_DOT = (".dot", ".dot.gz")
_ENDINGS = (".zdd", *_DOT, *cli.SVG, "", "-")


def zdd_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        dest="output",
        metavar="OUT",
        help="write the diagram: a name ending in .dot or .svg draws it; .zdd, or no extension,"
        " saves it for sample --zdd and Problem.load_zdd",
    )
    cli.add_argument(parser, "--by-option", "also print how many solutions contain each option")
    cli.add_answer_arguments(parser, quiet="print no progress and no remarks")
    cli.add_memory_argument(parser)
    cli.add_problem_arguments(parser)


def zdd(arguments: argparse.Namespace) -> int:
    output = arguments.output
    ending = cli.check_output(arguments.parser, "-o", output, _ENDINGS)
    problem = cli.read_problem(arguments)
    zdd = by_diagram(problem.zdd, arguments)
    if zdd is None:
        return cli.STOPPED
    with cli.held_back(output not in (None, "-")):
        _print_zdd(zdd, arguments)
        try:
            if ending in _DOT:
                cli.write_text(zdd.to_dot(), output)
            elif ending in cli.SVG:
                cli.write_text(zdd.to_svg(), output)
            elif output is not None:
                zdd.save(output)
        except ValueError as error:
            cli.say(f"exactcover: {output}: {error}")
            return cli.BAD_INPUT
    return cli.ANSWERED if zdd else cli.NO_SOLUTION


def by_diagram(ask: Callable[..., Answer], arguments: argparse.Namespace) -> Answer | None:
    """Ask a question that builds a diagram; if it was stopped, print a message and return None."""
    try:
        with cli.progress(arguments.quiet) as callback:
            return ask(memory=arguments.memory, seconds=arguments.seconds, progress=callback)
    except DiagramTooLarge as large:
        cli.say(f"exactcover: {large}")
    except SearchStopped as stop:
        after = "" if stop.nodes is None else f", after {counted(stop.nodes, 'state')}"
        cli.say(f"exactcover: stopped by --{stop.stopped}{after}")
    return None


def _print_zdd(zdd: ZDD, arguments: argparse.Namespace) -> None:
    """Print the facts about a diagram, on standard error if standard output gets the diagram."""
    by_option = zdd.option_counts() if arguments.by_option else {}
    count, stream = zdd.count(), sys.stderr if arguments.output == "-" else sys.stdout
    if arguments.json:
        answer: dict[str, Any] = {
            "count": cli.json_number(count),
            "nodes": zdd.n_nodes,
            "edges": zdd.n_edges,
            "bytes": zdd.n_bytes,
            "method": zdd.method,
        }
        if arguments.by_option:
            answer["options"] = [[name, cli.json_number(n)] for name, n in by_option.items()]
        cli.print_json(answer, stream)
        return
    sizes = f"{counted(zdd.n_nodes, 'node')} and {counted(zdd.n_edges, 'edge')}"
    print(f"{counted(count, 'solution')} in {sizes} ({zdd.method})", file=stream)
    for name, found in by_option.items():
        print(f"{digits(found)}\t{printable(name)}", file=stream)


# -- sample: solutions drawn at random, each with the same probability -----------------------------


def sample_arguments(parser: argparse.ArgumentParser) -> None:
    many = "draw K solutions independently, so that one may come twice; default: 1"
    cli.add_argument(parser, "-k K", many, cli.whole_number_from_1, 1)
    cli.add_argument(parser, "--zdd SAVED", "use a diagram of FILE that zdd -o saved")
    cli.add_argument(parser, "--seed N", "the same seed draws the same solutions", cli.whole_number)
    quiet = "print no progress and no remarks"
    cli.add_answer_arguments(parser, "print each solution as a JSON object on a line", quiet)
    cli.add_memory_argument(parser)
    cli.add_problem_arguments(parser)


def sample(arguments: argparse.Namespace) -> int:
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
