"""Picture Puzzles for the command ``puzzles picture``, which prints the picture alone.

A solution is an *arrangement*: for each cell a candidate (:mod:`exactcover_puzzles.borders.board`).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self, cast

import exactcover as xc

from ..borders.adapter import SquarePieces
from ..borders.border_sets import BorderSets
from ..borders.engine_search import Arrangements, EngineSearch
from ..shared.adapter import Answers, Options, Others
from ..shared.explaining import require_alone, require_only, require_with
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.view import Picture
from .puzzle import LARGEST_BOARD, LARGEST_PIECE, PictureFault, PicturePuzzle, parse
from .solve import FirstPicture


class TextPictures(SquarePieces):
    """Solve CodinGame's Picture Puzzle: put a picture of characters back together."""

    brief = True
    none_called = ""
    example = """\
3 2
2 1
5 3
###
#a.
###
###
.b#
###
"""

    def __init__(self, puzzle: PicturePuzzle, title: str = "", fixed_piece: bool = True):
        self.puzzle, self.title, self.fixed_piece = puzzle, title, fixed_piece

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        add = xc.cli.add_argument
        files = "files, - for standard input; default: standard input"
        parser.add_argument("files", metavar="FILE", nargs="*", help=files)
        xc.cli.add_unpacked_argument(parser)
        add(parser, "--no-fixed-piece", "let the first piece be turned like all others")
        add(parser, "--trace", "print what each sweep of propagation removed")
        alone = "print a one-file Python 3.9 program that solves the same input"
        add(parser, "--standalone", alone)
        make = parser.add_argument_group("making a puzzle")
        add(make, "--make CxR", "print a puzzle of C columns and R rows")
        text = "centre this text as the picture; - for standard input"
        add(make, "--text FILE", text)
        add(make, "--size N", "characters along a piece's edge; default: 6", xc.cli.whole_number, 6)
        add(make, "--seed N", "default: 1", xc.cli.whole_number, 1)
        add(make, "--no-turns", "do not turn the pieces")
        add(make, "--ink SHARE", "share of non-space characters; default: 1", _share, 1.0)
        add(make, "--twins N", "number of duplicate pieces; default: 0", xc.cli.whole_number, 0)

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        require_alone(arguments.parser, arguments, "trace", "make", "standalone")
        for question in ("make", "standalone"):
            require_only(arguments.parser, arguments, question)
        making = "text", "size", "seed", "no_turns", "ink", "twins"
        require_with(arguments.parser, arguments, "make", *making)
        # As the input is, whatever the terminal's encoding.
        if reconfigure := getattr(sys.stdout, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        if arguments.standalone:
            from .bundle import bundle

            title = "Solves CodinGame's Picture Puzzle from standard input."
            print(bundle("exactcover_puzzles.picture.standalone", title), end="")
            return xc.cli.ANSWERED
        if arguments.make is not None:
            return _make(arguments)
        return None

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        if path == "-" and sys.stdin is not None and sys.stdin.isatty() and not arguments.quiet:
            xc.cli.say("puzzles: enter the puzzle line by line, then Ctrl-D")
        yield from super().from_file(path, arguments)

    @classmethod
    def from_text(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzle in a text, in which spaces count."""
        try:
            found = parse(source.text)
        except PictureFault as fault:
            line, *told = fault.args
            raise source.fault(line, 0, *told) from None
        puzzle = cls(found, source.path, not arguments.no_fixed_piece)
        puzzle.trace, puzzle.deadline = arguments.trace, xc.Deadline(arguments.seconds)
        puzzle.stated = {"text": source.text}
        yield puzzle

    # -- on a page ---------------------------------------------------------------------------

    def start(self) -> BorderSets:
        """The edge of the picture, and the first piece if it counts."""
        return self.puzzle.propagation(self.fixed_piece)

    def candidate_picture(self, candidate: int) -> Picture:
        """The characters of a piece."""
        from .tiles import piece_picture

        return piece_picture(self.puzzle.content(candidate))

    # -- its answers -------------------------------------------------------------------------

    def search(self, up_to_turning: bool = True) -> EngineSearch:
        """What propagation leaves."""
        return self._search

    @cached_property
    def _search(self) -> EngineSearch:
        sets = self.start()
        sets.run(self.deadline.passed)
        over = self.deadline.passed() and not sets.settled and sets.contradiction is None
        return self.told(EngineSearch(sets, "seconds" if over else None))

    @property
    def problem(self) -> xc.Problem:
        return self.search().problem

    def prepare(self) -> None:
        """Nothing: searches keep to the time."""

    def solutions(self, limit: int | None, up_to_symmetry: bool = True, **search: Any) -> Answers:
        """The pictures; a single one by propagation and trial first."""
        if limit == 1 and self.search().possible:
            return _First(self, self.in_time(search))
        return super().solutions(limit, up_to_symmetry, **search)

    def whether_others(
        self, answers: Answers, up_to_symmetry: bool = True, **search: Any
    ) -> Others:
        """Only as far as trial goes: no engine runs once there is a picture."""
        return Others(*cast("_First", answers).picture.others())

    # -- in words ----------------------------------------------------------------------------

    def sizes(self) -> str:
        puzzle = self.puzzle
        pieces = xc.text.counted(len(puzzle.pieces), "piece")
        return f"{puzzle.columns} x {puzzle.rows}, {pieces} of size {puzzle.size}"

    def text(self, options: Options, screen: Screen) -> str:
        return xc.text.escaped("\n".join(self.puzzle.picture(options)), "\n")

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"picture": self.puzzle.picture(options)}


class _First(Arrangements):
    """The first picture."""

    def __init__(self, puzzle: TextPictures, search: dict[str, Any]):
        super().__init__(puzzle.search(), 1, search)
        self.picture = FirstPicture(
            puzzle.puzzle, self._of.sets, lambda exact: puzzle.problem.solutions(1, **search)
        )

    def _all(self, search: dict[str, Any]) -> Iterator[tuple[Options, int]]:
        """Solve by propagation and trial; if these take too long, by an engine."""
        first = self.picture.find()
        self._engine = self.picture.search
        if first is not None:
            yield first, 1


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 1")
    return value


def _make(arguments: argparse.Namespace) -> int:
    from .maker import format_puzzle, make_puzzle, puzzle_of_text

    error = arguments.parser.error
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", arguments.make)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (1 <= columns <= LARGEST_BOARD and 1 <= rows <= LARGEST_BOARD):
        error(f"--make {arguments.make}: expected columns x rows, such as 8x4, up to 100x100")
    if not 2 <= arguments.size <= LARGEST_PIECE:
        error(f"--size {arguments.size}: expected 2 to {LARGEST_PIECE}")
    size, turn = (columns, rows, arguments.size, arguments.seed), not arguments.no_turns
    if arguments.text is None:
        puzzle, _ = make_puzzle(*size, turn=turn, ink=arguments.ink, twins=arguments.twins)
    elif (arguments.ink, arguments.twins) != (1.0, 0):
        error("--ink and --twins do not go with --text")
    else:
        source = Source(
            xc.cli.shown_path(arguments.text), xc.cli.read_text(arguments.text, arguments.unpacked)
        )
        puzzle = puzzle_of_text(source, *size, turn=turn)
    print(format_puzzle(puzzle), end="")
    return xc.cli.ANSWERED
