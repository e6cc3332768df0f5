"""What ``puzzles jigsaw perfect`` and ``puzzles jigsaw verify`` print and return."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator

import exactcover as xc

from .jigsaw.file import format_jigsaw, read_jigsaw
from .jigsaw.scrambles import Scramble
from .jigsaw.sides import Sides

__all__ = ["lab_command", "parsers"]

#: More pieces than this are a mistake.
_MOST_PIECES = 2_500
#: Nodes of the search from one look at the clock to the next.
_NODES = 20_000


def lab_command(arguments: list[str]) -> int:
    """``puzzles jigsaw perfect ...`` or ``verify ...``; returns the exit code."""
    name, *rest = arguments
    return _perfect(rest) if name == "perfect" else _verify(rest)


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The arguments of each of the two."""
    return {"perfect": _perfect_parser(), "verify": _verify_parser()}


def _size(text: str) -> Sides:
    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not 1 <= columns * rows <= _MOST_PIECES:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected width x height, such as 5x5, up to {_MOST_PIECES:,} pieces"
        )
    return Sides(columns, rows)


def _perfect_parser() -> argparse.ArgumentParser:
    parser = xc.console.Parser(
        prog="puzzles jigsaw perfect",
        description="Perfect doubled jigsaws: two solutions without a common seam, every shape used"
        " exactly twice. Prints one with exactly two solutions, unless asked for something else.",
    )
    parser.add_argument("--size", type=_size, required=True, metavar="WxH", help="in pieces")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="how many perfect doubled scrambles")
    what.add_argument("--all", action="store_true", help="each of them, with its solutions")
    what.add_argument("--first", action="store_true", help="one, however many solutions it has")
    what.add_argument("--exactly-two", action="store_true", help="the default")
    parser.add_argument("--seed", type=xc.console.whole_number, default=1, metavar="N")
    parser.add_argument("--seconds", type=xc.console.seconds, metavar="S", help="stop after S")
    parser.add_argument("--json", action="store_true", help="with --count, --all: objects")
    parser.add_argument("-o", dest="output", metavar="FILE", help="write the puzzle there")
    parser.add_argument("--quiet", action="store_true", help="no remarks")
    return parser


def _perfect(rest: list[str]) -> int:
    parser = _perfect_parser()
    parsed = parser.parse_args(rest)
    if parsed.output is not None and (parsed.count or parsed.all):
        parser.error("-o takes one puzzle: leave out --count or --all")
    if parsed.json and not (parsed.count or parsed.all):
        parser.error("--json goes with --count or --all")
    report = _Perfect(parsed)
    if parsed.count:
        return report.count()
    if parsed.all:
        return report.all()
    return report.first() if parsed.first else report.exactly_two()


