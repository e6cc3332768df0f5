"""The questions that a search answers about a statement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic

from ..arrays.compiled import Compiled
from ..common.arguments import check_number, required_memory
from ..common.budget import Budget
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

__all__ = ["Questions", "check_fits", "count_statement", "is_plain"]

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
        few = is_plain(engine, order)
        return answers.first(
            self._search(engine, order, reduce, None, nodes, seconds, progress, few)
        )

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
        return Solutions(self._search(engine, order, reduce, limit, nodes, seconds, progress))

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
        return answers.count(self._search(engine, order, reduce, limit, nodes, seconds, progress))

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
        few = is_plain(engine, order)
        return answers.is_unique(
            self._search(engine, order, reduce, 2, nodes, seconds, progress, few)
        )

    def _search(
        self,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        limit: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
        few: bool = False,
    ) -> Search:
        self._statement.model.require_sound()
        budget = Budget(limit, nodes, seconds)
        start = self._start_for_few if few else self._start
        return Search(self._statement, engine, order, reduce, budget, progress, start)

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


def count_statement(
    statement: Statement,
    method: str = "auto",
    memory: int | str = "2GB",
    workers: int | None = None,
    **arguments: Any,
) -> Count:
    """The number of solutions, by listing or by a diagram, as :meth:`Problem.count` explains.

    ``workers``: threads that count by a diagram. ``arguments``: those that all questions share, and
    ``limit``.
    """
    size = required_memory(memory)
    check_number("workers", workers, 1, or_none=True)
    engine, order = arguments.get("engine", "auto"), arguments.get("order", "mrv")
    limit = arguments.get("limit")
    few = isinstance(limit, int) and limit <= _FEW and is_plain(engine, order)
    search = Questions(statement)._search(**arguments, few=few)
    budget = search.budget
    if method not in ("auto", "listing", "diagram"):
        raise UnknownMethod(method)
    if method == "diagram":
        check_fits(
            "method='diagram'",
            (f"engine={engine!r}", engine == "auto"),
            ("limit=", budget.limit is None),
            ("nodes=", budget.nodes is None),
        )
        from ..diagrams.build import count_by_diagram

        progress = arguments.get("progress")
        decided = None if is_plain("auto", order) else order
        return count_by_diagram(statement, size, budget.seconds, progress, workers or 1, decided)
    diagram_may_help = is_plain(engine, order) and budget.limit is None and budget.nodes is None
    return answers.count(search, size if method == "auto" and diagram_may_help else None)


def is_plain(engine: str, order: str | Order | Iterable[Hashable]) -> bool:
    """Whether neither an engine nor an order is asked for."""
    return engine == "auto" and isinstance(order, str) and order == "mrv"


def check_fits(method: str, *arguments: tuple[str, bool]) -> None:
    """Raise :class:`MethodConflict` for the first argument that does not fit a method."""
    for argument, fits in arguments:
        if not fits:
            raise MethodConflict(argument, method)
