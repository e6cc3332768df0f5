"""The base class of puzzles: what a kind defines to be solved, counted and drawn.

A kind of puzzle is a subclass of :class:`Puzzle`, and a puzzle is an instance of it. It must define
:attr:`~Puzzle.problem` and :meth:`~Puzzle.text`, which prints a solution. Most kinds also define
:meth:`~Puzzle.read`, which reads a file. Everything else has a default.

:func:`exactcover_puzzles.run` runs a kind as a command with all questions and options. ``puzzles
new`` writes an example to start from.
"""

from __future__ import annotations

import argparse
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from html import escape
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

import exactcover as xc

from .cell_names import cell_name
from .pages import Page, hook
from .screen import Screen
from .shipped import text_of
from .source import Reader, Source

if TYPE_CHECKING:
    from .svg_page import Drawing
    from .view import View

Row = TypeVar("Row")
#: Names that a sentence on a page lists at most.
_FEW = 4
#: A solution as the names of its options.
Options = Sequence[Any]


def first_of(rows: Iterator[Row], limit: int | None) -> Iterator[Row]:
    """The first ``limit`` of them. (``islice`` takes no number from 2^63 on.)"""
    return islice(rows, limit and min(limit, sys.maxsize))


class Answers(Iterator[Options]):
    """Solutions as they are found; with ``symmetry``, one per orbit."""

    def __init__(
        self,
        problem: xc.Problem,
        symmetry: xc.Symmetry | None = None,
        limit: int | None = None,
        **search: Any,
    ):
        self._problem, self._symmetry, self._limit = problem, symmetry, limit
        self._search: Any = (
            problem.solutions(limit, **search) if symmetry is None else symmetry.solutions(**search)
        )
        self._solutions = first_of(self._search, limit)
        #: The number found so far.
        self.found = 0
        #: The number found so far, counting whole orbits.
        self.fixed = 0

    def __next__(self) -> Options:
        found: Any = next(self._solutions)
        self.found += 1
        if isinstance(found, xc.Solution):
            self.fixed += 1
            return found.options
        self.fixed += found.size
        options: Options = found.solution.options
        return options

    @property
    def nodes(self) -> int:
        """Nodes of the search so far."""
        nodes: int = self._search.nodes
        return nodes

    @property
    def stopped(self) -> str | None:
        """The reason for stopping early, as in :attr:`exactcover.Count.stopped`."""
        at_limit = self._limit is not None and self.found == self._limit
        stopped: str | None = self._search.stopped
        return stopped or ("limit" if at_limit else None)

    @property
    def impossible(self) -> xc.Impossible | None:
        """Why there is no solution, once that is proven."""
        if self.found or self.stopped:
            return None
        if self._symmetry is None:
            proof: xc.Impossible | None = self._search.impossible
            return proof
        return _why_none(self._problem, self.nodes)


def _why_none(problem: xc.Problem, nodes: int) -> xc.Impossible:
    """Why there is no solution, once a search of ``nodes`` nodes found none."""
    known = problem.reduce().impossible
    return xc.Impossible.by_search(nodes) if known is None else known


class Reason(NamedTuple):
    """Why there is no solution: in words, and the items and given options that they name; the
    weights of a counting argument, or ones. ``brief``: the words without lists of names, if they
    have long ones; a page marks the places instead. ``stuck``: the item that they are about."""

    words: str
    items: Mapping[Any, int]
    given: Options
    brief: str = ""
    stuck: Any = None


class Others(NamedTuple):
    """Whether there are solutions besides the one shown.

    ``verdict``: "several", "unique" or "undecided". ``remark``: a remark about that, or nothing.
    ``size``: the size of the only solution's orbit.
    """

    verdict: str
    remark: str = ""
    size: int = 1


