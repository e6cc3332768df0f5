"""Parts of puzzles that only some kinds have: a kind that has one is a subclass of it as well.

Commands and the page ask ``isinstance(puzzle, Painted)`` before they use what a part adds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

import exactcover as xc

from .adapter import Options, Puzzle


class Graded(Puzzle):
    """A kind with a question for the best arrangement, ``--best``, where none may be perfect."""

    #: What ``--best`` finds, for its help.
    best_is: ClassVar[str]

    @property
    @abstractmethod
    def best_problem(self) -> xc.Problem:
        """The problem with costs whose cheapest solution ``--best`` finds. Its solutions are shown
        as those of :attr:`problem` are."""

    @property
    @abstractmethod
    def best_misfit(self) -> str | None:
        """Why it has no solution, where that shows before a problem is stated."""

    @abstractmethod
    def best_in_words(self, best: xc.Optimum) -> str:
        """What ``--best`` found, and what is proven of it."""


class Watcher(ABC):
    """Watches the solutions that a count finds, and says more about them than their number."""

    @abstractmethod
    def add(self, options: Options, size: int) -> None:
        """Take a solution into account, which stands for an orbit of this size."""

    @abstractmethod
    def text(self, complete: bool) -> str:
        """What is printed below the number, or nothing."""

    @abstractmethod
    def as_json(self) -> Mapping[str, Any]:
        """What is added to the object of the count."""


class Surveyed(Puzzle):
    """A kind of which all solutions are counted and looked at, if no other question is asked."""

    @abstractmethod
    def watcher(self) -> Watcher:
        """What watches the solutions."""


class Batched(Puzzle):
    """A kind whose files may state many puzzles: options that are given to one empty problem.

    Many of them are answered together, which is faster.
    """

    #: The empty problem; :attr:`problem` is ``base.given(*given)``. None: this one stands alone.
    base: xc.Problem | None = None
    given: Options = ()


class Assuming(Puzzle):
    """A kind whose solutions may be assumed to contain some options, without loss of generality.

    ``times``: how many times as many solutions there are without that assumption.
    """

    assumed: Options = ()
    times: int = 1

    def count_fixed(self, limit: int | None, **search: Any) -> xc.Count:
        """The number of solutions, by what they may be assumed to contain."""
        if limit is not None or self.times == 1:
            return super().count_fixed(limit, **search)
        try:
            count = self.problem.given(*self.assumed).count(**search)
        except xc.Interrupted as interruption:
            raise xc.Interrupted(interruption.partial * self.times) from None
        counted: xc.Count = count * self.times
        return counted


class Wish(NamedTuple):
    """Something that is asked before a puzzle is made: what, its usual value, and all it can be."""

    label: str
    usual: int | str
    among: Sequence[int | str]


class Makable(Puzzle):
    """A kind that can make puzzles."""

    #: What is asked before one is made, by name.
    wishes: ClassVar[Mapping[str, Wish]]

    @classmethod
    @abstractmethod
    def made(cls, wishes: Mapping[str, Any], seed: int, seconds: float) -> str | None:
        """The text of a puzzle with one solution that is as :attr:`wishes` ask, the same for the
        same seed; None if none was found in time. Raises ValueError for wishes that cannot be."""


class Editable(Puzzle):
    """A kind whose puzzles are drawn on a page."""

    @classmethod
    @abstractmethod
    def editor(cls) -> Any:
        """The module by which they are drawn (as ``polyform/editing.py``)."""


class PrintsSheets(Puzzle):
    """A kind of which more can be printed or cut than solutions."""

    #: What that is: the name of a sheet, and what it shows.
    sheets: ClassVar[Mapping[str, str]]

    @abstractmethod
    def sheet(self, what: str, path: str, mm: float, kerf: float) -> list[tuple[bytes, str]]:
        """The files of one of :attr:`sheets`, by the name of the first, whose ending is its form.
        ``mm``: the edge of a cell; ``kerf``: the width of a cut. Raises ValueError."""


class Painted(Puzzle):
    """A kind whose places are painted on a page (see ``View.painted``)."""

    @abstractmethod
    def with_painted(self, painted: Mapping[Any, str]) -> xc.Problem:
        """The problem where places have these shades, by the ``at`` of each."""

    @abstractmethod
    def painted_hint(self, painted: Mapping[Any, str]) -> tuple[str, Mapping[Any, str]] | None:
        """What follows from these shades: the reason, and the shades of more places (none if it is
        a contradiction); None if nothing does."""


class Undistilled(Puzzle):
    """A kind whose :attr:`problem` is what propagation has left, and which people play before."""

    @property
    @abstractmethod
    def whole(self) -> xc.Problem:
        """The problem whose options people place."""

    @abstractmethod
    def to_whole(self, options: Options) -> Options:
        """A solution of the puzzle as options of :attr:`whole`."""

    @abstractmethod
    def from_whole(self, options: Options) -> Options:
        """The same the other way round."""


class Roomy(Puzzle):
    """A kind whose puzzles may be changed so that places stay open."""

    @abstractmethod
    def with_spare_places(self) -> Self | None:
        """The puzzle where as many places stay open as the pieces leave; None if that is none."""


class TwoSided(Puzzle):
    """A kind of which some puzzles have two solutions, for a photograph on either side."""

    #: What ``doubles/sheets`` draws.
    jigsaw: Any

    @property
    @abstractmethod
    def sides(self) -> tuple[int, int] | None:
        """Columns and rows of a puzzle with both solutions; None for one without."""
