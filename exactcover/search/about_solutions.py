"""Questions that a search answers: one solution, all, their number, uniqueness."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Generic

from ..common.ask import Ask
from ..engines import choose
from ..errors import MethodConflict, UnknownMethod
from ..statement.names import OptionName
from ..statement.order import Order
from ..statement.results import Count, Impossible, ProgressCallback, Solution, Uniqueness
from ..statement.statement import Statement
from . import answers
from .search import Search, StartOfEngine
from .solutions import Solutions

#: A question about at most so many solutions asks for few.
_FEW = 1_000


class Questions(Generic[OptionName]):
    """A statement and the questions about it."""

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
        """Find one solution, or prove that there is none.

        By default several engines take turns (``exactcover/engines/portfolio.py``). The engine of
        :meth:`solutions` begins, so a solution that is found early is also the first one there.

        Parameters
        ----------
        engine : str, default "auto"
            "auto" (by size), "reference", "bitset", "cells"; for few solutions of hard problems
            "learning", "restarts", "sat" (CaDiCaL). Affects only speed and the order of solutions.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Returns
        -------
        Solution or Impossible
            A solution; or the reason why there is none, which is false as a condition.

        Raises
        ------
        SearchStopped
            If a budget ends before the answer is known.
        ProblemFault, BudgetError, OrderError, UnknownEngine, TypeError
            If the problem has a fault (:meth:`Problem.check` lists all) or an argument is invalid.
        EngineTooLarge, MissingLibrary
            If "bitset" would need more than 4 GiB; if "sat" is asked for without python-sat.

        See Also
        --------
        solutions, is_unique

        Examples
        --------
        >>> xc.Problem("abc", {1: "ab", 2: "c", 3: "bc"}).first()
        Solution(1, 2)
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
        """Iterate over all solutions, lazily, as they are found.

        The memory does not grow with the number of solutions. For at most 1,000 solutions several
        engines take turns, as for :meth:`first`.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions. Default: no limit.
        engine : str, default "auto"
            "auto" (by size), "reference", "bitset", "cells"; for few solutions of hard problems
            "learning", "restarts", "sat" (CaDiCaL). Affects only speed and the order of solutions.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Returns
        -------
        Solutions
            An iterator. At its end ``stopped`` is None if the search is complete, or names what
            ended it: "limit", "nodes" or "seconds". ``found`` and ``nodes`` count.

        Raises
        ------
        ProblemFault, BudgetError, OrderError, UnknownEngine, TypeError
            If the problem has a fault (:meth:`Problem.check` lists all) or an argument is invalid.
        EngineTooLarge, MissingLibrary
            If "bitset" would need more than 4 GiB; if "sat" is asked for without python-sat.

        See Also
        --------
        first, count

        Examples
        --------
        >>> list(xc.Problem("abc", {1: "ab", 2: "c", 3: "a", 4: "bc"}).solutions())
        [Solution(1, 2), Solution(3, 4)]
        """
        ask = Ask(limit, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return Solutions(self._search(ask, few=_few(limit)))

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
        """Decide whether there is exactly one solution, with the evidence.

        Parameters
        ----------
        engine : str, default "auto"
            "auto" (by size), "reference", "bitset", "cells"; for few solutions of hard problems
            "learning", "restarts", "sat" (CaDiCaL). Affects only speed and the order of solutions.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Returns
        -------
        Uniqueness
            Its ``verdict`` is "unique", "several", "impossible" or, if a budget ended the search,
            "undecided". Its ``solutions`` are the evidence: none, one or two.

        Raises
        ------
        ProblemFault, BudgetError, OrderError, UnknownEngine, TypeError
            If the problem has a fault (:meth:`Problem.check` lists all) or an argument is invalid.
        EngineTooLarge, MissingLibrary
            If "bitset" would need more than 4 GiB; if "sat" is asked for without python-sat.

        See Also
        --------
        first, count

        Examples
        --------
        >>> xc.Problem("abc", {1: "ab", 2: "c", 3: "bc"}).is_unique().verdict
        'unique'
        """
        ask = Ask(2, nodes, seconds, progress, engine=engine, order=order, reduce=reduce)
        return answers.is_unique(self._search(ask, few=True))

    def _search(self, ask: Ask, few: bool = False) -> Search:
        """The search. ``few``: it needs few solutions, so if it may, it takes several engines."""
        self._statement.model.require_sound()
        return Search(self._statement, ask, self._starts(few and ask.plain))

    def _starts(self, few: bool) -> StartOfEngine:
        """What makes the engine's search of what propagation has left."""
        start = choose.start_for_few if few else choose.start
        return lambda compiled, rows, engine, tick: start(compiled, engine, tick)


def _few(limit: int | None) -> bool:
    return limit is not None and limit <= _FEW


def count_statement(statement: Statement, ask: Ask) -> Count:
    """The number of solutions, by listing or by a diagram, as :meth:`Problem.count` explains.

    ``ask.workers`` are threads that count by a diagram.
    """
    search = Questions(statement)._search(ask, few=_few(ask.limit))
    check_method(ask)
    if ask.method == "diagram":
        from ..diagrams.build import count_by_diagram

        return count_by_diagram(statement, replace(ask, order="auto") if ask.plain else ask)
    attempts = ask.method == "auto" and ask.plain and ask.unbounded
    return answers.count(search, attempts)


def check_method(ask: Ask, *more: tuple[str, bool]) -> None:
    """Raise :class:`UnknownMethod`, or :class:`MethodConflict` for what does not go with a diagram:
    an engine, ``more`` (as in :func:`check_fits`), a limit, or a number of nodes."""
    if ask.method not in ("auto", "listing", "diagram"):
        raise UnknownMethod(ask.method)
    if ask.method == "diagram":
        engine = f"engine={ask.engine!r}", ask.engine == "auto"
        bounds = ("limit=", ask.limit is None), ("nodes=", ask.nodes is None)
        check_fits("method='diagram'", engine, *more, *bounds)


def check_fits(method: str, *arguments: tuple[str, bool]) -> None:
    """Raise :class:`MethodConflict` for the first argument that does not fit a method."""
    for argument, fits in arguments:
        if not fits:
            raise MethodConflict(argument, method)
