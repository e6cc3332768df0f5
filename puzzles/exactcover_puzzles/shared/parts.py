"""Mix-in classes for features that only some kinds of puzzles have.

Commands and the page test, for example, ``isinstance(puzzle, Painted)`` before they use a feature.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

import exactcover as xc

from .adapter import Options, Puzzle


class Graded(Puzzle):
    """A kind with ``--best``: find the best arrangement if none is perfect."""

    #: What ``--best`` finds, for its help.
    best_is: ClassVar[str]

    @property
    @abstractmethod
    def best_problem(self) -> xc.Problem:
        """The problem with costs whose cheapest solution ``--best`` finds. Its solutions are shown
        like those of :attr:`problem`."""

    @property
    @abstractmethod
    def best_misfit(self) -> str | None:
        """Why it has no solution, if that is clear before the problem is built."""

    @abstractmethod
    def best_in_words(self, best: xc.Optimum) -> str:
        """What ``--best`` found and proved, in words."""


class Watcher(ABC):
    """Observes the solutions of a count and reports more than their number."""

    @abstractmethod
    def add(self, options: Options, size: int) -> None:
        """Record a solution, which stands for an orbit of this size."""

    @abstractmethod
    def text(self, complete: bool) -> str:
        """The text to print below the number, or nothing."""

    @abstractmethod
    def as_json(self) -> Mapping[str, Any]:
        """The entries to add to the JSON object of the count."""


class Surveyed(Puzzle):
    """A kind whose default question counts all solutions and observes each."""

    @abstractmethod
    def watcher(self) -> Watcher:
        """The observer of the solutions."""


class Batched(Puzzle):
    """A kind whose files may hold many puzzles: given options of one empty problem.

    Many of them are answered as a batch, which is faster.
    """

    #: The empty problem; :attr:`problem` is ``base.given(*given)``. None: not batched.
    base: xc.Problem | None = None
    given: Options = ()


class Assuming(Puzzle):
    """A kind whose solutions may be assumed to contain some options, without loss of generality.

    ``times``: the factor by which this assumption reduces the number of solutions.
    """

    assumed: Options = ()
    times: int = 1

    def count_fixed(self, limit: int | None, **search: Any) -> xc.Count:
        """The number of solutions, computed with the assumed options."""
        if limit is not None or self.times == 1:
            return super().count_fixed(limit, **search)
        try:
            count = self.problem.given(*self.assumed).count(**search)
        except xc.Interrupted as interruption:
            raise xc.Interrupted(interruption.partial * self.times) from None
        counted: xc.Count = count * self.times
        return counted


class Wish(NamedTuple):
    """A question before a puzzle is made: its text, its default, and all possible values."""

    label: str
    usual: int | str
    among: Sequence[int | str]


class Makable(Puzzle):
    """A kind that can make puzzles."""

    #: The questions before one is made, by name.
    wishes: ClassVar[Mapping[str, Wish]]

    @classmethod
    @abstractmethod
    def made(cls, wishes: Mapping[str, Any], seed: int, seconds: float) -> str | None:
        """The text of a puzzle with one solution and these :attr:`wishes`, the same for the same
        seed; None if none was found in time. Raises ValueError for impossible values."""


class Finding(NamedTuple):
    """A puzzle that was found, its text, its only solution, and the nodes of the search for it."""

    puzzle: Puzzle
    text: str
    solution: Options
    nodes: int


class Findable(Puzzle):
    """A kind that can find puzzles with one solution, made from a given one."""

    #: What can be found, and what it is called.
    finds: ClassVar[Mapping[str, str]]

    @staticmethod
    @abstractmethod
    def find(
        text: str, way: str, *, use: int | None, seed: int, seconds: float | None
    ) -> Iterator[Finding]:
        """Puzzles one by one (see :func:`.polyform.finder.find`)."""


class Deduction(NamedTuple):
    """What follows in a position, by a technique: because of ``items``, options that are taken and
    options that are removed."""

    technique: str
    items: Sequence[Any]
    taken: Sequence[Any] = ()
    removed: Sequence[Any] = ()


class Rated(Puzzle):
    """A kind that rates its puzzles by the techniques that solve them."""

    #: The techniques, from the easiest to the hardest.
    techniques: ClassVar[Sequence[str]]

    @abstractmethod
    def deductions(self, problem: xc.Problem) -> Iterator[Deduction]:
        """What the techniques tell of the problem, as far as they lead."""


class Editable(Puzzle):
    """A kind whose puzzles the user can draw on a page."""

    @classmethod
    @abstractmethod
    def editor(cls) -> Any:
        """The module that handles the drawing (such as ``polyform/editing.py``)."""


class Sheet(NamedTuple):
    """What can be printed, cut or made: in words; the suffixes of its files; the lengths that it
    takes, by name, with their defaults in millimetres; and whether it can be printed on paper of
    a given size."""

    label: str
    forms: Sequence[str]
    sizes: Mapping[str, float]
    on_paper: bool = False


class PrintsSheets(Puzzle):
    """A kind with sheets to print, cut or make, besides solutions."""

    #: The sheets by name, and the lengths that they take: a label for each, and how a longer text
    #: continues.
    sheets: ClassVar[Mapping[str, Sheet]]
    lengths: ClassVar[Mapping[str, tuple[str, str]]]

    @property
    def offered(self) -> Sequence[str]:
        """The names of :attr:`sheets` that this puzzle has."""
        return [*self.sheets]

    @abstractmethod
    def sheet(
        self, what: str, path: str, sizes: Mapping[str, float], paper: str = "", seconds: float = 20
    ) -> list[tuple[bytes, str]]:
        """The files of one of :attr:`sheets`, named after the first, whose suffix is the format.
        ``sizes``: lengths that are not the default; ``paper``: one of :data:`.paper.PAPERS`;
        ``seconds``: for the search if a solution is shown. Raises ValueError."""


class Painted(Puzzle):
    """A kind whose places the user paints on a page (see ``View.painted``)."""

    @abstractmethod
    def with_painted(self, painted: Mapping[Any, str]) -> xc.Problem:
        """The problem in which places have these shades, by the ``at`` of each."""

    @abstractmethod
    def painted_hint(self, painted: Mapping[Any, str]) -> tuple[str, Mapping[Any, str]] | None:
        """The next deduction from these shades: its reason, and the shades of more places (none for
        a contradiction); None if nothing follows."""


class Undistilled(Puzzle):
    """A kind whose :attr:`problem` is the propagated core, while the user plays the whole."""

    @property
    @abstractmethod
    def whole(self) -> xc.Problem:
        """The problem whose options the user places."""

    @abstractmethod
    def to_whole(self, options: Options) -> Options:
        """A solution of the puzzle as options of :attr:`whole`."""

    @abstractmethod
    def from_whole(self, options: Options) -> Options:
        """The same the other way round."""


class Roomy(Puzzle):
    """A kind whose puzzles can be relaxed so that places stay open."""

    @abstractmethod
    def with_spare_places(self) -> Self | None:
        """The puzzle in which as many places stay open as the pieces leave; None if none do."""


class TwoSided(Puzzle):
    """A kind with two-solution puzzles, which can carry a photograph on either side."""

    #: The jigsaw that ``doubles/sheets`` draws.
    jigsaw: Any

    @property
    @abstractmethod
    def sides(self) -> tuple[int, int] | None:
        """Columns and rows of a puzzle with two solutions; None for others."""
