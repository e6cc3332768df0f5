"""Sudokus for the command ``puzzles sudoku``.

A file has a sudoku on each line (``lines.py``), or one sudoku of any shape (``file.py``).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from math import factorial
from pathlib import Path
from typing import Any, ClassVar, Self, TextIO

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.explaining import require_alone, require_only, require_with
from ..shared.parts import Assuming, Batched, Deduction, Makable, Rated, Wish
from ..shared.pictures import Pictures, check_pictures
from ..shared.screen import Screen
from ..shared.shipped import file_or_shipped, states_puzzle
from ..shared.source import Source
from ..shared.svg_page import Drawing
from ..shared.view import View, view_of_squares
from .drawing import drawing, text
from .file import Stating, rows_of, stated, text_of
from .forms import FORMS, grid
from .lines import SYMBOLS, clues, is_header, layout_of, line_of, plain
from .maker import KINDS, SIDES, Made, fewest_clues, make
from .model import Combination, Entry, Place, usual
from .rating import TECHNIQUES, deductions, rating

#: Characters of a line, and of a file with words, at most.
_LONGEST, _LARGEST = 10_000, 1_000_000
#: Characters of a line that may be a puzzle or a row.
_UNSURE = 16
#: How bytes that are not UTF-8 are kept until their line is read.
_ESCAPED = "surrogateescape"


class Sudoku(Batched, Assuming, Makable, Rated):
    """Solve, make and rate sudokus, from lines of 81 characters or files of any shape."""

    shipped = "sudokus"
    foreign = (*FORMS, grid)
    example = "size: 4\n\nclues:\n1...\n..3.\n.2..\n...4\n"
    brief = True
    draws_unsolved = True
    items_called = "places and digits"
    options_called = ("digit", "digits")
    techniques = TECHNIQUES

    def __init__(self, stating: Stating, is_line: bool = False, grid: bool = True):
        self.stating, self.is_line, self.grid = stating, is_line, grid
        self.title, self.layout, self.given = stating
        if not self.given and all(cage.total is None for cage in self.layout.cages):
            # Digits are interchangeable, so the first row may be fixed.
            first = self.layout.units["row", 0]
            self.assumed = [(*place, digit) for digit, place in enumerate(first, 1)]
            self.times = factorial(self.layout.side)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        xc.cli.add_argument(parser, "--grid", "print lines as grids")
        xc.cli.add_argument(parser, "--rate", "rate the difficulty, by techniques and by depth")
        making = parser.add_argument_group("making puzzles")
        xc.cli.add_argument(making, "--make", "make a puzzle with one solution; takes no FILE")
        making.add_argument("--kind", choices=KINDS, default="classic", help="default: classic")
        size = "the side of its grid; default: 9"
        xc.cli.add_argument(making, "--size N", size, xc.cli.whole_number, 9)
        turned = "place clues symmetrically under a half turn"
        xc.cli.add_argument(making, "--symmetric", turned)
        most = "make puzzles until one has at most N clues"
        xc.cli.add_argument(making, "--clues N", most, xc.cli.whole_number_from_1)
        seed = "seed: each number makes a different puzzle; default: 0"
        xc.cli.add_argument(making, "--seed N", seed, xc.cli.whole_number, 0)
        number = "make N puzzles, with this seed and the next ones; default: 1"
        xc.cli.add_argument(making, "--number N", number, xc.cli.whole_number_from_1, 1)

    wishes: ClassVar[Mapping[str, Wish]] = {
        "kind": Wish("Kind", "classic", KINDS),
        "size": Wish("Side", 9, sorted({side for sides in SIDES.values() for side in sides})),
        "symmetric": Wish("Clues symmetric under a half turn", "no", ("no", "yes")),
    }

    @classmethod
    def made(cls, wishes: Mapping[str, Any], seed: int, seconds: float) -> str | None:
        kind, side, symmetric = wishes["kind"], wishes["size"], wishes["symmetric"] == "yes"
        if side not in SIDES[kind]:
            sides = ", ".join(map(str, SIDES[kind]))
            raise ValueError(f"side {side}: expected one of {sides} for {kind}")
        if symmetric and kind == "killer":
            raise ValueError("a killer sudoku has no clues here")
        found = make(kind, side, symmetric, seed, xc.Deadline(seconds))
        return text_of(Stating("", found.layout, found.given))

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzles of a file; of lines each before the next one is read.

        Empty lines and lines that begin with # are none.
        """
        if states_puzzle(path):
            yield from cls.from_text(Source(path, path), arguments)
            return
        path = file_or_shipped(cls.shipped, path)
        with _opened(path, arguments) as stream:
            yield from cls._from_stream(stream, xc.cli.shown_path(path), arguments)

    @classmethod
    def from_text(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        return cls._from_stream(io.StringIO(source.text, newline=None), source.path, arguments)

    @classmethod
    def rewritten(cls, source: Source) -> Source:
        own = super().rewritten(source)
        # What another kind might read as well is a sudoku if one is asked for.
        asked = grid(source, asked=True) if own is source else None
        return Source(source.path, asked) if asked else own

    @classmethod
    def _from_stream(
        cls, stream: TextIO, name: str, arguments: argparse.Namespace
    ) -> Iterator[Self]:
        lines = _lines(stream, name)
        head = []
        for said in lines:
            head.append(said)
            if not _is_skipped(said) or len(head) > _LONGEST:
                break
        first = head[-1].strip() if head else ""
        # (Sixteen characters are a grid of side 4, or a row of one of side 16.)
        if first and (len(first) == _UNSURE or plain(first, name, len(head)) is None):
            read = "".join(head) + _whole(stream.read(_LARGEST), name, len(head) + 1)
            source = cls.rewritten(Source(name, read))
            if ":" in first or source.text != read:
                if len(read) >= _LARGEST:
                    found = f"more than {_LARGEST:,} characters"
                    raise xc.FileFault(name, 0, 0, found, "a sudoku")
                title, layout, given = stated(source)
                puzzle = cls(Stating(title or Path(name).stem, layout, given))
                puzzle.stated = {"text": source.text}
                yield puzzle
                return
            head = [*io.StringIO(read)]
        for number, said in enumerate(chain(head, lines), 1):
            if _is_skipped(said):
                continue
            line = said.strip().removeprefix("\ufeff")
            line = plain(line, name, number) or line
            given = clues(line, name, number)
            puzzle = cls(Stating(f"line {number}", layout_of(line), given), True, arguments.grid)
            # Lines of one size share the empty grid, and are answered as a batch.
            puzzle.base = None if arguments.rate else puzzle.layout.problem
            puzzle.stated = {"text": line}
            yield puzzle

    @cached_property
    def problem(self) -> xc.Problem:
        return self.layout.problem.given(*self.given)

    # -- in words and pictures -----------------------------------------------------------------

    def text(self, options: Options, screen: Screen) -> str:
        if self.grid:
            return text(self.layout, _entries(options), screen.ascii)
        return line_of(options, self.layout.side)

    def overview(self, screen: Screen) -> str:
        shown = [text(self.layout, self.given, screen.ascii)]
        shown += [
            f"{'' if cage.total is None else cage.total:>4}  "
            + " ".join(cell_name(*place) for place in cage.places)
            for cage in self.layout.cages
        ]
        return "\n".join(shown)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        if self.is_line:
            return {"solution": line_of(options, self.layout.side)}
        return {"rows": rows_of(self.layout, _entries(options))}

    def drawing(self, options: Options) -> Drawing:
        return drawing(self.layout, _entries(options), self.given)

    def view(self) -> View | None:
        """The grid, and a digit for each place; cages with their sums."""
        layout = self.layout
        box = {place: k for k, places in enumerate(layout.boxes) for place in places}

        def of_item(item: Any) -> Sequence[Place]:
            kind, number, *rest = item
            if kind == "place":
                return [(number, *rest)]
            return layout.cages[number].places if kind == "cage" else layout.units[kind, number]

        def mark(option: Entry | Combination) -> tuple[list[Place], str, str]:
            if isinstance(option, Combination):
                return [], "", ""
            row, column, digit = option
            return [(row, column)], "", SYMBOLS[digit - 1]

        cages = [
            (cage.places, "" if cage.total is None else f"{cage.total}") for cage in layout.cages
        ]
        return view_of_squares(layout.places, mark, of_item, parts=box, groups=cages)

    def item_called(self, item: Any) -> str:
        return self.layout.item_called(item)

    def option_called(self, option: Any) -> str:
        return self.layout.option_called(option)

    def reason(self, impossible: xc.Impossible) -> str:
        return self.layout.reason(self.given, impossible)

    # -- rating and making ---------------------------------------------------------------------

    def deductions(self, problem: xc.Problem) -> Iterator[Deduction]:
        return deductions(problem)

    def answer(self, arguments: argparse.Namespace, about: Mapping[str, Any]) -> int | None:
        if not arguments.rate:
            return None
        deadline = xc.Deadline(arguments.seconds)
        verdict = self.problem.is_unique(seconds=deadline.left()).verdict
        if verdict == "undecided":
            raise xc.SearchStopped("seconds", None)
        if verdict != "unique":
            none = verdict == "impossible"
            answer: dict[str, Any] = {"verdict": verdict}
            said = "no solution" if none else "several solutions: a rating needs exactly one"
            code = xc.cli.NO_SOLUTION if none else xc.cli.ANSWERED
        else:
            found = rating(self.problem, deadline.left())
            answer = {"hardest": found.hardest, "depth": found.depth, "steps": found.steps}
            said, code = str(found), xc.cli.ANSWERED
        if arguments.json:
            xc.cli.print_json({**about, "title": self.title, **answer})
        else:
            print(f"{xc.text.printable(self.title)}: {said}", flush=True)
        return code

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        parser, kind, side = arguments.parser, arguments.kind, arguments.size
        require_only(parser, arguments, "make", "json", "svg", "png", "pdf", "seconds")
        require_only(parser, arguments, "rate", "json", "seconds")
        require_with(
            parser, arguments, "make", "kind", "size", "symmetric", "clues", "seed", "number"
        )
        require_alone(parser, arguments, "rate", question="make")
        if not arguments.make:
            return None
        if side not in SIDES[kind]:
            sides = ", ".join(map(str, SIDES[kind]))
            parser.error(f"--size {side}: expected one of {sides} for --kind {kind}")
        for name in ("symmetric", "clues"):
            if getattr(arguments, name) and kind == "killer":
                parser.error(f"--{name}: a killer sudoku has no clues here")
        least = fewest_clues(kind, side)
        if arguments.clues and arguments.clues < least:
            parser.error(f"--clues {arguments.clues}: {kind} {side} x {side} needs {least} or more")
        if arguments.number > 1 and not (arguments.json or kind == "classic"):
            parser.error("--number goes with --kind classic or --json: other text is one puzzle")
        check_pictures(parser, arguments)
        deadline, pictures = xc.Deadline(arguments.seconds), Pictures(arguments)
        for seed in range(arguments.seed, arguments.seed + arguments.number):
            made = make(kind, side, arguments.symmetric, seed, deadline, arguments.clues)
            title = f"{kind} {side} x {side}, seed {seed}"
            puzzle = cls(Stating(title, made.layout, made.given))
            puzzle._print_made(made, arguments)
            pictures.draw(puzzle, [made.given], 1)
        pictures.end()
        return xc.cli.ANSWERED

    def _print_made(self, made: Made, arguments: argparse.Namespace) -> None:
        if made.unjudged and not arguments.quiet:
            few = xc.text.counted(made.unjudged, "clue")
            xc.cli.say(f"puzzles: {few} may be redundant: the proof of one solution took too long")
        usually = made.layout == usual(made.layout.side)
        if arguments.json:
            rows = rows_of(made.layout, made.solution)
            xc.cli.print_json({"puzzle": text_of(self.stating), "solution": rows})
        elif usually and not arguments.grid:
            print(line_of(made.given, made.layout.side))
        elif arguments.grid:
            print(self.overview(Screen.of_output(arguments.colour)))
        else:
            print(text_of(self.stating), end="")


def _is_skipped(text: str) -> bool:
    text = text.strip().removeprefix("\ufeff")
    return not text or text.startswith("#") or is_header(text)


def _entries(options: Options) -> list[Entry]:
    """The digits among the options of a solution."""
    return [option for option in options if not isinstance(option, Combination)]


def _lines(stream: TextIO, name: str) -> Iterator[str]:
    """The lines, each before the next one is read. Raises :class:`exactcover.FileFault`."""
    for number, line in enumerate(iter(partial(stream.readline, _LONGEST), ""), 1):
        if number == 1 and len(line) == _LONGEST and line.lstrip("\ufeff \t")[:1] in ("{", "h"):
            line += stream.readline(_LARGEST)  # (JSON or an address is all in a line.)
        elif len(line) == _LONGEST and not line.endswith("\n"):
            found = f"at least {_LONGEST:,} characters"
            raise xc.FileFault(name, number, 0, found, "81, or another square, on each line")
        yield _whole(line, name, number)


def _whole(text: str, name: str, line: int) -> str:
    """The text, if its bytes are UTF-8. Raises :class:`exactcover.FileFault`."""
    return xc.cli.decoded(text.encode("utf-8", _ESCAPED), name, line)


@contextlib.contextmanager
def _opened(path: str, arguments: argparse.Namespace) -> Iterator[TextIO]:
    if path.lower().endswith(".gz"):
        yield io.StringIO(xc.cli.read_text(path, arguments.unpacked), newline=None)
        return
    if path != "-":
        with Path(path).open(encoding="utf-8-sig", errors=_ESCAPED) as stream:
            yield stream
        return
    if sys.stdin is None:
        raise OSError(9, "it is closed", "standard input")
    if sys.stdin.isatty() and not arguments.quiet:
        xc.cli.say("puzzles: enter a puzzle on each line, 81 characters each, then Ctrl-D")
    sys.stdin.reconfigure(errors=_ESCAPED)  # type: ignore[union-attr]
    yield sys.stdin
