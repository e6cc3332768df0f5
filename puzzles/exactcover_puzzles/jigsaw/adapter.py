"""Jigsaws for the command ``puzzles jigsaw``: border sets first, then the engine.

A solution is an *arrangement*: for each cell a candidate (:mod:`exactcover_puzzles.borders.board`).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

import exactcover as xc

from ..borders.adapter import SquarePieces
from ..borders.border_sets import BorderSets
from ..borders.explaining import SeamQuestion
from ..shared.adapter import Options
from ..shared.explaining import require_alone, require_only, require_with
from ..shared.parts import Makable, TwoSided, Wish
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.view import Picture
from .balance import imbalances, mends, one_side_wrong
from .counting import JigsawSearch
from .file import LARGEST_BOARD, LARGEST_SHAPE, format_jigsaw, jigsaw_of
from .pieces import Jigsaw, Placed

_ARROWS, _ASCII_ARROWS = "↑→↓←", "^>v<"


class JigsawPuzzle(Makable, TwoSided, SquarePieces):
    """Solve and count square jigsaws and edge-matching puzzles of any width and height."""

    jigsaw: Jigsaw
    shipped = "jigsaws"
    example = """\
title: Six pieces
size: 3x2

0 0 1 -2
-1 0 -3 1
3 0 0 2
0 2 1 0
-1 -1 2 0
-2 -2 0 0
"""

    def __init__(self, jigsaw: Jigsaw, title: str = "", seconds: float | None = None):
        self.jigsaw, self.title = jigsaw, jigsaw.title or title
        self.deadline = xc.Deadline(seconds)
        self._searches: dict[bool, JigsawSearch] = {}

    @property
    def sides(self) -> tuple[int, int] | None:
        """Columns and rows of a jigsaw whose file has a second solution."""
        return (self.jigsaw.columns, self.jigsaw.rows) if self.jigsaw.second else None

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        xc.cli.add_argument(parser, "--trace", "print how many candidates each stage left")
        make = parser.add_argument_group("making a jigsaw")
        unique = "print a random jigsaw of this size; with --unique, one with one solution"
        xc.cli.add_argument(make, "--make WxH", unique)
        shapes = "default: 5"
        xc.cli.add_argument(make, "--shapes N", shapes, xc.cli.whole_number_from_1, 5)
        xc.cli.add_argument(make, "--seed N", "default: 1", xc.cli.whole_number, 1)
        fits = "what fits: tabs and blanks (the default), or equal colours"
        xc.cli.add_argument(make, "--fit", fits, default="opposite", choices=("opposite", "equal"))
        border = "the border: flat sides (the default), any sides, or opposite edges meet"
        borders = "frame", "none", "torus"
        xc.cli.add_argument(make, "--border", border, default="frame", choices=borders)
        xc.cli.add_argument(make, "--no-turns", "do not let pieces be turned")

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        parser = arguments.parser
        require_alone(parser, arguments, "trace", "make")
        require_only(parser, arguments, "make", "unique", "seconds")
        require_with(parser, arguments, "make", "shapes", "seed", "fit", "border", "no_turns")
        if arguments.make is None:
            return None
        from .maker import make_jigsaw, make_unique

        found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", arguments.make)
        columns, rows = map(int, found.groups()) if found else (0, 0)
        if not 1 <= columns * rows <= LARGEST_BOARD:
            expected = f"width x height, such as 8x6, up to {LARGEST_BOARD:,} pieces"
            parser.error(f"--make {arguments.make}: expected {expected}")
        if arguments.shapes > LARGEST_SHAPE:
            parser.error(f"--shapes {arguments.shapes}: expected at most {LARGEST_SHAPE:,}")
        size = columns, rows, arguments.shapes, arguments.seed
        kind = {"fit": arguments.fit, "border": arguments.border, "turn": not arguments.no_turns}
        jigsaw: Jigsaw | None = None
        if arguments.unique:
            with xc.cli.status(arguments.quiet) as show:
                report = show or (lambda text: None)
                jigsaw = make_unique(*size, seconds=arguments.seconds, report=report, **kind)
        else:
            jigsaw = make_jigsaw(*size, **kind)
        if jigsaw is None:
            xc.cli.say("puzzles: found none with one solution; try more --shapes")
            return xc.cli.STOPPED
        print(format_jigsaw(jigsaw), end="")
        return xc.cli.ANSWERED

    wishes: ClassVar[Mapping[str, Wish]] = {
        "columns": Wish("Pieces across", 5, range(2, 13)),
        "rows": Wish("Pieces down", 4, range(2, 13)),
        "shapes": Wish("Shapes of tabs", 5, range(1, 21)),
    }

    @classmethod
    def made(cls, wishes: Mapping[str, Any], seed: int, seconds: float) -> str | None:
        from .maker import make_unique

        size = wishes["columns"], wishes["rows"], wishes["shapes"]
        jigsaw = make_unique(*size, seed, seconds=seconds)
        return None if jigsaw is None else format_jigsaw(jigsaw)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        puzzle = cls(jigsaw_of(source), source.path, arguments.seconds)
        puzzle.trace = arguments.trace
        yield puzzle

    # -- on a page ---------------------------------------------------------------------------

    def start(self) -> BorderSets:
        """The frame and the given pieces."""
        return self.jigsaw.propagation()

    def candidate_picture(self, candidate: int) -> Picture:
        """A piece with its tabs."""
        from .svg import piece_picture

        number, turn = divmod(candidate, 4)
        return piece_picture(self.jigsaw, Placed(self.jigsaw.types[number][0], turn))

    # -- its answers -------------------------------------------------------------------------

    def search(self, up_to_turning: bool = True) -> JigsawSearch:
        """What propagation leaves."""
        if up_to_turning not in self._searches:
            search = JigsawSearch(
                self.jigsaw, up_to_turning=up_to_turning, seconds=self.deadline.left()
            )
            self.told(search)
            if search.stopped == "memory":
                xc.cli.say(f"puzzles: {self.title}: propagation leaves too many candidates")
            self._searches[up_to_turning] = search
        return self._searches[up_to_turning]

    @cached_property
    def problem(self) -> xc.Problem:
        return self.search(False).problem

    def options_of(self, solution: xc.Solution) -> Options | None:
        """The candidate in each cell, if every cell has one."""
        pairs: Any = solution.options
        candidates = dict(pairs)
        cells = range(len(self.jigsaw.pieces))
        return [candidates[cell] for cell in cells] if len(candidates) == len(cells) else None

    def prepare(self) -> None:
        """Nothing: searches keep to the time."""

    @property
    def has_symmetry(self) -> bool:
        return self.search().finds_orbits

    @property
    def up_to(self) -> str:  # type: ignore[override]
        """What the symmetries do to the board."""
        turning = ["turning"] * (len(self.jigsaw.turns_of_board()) > 1)
        shifting = ["shifting"] * (self.jigsaw.border == "torus" and not self.jigsaw.given)
        return f"up to {' and '.join(turning + shifting)} the board"

    def count(
        self, limit: int | None, up_to_symmetry: bool = True, **search: Any
    ) -> xc.Count | xc.OrbitCount:
        """The count; up to turning too, unless no piece is marked and the search is divided."""
        by_orbits = self.search().symmetry is not None and "workers" in search
        if up_to_symmetry and self.has_symmetry and not by_orbits:
            return self.search().count(limit, **self.in_time(search))
        return super().count(limit, **search)

    def about_number(self, fixed: int, least: str) -> tuple[str, Mapping[str, Any]]:
        """The number of solutions that distinguish identical pieces."""
        told_apart = fixed * self.jigsaw.ways_to_swap_twins
        search = self.search(self.has_symmetry)
        words = ""
        if told_apart > fixed:
            words = f"; {least}{xc.text.grouped(told_apart)} distinguishing identical pieces"
        candidates = {"start": search.before, "left": search.sets.left}
        return words, {"told_apart": xc.cli.json_number(told_apart), "candidates": candidates}

    def question(self) -> SeamQuestion:
        """Explain with counting arguments and single wrong sides as well."""
        jigsaw = self.jigsaw
        unturned, up_to = JigsawSearch(jigsaw, propagate=False), ""
        if jigsaw.n_motions > 1:
            marked = unturned.images > 1
            up_to = f" {self.up_to}" if marked else ", turned ones included"
        return SeamQuestion(
            self.start,
            lambda: unturned.sets,
            list(map(str, imbalances(jigsaw))),
            one_side_wrong(jigsaw),
            lambda found, tick, report: list(map(str, mends(jigsaw, found, tick, report))),
            up_to,
        )

    # -- in words and pictures ---------------------------------------------------------------

    def sizes(self) -> str:
        jigsaw = self.jigsaw
        pieces = xc.text.counted(len(jigsaw.pieces), "piece")
        if len(jigsaw.types) < len(jigsaw.pieces):
            pieces += f" of {xc.text.counted(len(jigsaw.types), 'kind')}"
        fit = "tabs fit blanks" if jigsaw.fit == "opposite" else "equal colours fit"
        border = {"frame": "a frame", "none": "no frame", "torus": "a torus"}[jigsaw.border]
        turn = "" if jigsaw.turn else ", no turning"
        given = f", {len(jigsaw.given)} given" if jigsaw.given else ""
        return f"{jigsaw.columns} x {jigsaw.rows}, {pieces}, {fit}, {border}{turn}{given}"

    def text(self, options: Options, screen: Screen) -> str:
        """The pieces' numbers row by row, each with an arrow to where its top has turned."""
        arrows = _ARROWS if screen.shows(_ARROWS) else _ASCII_ARROWS
        jigsaw = self.jigsaw
        cells = [
            jigsaw.label(each.piece) + (arrows[each.turn] if jigsaw.turn else "")
            for each in jigsaw.placed(options)
        ]
        width = max(map(len, cells))
        return "\n".join(
            " ".join(cell.rjust(width) for cell in cells[start : start + jigsaw.columns])
            for start in range(0, len(cells), jigsaw.columns)
        )

    def as_json(self, options: Options) -> Mapping[str, Any]:
        columns, label = self.jigsaw.columns, self.jigsaw.label
        pieces = [
            {"row": cell // columns, "column": cell % columns, "piece": label(each.piece),
             "turn": each.turn}
            for cell, each in enumerate(self.jigsaw.placed(options))
        ]  # fmt: skip
        return {"pieces": pieces}

    def svg(self, solutions: Sequence[Options], first: int = 1) -> str:
        """The solutions, in which the same piece has the same colour."""
        from .svg import jigsaw_svg

        return jigsaw_svg(self.jigsaw, list(map(self.jigsaw.placed, solutions)), self.title, first)

    def on_a_page(self, options: Options) -> int:
        from ..shared.svg_page import room
        from .svg import jigsaw_drawing

        return room(jigsaw_drawing(self.jigsaw, self.jigsaw.placed(options)), self.title)
