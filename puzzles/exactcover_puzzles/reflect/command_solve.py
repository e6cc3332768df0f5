"""``puzzles reflect solve``."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.clock import Clock
from ..shared.explaining import add_explain, require_alone
from .arguments import add_answer, add_engine, pieces, stopped_or
from .board import Board
from .file import EXAMPLE, format_puzzle, read_puzzles
from .puzzle import READINGS, Puzzle
from .reasons import Content, Hints, conflict, hints
from .solver import Solver

__all__ = ["add_arguments", "run"]

#: Solutions of a puzzle that are printed without --limit and --all.
_USUAL_LIMIT = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.epilog = xc.cli.example_in_help(EXAMPLE)
    parser.add_argument("files", metavar="FILE", nargs="+", help="puzzles; - for standard input")
    parser.add_argument(
        "--reading",
        choices=READINGS,
        default="all",
        help="whether all pieces must be used (the default), fewer may be, or, strict, the two ends"
        " of a letter may also each be sent back by a ball",
    )
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit",
        type=xc.cli.whole_number_from_1,
        metavar="N",
        help="up to N solutions of each puzzle; default: 10",
    )
    how_many.add_argument("--all", action="store_true", help="all solutions")
    parser.add_argument("--pieces", type=pieces, metavar="P", help=r"what to place, such as //\o")
    add_explain(parser)
    xc.cli.add_unpacked_argument(parser)
    add_engine(parser)
    add_answer(parser)


def run(parsed: argparse.Namespace, solver: Solver | None = None) -> int:
    """Solve the puzzles of all files, by a solver for the reading; returns the exit code.

    A file that cannot be read is reported, and the others are solved.
    """
    require_alone(parsed.parser, parsed, "limit", "all")
    clock = Clock(parsed.seconds)
    files: list[tuple[str, list[Puzzle]]] = []
    wrong = False
    for path in parsed.files:
        try:
            puzzles = read_puzzles(path, parsed.pieces, unpacked=parsed.unpacked)
            files.append((xc.cli.shown_path(path), puzzles))
        except (xc.FileFault, OSError) as fault:
            if len(parsed.files) == 1:
                raise
            xc.cli.say_fault("puzzles", fault)
            wrong = True
    solver = solver or Solver(parsed.reading, parsed.engine)
    solved = True
    for path, puzzles in files:
        for number, puzzle in enumerate(puzzles, 1):
            if not clock.goes_on():
                return stopped_or(clock, xc.cli.STOPPED)
            label = f"{path} {number}" if len(parsed.files) > 1 else f"{number}"
            answer = _explain if parsed.explain else _solve
            found = answer(parsed, solver, clock, puzzle, label, {"file": path, "puzzle": number})
            solved = solved and found
            if solver.stopped == "seconds":
                clock.stopped = True
                return stopped_or(clock, xc.cli.STOPPED)
    if wrong:
        return xc.cli.BAD_INPUT
    return xc.cli.ANSWERED if solved else xc.cli.NO_SOLUTION


def _explain(
    parsed: argparse.Namespace,
    solver: Solver,
    clock: Clock,
    puzzle: Puzzle,
    label: str,
    named: dict[str, object],
) -> bool:
    """Print why a puzzle has no solution, or what is open in them; returns whether there is any."""
    with xc.cli.status(parsed.quiet) as show:
        report = show or (lambda text: None)
        found = hints(puzzle, solver, clock, report)
        stopped = solver.stopped
        why = (
            conflict(puzzle, solver, clock, report) if not found.solutions and not stopped else None
        )
    solver.stopped = stopped
    if parsed.json:
        answer = found if why is None else why
        told = {"impossible": why is not None, **dataclasses.asdict(answer)}
        xc.cli.print_json({**named, **told})
        sys.stdout.flush()
    elif why is not None:
        print(f"# {label}: impossible: {why.in_words()}", flush=True)
    else:
        print(f"# {label}: {_hints_in_words(found)}", flush=True)
    return why is None and bool(found.solutions)


def _hints_in_words(found: Hints) -> str:
    if found.complete and found.solutions == 1:
        return "there is exactly one solution"
    if not found.solutions:
        return "no solution found so far"
    solutions = xc.text.counted(found.solutions, "solution")
    lines = [f"{'' if found.complete else 'at least '}{solutions}"]
    if found.complete and found.shared:
        same = xc.text.counted(len(found.shared), "cell")
        lines.append(f"  in all of them: {same} ({_contents(found.shared)})")
    if found.choice is not None:
        cells = xc.text.counted(len(found.choice), "cell")
        fewest = "no fewer will do" if found.smallest else "whether fewer will do is not known"
        lines.append(f"unique with {cells}: {_contents(found.choice)} ({fewest})")
    return "\n".join(lines)


def _contents(contents: Sequence[Content]) -> str:
    return ", ".join(
        f"{'nothing' if content == '.' else content} at {cell_name(row, column)}"
        for row, column, content in contents
    )


def _solve(
    parsed: argparse.Namespace,
    solver: Solver,
    clock: Clock,
    puzzle: Puzzle,
    label: str,
    named: dict[str, object],
) -> bool:
    """Print the solutions of a puzzle as they are found; returns whether there are any."""
    number = 0
    listed: list[Board] = []
    limit = None if parsed.all else parsed.limit or _USUAL_LIMIT
    for board in solver.boards(puzzle, limit, seconds=clock.left()):
        number += 1
        if parsed.json:
            listed.append(board)
        else:
            shown = dataclasses.replace(puzzle, pieces=board.pieces)
            with xc.cli.uninterrupted():
                print(format_puzzle(shown, solution=board), flush=True)
    complete = solver.stopped is None
    if parsed.json:
        boards = [board.rows() for board in listed]
        xc.cli.print_json({**named, "solutions": boards, "complete": complete})
        sys.stdout.flush()
    else:
        least = "" if complete else "at least "
        more = "; --all prints them all" if solver.stopped == "limit" else ""
        print(f"# {label}: {least}{xc.text.counted(number, 'solution')}{more}\n")
    return number > 0
