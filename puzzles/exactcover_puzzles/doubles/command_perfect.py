"""What ``puzzles doubles perfect`` prints, writes and returns."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import math
import re
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import exactcover as xc

from ..jigsaw.file import format_jigsaw
from ..shared.clock import Clock
from .output import (
    add_making_arguments,
    check_jigsaw_output,
    prove_and_write,
    write_jigsaw,
)
from .scrambles import Scramble
from .sides import Sides

if TYPE_CHECKING:
    from .perfect_work import PerfectWork

__all__ = ["add_arguments", "run", "size"]

#: More pieces than this are a mistake.
_MOST_PIECES = 2_500
#: Nodes of the search from one look at the clock to the next, by the number of pieces: each node of
#: a large board takes long.
_NODES, _LEAST_NODES = 50_000_000, 5
#: Seconds that an estimate takes, if no time is asked for.
_SECONDS_OF_ESTIMATE = 10.0


def size(text: str) -> Sides:
    """An argument that is a size in pieces, such as 5x5."""
    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not 2 <= columns * rows <= _MOST_PIECES:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected width x height, such as 5x5, 2 to {_MOST_PIECES:,} pieces"
        )
    return Sides(columns, rows)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Perfect doubled jigsaws: two solutions without a common seam, every shape used"
        " exactly twice. Prints one with exactly two solutions, unless asked for something else."
    )
    parser.add_argument(
        "--size", type=size, required=True, metavar="WxH", help="columns x rows, in pieces"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="how many perfect doubled scrambles")
    what.add_argument(
        "--all",
        action="store_true",
        help="each: pieces row by row, @ quarter turns clockwise, and how many solutions",
    )
    what.add_argument("--first", action="store_true", help="one, however many solutions it has")
    what.add_argument("--estimate", action="store_true", help="how many there are, about")
    what.add_argument("--exactly-two", action="store_true", help="the default")
    parser.add_argument(
        "--apart", action="store_true", help="no two pieces are neighbours again, by whatever sides"
    )
    add_making_arguments(parser)
    parser.add_argument("--json", action="store_true", help="with --count, --all, --estimate")
    xc.cli.add_worker_arguments(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    several = parsed.count or parsed.all or parsed.estimate
    if parsed.output is not None and several:
        usage.error("-o takes one puzzle: leave out --count, --all or --estimate")
    if parsed.apart and parsed.estimate:
        usage.error("--estimate counts all perfect doubled scrambles: leave out --apart")
    if parsed.json and not several:
        usage.error("--json goes with --count, --all or --estimate")
    if xc.cli.workers_are_given(parsed) and not (parsed.count or parsed.all):
        usage.error("--workers, --journal and --cluster go with --count or --all")
    check_jigsaw_output(usage, parsed.output)
    report = _Perfect(parsed)
    if parsed.estimate:
        return report.estimate()
    if parsed.count:
        return report.count()
    if parsed.all:
        return report.all()
    return report.first() if parsed.first else report.exactly_two()


class _Perfect:
    """One board, and what is asked of it."""

    def __init__(self, parsed: argparse.Namespace):
        self.parsed = parsed
        self._started = time.monotonic()
        self.sides: Sides = parsed.size
        self.clock = Clock(parsed.seconds)

    @property
    def _slice(self) -> int:
        """Nodes from one look at the clock to the next."""
        return max(_LEAST_NODES, _NODES // self.sides.n_pieces**2)

    @contextlib.contextmanager
    def _status(self) -> Iterator[Callable[[str], None]]:
        """What shows progress, on a terminal; it is gone before anything is printed."""
        with xc.cli.status(self.parsed.quiet) as show:
            yield (
                lambda text: (
                    show(f"{text}, {time.monotonic() - self._started:,.0f} s") if show else None
                )
            )

    @property
    def corners(self) -> range:
        """The classes: 0, the upper-left piece in its corner; 1, in the upper-right one."""
        return range(self.sides.n_classes)

    def _class(self, corner: int, seed: int | None = None) -> Iterator[list[Scramble]]:
        from .perfect import PerfectSearch

        search = PerfectSearch(self.sides, corner, apart=self.parsed.apart, seed=seed)
        while not search.done and self.clock.goes_on():
            yield search.scrambles(self._slice)

    def count(self) -> int:
        """``--count``."""
        numbers = [0 for _ in self.corners]
        interrupted = False
        if xc.cli.workers_are_given(self.parsed):
            found, interrupted = self._divided(0)
            numbers = [found.numbers.get(corner, 0) for corner in self.corners]
        else:
            with self._status() as show:
                try:
                    self._count_into(numbers, show)
                except KeyboardInterrupt:
                    interrupted = True
        complete = not (self.clock.stopped or interrupted)
        if self.parsed.json:
            answer = {"classes": numbers, "total": sum(numbers), "complete": complete}
            print(json.dumps(answer), flush=True)
        else:
            self._print_count(numbers, complete)
        if interrupted:
            return xc.cli.ended("puzzles", 0, "interrupt", self.parsed.quiet)
        return self._code(sum(numbers))

    def _count_into(self, numbers: list[int], show: Callable[[str], None]) -> None:
        """Count both classes, one after the other."""
        from .perfect import PerfectSearch

        for corner in self.corners:
            search = PerfectSearch(self.sides, corner, apart=self.parsed.apart)
            while not search.done and self.clock.goes_on():
                numbers[corner] += len(search.run(self._slice)[0])
                show(
                    f"class {corner + 1} of {len(numbers)}, {search.nodes:,} nodes,"
                    f" {sum(numbers):,} found"
                )

    def _divided(self, listed: int | None) -> tuple[xc.Divided, bool]:
        """What several workers find, by a journal perhaps; whether Ctrl-C ended it."""
        with (
            xc.cli.worker_keywords(self.parsed) as workers,
            xc.cli.progress(self.parsed.quiet) as callback,
        ):
            try:
                found = xc.divide(
                    self._work,
                    listed=listed,
                    seconds=self.parsed.seconds,
                    progress=callback,
                    **workers,
                )
            except xc.Interrupted as interruption:
                return interruption.partial, True
        self.clock.stopped = not found.count.complete
        return found, False

    @property
    def _work(self) -> PerfectWork:
        from .perfect_work import PerfectWork

        return PerfectWork(self.sides.columns, self.sides.rows, self.parsed.apart)

    def _print_count(self, numbers: list[int], complete: bool) -> None:
        least = "" if complete else "at least "
        scrambles = xc.text.counted(sum(numbers), "perfect doubled scramble")
        print(f"{self._size}: {least}{scrambles} up to turning the board")
        if len(numbers) == 2:
            for number, corner in zip(numbers, ("upper-left", "upper-right"), strict=True):
                print(f"{least}{number:,} with the upper-left piece in the {corner} corner")
        sys.stdout.flush()

    @property
    def _size(self) -> str:
        return f"{self.sides.columns} x {self.sides.rows}"

    def estimate(self) -> int:
        """``--estimate``."""
        from .perfect_estimate import estimate

        if (self.sides.columns + self.sides.rows) % 2:
            xc.cli.say("puzzles: there is none: columns + rows is odd")
            return xc.cli.NO_SOLUTION
        seconds = self.parsed.seconds
        each = (_SECONDS_OF_ESTIMATE if seconds is None else seconds) / len(self.corners)
        short = False
        for corner in self.corners:
            found = estimate(self.sides, corner, seconds=each, seed=self.parsed.seed)
            short = short or not found.scrambles
            whole = found.nodes / found.speed if found.speed else 0.0
            low, high = found.interval
            if self.parsed.json:
                fields = dataclasses.asdict(found)
                fields["interval"] = [low, high if math.isfinite(high) else None]
                print(json.dumps({"class": corner + 1, **fields, "seconds_of_a_count": whole}))
                continue
            where = f", class {corner + 1}" if len(self.corners) > 1 else ""
            if found.scrambles:
                text = (
                    f"about {found.scrambles:,.0f} perfect doubled scrambles ({low:,.0f} to"
                    f" {high:,.0f} in 19 of 20 cases; {found.probes:,} probes)"
                )
            else:
                text = f"no estimate: {found.probes:,} probes found no scramble"
            if found.probes:
                text += (
                    f"; counting all would visit about {found.nodes:.2g} nodes and take"
                    f" {_duration(whole)}"
                )
            print(f"{self._size}{where}: {text}")
        if short:
            xc.cli.say("puzzles: more seconds may find some")
            return xc.cli.STOPPED
        return xc.cli.ANSWERED

    def all(self) -> int:
        """``--all``."""
        if xc.cli.workers_are_given(self.parsed):
            return self._all_divided()
        found = 0
        for corner in self.corners:
            for some in self._class(corner):
                for scramble in some:
                    if not self.clock.goes_on():
                        return self._code(found)
                    found += 1
                    self._show(found, scramble)
        return self._code(found)

    def _all_divided(self) -> int:
        """``--all`` by several workers: shown in their order when all are found."""
        from .perfect_work import scramble_of

        found, interrupted = self._divided(None)
        # What was found is shown when the time is over, too; its solutions are not counted then.
        counted = [
            self._show(number, scramble_of(self._work, row))
            for number, row in enumerate(found.rows, 1)
        ]
        if interrupted:
            return xc.cli.ended("puzzles", 0, "interrupt", self.parsed.quiet)
        self.clock.stopped = not (found.count.complete and all(counted))
        return self._code(len(found.rows))

    def _show(self, number: int, scramble: Scramble) -> bool:
        """Print one, with the number of its solutions if there is time; whether there was."""
        from ..jigsaw.counting import JigsawSearch
        from .scrambles import coarsest, with_second

        jigsaw = with_second(scramble, coarsest(self.sides, [scramble]))
        left = self.clock.left()
        count = JigsawSearch(jigsaw, seconds=left).count(seconds=left)
        solutions = count.free if count.complete else None
        places = [
            f"{placed.piece + 1}" + (f"@{placed.turn}" if placed.turn else "")
            for placed in jigsaw.second
        ]
        shown = "not counted" if solutions is None else solutions
        text = f"{number}: {' '.join(places)}  solutions: {shown}"
        if self.parsed.json:
            text = json.dumps({"number": number, "second": places, "solutions": solutions})
        with xc.cli.uninterrupted():
            print(text)
        return count.complete

    def first(self) -> int:
        """``--first``."""
        from .scrambles import coarsest, with_second

        for corner in self.corners:
            for some in self._class(corner, self.parsed.seed):
                if some:
                    title = f"Perfect doubled jigsaw {self._size}, seed {self.parsed.seed}"
                    jigsaw = with_second(some[0], coarsest(self.sides, some[:1]), title)
                    write_jigsaw(format_jigsaw(jigsaw), self.parsed.output)
                    return xc.cli.ANSWERED
        return self._code(0)

    def exactly_two(self) -> int:
        """``--exactly-two``."""
        from .ideal import IdealSearch

        search = IdealSearch(self.sides, self.parsed.seed, self.parsed.apart)
        with self._status() as show:

            def tick() -> bool:
                tried = search.tried
                show(
                    f"{tried['tries']:,} tries, {tried['perfect doubled scrambles']:,} scrambles,"
                    f" {tried['more than two solutions']:,} of them with a third solution"
                )
                return self.clock.goes_on()

            puzzle = next(search.puzzles(tick), None)
        if not self.parsed.quiet:
            for what, number in search.tried.items():
                xc.cli.say(f"{what}: {number:,}")
        if puzzle is None:
            if not self.clock.stopped:
                xc.cli.say(f"puzzles: there is none: {self._why_none()}")
            return self._code(0)
        title = f"Ideal jigsaw {self._size}, exactly two solutions, seed {self.parsed.seed}"
        common = puzzle.scramble.common_neighbours()
        found = f"found by: {puzzle.way}; {common} pairs of pieces are neighbours again"
        return prove_and_write(puzzle, title, found, self.parsed, self.clock, perfect=True)

    def _why_none(self) -> str:
        if (self.sides.columns + self.sides.rows) % 2:
            return "columns + rows is odd"
        return "all were tried"

    def _code(self, found: int) -> int:
        return xc.cli.ended(
            "puzzles", found, "seconds" if self.clock.stopped else None, quiet=False
        )


def _duration(seconds: float) -> str:
    """A time in words of its size."""
    if seconds > 3.2e9:
        return f"{seconds / 3.156e7:.2g} years"
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.1f} seconds"
