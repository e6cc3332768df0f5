"""The questions that a search answers about a statement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Generic

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..engines import choose
from ..engines.contract import EngineSearch
from ..errors import MethodConflict, UnknownMethod
from ..propagation.stated_rows import StatedRows
from ..statement.names import OptionName
from ..statement.order import Order
from ..statement.results import Count, Impossible, ProgressCallback, Solution, Uniqueness
from ..statement.statement import Statement
from . import answers
from .search import Search
from .solutions import Solutions

__all__ = ["Questions", "check_fits", "count_statement"]

#: A count of at most so many solutions asks for few.
_FEW = 1_000


class Questions(Generic[OptionName]):
    """A statement and the questions about it.

    The arguments that all questions share are explained at :class:`Problem`.
    """

    def __init__(self, statement: Statement):
        self._statement = statement

    def first(
        self,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solution[OptionName] | Impossible:
        """One solution, or the proof that there is none.

        Without ``engine`` and ``order`` several engines take turns, the one of :meth:`solutions`
        first (``exactcover/engines/portfolio.py``). So what that one finds soon is the first of
        :meth:`solutions`.

        Raises :class:`SearchStopped` if the budget ends before either is known.
        """
        ask = Ask(None, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return answers.first(self._search(ask, few=True))

    def solutions(
        self,
        limit: int | None = None,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solutions[OptionName]:
        """All solutions, at most ``limit``, one by one as they are found.

        Afterwards the iterator's ``stopped`` is None if the search came to its end. Otherwise it
        names what ended the search: ``"limit"``, ``"nodes"`` or ``"seconds"``. ``found`` and
        ``nodes`` count. Memory does not grow with the number of solutions.
        """
        ask = Ask(limit, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return Solutions(self._search(ask))

    def count(
        self,
        limit: int | None = None,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Count:
        """The number of solutions, by listing; a lower bound that says so if it was stopped.

        It stops at ``limit`` solutions. Ctrl-C raises :class:`Interrupted`, a KeyboardInterrupt
        that carries the partial count.
        """
        ask = Ask(limit, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return answers.count(self._search(ask))

    def is_unique(
        self,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Uniqueness[OptionName]:
        """Whether there is exactly one solution, with the evidence: none, the one, or two."""
        ask = Ask(2, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return answers.is_unique(self._search(ask, few=True))

    def _search(self, ask: Ask, few: bool = False) -> Search:
        """The search. ``few``: it needs few solutions, so if it may, it takes several engines."""
        self._statement.model.require_sound()
        start = self._start_for_few if few and ask.plain else self._start
        return Search(self._statement, ask, start)

    def _start(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The engine's search of what propagation has left."""
        return choose.start(compiled, engine, tick)

    def _start_for_few(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The same for a question that needs few solutions."""
        return choose.start_for_few(compiled, engine, tick)


def count_statement(statement: Statement, ask: Ask) -> Count:
    """The number of solutions, by listing or by a diagram, as :meth:`Problem.count` explains.

    ``ask.workers`` are threads that count by a diagram.
    """
    search = Questions(statement)._search(ask, few=ask.limit is not None and ask.limit <= _FEW)
    if ask.method not in ("auto", "listing", "diagram"):
        raise UnknownMethod(ask.method)
    if ask.method == "diagram":
        check_fits(
            "method='diagram'",
            (f"engine={ask.engine!r}", ask.engine == "auto"),
            ("limit=", ask.limit is None),
            ("nodes=", ask.nodes is None),
        )
        from ..diagrams.build import count_by_diagram

        return count_by_diagram(statement, replace(ask, order="auto") if ask.plain else ask)
    attempts = ask.method == "auto" and ask.plain and ask.limit is None and ask.nodes is None
    return answers.count(search, attempts)


def check_fits(method: str, *arguments: tuple[str, bool]) -> None:
    """Raise :class:`MethodConflict` for the first argument that does not fit a method."""
    for argument, fits in arguments:
        if not fits:
            raise MethodConflict(argument, method)
