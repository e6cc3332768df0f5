"""The command ``exactcover``: solve, count, minimize, check and convert problems in files."""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..common.costs import parsed_cost
from ..common.textfiles import shown_path, write_text
from ..errors import DiagramTooLarge, SearchStopped, UncoverableItem
from ..files import formats as files
from ..problem import Problem
from ..statement.results import Count, Impossible, Interrupted, Optimum
from ..text import counted, digits, escaped, printable
from ..version import __version__
from . import console, worker_arguments
from .commands import explain as explain_command
from .commands import gather as gather_command
from .commands import symmetry as symmetry_command
from .commands.status import print_status
from .solution_output import print_json, print_solution, solution_as_json

if TYPE_CHECKING:
    from ..diagrams.zdd import ZDD

__all__ = ["main"]

_FILE_HELP = (
    "a problem: the text format of TAOCP 7.2.2.1, or .json; .gz is uncompressed; - is stdin"
)

#: How the names of files that are written end, "-" for standard output.
_DOT = (".dot", ".dot.gz")
_DIAGRAMS = (".zdd", *_DOT, *console.SVG, "", "-")
_PROBLEMS = (".dlx", ".dlx.gz", ".txt", ".txt.gz", ".json", ".json.gz", "", "-")


def _parser() -> argparse.ArgumentParser:
    parser = console.Parser(
        prog="exactcover",
        description="Solve, count and minimize exact cover problems, with colours, multiplicities"
        " and costs.",
        epilog="Exit codes: 0 answered, 1 no solution, 2 bad usage or bad input, 3 stopped before"
        " the end, 4 a fault of the program, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"exactcover {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    solve = commands.add_parser("solve", help="print solutions (one, unless --limit or --all)")
    solve.add_argument("file", metavar="FILE", help=_FILE_HELP)
    how_many = solve.add_mutually_exclusive_group()
    how_many.add_argument("--limit", type=console.whole_number, default=1, metavar="N")
    how_many.add_argument("--all", action="store_true", help="print every solution")
    solve.add_argument("--json", action="store_true", help="one object a line, and a last one")
    console.add_search_arguments(solve)
    console.add_reading_arguments(solve)
    solve.set_defaults(action=_solve)

    count = commands.add_parser("count", help="print the number of solutions")
    count.add_argument("file", metavar="FILE", help=_FILE_HELP)
    count.add_argument(
        "--limit", type=console.whole_number, metavar="N", help="stop at N solutions"
    )
    count.add_argument("--json", action="store_true", help="print one object")
    count.add_argument(
        "--method",
        choices=("auto", "listing", "diagram"),
        default="auto",
        help="go through all solutions, or count them unlisted; default: auto, what pays",
    )
    _add_memory(count, gigabytes=2)
    console.add_search_arguments(count)
    worker_arguments.add_worker_arguments(count)
    console.add_reading_arguments(count)
    count.set_defaults(action=_count)

    gather = commands.add_parser("gather", help="count on several workers, and gather more")
    gather.add_argument("file", metavar="FILE", help=_FILE_HELP)
    gather_command.add_arguments(gather)
    console.add_reading_arguments(gather)
    gather.set_defaults(action=gather_command.gather)

    sample = commands.add_parser("sample", help="print solutions drawn fairly from all of them")
    sample.add_argument("file", metavar="FILE", help=_FILE_HELP)
    sample.add_argument(
        "-k",
        type=console.whole_number_from_1,
        default=1,
        metavar="K",
        help="how many, each from all of them; default 1",
    )
    sample.add_argument("--zdd", metavar="SAVED", help="a diagram of FILE that zdd -o wrote")
    sample.add_argument("--seed", type=console.whole_number, metavar="N", help="for the same again")
    sample.add_argument("--json", action="store_true", help="one object a line")
    sample.add_argument("--seconds", type=console.seconds, metavar="S", help="stop after S seconds")
    sample.add_argument("--quiet", action="store_true", help="no progress and no remarks")
    _add_memory(sample)
    console.add_reading_arguments(sample)
    sample.set_defaults(action=_sample)

    zdd = commands.add_parser("zdd", help="make the diagram of all solutions, and save or draw it")
    zdd.add_argument("file", metavar="FILE", help=_FILE_HELP)
    zdd.add_argument(
        "-o",
        dest="output",
        metavar="OUT",
        help="write it there: a name that ends in .dot or .svg gives a picture, one that ends in"
        " .zdd or in nothing a file for sample --zdd and Problem.load_zdd",
    )
    zdd.add_argument(
        "--by-option", action="store_true", help="also how many solutions contain each option"
    )
    zdd.add_argument("--json", action="store_true", help="print one object")
    zdd.add_argument("--seconds", type=console.seconds, metavar="S", help="stop after S seconds")
    zdd.add_argument("--quiet", action="store_true", help="no progress and no remarks")
    _add_memory(zdd)
    console.add_reading_arguments(zdd)
    zdd.set_defaults(action=_zdd, usage=zdd)

    for name, what in (("minimize", "cheapest"), ("maximize", "dearest")):
        best = commands.add_parser(name, help=f"print the {what} solution, proven to be so")
        best.add_argument("file", metavar="FILE", help=_FILE_HELP)
        best.add_argument(
            "-k",
            type=console.whole_number_from_1,
            metavar="K",
            help=f"the K {what} solutions; default 1",
        )
        best.add_argument(
            "--within",
            type=_cost,
            metavar="COST",
            help="only solutions that cost no more (maximize: no less); all of these without -k",
        )
        best.add_argument("--all", action="store_true", help="all, by their costs")
        best.add_argument("--json", action="store_true", help="one object a line, and a last one")
        best.add_argument("--no-reduce", action="store_true", help="no propagation first")
        console.add_budget_arguments(best)
        console.add_reading_arguments(best)
        best.set_defaults(action=_best)

    estimate = commands.add_parser("estimate", help="about how long a search would take")
    estimate.add_argument("file", metavar="FILE", help=_FILE_HELP)
    estimate.add_argument(
        "--probes",
        type=console.whole_number_from_1,
        default=20_000,
        metavar="N",
        help="random descents; default: 20000",
    )
    estimate.add_argument("--seed", type=console.whole_number, default=0, metavar="N")
    estimate.add_argument("--json", action="store_true", help="print one object")
    estimate.add_argument("--seconds", type=console.seconds, metavar="S", help="stop after S")
    estimate.add_argument("--quiet", action="store_true", help="no remarks")
    console.add_reading_arguments(estimate)
    estimate.set_defaults(action=_estimate)

    explain = commands.add_parser("explain", help="why there is no solution; steps by logic alone")
    explain.add_argument("file", metavar="FILE", help=_FILE_HELP)
    explain_command.add_arguments(explain)
    console.add_reading_arguments(explain)
    explain.set_defaults(action=explain_command.explain)

    symmetry = commands.add_parser("symmetry", help="symmetries, and solutions up to them")
    symmetry.add_argument("file", metavar="FILE", help=_FILE_HELP)
    symmetry_command.add_arguments(symmetry)
    console.add_reading_arguments(symmetry)
    symmetry.set_defaults(action=symmetry_command.symmetry)

    status = commands.add_parser("status", help="print how far the search of a journal is")
    status.add_argument("journal", metavar="FILE", help="what --journal wrote; it may be in use")
    status.add_argument("--json", action="store_true", help="print one object")
    status.add_argument("--quiet", action="store_true", help="no remarks")
    status.set_defaults(action=lambda given: print_status(given.journal, given.json))

    check = commands.add_parser("check", help="print every fault of a problem, and its size")
    check.add_argument("file", metavar="FILE", help=_FILE_HELP)
    check.add_argument("--reduce", action="store_true", help="also what propagation finds, and why")
    check.add_argument("--json", action="store_true", help="print one object")
    check.add_argument("--quiet", action="store_true", help="no remarks")
    console.add_reading_arguments(check)
    check.set_defaults(action=_check)

    convert = commands.add_parser("convert", help="write a problem in another format, or reduced")
    convert.add_argument("file", metavar="FILE", help=_FILE_HELP)
    convert.add_argument(
        "-o", "--output", default="-", metavar="OUT", help="default: standard output"
    )
    convert.add_argument(
        "--to", choices=("dlx", "json"), help="default: by the ending of OUT, else dlx"
    )
    convert.add_argument("--reduce", action="store_true", help="leave out what propagation removes")
    convert.add_argument("--quiet", action="store_true", help="no remarks")
    console.add_reading_arguments(convert)
    convert.set_defaults(action=_convert, usage=convert)
    return parser


def _add_memory(parser: argparse.ArgumentParser, gigabytes: int = 4) -> None:
    parser.add_argument(
        "--memory",
        type=console.size,
        default=gigabytes * 10**9,
        metavar="SIZE",
        help=f"what a diagram may take, such as 500MB or 16GB; default: {gigabytes}GB",
    )


def _cost(text: str) -> Fraction:
    cost = parsed_cost(text)
    if cost is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number, such as 12, 2.5 or -5/2")
    return cost


def _solve(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    limit = None if arguments.all else arguments.limit
    with console.progress(arguments.quiet) as callback:
        solutions = problem.solutions(limit, **console.search_arguments(arguments, callback))
        shown = 0
        try:
            for number, solution in enumerate(solutions, 1):
                with console.whole():
                    if arguments.json:
                        print_json(solution_as_json(problem, number, solution))
                    else:
                        print_solution(problem, number, solution)
                    shown = number
                if number == 1:
                    sys.stdout.flush()  # whoever waits for one gets it now
        except KeyboardInterrupt:
            if arguments.json:
                print_json(_summary(shown, "interrupt", solutions.nodes))
            sys.stdout.flush()
            raise
    stopped = solutions.stopped
    impossible = solutions.impossible
    if arguments.json:
        summary = _summary(solutions.found, stopped, solutions.nodes)
        if impossible is not None:
            summary["impossible"] = impossible.reason
        print_json(summary)
    elif impossible is not None:
        print(impossible)
    quiet = arguments.quiet or stopped == "limit"
    return console.ended(
        "exactcover", solutions.found, stopped, quiet, "; there may be more solutions"
    )


def _best(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    ask = problem.minimize if arguments.command == "minimize" else problem.maximize
    everything = arguments.all or arguments.within is not None
    k = 1 if arguments.k is None and not everything else arguments.k
    try:
        with console.progress(arguments.quiet) as callback:
            answer = ask(
                k,
                within=arguments.within,
                reduce=not arguments.no_reduce,
                nodes=arguments.nodes,
                seconds=arguments.seconds,
                progress=callback,
            )
    except Interrupted as interruption:
        _print_best(problem, interruption.partial, arguments)
        sys.stdout.flush()
        raise
    if isinstance(answer, Impossible):
        if arguments.json:
            print_json({"complete": True, "impossible": answer.reason, "nodes": answer.nodes})
        else:
            print(answer)
        return console.NO_SOLUTION
    _print_best(problem, answer, arguments)
    if not answer.complete:
        return console.STOPPED
    return console.ANSWERED if answer else console.NO_SOLUTION


def _print_best(problem: Problem, answer: Optimum, arguments: argparse.Namespace) -> None:
    for number, solution in enumerate(answer.solutions, 1):
        if arguments.json:
            print_json(solution_as_json(problem, number, solution))
        else:
            print_solution(problem, number, solution)
    if arguments.json:
        summary: dict[str, Any] = {
            "solutions": len(answer.solutions),
            "bound": console.json_cost(answer.bound),
            "complete": answer.complete,
            "stopped": answer.stopped,
            "nodes": answer.nodes,
        }
        print_json(summary)
    elif not answer.solutions and answer.complete:
        print(answer)
    if not answer.complete and not arguments.quiet:
        sys.stdout.flush()
        console.say(f"exactcover: {answer}")


def _summary(found: int, stopped: str | None, nodes: int) -> dict[str, Any]:
    return {
        "solutions": console.json_number(found),
        "complete": stopped is None,
        "stopped": stopped,
        "nodes": nodes,
    }


def _count(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    try:
        with (
            worker_arguments.worker_keywords(arguments) as workers,
            console.progress(arguments.quiet) as callback,
        ):
            count = problem.count(
                arguments.limit,
                method=arguments.method,
                memory=arguments.memory,
                **workers,
                **console.search_arguments(arguments, callback),
            )
    except Interrupted as interruption:
        _print_count(interruption.partial, arguments.json)
        sys.stdout.flush()
        raise
    _print_count(count, arguments.json)
    quiet = arguments.quiet or arguments.json
    if count.impossible is not None and not quiet:
        console.say(f"exactcover: {count.impossible}")
    more = "; --memory SIZE allows more" if count.stopped == "memory" else ""
    return console.ended("exactcover", count, count.stopped, quiet, more)


def _estimate(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    try:
        found = problem.estimate(arguments.probes, seed=arguments.seed, seconds=arguments.seconds)
    except SearchStopped:
        return console.ended("exactcover", 0, "seconds", quiet=False)
    if 0 < found.probes < arguments.probes and not arguments.quiet:
        console.say(f"exactcover: the time was over after {found.probes:,} random descents")
    if arguments.json:
        # JSON has no infinity: a bound that is not known is null.
        told = asdict(found)
        for figure in (told["nodes"], told["solutions"], told["seconds"]):
            figure.update({k: None for k, each in figure.items() if not math.isfinite(each)})
        print_json(told)
        return console.ANSWERED
    print(f"nodes      {found.nodes}")
    print(f"solutions  {found.solutions}")
    print(f"time       {found.seconds.in_words(console.duration)}")
    if not arguments.quiet:
        console.say(
            "exactcover: this is what listing all solutions takes; count tries a diagram beside it,"
            " which may take far less"
        )
    return console.ANSWERED


def _diagram_of(problem: Problem, arguments: argparse.Namespace) -> ZDD | None:
    """The diagram, or None if it was stopped, which is said then."""
    try:
        with console.progress(arguments.quiet) as callback:
            return problem.zdd(
                memory=arguments.memory, seconds=arguments.seconds, progress=callback
            )
    except DiagramTooLarge as large:
        console.say(f"exactcover: {large}")
    except SearchStopped as stop:
        console.say(
            f"exactcover: stopped by --{stop.stopped}, after {counted(stop.nodes or 0, 'state')}"
        )
    return None


def _zdd(arguments: argparse.Namespace) -> int:
    output = arguments.output
    ending = console.check_output(arguments.usage, "-o", output, _DIAGRAMS)
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    zdd = _diagram_of(problem, arguments)
    if zdd is None:
        return console.STOPPED
    with console.held_back(output is not None):
        _print_diagram(zdd, arguments)
        try:
            if ending in _DOT:
                write_text(zdd.to_dot(), output)
            elif ending in console.SVG:
                write_text(zdd.to_svg(), output)
            elif output is not None:
                zdd.save(output)
        except ValueError as error:
            console.say(f"exactcover: {output}: {error}")
            return console.BAD_INPUT
    return console.ANSWERED if zdd else console.NO_SOLUTION


def _print_diagram(zdd: ZDD, arguments: argparse.Namespace) -> None:
    """What is known of a diagram; on standard error, if it goes to standard output itself."""
    by_option = zdd.option_counts() if arguments.by_option else {}
    count, stream = zdd.count(), sys.stderr if arguments.output == "-" else sys.stdout
    if arguments.json:
        answer: dict[str, Any] = {
            "count": console.json_number(count),
            "nodes": zdd.n_nodes,
            "edges": zdd.n_edges,
            "bytes": zdd.n_bytes,
            "method": zdd.method,
        }
        if arguments.by_option:
            counts = [[name, console.json_number(found)] for name, found in by_option.items()]
            answer["options"] = counts
        print_json(answer, stream)
        return

    sizes = f"{counted(zdd.n_nodes, 'node')} and {counted(zdd.n_edges, 'edge')}"
    print(f"{counted(count, 'solution')} in {sizes} ({zdd.method})", file=stream)
    for name, found in by_option.items():
        print(f"{digits(found)}\t{printable(name)}", file=stream)


def _sample(arguments: argparse.Namespace) -> int:
    began = time.monotonic()
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    if arguments.zdd is not None:
        zdd: ZDD | None = problem.load_zdd(arguments.zdd)
    else:
        zdd = _diagram_of(problem, arguments)
    if zdd is None:
        return console.STOPPED
    if not zdd:
        print("no solution")
        return console.NO_SOLUTION
    until = None if arguments.seconds is None else began + arguments.seconds
    # (A range has any length, unlike what itertools counts.)
    draws = zdd.draws(seed=arguments.seed)
    for number, solution in zip(range(1, arguments.k + 1), draws, strict=False):
        if until is not None and time.monotonic() > until:
            return console.ended("exactcover", number, "seconds", quiet=False)
        if arguments.json:
            print_json(solution_as_json(problem, number, solution))
        else:
            print_solution(problem, number, solution)
    return console.ANSWERED


def _print_count(count: Count, as_json: bool) -> None:
    if not as_json:
        print(count)
        return
    answer: dict[str, Any] = {
        "count": console.json_number(count),
        "complete": count.complete,
        "stopped": count.stopped,
        "nodes": count.nodes,
        "method": count.method,
    }
    if count.impossible is not None:
        answer["impossible"] = count.impossible.reason
    print_json(answer)


def _check(arguments: argparse.Namespace) -> int:
    problem, faults = files.faults_in(arguments.file, **console.reading_arguments(arguments))
    if problem is None:
        for fault in faults:
            if arguments.json:
                print_json({"fault": fault})
            else:
                print(escaped(fault))
        return console.BAD_INPUT
    notes = problem.check().notes
    impossible = any(isinstance(note, UncoverableItem) for note in notes)
    reduction = problem.reduce() if arguments.reduce else None
    if reduction is not None and reduction.impossible is not None:
        impossible = True
    if arguments.json:
        answer: dict[str, Any] = {
            "primary": len(problem.primary),
            "secondary": len(problem.secondary),
            "options": len(problem.options),
            "multiplicities": len(problem.multiplicity),
            "costs": bool(problem.costs),
            "notes": [str(note) for note in notes],
        }
        if reduction is not None:
            answer["removed"] = [[option, str(why)] for option, why in reduction.removed.items()]
            answer["forced"] = list(reduction.forced)
            reason = reduction.impossible
            answer["impossible"] = None if reason is None else reason.reason
        print_json(answer)
    else:
        print(
            f"{printable(shown_path(arguments.file))}: {len(problem.primary):,} primary and"
            f" {counted(len(problem.secondary), 'secondary item')},"
            f" {counted(len(problem.options), 'option')}" + _more(problem)
        )
        for note in notes:
            print(f"note: {note}")
        if reduction is not None:
            for option in reduction.forced:
                print(f"option {option!r} is forced")
            for option, why in reduction.removed.items():
                print(f"option {option!r} {why}")
            print(f"propagation: {reduction}")
    return console.NO_SOLUTION if impossible else console.ANSWERED


def _more(problem: Problem) -> str:
    """What a problem has besides items and options, for its description."""
    text = ""
    if problem.multiplicity:
        text += f", {counted(len(problem.multiplicity), 'multiplicity', 'multiplicities')}"
    return text + (", costs" if problem.costs else "")


def _convert(arguments: argparse.Namespace) -> int:
    if arguments.to is None:
        console.check_output(arguments.usage, "-o", arguments.output, _PROBLEMS)
    problem = files.read(arguments.file, **console.reading_arguments(arguments))
    if arguments.reduce:
        reduction = problem.reduce()
        if not arguments.quiet:
            console.say(f"exactcover: {reduction}")
        if reduction.impossible is None:
            # What propagation forces follows from the rest, and with multiplicities it cannot be
            # written otherwise.
            removed = problem.without(*reduction.removed)
            problem = removed if problem.multiplicity else problem.reduced()
    files.write(problem, arguments.output, arguments.to)
    return console.ANSWERED


def _with_negative_costs(arguments: list[str]) -> list[str]:
    """``--within -5/2`` as ``--within=-5/2``: argparse takes the fraction for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--within" and parsed_cost(argument) is not None:
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = _parser().parse_args(_with_negative_costs(arguments))
    code: int = parsed.action(parsed)
    return code