class Puzzle(ABC):
    """A puzzle of some kind. The first line of a subclass's docstring is its ``--help``."""

    #: The folder of data/ with the bundled puzzles of this kind.
    shipped: ClassVar[str] = ""
    #: Whether puzzles of this kind are read from files.
    reads_files: ClassVar[bool] = True
    #: What the command accepts instead of a file: "a size such as 8x8".
    instead_of_file: ClassVar[str] = ""
    #: Readers of the files of other programs: each gives a text of its form as this kind writes it,
    #: and None for any other text. They must be fast to say no.
    foreign: ClassVar[Sequence[Reader]] = ()
    #: A small example file, shown by ``--help``.
    example: ClassVar[str] = ""
    #: Command-line words for an example, for kinds without files.
    first_words: ClassVar[tuple[str, ...]] = ()
    #: Options of the command that change the puzzle, for a page: ("--torus",).
    page_options: ClassVar[tuple[str, ...]] = ()
    #: The bundled puzzles that a page opens with: one, and one that plain Python counts at once.
    page_opens: ClassVar[tuple[str, ...]] = ()
    #: Whether to print only answers, without the title and the number of solutions.
    brief: ClassVar[bool] = False
    #: What a kind with ``brief`` prints when there is no solution.
    none_called: ClassVar[str] = "no solution"
    #: The names of items (plural) and of options (singular, plural) in sentences.
    items_called: ClassVar[str] = "items"
    options_called: ClassVar[tuple[str, str]] = ("option", "options")

    #: Whether drawing no options draws the unsolved puzzle, as for ``--show``.
    draws_unsolved: ClassVar[bool] = False
    #: Whether :meth:`text` shows some options and none as well, for ``--explain`` and ``--show``.
    writes_unsolved: ClassVar[bool] = False

    title: str = ""
    #: The source of the puzzle, for a page: its text, or the words of the command; and the kind, if
    #: :func:`exactcover_puzzles.read` read it.
    stated: Mapping[str, Any] = MappingProxyType({})

    def __init_subclass__(cls, **keywords: Any):
        """Let notebooks show solutions of a kind's problems as the kind draws them."""
        super().__init_subclass__(**keywords)
        for name in ("problem", "best_problem"):
            stated = cls.__dict__.get(name)
            if isinstance(stated, cached_property):
                drawn: Any = cached_property(_drawn(stated.func))
                drawn.__set_name__(cls, name)
                setattr(cls, name, drawn)
            elif isinstance(stated, property) and stated.fget is not None:
                setattr(cls, name, property(_drawn(stated.fget)))

    def drawn(self, solutions: Iterable[xc.Solution]) -> xc.Svg:
        """Solutions on one page, numbered; for notebooks and files.

        Raises ValueError if puzzles of this kind cannot be drawn.
        """
        options = [self.options_of(solution) for solution in solutions]
        page = None if None in options else self.svg(options)  # type: ignore[arg-type]
        if page is None:
            raise ValueError(f"{type(self).__name__} has no pictures")
        return xc.Svg(page)

    def _solution_svg(self, solution: xc.Solution) -> str | None:
        """A solution of the problem as SVG."""
        options = self.options_of(solution)
        return None if options is None else self.svg([options])

    def options_of(self, solution: xc.Solution) -> Options | None:
        """A solution of :attr:`problem`, or a part of one, as :meth:`svg` takes it; None if it
        cannot be drawn."""
        return solution.options

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}>"

    def _repr_html_(self) -> str:
        """Notebook display: the first line, with the rest of ``--show`` folded below it."""
        head = xc.text.escaped(f"{self.title}: {self.sizes()}")
        below = self.overview(Screen())  # without ``misfit``, which may take long to propagate
        text = escape(xc.text.escaped(below, keep="\n"))
        inner = f'<pre style="line-height:1.3">{text}</pre>'
        return f"<details><summary>{escape(head)}</summary>{inner if below else ''}</details>"

    # -- where puzzles come from -------------------------------------------------------------

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Add the arguments that specify the puzzle; by default, files."""
        add_file_arguments(parser, cls)

    @classmethod
    def own_command(cls, arguments: argparse.Namespace) -> int | None:
        """Handle arguments that are not about a given puzzle; returns the exit code, or None."""
        return None

    @classmethod
    def from_arguments(cls, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzles that the arguments specify, for kinds without files."""
        raise NotImplementedError

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzles in a file, in the bundled file of that name, in an address or a game id."""
        if own := cls.by_name(path, arguments):
            yield own
            return
        text = text_of(path, arguments.unpacked, cls.shipped)
        yield from cls.from_text(Source(xc.cli.shown_path(path), text), arguments)

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        """The puzzle that a word in place of a file states, such as a size; None for others."""
        return None

    @classmethod
    def from_text(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzles in a text, in the form of this kind or of another program."""
        own = cls.rewritten(source)
        try:
            for puzzle in cls.read(own, arguments):
                puzzle.stated = {"text": own.text}
                yield puzzle
        except xc.FileFault as fault:  # has the place in a text that nobody sees
            if own is source:
                raise
            raise source.first.fault(fault.found, fault.expected) from None

    @classmethod
    def rewritten(cls, source: Source) -> Source:
        """A text in the form of another program as this kind writes it; any other text as it is.
        Raises :class:`exactcover.FileFault` for a fault in such a form."""
        rewritten = (reader(source) for reader in cls.foreign)
        own = next((own for own in rewritten if own is not None), None)
        return source if own in (None, source.text) else Source(source.path, str(own))

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        """Parse the puzzles in a text. Raises :class:`exactcover.FileFault`."""
        raise NotImplementedError

    # -- what it is --------------------------------------------------------------------------

    @property
    @abstractmethod
    def problem(self) -> xc.Problem:
        """The exact cover problem. Kinds cache it (``functools.cached_property``)."""

    def prepare(self) -> None:
        """Make what a search needs, where a command limits the time: by default, the problem. Kinds
        whose own searches keep to the time make nothing."""
        _ = self.problem

    @property
    def symmetry(self) -> xc.Symmetry | None:
        """Its symmetries: ``problem.symmetry(...)``. Solutions are counted up to them as well."""
        return None

    @property
    def has_symmetry(self) -> bool:
        """Whether solutions are counted up to symmetry; for kinds that know it without a group."""
        return self.symmetry is not None

    #: The symmetries in words: "up to turning the board".
    up_to: str = "up to symmetry"

    @property
    def misfit(self) -> str | None:
        """Why there is no solution, if that is clear before the problem is built."""
        return None

    @property
    def shown_misfit(self) -> str | None:
        """The reason for ``--show`` and ``--explain``; None if they have their own wording."""
        return self.misfit

    def remarks(self) -> Iterable[str]:
        """Remarks to print before the answer."""
        return ()

    def notes(self) -> Iterable[str]:
        """Facts known before solving, in sentences."""
        return ()

    # -- on a page ---------------------------------------------------------------------------

    def view(self) -> View | None:
        """The places and pieces to play with; None: a page shows only drawings and text."""
        return None

    def play(self) -> Page:
        """Open a page to play and change this puzzle; notebooks show it below the cell.

        It is served on this machine until ``close()``, or until Python ends. Raises
        ValueError for a puzzle without a text.
        """
        return hook[0](self)

    # -- its answers -------------------------------------------------------------------------

    #: Whether solutions of :attr:`problem` and the puzzle correspond one to one. If not, the kind
    #: defines :meth:`solutions`, :meth:`solutions_with`, :meth:`ambiguity` and :meth:`count`.
    one_to_one: ClassVar[bool] = True

    def solutions(self, limit: int | None, up_to_symmetry: bool = True, **search: Any) -> Answers:
        """Its solutions, as :meth:`exactcover.Problem.solutions` finds them."""
        symmetry = self.symmetry if up_to_symmetry else None
        return Answers(self.problem, symmetry, limit, **search)

    def solutions_with(self, problem: xc.Problem, limit: int | None, **search: Any) -> Answers:
        """The solutions that contain some given options."""
        return Answers(problem, None, limit, **search)

    def ambiguity(self, problem: xc.Problem, **search: Any) -> xc.Ambiguity | xc.Impossible:
        """What these solutions share, as :meth:`exactcover.Problem.ambiguity` finds it."""
        return problem.ambiguity(**search)

    def why_not(self, problem: xc.Problem, **search: Any) -> Reason | None:
        """Why there are none of these, or None, as :meth:`exactcover.Problem.explain` finds it."""
        why: xc.Explanation | None = problem.explain(**search)
        if why is None:
            return None
        items, option = self.items_called, self.options_called[0]
        words = why.in_words(self.item_called, self.option_called, items, option)
        weights = why.weights or dict.fromkeys(why.items, 1)
        if len(weights) + len(why.given) <= _FEW:
            return Reason(words, weights, why.given)
        known = problem.reduce().impossible
        if known is None or known.item is None:
            return Reason(words, weights, why.given, self._brief(why))
        brief = f"nothing is left for {self.item_called(known.item)}"
        return Reason(words, weights, why.given, brief, known.item)

    def _brief(self, why: xc.Explanation) -> str:
        """An explanation as a sentence that lists no names."""
        items, option, weights = self.items_called, self.options_called[0], [*why.weights.values()]
        if not weights:
            return f"the {len(why.items):,} {items} marked here cannot be satisfied together"
        if why.modulus == 2:
            return (
                f"every {option} covers an even number of the {len(weights):,} {items} marked here,"
                " whose total is odd"
            )
        if why.modulus == 0 and {*weights} == {1, -1}:
            less, more = weights.count(-1), weights.count(1)
            return (
                f"every {option} covers at least as many of the {less:,} {items} marked in one"
                f" colour as of the {more:,} in the other"
            )
        return f"the {len(weights):,} {items} marked here cannot be covered: a weighted count fails"

    def count(
        self, limit: int | None, up_to_symmetry: bool = True, **search: Any
    ) -> xc.Count | xc.OrbitCount:
        """The number of solutions; also up to symmetry, unless there is a limit or a journal.

        When several workers count a puzzle with multiplicities, only representatives are counted
        up to symmetry.
        """
        alone = limit is None and search.get("journal") is None
        symmetry = self.symmetry if up_to_symmetry and alone else None
        if symmetry is None:
            return self.count_fixed(limit, **search)
        search.pop("journal", None)
        try:
            return symmetry.count(**search)
        except xc.MethodConflict:
            return self.count_fixed(None, **search)

    def count_fixed(self, limit: int | None, **search: Any) -> xc.Count:
        """The number of solutions, counting symmetric ones separately."""
        return self.problem.count(limit, **search)

    def whether_others(
        self, answers: Answers, up_to_symmetry: bool = True, **search: Any
    ) -> Others:
        """Whether there are solutions besides the first of ``answers``, which was shown."""
        again = self.solutions(2, up_to_symmetry, **search)
        found = sum(1 for _ in again)
        verdict = "several" if found > 1 else "unique" if again.stopped is None else "undecided"
        remark, size = remark_on(verdict), 1
        if verdict == "unique" and again.fixed > 1:
            size = again.fixed
            remark = f"the only solution {self.up_to} (--fixed --all shows all {size:,})"
        return Others(verdict, remark, size)

    def about_number(self, fixed: int, least: str) -> tuple[str, Mapping[str, Any]]:
        """An addition to the number of solutions, in words and in the JSON object.

        ``least`` is "at least " for an incomplete count.
        """
        return "", {}

    def why_none(self, nodes: int = 0) -> xc.Impossible:
        """Why there is no solution, once a search of ``nodes`` nodes found none."""
        return _why_none(self.problem, nodes)

    def answer(self, arguments: argparse.Namespace, about: Mapping[str, Any]) -> int | None:
        """Answer a question that only this kind has; the exit code, or None if it is not asked.
        ``about``: the puzzle's file and its number there, for JSON."""
        return None

    def explain(self, arguments: argparse.Namespace) -> int | None:
        """Answer ``--explain`` in the kind's own way; the exit code, or None for the usual way."""
        return None

    # -- in words and pictures ---------------------------------------------------------------

    @abstractmethod
    def text(self, options: Options, screen: Screen) -> str:
        """A solution as readable text, without a final newline."""

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """A solution for JSON. The keys ``solution``, ``file`` and ``puzzle`` are reserved."""
        return {"options": list(options)}

    def drawing(self, options: Options) -> Drawing | None:
        """A solution as a picture."""
        return None

    def svg(self, solutions: Sequence[Options], first: int = 1) -> str | None:
        """A page of solutions as an SVG file, numbered from ``first`` if there are several; None if
        puzzles of this kind cannot be drawn."""
        from .svg_page import page

        drawings = [self.drawing(options) for options in solutions]
        drawn = [each for each in drawings if each is not None]
        return page(drawn, self.title, first) if len(drawn) == len(drawings) else None

    def on_a_page(self, options: Options) -> int:
        """How many solutions of this size fit on a page. Kinds that define :meth:`svg` define this
        as well."""
        from .svg_page import MOST_ON_A_PAGE, room

        drawn = self.drawing(options)
        return MOST_ON_A_PAGE if drawn is None else room(drawn, self.title)

    def sizes(self) -> str:
        """The size of the puzzle, for the first line of the answer."""
        items = len(self.problem.primary) + len(self.problem.secondary)
        options = xc.text.counted(len(self.problem.options), "option")
        return f"{xc.text.counted(items, 'item')}, {options}"

    def overview(self, screen: Screen) -> str:
        """The unsolved puzzle for ``--show``, printed below its sizes."""
        return self.text((), screen) if self.writes_unsolved else ""

    def item_called(self, item: Any) -> str:
        """An item in a sentence: by default (0, 1) is "cell r1c2", and ("place", 3) "place 3"."""
        if isinstance(item, tuple) and item and isinstance(item[0], str):
            return " ".join(map(xc.text.printable, item))
        is_cell = isinstance(item, tuple) and list(map(type, item)) == [int, int]
        return f"cell {cell_name(*item)}" if is_cell else xc.text.printable(item)

    def option_called(self, option: Any) -> str:
        """An option in a sentence: "T on r1c1 r1c2"."""
        return xc.text.printable(option)

    def picture_of(self, options: Options, screen: Screen) -> str:
        """Some options, not necessarily a solution, as text for ``--explain``; or nothing."""
        return self.text(options, screen) if self.writes_unsolved else ""

    def picture_of_reason(self, why: xc.Explanation, screen: Screen) -> str:
        """A picture of what an explanation names, as text; or nothing."""
        return ""

    def reason(self, impossible: xc.Impossible) -> str:
        """Why there is no solution, in the words of the puzzle."""
        item: Any = impossible.item
        if item is None:
            return impossible.reason
        problem = self.problem
        once = any(item in problem.items_of(option) for option in problem.options)
        option, called = self.options_called[0], self.item_called(item)
        if once:
            return f"no {option} is left for {called}: each would leave something else uncovered"
        return f"no {option} covers {called}"


