"""The command line of any kind of puzzle: arguments, questions, exit codes.

``puzzles NAME`` calls :func:`add_arguments` and :func:`run`. A kind
(:class:`~exactcover_puzzles.shared.adapter.Puzzle`) defines its puzzles; this module defines the
questions about them and the exit codes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain, groupby, islice, tee
from pathlib import Path
from typing import Any

import exactcover as xc

from .adapter import Puzzle
from .asking import Asking
from .explaining import require_alone
from .parts import Batched, Graded, Surveyed
from .pictures import Pictures, check_pictures
from .screen import Screen
from .shipped import shipped_names

#: Puzzles with the same base that are answered singly before the rest is batched, since a batch
#: takes some preparation.
_FEW = 4


def command(kind: type[Puzzle], arguments: list[str] | None = None) -> int:
    """Run a kind of puzzle as a program of its own; returns the exit code."""

    def main(given: list[str]) -> int:
        parser = xc.cli.Parser(prog=Path(sys.argv[0]).name)
        add_arguments(parser, kind)
        parsed = parser.parse_args(given)
        parsed.parser = parser
        return run(kind, parsed)

    return xc.cli.run("puzzles", main, arguments)


def add_arguments(parser: argparse.ArgumentParser, kind: type[Puzzle]) -> None:
    """Add a kind's arguments: those that specify its puzzles, and the questions."""
    parser.description = (kind.__doc__ or "").strip().splitlines()[0]
    kind.add_arguments(parser)
    questions = parser.add_argument_group("questions", _usual(kind))
    what = questions.add_mutually_exclusive_group()
    for option, help_text in (
        ("--count", "count the solutions, also up to symmetry"),
        ("--all", "list all solutions, one per symmetry class"),
        ("--unique", "say whether there is exactly one solution; if not, show two"),
        ("--explain", "say why there is no solution, or what all share and what singles one out"),
        ("--estimate", "estimate the number of solutions and the time to list them"),
        ("--show", "show the unsolved puzzle"),
    ):
        xc.cli.add_argument(what, option, help_text)
    if issubclass(kind, Graded):
        xc.cli.add_argument(what, "--best", kind.best_is)
    limit = "list up to N solutions; with --count: stop at N"
    xc.cli.add_argument(questions, "--limit N", limit, xc.cli.whole_number)
    fixed = "treat symmetric solutions as different"
    xc.cli.add_argument(questions, "--fixed", fixed)
    output = parser.add_argument_group("output")
    xc.cli.add_argument(output, "--json", "JSON Lines; the last object is the summary")
    xc.cli.add_argument(output, "--svg OUT", "draw the solutions shown, as SVG")
    xc.cli.add_argument(output, "--png OUT", "draw them as PNG (requires the `pictures` extra)")
    xc.cli.add_argument(output, "--pdf OUT", "draw them as one PDF (requires the `pictures` extra)")
    output.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to use colour; default: auto (on a terminal, unless NO_COLOR is set)",
    )
    xc.cli.add_search_arguments(parser)
    xc.cli.add_worker_arguments(parser)
    split = "with --count: write a plan of N parts, for exactcover run and exactcover merge"
    parser.add_argument("--split", nargs=2, metavar=("N", "PLAN"), help=split)
    if kind.example:
        parser.epilog = xc.cli.example_in_help(kind.example)


def _base_of(puzzle: Puzzle) -> xc.Problem | None:
    """The base that it shares with other puzzles of a batch."""
    return puzzle.base if isinstance(puzzle, Batched) else None


def _usual(kind: type[Puzzle]) -> str:
    if issubclass(kind, Surveyed):
        return "Default: count the solutions and show the first one."
    return "Default: show one solution."


def run(kind: type[Puzzle], arguments: argparse.Namespace) -> int:
    """Answer the question in the arguments; returns the exit code."""
    if getattr(arguments, "list", False):
        for name in shipped_names(kind.shipped):
            print(name)
        return xc.cli.ANSWERED
    try:
        code = kind.own_command(arguments)
    except xc.Interrupted:  # of a question that making a puzzle asks, whose answer nobody wants
        raise KeyboardInterrupt from None
    if code is not None:
        return code
    _check(kind, arguments)
    asked = _Run(kind, arguments)
    try:
        return asked.run()
    finally:
        asked.pictures.end()


