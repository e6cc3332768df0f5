"""The commands that read files without searching: ``check``, ``convert`` and ``status``."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import cli
from ..common.costs import cost_text
from ..errors import Note, UncoverableItem
from ..files.formats import AT_MOST_ONE, FORMATS, format_of, read_leniently, write
from ..parallel.part_file import JOURNAL, START
from ..problem import Problem
from ..text import counted, duration, escaped, interval, printable

if TYPE_CHECKING:
    from ..propagation.reduce import Reduction


# -- check: every fault of a problem, and its size -------------------------------------------------


def check_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--reduce", "also print what propagation removes and forces, and why")
    cli.add_answer_arguments(parser, may_stop=False)
    cli.add_problem_arguments(parser, fixing=False)


def check(arguments: argparse.Namespace) -> int:
    problem, faults = read_leniently(arguments.file, **cli.reading_keywords(arguments))
    if problem is None:
        for fault in map(str, faults):
            if arguments.json:
                cli.print_json({"fault": fault})
            else:
                print(escaped(fault))
        return cli.BAD_INPUT
    notes = problem.check().notes
    reduction = problem.reduce() if arguments.reduce else None
    if arguments.json:
        cli.print_json(_as_json(problem, notes, reduction))
    else:
        print(f"{printable(cli.shown_path(arguments.file))}: {_size(problem)}")
        for note in notes:
            print(f"note: {note}")
        if reduction is not None:
            for option in reduction.forced:
                print(f"option {option!r} is forced")
            for option, why in reduction.removed.items():
                print(f"option {option!r} {why}")
            print(f"propagation: {reduction}")
    impossible = any(isinstance(note, UncoverableItem) for note in notes)
    if impossible or (reduction is not None and reduction.impossible is not None):
        return cli.NO_SOLUTION
    return cli.ANSWERED


def _as_json(
    problem: Problem, notes: tuple[Note, ...], reduction: Reduction | None
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "primary": len(problem.primary),
        "secondary": len(problem.secondary),
        "options": len(problem.options),
        "multiplicities": len(problem.multiplicity),
        "costs": bool(problem.costs),
        "penalties": len(problem.penalties),
        "notes": [str(note) for note in notes],
    }
    if reduction is not None:
        answer["removed"] = [[option, str(why)] for option, why in reduction.removed.items()]
        answer["forced"] = list(reduction.forced)
        reason = reduction.impossible
        answer["impossible"] = None if reason is None else reason.reason
    return answer


def _size(problem: Problem) -> str:
    items = (
        f"{len(problem.primary):,} primary and {counted(len(problem.secondary), 'secondary item')}"
    )
    sizes = [items, counted(len(problem.options), "option")]
    if problem.multiplicity:
        sizes.append(counted(len(problem.multiplicity), "multiplicity", "multiplicities"))
    if problem.costs:
        sizes.append("costs")
    if problem.penalties:
        sizes.append(f"penalties of {counted(len(problem.penalties), 'item')}")
    return ", ".join(sizes)


# -- convert: another format, also for other solvers, or reduced -----------------------------------


#: How the names of files end that are written; "-" is standard output.
_ENDINGS = (*(f".{form}{gz}" for form in ("txt", *FORMATS) for gz in ("", ".gz")), "", "-")


def convert_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "-o --output OUT", "file; default: standard output", default="-")
    form = "output format; default: by the extension of OUT, else dlx"
    cli.add_argument(parser, "--to", form, choices=FORMATS)
    encodings = "encoding of at-most-one constraints in CNF; default: pairwise"
    cli.add_argument(parser, "--at-most-one", encodings, choices=AT_MOST_ONE)
    cli.add_argument(parser, "--reduce", "omit the options that propagation removes")
    cli.add_argument(parser, "--quiet", "print no remarks")
    cli.add_problem_arguments(parser)


def convert(arguments: argparse.Namespace) -> int:
    if arguments.to is None:
        cli.check_output(arguments.parser, "-o", arguments.output, _ENDINGS)
    form = arguments.to or format_of(arguments.output) or "dlx"
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


# -- status: how far the search of a journal is ----------------------------------------------------


def status_arguments(parser: argparse.ArgumentParser) -> None:
    journal = "a journal that --journal wrote, the search may still be running; or a plan"
    parser.add_argument("journal", metavar="FILE", help=journal)
    cli.add_answer_arguments(parser, may_stop=False)


def status(arguments: argparse.Namespace) -> int:
    with Path(arguments.journal).open("rb") as file:
        start = file.read(len(JOURNAL))
        if start.startswith(START) and start != JOURNAL:
            from .plan_commands import print_plan

            return print_plan(arguments.journal, arguments.json)
    from ..parallel.journal import read_status

    status = read_status(arguments.journal)
    if arguments.json:
        count = cli.json_number(status.count)
        costs = {
            name: None if cost is None else cli.json_cost(cost)
            for name, cost in (("cost", status.cost), ("bound", status.bound))
        }
        cli.print_json({**asdict(status), "complete": status.complete, "count": count, **costs})
        return cli.ANSWERED
    print(f"problem     {printable(status.name)}, digest {printable(status.digest[:16])}")
    least = "" if status.complete else "at least "
    if status.question is None:
        print(f"solutions   {least}{status.count:,}")
    elif status.question == "classes":
        print(f"classes     {least}{status.count:,}, up to symmetry")
    else:
        cost = "none yet" if status.cost is None else cost_text(status.cost)
        bound = "none yet" if status.bound is None else cost_text(status.bound)
        print(f"{status.question:12}cost {cost}, bound {bound}")
    share = "" if status.question == "classes" else f"{100 * (1 - status.share):.4g} %, "
    print(f"done        {share}{counted(status.tasks, 'task')}", end="")
    print(f", {counted(status.nodes, 'node')} in {counted(status.sessions, 'session')}")
    of_next = f", {status.below:,} of them below level {status.level}" if status.below else ""
    print(f"open        {counted(status.open, 'prefix', 'prefixes')}{of_next}")
    print(f"time        {duration(status.elapsed)}, {duration(status.seconds)} of work")
    updated = datetime.fromisoformat(status.updated)
    ago = max(0.0, (datetime.now(UTC) - updated).total_seconds())
    print(f"last task   {updated:%Y-%m-%d %H:%M:%S} UTC, {duration(ago)} ago")
    if status.rate is not None:
        print(f"rate        {status.rate:,.0f} nodes a second in the last session")
    if not status.complete and status.left is not None:
        print(f"left        about {duration(status.left)}{interval(status.left_between)}")
    return cli.ANSWERED