class _Perfect:
    """One board, and what is asked of it."""

    def __init__(self, parsed: argparse.Namespace):
        self.parsed = parsed
        self.sides: Sides = parsed.size
        self.until = None if parsed.seconds is None else time.monotonic() + parsed.seconds
        #: Whether the time was over before the end.
        self.stopped = False

    def in_time(self) -> bool:
        """Whether there is time left."""
        self.stopped = self.until is not None and time.monotonic() >= self.until
        return not self.stopped

    @property
    def corners(self) -> range:
        """The classes: 0, the upper-left piece in its corner; 1, in the upper-right one."""
        return range(self.sides.n_classes)

    def _class(self, corner: int, seed: int | None = None) -> Iterator[list[Scramble]]:
        from .jigsaw.perfect import PerfectSearch

        search = PerfectSearch(self.sides, corner, seed=seed)
        while not search.done and self.in_time():
            yield search.scrambles(_NODES)

    def count(self) -> int:
        """``--count``."""
        numbers = [sum(map(len, self._class(corner))) for corner in self.corners]
        size = f"{self.sides.columns} x {self.sides.rows}"
        if self.parsed.json:
            answer = {"classes": numbers, "total": sum(numbers), "complete": not self.stopped}
            print(json.dumps(answer))
        else:
            least = "at least " if self.stopped else ""
            print(
                f"{size}: {least}{sum(numbers)} perfect doubled scrambles up to turning the board"
            )
            where = ("upper-left", "upper-right")
            if len(numbers) == 2:
                for number, corner in zip(numbers, where, strict=True):
                    print(f"{number} with the upper-left piece in the {corner} corner")
        return self._code(sum(numbers))

    def all(self) -> int:
        """``--all``."""
        found = 0
        for corner in self.corners:
            for some in self._class(corner):
                for scramble in some:
                    found += 1
                    self._show(found, scramble)
        return self._code(found)

    def _show(self, number: int, scramble: Scramble) -> None:
        from .jigsaw.counting import JigsawSearch
        from .jigsaw.scrambles import coarsest, with_second

        jigsaw = with_second(scramble, coarsest(self.sides, [scramble]))
        solutions = JigsawSearch(jigsaw).count().free
        places = [
            f"{placed.piece + 1}" + (f"@{placed.turn}" if placed.turn else "")
            for placed in jigsaw.second
        ]
        if self.parsed.json:
            print(json.dumps({"number": number, "second": places, "solutions": solutions}))
        else:
            print(f"{number}: {' '.join(places)}  solutions: {solutions}")

    def first(self) -> int:
        """``--first``."""
        from .jigsaw.scrambles import coarsest, with_second

        for corner in self.corners:
            for some in self._class(corner, self.parsed.seed):
                if some:
                    size = f"{self.sides.columns} x {self.sides.rows}"
                    title = f"Perfect doubled jigsaw {size}, seed {self.parsed.seed}"
                    jigsaw = with_second(some[0], coarsest(self.sides, some[:1]), title)
                    self._write(format_jigsaw(jigsaw))
                    return xc.console.ANSWERED
        return self._code(0)

    def exactly_two(self) -> int:
        """``--exactly-two``."""
        from .jigsaw.ideal import IdealSearch, proven
        from .jigsaw.scrambles import with_second

        search = IdealSearch(self.sides, self.parsed.seed)
        puzzle = next(search.puzzles(self.in_time), None)
        if not self.parsed.quiet:
            for what, number in search.tried.items():
                xc.console.say(f"{what}: {number:,}")
        if puzzle is None:
            if not self.stopped:
                xc.console.say("puzzles: there is none: all were tried")
            return self._code(0)
        left = None if self.until is None else max(0.0, self.until - time.monotonic())
        for engine in ("bitset", "cells"):
            proof = proven(puzzle, left, engine)
            if proof is None:
                xc.console.say(f"puzzles: found, and not proven by {engine} in time")
                return xc.console.STOPPED
            if not proof:
                raise AssertionError(f"{engine} does not count two solutions")
        if not self.parsed.quiet:
            xc.console.say(f"found by: {puzzle.way}; exactly two solutions, counted by two engines")
        size = f"{self.sides.columns} x {self.sides.rows}"
        title = f"Ideal jigsaw {size}, exactly two solutions, seed {self.parsed.seed}"
        self._write(format_jigsaw(with_second(puzzle.scramble, puzzle.p, title)))
        return xc.console.ANSWERED

    def _write(self, text: str) -> None:
        if self.parsed.output is None:
            print(text, end="")
        else:
            xc.textfiles.write_text(text, self.parsed.output)

    def _code(self, found: int) -> int:
        if self.stopped:
            xc.console.say("puzzles: stopped by the budget of seconds")
            return xc.console.STOPPED
        return xc.console.ANSWERED if found else xc.console.NO_SOLUTION


def _verify_parser() -> argparse.ArgumentParser:
    parser = xc.console.Parser(
        prog="puzzles jigsaw verify",
        description="Prove from a file alone that a jigsaw is perfect doubled and has exactly two"
        " solutions.",
    )
    parser.add_argument("file", metavar="FILE", help="a jigsaw with the rows of a second solution")
    parser.add_argument("--seconds", type=xc.console.seconds, metavar="S", help="stop after S")
    return parser


def _verify(rest: list[str]) -> int:
    parsed = _verify_parser().parse_args(rest)
    from .jigsaw.ideal import has_exactly_two
    from .jigsaw.scrambles import scramble_of
    from .jigsaw.sides import duplicates, repeats

    jigsaw = read_jigsaw(parsed.file)
    if not jigsaw.second:
        name = xc.textfiles.shown_path(parsed.file)
        raise xc.FileFault(name, 0, 0, "no second solution", "'second:', a line for each row")
    sides = Sides(jigsaw.columns, jigsaw.rows)
    p = [shape for piece in jigsaw.pieces for shape in piece]
    framed = jigsaw.fit == "opposite" and jigsaw.border == "frame" and jigsaw.turn
    checks: list[tuple[str, bool | None]] = [
        ("a framed jigsaw whose pieces may be turned", framed and not jigsaw.given),
        ("the pieces as listed are solved", sides.verify(p)),
    ]
    try:
        scramble = scramble_of(jigsaw)
    except ValueError as error:
        xc.console.say(f"puzzles: {error}")
        checks.append(("the second solution keeps to the border", False))
    else:
        uses = set(repeats(p).values())
        checks += [
            ("the second solution is solved", scramble.verify(p)),
            ("no seam is a seam again", scramble.similarity() == 0),
            ("perfect doubled", scramble.is_perfect()),
            ("every shape is used exactly twice", uses == {2}),
            ("no two pieces are alike", not duplicates(p)),
        ]
        until = None if parsed.seconds is None else time.monotonic() + parsed.seconds
        for engine in ("bitset", "cells"):
            left = None if until is None else max(0.0, until - time.monotonic())
            known = has_exactly_two(jigsaw, left, engine)
            checks.append((f"exactly two solutions, by engine {engine}", known))
    for what, holds in checks:
        print(f"{ {True: 'yes', False: 'no', None: 'not known'}[holds] }: {what}")
    if any(holds is False for _, holds in checks):
        return xc.console.NO_SOLUTION
    unknown = any(holds is None for _, holds in checks)
    return xc.console.STOPPED if unknown else xc.console.ANSWERED
