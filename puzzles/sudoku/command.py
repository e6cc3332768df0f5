"""What ``puzzles sudoku`` reads, prints and returns: for each puzzle a line, in order."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, tee
from pathlib import Path
from typing import Any

import exactcover as xc

from .. import sudoku
from ..shared.cell_names import cell_name

__all__ = ["sudoku_command"]

#: So many puzzles are solved one by one in plain Python before kernels are loaded, which takes
#: longer than a few puzzles do.
_FEW = 3

#: A puzzle, and the number of its line in the file.
Puzzle = tuple[int, str]


def _item(item: Any) -> str:
    kind, one, other = item
    if kind == "place":
        return cell_name(one, other)
    return f"digit {other} in {kind} {one + 1}"


def _entry(entry: Any) -> str:
    row, column, digit = entry
    return f"{digit} at {cell_name(row, column)}"


_WORDS = xc.cli.Wording(_item, _entry, "places and digits", ("digit", "digits"), program="puzzles")


class _BadLineError(Exception):
    """A line that is not a puzzle. It ends the input; what stands before it is answered."""


def sudoku_command(arguments: argparse.Namespace) -> int:
    """``puzzles sudoku``; returns the exit code."""
    report = _Report(arguments)
    with _opened(arguments) as (stream, name):
        puzzles = _puzzles(stream, name)
        try:
            for puzzle in puzzles:
                if arguments.explain:
                    report.explain(puzzle)
                elif report.answered == _FEW:
                    report.answer_many(chain([puzzle], puzzles))
                else:
                    report.answer_one(puzzle)
        except _BadLineError as line:
            sys.stdout.flush()
            xc.cli.say(f"puzzles: {line}")
            return xc.cli.BAD_INPUT
        if report.answered == 0:
            xc.cli.say(f"puzzles: {name}: no puzzle: expected lines of 81 characters")
            return xc.cli.BAD_INPUT
    if report.cut_short:
        return xc.cli.STOPPED
    return xc.cli.NO_SOLUTION if report.unsolved else xc.cli.ANSWERED


@contextlib.contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[tuple[Iterable[str], str]]:
    """The lines of the file and how messages name it."""
    if arguments.file != "-":
        with Path(arguments.file).open(encoding="utf-8-sig", errors="replace") as stream:
            yield stream, arguments.file
        return
    if sys.stdin is None:
        raise OSError(9, "it is closed", "standard input")
    if sys.stdin.isatty() and not arguments.quiet:
        xc.cli.say("puzzles: give a puzzle a line, 81 characters each, and Ctrl-D at the end")
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    yield sys.stdin, "standard input"


def _puzzles(stream: Iterable[str], name: str) -> Iterator[Puzzle]:
    """The puzzles; empty lines and lines that begin with # are none."""
    for number, text in enumerate(stream, 1):
        line = text.strip().removeprefix("\ufeff")
        if not line or line.startswith("#"):
            continue
        try:
            sudoku.clues(line)
        except sudoku.SudokuFault as fault:
            column = f"{fault.column}:" if fault.column else ""
            raise _BadLineError(
                f"{name}:{number}:{column} {fault.found}: expected {fault.expected}"
            ) from None
        yield number, line


class _Report:
    """Asks what the arguments ask for, and prints the answers."""

    def __init__(self, arguments: argparse.Namespace):
        self.arguments = arguments
        self.answered = 0
        self.unsolved = 0
        self.cut_short = 0

    def answer_one(self, puzzle: Puzzle) -> None:
        """Answer a puzzle in the ordinary way."""
        given = sudoku.problem().given(*sudoku.clues(puzzle[1]))
        count = self.arguments.count
        self._print(puzzle, given.count(self.arguments.limit) if count else given.is_unique())

    def explain(self, puzzle: Puzzle) -> None:
        """Why a puzzle has no solution, or what would make it one."""
        self.answered += 1
        if not self.arguments.json:
            print(f"{'' if self.answered == 1 else chr(10)}line {puzzle[0]}:", flush=True)
        try:
            problem = sudoku.problem().given(*sudoku.clues(puzzle[1]))
            code = xc.cli.explain_problem(problem, _WORDS, self.arguments)
        except xc.SearchStopped as stop:
            code = xc.cli.STOPPED
            if self.arguments.json:
                self._print_json(puzzle, stopped=stop.stopped)
            else:
                print("not known: the time was over")
        sys.stdout.flush()
        self.unsolved += code == xc.cli.NO_SOLUTION
        self.cut_short += code == xc.cli.STOPPED

    def answer_many(self, puzzles: Iterable[Puzzle]) -> None:
        """Answer puzzles as a batch, each before the next is read."""
        shown, asked = tee(puzzles)
        batch = sudoku.problem().batch(sudoku.clues(line) for _, line in asked)
        limit = self.arguments.limit
        answers: Iterable[xc.Count | xc.Uniqueness] = (
            batch.count(limit) if self.arguments.count else batch.is_unique()
        )
        # The answers first: zip must not take a puzzle that has none.
        for answer, puzzle in zip(answers, shown, strict=False):
            self._print(puzzle, answer)

    def _print(self, puzzle: Puzzle, answer: xc.Count | xc.Uniqueness) -> None:
        with xc.cli.uninterrupted():
            if isinstance(answer, xc.Count):
                self._print_count(puzzle, answer)
            else:
                self._print_solution(puzzle, answer)

    def _print_count(self, puzzle: Puzzle, count: xc.Count) -> None:
        self.answered += 1
        self.unsolved += count == 0 and count.complete
        self.cut_short += count.stopped not in (None, "limit")
        if self.arguments.json:
            number = xc.cli.json_number(count)
            self._print_json(puzzle, solutions=number, complete=count.complete)
        else:
            print(count)

    def _print_solution(self, puzzle: Puzzle, answer: xc.Uniqueness) -> None:
        self.answered += 1
        line = sudoku.line_of(answer.solutions[0]) if answer.solutions else None
        self.unsolved += line is None
        if self.arguments.json:
            told: dict[str, Any] = {"solution": line, "verdict": answer.verdict}
            if answer.impossible is not None:
                told["reason"] = sudoku.reason(puzzle[1], answer.impossible)
            self._print_json(puzzle, **told)
            return
        if self.arguments.grid:
            gap = "\n" if self.answered > 1 else ""
            print(gap + (sudoku.picture(line) if line else "no solution"))
        else:
            print(line or "no solution")
        if answer.verdict == "several":
            self._remark(puzzle, "has several solutions; this is one of them")
        elif answer.impossible is not None:
            self._remark(puzzle, f"has no solution: {sudoku.reason(puzzle[1], answer.impossible)}")

    def _remark(self, puzzle: Puzzle, text: str) -> None:
        if not self.arguments.quiet:
            sys.stdout.flush()
            xc.cli.say(f"puzzles: line {puzzle[0]} {text}")

    def _print_json(self, puzzle: Puzzle, **answer: Any) -> None:
        print(json.dumps({"line": puzzle[0], "puzzle": puzzle[1], **answer}))