def _check(kind: type[Puzzle], arguments: argparse.Namespace) -> None:
    """Reject invalid combinations of arguments before any work."""
    parser = arguments.parser
    if getattr(arguments, "files", None) == []:
        if not kind.brief:
            shipped = ", or the name of a bundled puzzle (--list)" if kind.shipped else ""
            also = f", or {kind.instead_of_file}" if kind.instead_of_file else ""
            parser.error(f"expected a FILE, or - for standard input{shipped}{also}")
        arguments.files = ["-"]
    if xc.cli.workers_are_given(arguments):
        if not arguments.count:
            parser.error("--workers, --journal and --cluster go with --count")
        if arguments.limit is not None:
            parser.error("--limit does not go with --workers, --journal and --cluster")
        if arguments.journal is not None and len(getattr(arguments, "files", ())) > 1:
            parser.error("--journal takes one FILE, since a journal holds one count")
    if arguments.split is not None:
        if not arguments.count or arguments.limit is not None or arguments.json:
            parser.error("--split goes with --count, and not with --limit or --json")
        if xc.cli.workers_are_given(arguments) or len(getattr(arguments, "files", ())) > 1:
            parser.error("--split takes one FILE, and not --workers, --journal or --cluster")
        if kind.count is not Puzzle.count:
            parser.error("--split: puzzles of this kind are not counted by one search")
        try:
            arguments.split[0] = xc.cli.whole_number_from_1(arguments.split[0])
        except argparse.ArgumentTypeError as error:
            parser.error(f"--split: {error}")
    for question in ("unique", "explain", "estimate", "show", "best"):
        if getattr(arguments, question, False) and arguments.limit is not None:
            parser.error(f"--limit does not go with --{question}")
    for question in ("count", "explain", "estimate", "show"):
        draws = question == "show" and kind.draws_unsolved
        asked = arguments.svg or arguments.png or arguments.pdf
        if getattr(arguments, question) and asked and not draws:
            parser.error(f"--{question} shows no solutions to draw")
    require_alone(parser, arguments, "nodes", "engine", "order", "no_reduce")
    require_alone(parser, arguments, "engine", "order", question="best")
    check_pictures(parser, arguments)


class _Run:
    """The answers to all puzzles of one call."""

    def __init__(self, kind: type[Puzzle], arguments: argparse.Namespace):
        self.kind, self.arguments = kind, arguments
        self.screen = Screen.of_output(arguments.colour)
        self.pictures = Pictures(arguments)
        #: When the command ends.
        self.deadline = xc.Deadline(arguments.seconds)
        #: The number of puzzles so far, and their exit codes.
        self.number = 0
        self.codes: set[int] = set()

    def run(self) -> int:
        """Answer all; returns the exit code of the gravest failure."""
        files: list[str] = getattr(self.arguments, "files", [])
        if "files" not in self.arguments:
            self._run_all(self.kind.from_arguments(self.arguments), "")
        for path in files:
            before = self.number
            try:
                self._run_all(self.kind.from_file(path, self.arguments), path)
                if self.number == before and not self.deadline.passed():
                    raise xc.FileFault(xc.cli.shown_path(path), 0, 0, "no puzzle", "at least one")
            except (xc.FileFault, OSError) as fault:
                # Other files may still be fine; a closed pipe ends everything.
                if len(files) == 1 or isinstance(fault, BrokenPipeError):
                    raise
                sys.stdout.flush()
                xc.cli.say_fault("puzzles", fault)
                self.codes.add(xc.cli.BAD_INPUT)
        order = (xc.cli.INTERRUPTED, xc.cli.BAD_INPUT, xc.cli.STOPPED, xc.cli.NO_SOLUTION)
        return next((code for code in order if code in self.codes), xc.cli.ANSWERED)

    def _run_all(self, puzzles: Iterator[Puzzle], path: str) -> None:
        """Answer a file's puzzles, batching those with the same base after the first few."""
        number = 0
        for base, members in groupby(self._in_time(puzzles), _base_of):
            group = iter(members)
            together = base is not None and self._are_plain()
            for puzzle in islice(group, _FEW if together else None):
                number += 1
                self.codes.add(self._asking(puzzle, path, number).run())
            next_one = next(group, None)
            if base is not None and next_one is not None:
                number = self._run_batch(base, chain([next_one], group), path, number)

    def _in_time(self, puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """The puzzles, until the time is over; the first one is answered in any case."""
        for puzzle in puzzles:
            if self.number and self.deadline.passed():
                self.codes.add(xc.cli.STOPPED)
                if not self.arguments.quiet:
                    sys.stdout.flush()
                    xc.cli.say("puzzles: some puzzles were not reached")
                return
            yield puzzle

    def _are_plain(self) -> bool:
        """Whether the question is one that a batch can answer: solve or count."""
        others = ("all", "unique", "explain", "estimate", "show", "best", "nodes", "seconds")
        given = any(getattr(self.arguments, name, None) not in (None, False) for name in others)
        limited = self.arguments.limit is not None and not self.arguments.count
        return not (given or limited or xc.cli.workers_are_given(self.arguments))

    def _run_batch(
        self, base: xc.Problem, puzzles: Iterator[Puzzle], path: str, number: int
    ) -> int:
        """Answer puzzles together, ``before`` others preceding; returns the last number."""
        shown, asked = tee(puzzles)
        batch = base.batch(puzzle.given for puzzle in asked if isinstance(puzzle, Batched))
        count, limit = self.arguments.count, self.arguments.limit
        answers: Iterator[Any] = batch.count(limit) if count else batch.is_unique()
        # Answers come first: zip must not consume a puzzle without an answer.
        for answer, puzzle in zip(answers, shown, strict=False):
            number += 1
            with xc.cli.uninterrupted():
                self.codes.add(self._asking(puzzle, path, number).answered(answer))
        return number

    def _asking(self, puzzle: Puzzle, path: str, number: int) -> Asking:
        """Answer puzzle ``number`` of the file, after a separating line."""
        arguments = self.arguments
        arguments = argparse.Namespace(**{**vars(arguments), "seconds": self.deadline.left()})
        about = {"file": path, "puzzle": number} if path else {}
        alone = self.kind.brief and not (arguments.explain or arguments.estimate or arguments.show)
        if self.number and not (arguments.json or alone):
            print()
        self.number += 1
        return Asking(puzzle, arguments, self.screen, self.pictures, about)
