"""What ``puzzles jigsaw`` reads, prints, draws and returns."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from typing import Any

import exactcover as xc

from ..edges.explaining import SeamQuestion, explain_seams
from ..shared.explaining import add_explain, require_alone
from ..shared.shipped import file_or_shipped, shipped_names
from ..shared.terminal import can_show
from .balance import imbalances, one_side_wrong
from .counting import JigsawCount, JigsawSearch
from .file import LARGEST_BOARD, LARGEST_SHAPE, format_jigsaw, read_jigsaw
from .mending import mends
from .pieces import Jigsaw, Placed

__all__ = ["add_arguments", "run"]

#: More pictures than this are not drawn on one sheet.
_MOST_DRAWN = 200
#: Nodes that a second solution is looked for, once the first one is printed.
_NODES_FOR_ANOTHER = 20_000

_ARROWS, _ASCII_ARROWS = "↑→↓←", "^>v<"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.description = (
        "Solve and count square jigsaws and edge-matching puzzles of any width and height."
        " Without an option that says otherwise, prints a solution. (Puzzles with exactly two"
        " solutions: puzzles doubles.)"
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a jigsaw, - for stdin, or a shipped name"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--count", action="store_true", help="the numbers of solutions, and up to turning the board"
    )
    what.add_argument(
        "--unique", action="store_true", help="is there one solution? If not, show two"
    )
    what.add_argument("--all", action="store_true", help="every solution, up to turning the board")
    add_explain(what)
    what.add_argument("--list", action="store_true", help="list the jigsaws that are shipped")
    what.add_argument("--make", metavar="WxH", help="print a random jigsaw of that size")
    parser.add_argument("--svg", metavar="OUT", help="draw the solutions that are shown")
    parser.add_argument("--json", action="store_true", help="one object a line, and a last one")
    parser.add_argument("--trace", action="store_true", help="how many candidates each stage left")
    parser.add_argument(
        "--limit", type=xc.cli.whole_number, metavar="N", help="with --count, --all: up to N"
    )
    xc.cli.add_unpacked_argument(parser)
    xc.cli.add_search_arguments(parser)
    xc.cli.add_worker_arguments(parser)
    make = parser.add_argument_group("making a jigsaw")
    make.add_argument("--shapes", type=xc.cli.whole_number_from_1, default=5, help="default: 5")
    make.add_argument("--seed", type=xc.cli.whole_number, default=1, help="default: 1")
    make.add_argument("--fit", choices=("opposite", "equal"), default="opposite")
    make.add_argument("--border", choices=("frame", "none", "torus"), default="frame")
    make.add_argument("--no-turns", action="store_true", help="pieces cannot be turned")


def run(arguments: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    parser: argparse.ArgumentParser = arguments.parser
    # Better now than after the search.
    xc.cli.check_output(parser, "--svg", arguments.svg, (*xc.cli.SVG, ""))
    if arguments.limit is not None and not (arguments.count or arguments.all):
        parser.error("--limit goes with --count or --all")
    if xc.cli.workers_are_given(arguments):
        if not arguments.count:
            parser.error("--workers, --journal and --cluster go with --count")
        if arguments.limit is not None:
            parser.error("--limit does not go with --workers, --journal and --cluster")
    if arguments.list:
        for name in _shipped():
            print(name)
        return xc.cli.ANSWERED
    if arguments.make is not None:
        return _make(arguments, parser)
    if arguments.file is None:
        parser.error("jigsaw needs a FILE, or --list, or --make")
    if arguments.svg is not None and arguments.count:
        parser.error("--count shows no solutions to draw: leave out --count or --svg")
    if arguments.explain:
        require_alone(parser, arguments, "svg", "nodes", "trace")
        return _explain(arguments)
    return _Report(arguments).run()


def _explain(arguments: argparse.Namespace) -> int:
    """Print why there is no solution, or too many; returns the exit code."""
    jigsaw = read_jigsaw(file_or_shipped("jigsaws", arguments.file), arguments.unpacked)
    if not arguments.json:
        title = jigsaw.title or xc.cli.shown_path(arguments.file)
        print(f"{xc.text.printable(title)}:", flush=True)
    question = SeamQuestion(
        jigsaw.propagation,
        lambda: JigsawSearch(jigsaw, propagate=False).sets,
        list(map(str, imbalances(jigsaw))),
        one_side_wrong(jigsaw),
        lambda found, tick, report: [
            f"piece {jigsaw.label(each.piece)}, {each.side}: {each.shape} should be"
            f" {each.should_be}"
            for each in mends(jigsaw, found, tick, report)
        ],
        _up_to(jigsaw),
    )
    return explain_seams(question, arguments)


def _up_to(jigsaw: Jigsaw) -> str:
    """What of solutions that turning makes of each other is left out."""
    if jigsaw.n_motions == 1:
        return ""
    if JigsawSearch(jigsaw, propagate=False).images == 1:
        return " as they stand, turned ones too"
    return f" up to {_motions_in_words(jigsaw)} the board"


def _motions_in_words(jigsaw: Jigsaw) -> str:
    turning = len(jigsaw.turns_of_board()) > 1
    shifting = jigsaw.border == "torus" and not jigsaw.given
    return " and ".join(["turning"] * turning + ["shifting"] * shifting)


def _shipped() -> list[str]:
    """The names of the jigsaws that come with the project."""
    return [name for name in shipped_names("jigsaws") if not name.startswith("made")]


def _make(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    from .maker import make_jigsaw

    found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", arguments.make)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not 1 <= columns * rows <= LARGEST_BOARD:
        parser.error(
            f"--make {arguments.make}: expected width x height, such as 8x6, up to"
            f" {LARGEST_BOARD:,} pieces"
        )
    if arguments.shapes > LARGEST_SHAPE:
        parser.error(f"--shapes {arguments.shapes}: expected at most {LARGEST_SHAPE:,}")
    jigsaw = make_jigsaw(
        columns,
        rows,
        arguments.shapes,
        arguments.seed,
        fit=arguments.fit,
        border=arguments.border,
        turn=not arguments.no_turns,
    )
    print(format_jigsaw(jigsaw), end="")
    return xc.cli.ANSWERED


class _Report:
    """One jigsaw, and what is asked of it."""

    def __init__(self, arguments: argparse.Namespace):
        self.arguments = arguments
        self.jigsaw = read_jigsaw(file_or_shipped("jigsaws", arguments.file), arguments.unpacked)
        self.name = xc.cli.shown_path(arguments.file)
        #: What is shown, until it is drawn.
        self.drawn: list[Sequence[Placed]] = []
        self.waits = arguments.svg is not None

    def run(self) -> int:
        wait = self.waits or self.arguments.journal is not None
        with xc.cli.held_back(wait) as self.release:
            try:
                return self._ask()
            except KeyboardInterrupt:
                self._draw()
                raise

    def _ask(self) -> int:
        arguments, jigsaw = self.arguments, self.jigsaw
        if not arguments.json:
            title = xc.text.printable(jigsaw.title or self.name)
            print(f"{title}: {self._sizes()}", flush=True)
        self.deadline = xc.Deadline(arguments.seconds)
        search = JigsawSearch(jigsaw, seconds=arguments.seconds)
        if arguments.trace:
            for line in search.sets.report():
                xc.cli.say(line)
        with xc.cli.search_keywords(arguments, workers=arguments.count) as given:
            keywords = {**given, **self._time_left()}
            if arguments.count:
                return self._count(search, keywords)
            if arguments.unique:
                return self._unique(search, keywords)
            if arguments.all:
                return self._all(search, keywords)
            return self._one(search, keywords)

    def _sizes(self) -> str:
        jigsaw = self.jigsaw
        n = len(jigsaw.types)
        pieces = xc.text.counted(len(jigsaw.pieces), "piece")
        text = f"{jigsaw.columns} x {jigsaw.rows}, {pieces}"
        if n < len(jigsaw.pieces):
            text += f" of {xc.text.counted(n, 'kind')}"
        fit = "tabs fit blanks" if jigsaw.fit == "opposite" else "equal colours fit"
        border = {"frame": "a frame", "none": "no frame", "torus": "a torus"}[jigsaw.border]
        turn = "" if jigsaw.turn else ", no turning"
        given = f", {len(jigsaw.given)} given" if jigsaw.given else ""
        return f"{text}, {fit}, {border}{turn}{given}"

    # -- the questions -----------------------------------------------------------------------

    def _count(self, search: JigsawSearch, keywords: dict[str, Any]) -> int:
        try:
            count = search.count(self.arguments.limit, **keywords)
        except xc.Interrupted as interruption:
            self._print_count(interruption.partial, search)
            return self._ended(0, "interrupt")
        self._print_count(count, search)
        if count.complete and not count.fixed:
            self._say_impossible(search)
        return self._ended(count.fixed, count.stopped)

    def _print_count(self, count: JigsawCount, search: JigsawSearch) -> None:
        if self.arguments.json:
            answer = {
                "solutions": xc.cli.json_number(count.fixed),
                "free_solutions": xc.cli.json_number(count.free),
                "told_apart": xc.cli.json_number(count.told_apart),
                "candidates": {"start": search.before, "left": search.sets.left},
                **xc.cli.label_as_json(count.stopped, count.nodes),
            }
            xc.cli.print_json(answer)
            return
        least = "" if count.complete else "at least "
        text = least + xc.text.counted(count.fixed, "solution")
        if self.jigsaw.n_motions > 1:
            text += f", {least}{count.free:,} up to {_motions_in_words(self.jigsaw)} the board"
        if self.jigsaw.ways_to_swap_twins > 1:
            told_apart = xc.text.grouped(count.told_apart)
            text += f"; {least}{told_apart} with identical pieces told apart"
        print(text)

    def _unique(self, search: JigsawSearch, keywords: dict[str, Any]) -> int:
        found = self._show(search, 2, keywords)
        stopped = search.stopped if search.stopped != "limit" else None
        verdict = "several" if found == 2 else "unique" if found else "impossible"
        if found < 2 and stopped is not None:
            verdict = "undecided"
        if self.arguments.json:
            print(json.dumps({"verdict": verdict, "stopped": stopped, "nodes": search.nodes}))
        else:
            print({"several": "several solutions: here are two", "unique": "one solution, unique",
                   "impossible": "no solution", "undecided": "undecided"}[verdict])  # fmt: skip
        if verdict == "impossible":
            self._say_impossible(search)
        self._draw()
        return self._ended(found, stopped if verdict == "undecided" else None)

    def _all(self, search: JigsawSearch, keywords: dict[str, Any]) -> int:
        found = self._show(search, self.arguments.limit, keywords)
        stopped = search.stopped
        if self.arguments.json:
            label = xc.cli.label_as_json(stopped, search.nodes)
            xc.cli.print_json({"solutions": found, **label})
        elif stopped is None:
            what = ""
            if self.jigsaw.n_motions > 1:
                what = f" up to {_motions_in_words(self.jigsaw)} the board"
            print(xc.text.counted(found, "solution") + what)
        if not found and stopped is None:
            self._say_impossible(search)
        self._draw()
        return self._ended(found, stopped)

    def _one(self, search: JigsawSearch, keywords: dict[str, Any]) -> int:
        found = self._show(search, 1, keywords)
        stopped = search.stopped if search.stopped != "limit" else None
        if not found and stopped is None:
            if self.arguments.json:
                print(json.dumps({"solutions": 0, "complete": True}))
            else:
                print("no solution")
            self._say_impossible(search)
        self._draw()
        if found and not self.arguments.quiet:
            self._say_another(search, keywords)
        return self._ended(found, stopped if not found else None)

    def _say_another(self, search: JigsawSearch, keywords: dict[str, Any]) -> None:
        another = JigsawSearch(self.jigsaw)
        sys.stdout.flush()
        nodes = search.nodes + _NODES_FOR_ANOTHER
        if self.arguments.nodes is not None:
            nodes = min(nodes, self.arguments.nodes)
        budget = {**keywords, "nodes": nodes, **self._time_left()}
        number = sum(1 for _ in another.solutions(2, **budget))
        if number > 1:
            xc.cli.say("puzzles: there are several solutions (--count, --unique, --all)")
        elif another.stopped not in (None, "limit"):
            xc.cli.say("puzzles: there may be other solutions (--unique goes on looking)")

    def _time_left(self) -> dict[str, float]:
        """What is left of the budget of time, if there is one, as an argument."""
        left = self.deadline.left()
        return {} if left is None else {"seconds": left}

    # -- showing -----------------------------------------------------------------------------

    def _show(self, search: JigsawSearch, limit: int | None, keywords: dict[str, Any]) -> int:
        """Print solutions as they come; how many."""
        found = 0
        for found, arrangement in enumerate(search.solutions(limit, **keywords), 1):
            placed = self.jigsaw.placed(arrangement)
            if self.waits:
                self.drawn.append(placed)
            with xc.cli.uninterrupted():
                if self.arguments.json:
                    print(json.dumps({"solution": found, "pieces": self._as_json(placed)}))
                else:
                    number = "" if limit == 1 else f"\n{found}\n"
                    print(number + self._grid(placed), flush=found == 1)
            if len(self.drawn) == _MOST_DRAWN:
                self._draw()
        if found and limit != 1 and not self.arguments.json:
            print()
        return found

    def _grid(self, placed: Sequence[Placed]) -> str:
        """The pieces' numbers row by row, each with an arrow to where its top has turned."""
        arrows = _ARROWS if can_show(_ARROWS, sys.stdout) else _ASCII_ARROWS
        jigsaw = self.jigsaw
        cells = [jigsaw.label(p.piece) + (arrows[p.turn] if jigsaw.turn else "") for p in placed]
        width = max(map(len, cells))
        return "\n".join(
            " ".join(cell.rjust(width) for cell in cells[start : start + jigsaw.columns])
            for start in range(0, len(cells), jigsaw.columns)
        )

    def _as_json(self, placed: Sequence[Placed]) -> list[dict[str, Any]]:
        return [
            {
                "row": cell // self.jigsaw.columns,
                "column": cell % self.jigsaw.columns,
                "piece": self.jigsaw.label(each.piece),
                "turn": each.turn,
            }
            for cell, each in enumerate(placed)
        ]

    def _draw(self) -> None:
        """Draw what has been shown, once, and let go what was held back until then."""
        arguments = self.arguments
        if not self.waits:
            return
        self.waits = False
        if not self.drawn:
            if not arguments.quiet:
                xc.cli.say(f"puzzles: no solution to draw, {arguments.svg} is not written")
            return
        from .svg import jigsaw_svg

        title = self.jigsaw.title or self.name
        columns = 2 if arguments.unique else 0
        text = jigsaw_svg(self.jigsaw, self.drawn, title=title, columns=columns)
        xc.cli.write_text(text, arguments.svg)
        self.drawn.clear()
        self.release()

    def _say_impossible(self, search: JigsawSearch) -> None:
        if not self.arguments.quiet:
            reason = search.sets.contradiction or "every possibility was tried, and none is left"
            xc.cli.say(f"puzzles: {self.name}: no solution: {reason}")

    def _ended(self, found: int, stopped: str | None) -> int:
        """The exit code."""
        more = ": propagation leaves too many candidates" if stopped == "memory" else ""
        return xc.cli.ended("puzzles", found, stopped, self.arguments.quiet, more)
