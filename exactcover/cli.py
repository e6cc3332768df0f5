"""The command ``exactcover``: solve, count, check and convert problems in files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Hashable
from typing import Any

from . import __version__, console, files
from .errors import UncoverableItem
from .problem import Problem
from .results import Count, Interrupted, Solution
from .textfiles import shown_path

__all__ = ["main"]

_FILE_HELP = (
    "a problem: the text format of TAOCP 7.2.2.1, or .json; .gz is uncompressed; - is stdin"
)


def _parser() -> argparse.ArgumentParser:
    parser = console.Parser(
        prog="exactcover",
        description="Solve and count exact cover problems, with colours.",
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
    solve.set_defaults(action=_solve)

    count = commands.add_parser("count", help="print the number of solutions")
    count.add_argument("file", metavar="FILE", help=_FILE_HELP)
    count.add_argument(
        "--limit", type=console.whole_number, metavar="N", help="stop at N solutions"
    )
    count.add_argument("--json", action="store_true", help="print one object")
    console.add_search_arguments(count)
    count.set_defaults(action=_count)

    check = commands.add_parser("check", help="print every fault of a problem, and its size")
    check.add_argument("file", metavar="FILE", help=_FILE_HELP)
    check.add_argument("--reduce", action="store_true", help="also what propagation finds, and why")
    check.add_argument("--json", action="store_true", help="print one object")
    check.add_argument("--quiet", action="store_true", help="no remarks")
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
    convert.set_defaults(action=_convert)
    return parser


def _words(problem: Problem, option: Hashable) -> str:
    return " ".join(
        str(item) if colour is None else f"{item}:{colour}"
        for item, colour in problem.items_of(option).items()
    )


def _as_json(problem: Problem, number: int, solution: Solution) -> dict[str, Any]:
    return {
        "solution": number,
        "options": list(solution.options),
        "items": [list(solution.items_of(option)) for option in solution.options],
        "colours": [[item, colour] for item, colour in solution.colours.items()],
    }


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _solve(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file)
    limit = None if arguments.all else arguments.limit
    with console.progress(arguments.quiet) as callback:
        solutions = problem.solutions(limit, **console.search_arguments(arguments, callback))
        try:
            for number, solution in enumerate(solutions, 1):
                if arguments.json:
                    _print_json(_as_json(problem, number, solution))
                else:
                    print(f"solution {number}")
                    for option in solution.options:
                        print(f"  {option}: {_words(problem, option)}")
                if number == 1:
                    sys.stdout.flush()  # whoever waits for one gets it now
        except KeyboardInterrupt:
            if arguments.json:
                _print_json(_summary(solutions.found, "interrupt", solutions.nodes))
            sys.stdout.flush()
            raise
    stopped = solutions.stopped
    impossible = solutions.impossible
    if arguments.json:
        summary = _summary(solutions.found, stopped, solutions.nodes)
        if impossible is not None:
            summary["impossible"] = impossible.reason
        _print_json(summary)
    elif impossible is not None:
        print(impossible)
    if impossible is not None:
        return console.NO_SOLUTION
    if stopped in (None, "limit"):
        return console.ANSWERED
    if not arguments.quiet:
        console.say(f"exactcover: {_stopped(stopped)}; there may be more solutions")
    return console.STOPPED


def _stopped(stopped: str) -> str:
    """What ended a search, in words."""
    return "stopped at the limit" if stopped == "limit" else f"stopped by the budget of {stopped}"


def _summary(found: int, stopped: str | None, nodes: int) -> dict[str, Any]:
    return {
        "solutions": console.json_number(found),
        "complete": stopped is None,
        "stopped": stopped,
        "nodes": nodes,
    }


def _count(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file)
    try:
        with console.progress(arguments.quiet) as callback:
            count = problem.count(arguments.limit, **console.search_arguments(arguments, callback))
    except Interrupted as interruption:
        _print_count(interruption.partial, arguments.json)
        sys.stdout.flush()
        raise
    _print_count(count, arguments.json)
    if not arguments.quiet and not arguments.json:
        if count.stopped is not None:
            console.say(f"exactcover: {_stopped(count.stopped)}")
        elif count.impossible is not None:
            console.say(f"exactcover: {count.impossible}")
    if not count.complete:
        return console.STOPPED
    return console.ANSWERED if count else console.NO_SOLUTION


def _print_count(count: Count, as_json: bool) -> None:
    if not as_json:
        print(count)
        return
    answer: dict[str, Any] = {
        "count": console.json_number(count),
        "complete": count.complete,
        "stopped": count.stopped,
        "nodes": count.nodes,
    }
    if count.impossible is not None:
        answer["impossible"] = count.impossible.reason
    _print_json(answer)


def _check(arguments: argparse.Namespace) -> int:
    problem, faults = files.faults_in(arguments.file)
    if problem is None:
        for fault in faults:
            if arguments.json:
                _print_json({"fault": fault})
            else:
                print(fault)
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
            "notes": [str(note) for note in notes],
        }
        if reduction is not None:
            answer["removed"] = [[option, str(why)] for option, why in reduction.removed.items()]
            answer["forced"] = list(reduction.forced)
            reason = reduction.impossible
            answer["impossible"] = None if reason is None else reason.reason
        _print_json(answer)
    else:
        print(
            f"{shown_path(arguments.file)}: {len(problem.primary):,} primary and"
            f" {len(problem.secondary):,} secondary items, {len(problem.options):,} options"
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


def _convert(arguments: argparse.Namespace) -> int:
    problem = files.read(arguments.file)
    if arguments.reduce:
        reduction = problem.reduce()
        if not arguments.quiet:
            console.say(f"exactcover: {reduction}")
        if reduction.impossible is None:
            problem = problem.reduced()
    files.write(problem, arguments.output, arguments.to)
    return console.ANSWERED


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    parsed = _parser().parse_args(arguments)
    code: int = parsed.action(parsed)
    return code