def _drawn(state: Callable[[Any], xc.Problem]) -> Callable[[Any], xc.Problem]:
    """Wrap a property so that the puzzle draws its problem's solutions; results are cached."""

    @wraps(state)
    def problem(self: Any) -> xc.Problem:
        stated = state(self)
        known: dict[str, tuple[xc.Problem, xc.Problem]] = self.__dict__.setdefault("_drawn", {})
        if state.__name__ not in known or known[state.__name__][0] is not stated:
            # (A problem whose rule is a function is not shown in pictures.)
            draws = isinstance(stated, xc.Problem)
            known[state.__name__] = stated, stated.drawn_by(self._solution_svg) if draws else stated
        return known[state.__name__][1]

    return problem


def remark_on(verdict: str) -> str:
    """The remark on other solutions, below the first one."""
    return {
        "several": "there are several solutions (--count, --unique, --all)",
        "undecided": "there may be other solutions (--unique searches on)",
    }.get(verdict, "")


def add_file_arguments(parser: argparse.ArgumentParser, kind: type[Puzzle]) -> None:
    """Add the arguments for the files to read."""
    names = ", or the name of a bundled puzzle (--list)" if kind.shipped else ""
    also = f", or {kind.instead_of_file}" if kind.instead_of_file else ""
    usual = "; default: standard input" if kind.brief else ""
    what = f"files, - for standard input{names}{also}{usual}"
    parser.add_argument("files", metavar="FILE", nargs="*", help=what)
    if kind.shipped:
        xc.cli.add_argument(parser, "--list", "list the bundled puzzles")
    xc.cli.add_unpacked_argument(parser)
