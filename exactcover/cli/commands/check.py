"""``exactcover check``: print every fault of a problem, and its size."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ... import cli
from ...errors import Note, UncoverableItem
from ...files.formats import read_leniently
from ...problem import Problem
from ...text import counted, escaped, printable

if TYPE_CHECKING:
    from ...propagation.reduce import Reduction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    cli.add_argument(parser, "--reduce", "also what propagation finds, and why")
    cli.add_answer_arguments(parser, may_stop=False)
    cli.add_problem_arguments(parser, fixing=False)


def run(arguments: argparse.Namespace) -> int:
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
