"""What ``puzzles picture`` reads, prints and returns."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import exactcover as xc

from ..edges.border_sets import BorderSets
from ..edges.search import Exact, arrangement, exact_cover
from ..shared.explaining import add_explain, require_alone
from .puzzle import LARGEST_BOARD, LARGEST_PIECE, PictureFault, PicturePuzzle, decode, parse
from .solve import reason, show_one

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Put a picture of characters together that was cut into square pieces. Reads the input of"
        " CodinGame's Picture Puzzle and prints the picture."
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="default: -, standard input"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="the number of different pictures")
    what.add_argument("--all", action="store_true", help="all pictures, an empty line between")
    add_explain(what)
    what.add_argument(
        "--standalone",
        action="store_true",
        help="print a Python program that solves the same input, of one file, for Python 3.9",
    )
    what.add_argument("--make", metavar="CxR", help="print a puzzle of C columns and R rows")
    parser.add_argument(
        "--no-fixed-piece",
        action="store_true",
        help="the first piece may be turned like all others",
    )
    parser.add_argument(
        "--trace", action="store_true", help="what each sweep of propagation removed"
    )
    parser.add_argument("--json", action="store_true", help="with --explain: print one object")
    parser.add_argument(
        "--limit", type=xc.cli.whole_number, metavar="N", help="with --count, --all: up to N"
    )
    xc.cli.add_search_arguments(parser)
    make = parser.add_argument_group("making a puzzle")
    make.add_argument("--size", type=xc.cli.whole_number, default=6, help="default: 6")
    make.add_argument("--seed", type=xc.cli.whole_number, default=1, help="default: 1")
    make.add_argument("--no-turns", action="store_true", help="pieces are not turned")
    make.add_argument(
        "--ink", type=_share, default=1.0, help="share of characters that are no spaces; default: 1"
    )
    make.add_argument(
        "--twins", type=xc.cli.whole_number, default=0, help="pieces like another; default: 0"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    parser: argparse.ArgumentParser = arguments.parser
    if arguments.limit is not None and not (arguments.count or arguments.all):
        parser.error("--limit goes with --count or --all")
    if arguments.json and not arguments.explain:
        parser.error("--json goes with --explain")
    require_alone(parser, arguments, "nodes", "trace")
    if arguments.standalone:
        from .bundle import bundle

        title = "Solves CodinGame's Picture Puzzle from standard input."
        _write(bundle("puzzles.picture.standalone", title).rstrip("\n"))
        return xc.cli.ANSWERED
    if arguments.make is not None:
        return _make(arguments, parser.error)
    return _Solving(arguments).run()


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 1")
    return value


def _make(arguments: argparse.Namespace, error: Callable[[str], NoReturn]) -> int:
    from .maker import format_puzzle, make_puzzle

    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", arguments.make)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (1 <= columns <= LARGEST_BOARD and 1 <= rows <= LARGEST_BOARD):
        error(f"--make {arguments.make}: expected columns x rows, such as 8x4, up to 100x100")
    if not 2 <= arguments.size <= LARGEST_PIECE:
        error(f"--size {arguments.size}: expected 2 to {LARGEST_PIECE}")
    puzzle, _ = make_puzzle(
        columns,
        rows,
        arguments.size,
        arguments.seed,
        turn=not arguments.no_turns,
        ink=arguments.ink,
        twins=arguments.twins,
    )
    _write(format_puzzle(puzzle).rstrip("\n"))
    return xc.cli.ANSWERED


def _explain(puzzle: PicturePuzzle, arguments: argparse.Namespace) -> int:
    from ..edges.explaining import SeamQuestion, explain_seams

    def fresh() -> BorderSets:
        return puzzle.propagation(not arguments.no_fixed_piece)

    return explain_seams(SeamQuestion(fresh, fresh), arguments)


class _Solving:
    """One puzzle, and what is asked of it."""

    def __init__(self, arguments: argparse.Namespace):
        self.arguments = arguments
        self.name = xc.cli.shown_path(arguments.file)
        #: The last search asked for.
        self.search: Any = None

    def run(self) -> int:
        arguments = self.arguments
        data = _read(arguments.file, arguments.quiet)
        try:
            puzzle = parse(decode(data))
        except PictureFault as fault:
            text = f"{self.name}:{fault.line}: {fault.found}; expected {fault.expected}"
            xc.cli.say(f"puzzles: {text}")
            return xc.cli.BAD_INPUT
        if arguments.explain:
            return _explain(puzzle, arguments)
        sets = puzzle.propagation(not arguments.no_fixed_piece)
        sets.run()
        if arguments.trace:
            for line in sets.report():
                xc.cli.say(line)
        with xc.cli.search_keywords(arguments) as self.keywords:
            if arguments.count:
                return self._count(sets)
            if arguments.all:
                return self._all(puzzle, sets)
            return show_one(puzzle, sets, self.name, self._ask, self._say, _write)

    def _ask(self, exact: Exact, limit: int | None = 1) -> Any:
        self.search = _problem(exact).solutions(limit, **self.keywords)
        return self.search

    def _count(self, sets: BorderSets) -> int:
        limit = self.arguments.limit
        if sets.settled or sets.contradiction:
            known = 1 if sets.settled else 0
            count = xc.Count(min(known, limit), stopped="limit") if limit == 0 else xc.Count(known)
        else:
            count = _problem(exact_cover(sets)).count(limit, **self.keywords)
        print(count)
        return self._ended(sets, int(count), count.stopped)

    def _all(self, puzzle: PicturePuzzle, sets: BorderSets) -> int:
        number = 0
        if self.arguments.limit == 0:
            return self._ended(sets, 0, "limit")
        for number, options in enumerate(self._options(sets), 1):
            _write(("\n" if number > 1 else "") + "\n".join(puzzle.picture(options)))
        stopped = None if self.search is None else self.search.stopped
        return self._ended(sets, number, stopped)

    def _options(self, sets: BorderSets) -> Iterator[Any]:
        """All arrangements, up to the limit."""
        if sets.settled:
            yield arrangement(sets)
        elif sets.contradiction is None:
            for options in self._ask(exact_cover(sets), self.arguments.limit):
                yield arrangement(sets, options)

    def _ended(self, sets: BorderSets, found: int, stopped: str | None) -> int:
        """The exit code of a question about all pictures, with a remark where one is due."""
        if not found and stopped is None:
            self._say(f"{self.name}: no solution: {reason(sets)}")
        where = f"puzzles: {self.name}"
        return xc.cli.ended(where, found, stopped, self.arguments.quiet)

    def _say(self, text: str) -> None:
        if not self.arguments.quiet:
            xc.cli.say(f"puzzles: {text}")


def _problem(exact: Exact) -> xc.Problem:
    return xc.Problem(
        exact.primary, exact.options, secondary=exact.secondary, multiplicity=exact.multiplicity
    )


def _read(path: str, quiet: bool) -> bytes:
    if path != "-":
        return Path(path).read_bytes()
    if sys.stdin is None:
        raise OSError(9, "it is closed", "standard input")
    if sys.stdin.isatty() and not quiet:
        xc.cli.say("puzzles: give the puzzle line by line, and Ctrl-D at the end")
    return sys.stdin.buffer.read()


def _write(text: str) -> None:
    """Print as UTF-8, as the input is, whatever the terminal's encoding, with every space."""
    text = xc.text.escaped(text, "\n")
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        print(text)
        return
    with xc.cli.uninterrupted():
        sys.stdout.flush()
        stream.write(text.encode("utf-8") + b"\n")
        stream.flush()
