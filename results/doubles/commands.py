"""What ``python -m results perfect`` prints, writes and returns."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
from collections.abc import Iterable, Iterator

import exactcover as xc
from exactcover_puzzles.doubles.output import (
    add_apart_argument,
    add_making_arguments,
    add_size_argument,
    check_jigsaw_output,
    write_jigsaw,
)
from exactcover_puzzles.doubles.scrambles import Scramble, with_second
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import format_jigsaw, read_jigsaw
from exactcover_puzzles.shared.shipped import file_or_shipped

from .. import PROGRAM
from ..dividing import divided
from .sat import count_by_sat
from .work import PartialSearch, PerfectWork, scramble_of

#: Seconds that an estimate takes, if no time is asked for.
_SECONDS_OF_ESTIMATE = 10.0


def by_sat_arguments(parser: argparse.ArgumentParser) -> None:
    """A file, and how long it may take."""
    parser.description = (
        "Count the solutions of a framed jigsaw, up to three, by a SAT solver: a check that"
        " shares nothing with the engines (python-sat, the extra sat)."
    )
    parser.add_argument("file", metavar="FILE", help="a jigsaw, as puzzles doubles writes it")
    xc.cli.add_unpacked_argument(parser)
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")


def by_sat(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    jigsaw = read_jigsaw(file_or_shipped("jigsaws", parsed.file), parsed.unpacked)
    framed = jigsaw.fit == "opposite" and jigsaw.border == "frame" and jigsaw.turn
    solutions = count_by_sat(jigsaw, 3, parsed.seconds) if framed and not jigsaw.given else 0
    word = {None: "not known", 2: "yes"}.get(solutions, "no")
    print(f"{word}: exactly two solutions, by SAT")
    if solutions is None:
        if parsed.seconds is None:
            xc.cli.say(f"{PROGRAM}: the board is too large for this check")
        return xc.cli.STOPPED
    return xc.cli.ANSWERED if solutions == 2 else xc.cli.NO_SOLUTION


def perfect_arguments(parser: argparse.ArgumentParser) -> None:
    """The board, and what is asked of its perfect doubled scrambles."""
    parser.description = (
        "Count, list or estimate perfect doubled jigsaws: two solutions share no seam, every shape"
        " is used exactly twice. (puzzles doubles perfect makes one with exactly two solutions.)"
    )
    add_size_argument(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    xc.cli.add_argument(what, "--count", "count the perfect doubled scrambles")
    each = "list them: pieces row by row, @ quarter turns clockwise, and number of solutions"
    xc.cli.add_argument(what, "--all", each)
    xc.cli.add_argument(what, "--first", "find one, however many solutions it has")
    xc.cli.add_argument(what, "--estimate", "estimate their number")
    add_apart_argument(parser)
    add_making_arguments(parser)
    xc.cli.add_argument(parser, "--json", "with --count, --all, --estimate")
    xc.cli.add_worker_arguments(parser, "with --count or a journal all cores, otherwise one")


def perfect(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
    if parsed.output is not None and not parsed.first:
        usage.error("-o takes one puzzle: omit --count, --all or --estimate")
    if parsed.apart and parsed.estimate:
        usage.error("--estimate counts all perfect doubled scrambles: omit --apart")
    if parsed.json and parsed.first:
        usage.error("--json goes with --count, --all or --estimate")
    if xc.cli.workers_are_given(parsed) and not (parsed.count or parsed.all):
        usage.error("--workers, --journal and --cluster go with --count or --all")
    check_jigsaw_output(usage, parsed.output)
    ask = _count if parsed.count else _all if parsed.all else _first if parsed.first else _estimate
    return ask(parsed, parsed.size)


def _count(parsed: argparse.Namespace, sides: Sides) -> int:
    found, stopped = divided(parsed, PerfectWork(sides.columns, sides.rows, parsed.apart))
    numbers = [found.numbers.get(corner, 0) for corner in range(sides.n_classes)]
    total = sum(numbers)
    if parsed.json:
        answer = {"classes": numbers, "total": total, "complete": stopped is None}
        print(json.dumps(answer))
    else:
        least = "at least " if stopped else ""
        scrambles = xc.text.counted(total, "perfect doubled scramble")
        print(f"{sides}: {least}{scrambles} up to turning the board")
        if len(numbers) == 2:
            for number, corner in zip(numbers, ("upper-left", "upper-right"), strict=True):
                print(f"{least}{number:,} with the upper-left piece in the {corner} corner")
    return xc.cli.ended(PROGRAM, total, stopped, quiet=False)


def _scrambles(
    parsed: argparse.Namespace, clock: xc.Deadline, seed: int | None = None
) -> Iterator[Scramble]:
    """All of them, as they are found, until the clock stops it."""
    for corner in range(parsed.size.n_classes):
        search = PartialSearch(parsed.size, corner, apart=parsed.apart, seed=seed)
        while not search.done and not clock.passed():
            for scramble in search.scrambles(search.few_nodes):
                if clock.passed():
                    return
                yield scramble


def _all(parsed: argparse.Namespace, sides: Sides) -> int:
    clock, stopped = xc.Deadline(parsed.seconds), None
    found: Iterable[Scramble] = _scrambles(parsed, clock)
    if xc.cli.workers_are_given(parsed):
        # What was found is shown when the time is over, too; its solutions are not counted then.
        work = PerfectWork(sides.columns, sides.rows, parsed.apart)
        answer, stopped = divided(parsed, work, None)
        found = [scramble_of(work, row) for row in answer.rows]
    number, all_counted = 0, True
    for number, scramble in enumerate(found, 1):
        all_counted = _show(parsed, clock, number, scramble) and all_counted
    if clock.passed() or not all_counted:
        stopped = stopped or "seconds"
    return xc.cli.ended(PROGRAM, number, stopped, quiet=False)


def _show(parsed: argparse.Namespace, clock: xc.Deadline, number: int, scramble: Scramble) -> bool:
    """Print one, with the number of its solutions if there is time; whether there was."""
    jigsaw = with_second(scramble)
    left = clock.left()
    count = JigsawSearch(jigsaw, seconds=left).count(seconds=left)
    solutions = count.free if count.complete else None
    places = [
        f"{placed.piece + 1}" + (f"@{placed.turn}" if placed.turn else "")
        for placed in jigsaw.second
    ]
    shown = "not counted" if solutions is None else solutions
    text = f"{number}: {' '.join(places)}  solutions: {shown}"
    if parsed.json:
        text = json.dumps({"number": number, "second": places, "solutions": solutions})
    with xc.cli.uninterrupted():
        print(text)
    return count.complete


def _first(parsed: argparse.Namespace, sides: Sides) -> int:
    clock = xc.Deadline(parsed.seconds)
    for scramble in _scrambles(parsed, clock, parsed.seed):
        title = f"Perfect doubled jigsaw {sides}, seed {parsed.seed}"
        jigsaw = with_second(scramble, title)
        write_jigsaw(format_jigsaw(jigsaw), parsed.output)
        return xc.cli.ANSWERED
    return xc.cli.ended(PROGRAM, 0, "seconds" if clock.passed() else None, quiet=False)


def _estimate(parsed: argparse.Namespace, sides: Sides) -> int:
    from .estimate import estimate

    if (sides.columns + sides.rows) % 2:
        xc.cli.say(f"{PROGRAM}: there is none: columns + rows is odd")
        return xc.cli.NO_SOLUTION
    seconds = _SECONDS_OF_ESTIMATE if parsed.seconds is None else parsed.seconds
    short = False
    for corner in range(sides.n_classes):
        found = estimate(sides, corner, seconds=seconds / sides.n_classes, seed=parsed.seed)
        short = short or not found.scrambles
        whole = found.nodes / found.speed if found.speed else 0.0
        low, high = found.interval
        if parsed.json:
            fields = dataclasses.asdict(found)
            fields["interval"] = [low, high if math.isfinite(high) else None]
            print(json.dumps({"class": corner + 1, **fields, "seconds_of_a_count": whole}))
            continue
        where = f", class {corner + 1}" if sides.n_classes > 1 else ""
        text = f"no estimate: {found.probes:,} probes found no scramble"
        if found.scrambles:
            text = (
                f"about {found.scrambles:,.0f} perfect doubled scrambles ({low:,.0f} to"
                f" {high:,.0f} in 19 of 20 cases; {found.probes:,} probes)"
            )
        if found.probes:
            text += (
                f"; counting all would visit about {found.nodes:.2g} nodes and take"
                f" {_duration(whole)}"
            )
        print(f"{sides}{where}: {text}")
    if short:
        xc.cli.say(f"{PROGRAM}: more seconds may find some")
        return xc.cli.STOPPED
    return xc.cli.ANSWERED


def _duration(seconds: float) -> str:
    """A time in words of its size."""
    if seconds > 3.2e9:
        return f"{seconds / 3.156e7:.2g} years"
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.1f} seconds"
