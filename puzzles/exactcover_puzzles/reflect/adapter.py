"""Reflect puzzles as a kind of puzzle. Solutions are boards, each once, found by ``solver.py``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import exactcover as xc

from ..shared.adapter import Answers, Options, Reason
from ..shared.cell_names import cell_name
from ..shared.explaining import print_impossible, require_only
from ..shared.parts import Editable, Makable, Wish
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.svg_page import Drawing
from ..shared.view import Piece, View
from . import making
from .board import DOWN, LEFT, PIECES, RIGHT, UP, Board
from .cover import CoverSolver
from .file import EXAMPLE, format_puzzle, puzzles_of
from .puzzle import ALL, READINGS, STRICT, BeamPuzzle
from .reasons import conflict, hints
from .solver import Solver
from .svg import drawn_board, listed, reflect_text
from .view import CALLED, mark_of, places_of, ray_marks, stroke_of

_SIDE = {UP: "upper", RIGHT: "right", DOWN: "lower", LEFT: "left"}
#: Solutions between two reports of how far a count is.
_REPORT = 100


class Reflect(Makable, Editable):
    """Find the mirrors and balls on a board from the ends of its beams, or make puzzles."""

    example = EXAMPLE
    items_called = "cells, sides, beams and pieces"
    options_called = ("content", "contents")
    draws_unsolved = True
    one_to_one = False
    wishes: ClassVar[Mapping[str, Wish]] = {
        "size": Wish("Cells in a row", 4, range(2, 9)),
        "pieces": Wish("Pieces", 5, range(1, 17)),
        "reflections": Wish("Reflections of some beam, at least", 2, range(13)),
    }

    def __init__(self, puzzle: BeamPuzzle, reading: str = ALL):
        self.puzzle, self.reading = puzzle, reading
        self.title = f"Reflect {puzzle.n} × {puzzle.n}"

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        reading = (
            "all: use every piece (the default); fewer: pieces may stay unused; strict: also, balls"
            " may return each end of a letter (the default for --make and --fewest)"
        )
        xc.cli.add_argument(parser, "--reading", reading, choices=READINGS)
        listed = r"pieces to place, such as //\o, overriding FILE"
        xc.cli.add_argument(parser, "--pieces P", listed, making.pieces)
        making.add_arguments(parser)

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        error = arguments.parser.error
        if arguments.estimate or xc.cli.workers_are_given(arguments):
            error("boards are counted one by one: no --estimate, --workers, --journal or --cluster")
        for question in ("make", "fewest"):
            made = "json", "svg", "png", "pdf", "engine", "seconds"
            require_only(arguments.parser, arguments, question, *made)
        return making.make(cls._to_draw, arguments)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        for puzzle in puzzles_of(source, arguments.pieces, not arguments.fewest):
            yield cls(puzzle, arguments.reading or ALL)

    @classmethod
    def made(cls, wishes: Mapping[str, Any], seed: int, seconds: float) -> str | None:
        """A puzzle with one solution, even where pieces may be left over."""
        from .generate import Wish, puzzles

        wish = Wish(wishes["size"], None, wishes["pieces"], reflections=wishes["reflections"])
        if wish.number > wish.n**2:
            raise ValueError(f"{wish.number} pieces for {wish.n**2} cells")
        found = next(puzzles(wish, seed, Solver(STRICT), xc.Deadline(seconds)), None)
        return None if found is None else format_puzzle(found)

    @classmethod
    def editor(cls) -> ModuleType:
        from . import editing

        return editing

    # -- its answers -------------------------------------------------------------------------

    @cached_property
    def _cover(self) -> CoverSolver:
        return CoverSolver(self.puzzle, self.reading)

    @classmethod
    def _to_draw(cls, puzzle: BeamPuzzle, solved: bool) -> tuple[Self, Options]:
        """A puzzle to draw, and the options of its board if the board is shown."""
        made = cls(puzzle)
        return made, made._cover.options_of(puzzle.board) if solved and puzzle.board else ()

    def solver(self, engine: str = "auto") -> Solver:
        """What lists the boards."""
        return Solver(self.reading, engine)

    @cached_property
    def problem(self) -> xc.Problem:
        """The model of ``cover.py``; see there which of its solutions are the same board."""
        return self._cover.problem

    def prepare(self) -> None:
        """Nothing: searches keep to the time."""

    def solutions(self, limit: int | None, up_to_symmetry: bool = True, **search: Any) -> Answers:
        """Its boards, each once; by SAT, or by exact cover if requested."""
        engine, order = search.pop("engine", "auto"), search.pop("order", "mrv")
        if (engine, order) in (("auto", "mrv"), ("sat", "mrv")):
            budgets = {name: search.get(name) for name in ("nodes", "seconds")}
            solver: Any = self.solver(engine)
            boards = solver.boards(self.puzzle, limit, **budgets)
        else:
            solver = CoverSolver(self.puzzle, self.reading)
            search |= {} if order == "mrv" else {"order": order}
            boards = solver.boards(limit, engine=engine, **search)
        return _Boards(self.problem, self._cover, solver, boards)

    def solutions_with(self, problem: xc.Problem, limit: int | None, **search: Any) -> Answers:
        cover = CoverSolver(self.puzzle, self.reading)
        boards = cover.boards(limit, given=problem.given_options, **search)
        return _Boards(problem, cover, cover, boards)

    def count(
        self,
        limit: int | None,
        up_to_symmetry: bool = True,
        progress: Callable[[xc.Progress], None] | None = None,
        **search: Any,
    ) -> xc.Count:
        """The number of its boards, by listing them."""
        started = time.monotonic()
        answers = self.solutions(limit, **search)
        try:
            for _ in answers:
                if progress is not None and answers.found % _REPORT == 0:
                    seconds = time.monotonic() - started
                    progress(xc.Progress(answers.nodes, answers.found, seconds))
        except KeyboardInterrupt:
            so_far = xc.Count(answers.found, nodes=answers.nodes, stopped="interrupt")
            raise xc.Interrupted(so_far) from None
        ended = {"stopped": answers.stopped, "impossible": answers.impossible}
        return xc.Count(answers.found, nodes=answers.nodes, **ended)  # type: ignore[arg-type]

    def ambiguity(self, problem: xc.Problem, **search: Any) -> xc.Ambiguity | xc.Impossible:
        """What its boards share, and the fewest contents that leave only one of them."""
        cover = _Given(problem.given_options, self.reading)
        report = search.get("report") or (lambda text: None)
        found = hints(self.puzzle, cover, xc.Deadline(search.get("seconds")), report)
        if not found.solutions and found.complete:
            return self.why_none()
        count = xc.Count(found.solutions, stopped=None if found.complete else "seconds")
        shared, choice = (
            None if told is None else tuple(_holds(content) for content in told)
            for told in (found.shared, found.choice)
        )
        return xc.Ambiguity(count, shared or (), (), (), (), choice, None, found.smallest)

    def why_not(self, problem: xc.Problem, **search: Any) -> Reason | None:
        cover, clock = (
            _Given(problem.given_options, self.reading),
            xc.Deadline(search.get("seconds")),
        )
        if next(cover.boards(self.puzzle, 1, seconds=clock.left()), None) is not None:
            return None
        if cover.stopped is not None:
            raise xc.SearchStopped(cover.stopped, 0)
        found = conflict(self.puzzle, cover, clock, search.get("report") or (lambda text: None))
        items = {("ends", letter): 1 for letter in found.letters}
        return Reason(found.in_words(), items, tuple(problem.given_options))

    def explain(self, arguments: argparse.Namespace) -> int:
        deadline = xc.Deadline(arguments.seconds)
        with xc.cli.status(arguments.quiet) as show:
            asked: dict[str, Any] = {"seconds": arguments.seconds, "report": show}
            found = self.ambiguity(self.problem, **asked)
            why = None
            if isinstance(found, xc.Impossible):
                why = self.why_not(self.problem, seconds=deadline.left(), report=show)
        if why is not None:
            letters = [item[1] for item in why.items]
            return print_impossible(why.words, arguments.json, beams=letters)
        assert isinstance(found, xc.Ambiguity)
        words = xc.cli.Wording(self.item_called, self.option_called, options=self.options_called)
        xc.cli.print_ambiguity(found, (), words, arguments.json)
        return xc.cli.ambiguity_exit_code(found, deadline.passed())

    def answer(self, arguments: argparse.Namespace, about: Mapping[str, Any]) -> int | None:
        if not arguments.fewest:
            return None
        return making.fewest(self.puzzle, about, self._to_draw, arguments)

    # -- on a page ---------------------------------------------------------------------------

    def view(self) -> View:
        """The cells, the letters around them, and the pieces to place."""
        puzzle = self.puzzle
        places = places_of(puzzle)
        number = {place.at: k for k, place in enumerate(places)}
        at_letter: dict[str, list[int]] = {}
        for k, place in enumerate(places):
            at_letter.setdefault(place.text, []).append(k)

        def of_item(item: Any) -> Sequence[int]:
            kind, where, *_ = item
            if kind == "ends":
                return at_letter[where]
            return [number[where]] if kind in ("cell", "side", "content") else []

        def seen(options: Options) -> list[Any]:
            return ray_marks(puzzle, self._cover.board_of(options))

        pieces = [
            Piece(
                CALLED[content], "", count, count, (((0, 0),),),
                ((((0, 0), (1, 0), (1, 1), (0, 1)),),), {}, stroke_of(content),
            )
            for content, count in enumerate(puzzle.pieces, 1)
            if count
        ]  # fmt: skip
        edge = puzzle.n
        frame = [(0, 0, edge, 0), (edge, 0, edge, edge), (edge, edge, 0, edge), (0, edge, 0, 0)]
        return View(
            places, lambda option: mark_of(option, number), of_item, frame, pieces,
            spare=True, seen=seen,
        )  # fmt: skip

    # -- in words and pictures ---------------------------------------------------------------

    def notes(self) -> Iterable[str]:
        count = xc.text.counted(sum(self.puzzle.pieces), "piece")
        beams = xc.text.counted(len({*self.puzzle.letters} - {""}), "beam")
        yield f"{count} to place, {beams} shown: both ends of a beam have the same letter"
        yield "a letter that occurs once is a beam that returns to where it enters"

    def sizes(self) -> str:
        return f"{self.puzzle.n} × {self.puzzle.n} cells, pieces {listed(self.puzzle) or 'none'}"

    def overview(self, screen: Screen) -> str:
        drawn = reflect_text(self.puzzle, colour=screen.colour, ascii_only=screen.ascii)
        return drawn.rstrip("\n")

    def text(self, options: Options, screen: Screen) -> str:
        """The board with its beams."""
        board = self._cover.board_of(options)
        drawn = reflect_text(self.puzzle, board, colour=screen.colour, ascii_only=screen.ascii)
        return drawn.rstrip("\n")

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"rows": self._cover.board_of(options).rows()}

    def drawing(self, options: Options) -> Drawing:
        """The board with its beams; the puzzle alone if there are no options."""
        return drawn_board(self.puzzle, self._cover.board_of(options) if options else None)

    def item_called(self, item: Any) -> str:
        kind, where, *rest = item
        if kind == "piece":
            return f"each {CALLED[where]}"
        if kind == "ends":
            return f"the beam {where}"
        if kind in ("down", "across"):
            return (
                f"the upper side of {cell_name(where, *rest)}"
                if kind == "down"
                else (f"the left side of {cell_name(where, *rest)}")
            )
        cell = cell_name(*where)
        return f"the {_SIDE[rest[0]]} side of {cell}" if kind == "side" else cell

    def option_called(self, option: Any) -> str:
        kind, cell, *rest = option
        name = cell_name(*cell)
        if kind == "holds":
            return f"{CALLED[rest[0]]} at {name}"
        return f"{'no shown beam' if rest[-1] == '-' else f'the beam {rest[-1]}'} at {name}"


class _Boards(Answers):
    """Boards as solutions, each of the options that tell it."""

    def __init__(
        self, problem: xc.Problem, cover: CoverSolver, solver: Any, boards: Iterator[Board]
    ):
        self._problem, self._cover, self._solver, self._boards = problem, cover, solver, boards
        self.found = self.fixed = 0

    def __next__(self) -> Options:
        board = next(self._boards)
        self.found = self.fixed = self.found + 1
        return self._cover.options_of(board)

    @property
    def nodes(self) -> int:
        nodes: int = self._solver.nodes
        return nodes

    @property
    def stopped(self) -> str | None:
        stopped: str | None = self._solver.stopped
        return stopped

    @property
    def impossible(self) -> xc.Impossible | None:
        none = not self.found and self.stopped is None
        return xc.Impossible.by_search(self.nodes) if none else None


class _Given:
    """A solver of puzzles in which some contents are given."""

    def __init__(self, given: Sequence[Any], reading: str):
        self._given, self._reading = tuple(given), reading
        self.stopped: str | None = None

    def boards(
        self, puzzle: BeamPuzzle, limit: int | None = None, *, seconds: float | None = None
    ) -> Iterator[Board]:
        """The boards that solve a puzzle and have these contents."""
        cover = CoverSolver(puzzle, self._reading)
        yield from cover.boards(limit, given=self._given, seconds=seconds)
        self.stopped = cover.stopped


def _holds(content: tuple[int, int, str]) -> Any:
    row, column, piece = content
    return "holds", (row, column), PIECES.index(piece)
