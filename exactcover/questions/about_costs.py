"""Questions about costs: the cheapest solutions, all in order of cost, counts by cost."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Self

from ..common.arguments import check_number
from ..common.ask import Ask
from ..common.costs import Cost
from ..errors import MethodConflict, shown
from ..search.about_solutions import check_fits
from ..search.search import Search
from ..search.solutions import Solutions
from ..statement.names import Costs, OptionName, OptionsArgument
from ..statement.results import Impossible, Optimum, ProgressCallback
from ..statement.stated import Stated
from ..statement.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from concurrent.futures import Executor

    from ..optimization.columns import Columns
    from ..statement.order import Order
    from ..statement.relaxation import Relaxation


class AsksCosts(Stated[OptionName]):
    """A statement whose solutions have costs."""

    def with_options(self, options: OptionsArgument, *, costs: Costs | None = None) -> Self:
        """The same problem with more options over the same items, behind those that it has.

        What is given and forbidden stays so. It takes time for the new options, and little for the
        others.

        Parameters
        ----------
        options : mapping or iterable
            As for a :class:`Problem`; options without a name are numbered on.
        costs : mapping, iterable or function, optional
            The costs of these options. Default: none, or what they say themselves.

        Raises
        ------
        MethodConflict
            If the problem has rules, which were made for the options that it had.

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b"}, costs=[2, 3])
        >>> problem.with_options({3: "ab"}, costs=[4]).minimize().solution
        Solution(3)
        """
        from ..statement.extension import extended

        old = self._statement
        if old.model.stated is not None:
            raise MethodConflict("with_options", "rules: state them after it, with where")
        model = extended(old.model, options, costs)
        return self._with(Statement(model, old.given, old.forbidden))

    def minimize(
        self,
        k: int | None = 1,
        *,
        within: Any = None,
        ties: bool = False,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        start: Iterable[Hashable] | None = None,
        warm: Optimum[Any] | Relaxation[Any] | None = None,
        columns: Columns | None = None,
    ) -> Optimum[OptionName] | Impossible:
        """Find the ``k`` cheapest solutions, and prove that they are.

        ``minimize(ties=True)`` finds every solution of least cost. A divided search finds the same
        costs, but which of several solutions of equal cost it returns may differ between runs. The
        method is explained in ``exactcover/optimization/branch_and_bound.py``.

        Parameters
        ----------
        k : int or None, default 1
            How many solutions. If several cost the same, any of them may be among the ``k``. None:
            all, in order of cost.
        within : number, optional
            Only solutions that are at least as good as this cost.
        ties : bool, default False
            Also find all solutions that cost the same as the ``k``-th. All are held in memory; for
            their number use :meth:`count_by_cost`, for one by one :meth:`solutions_by_cost`.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.
        workers : int, optional
            Divide the search among this many threads (without numba: processes).
        executor : concurrent.futures.Executor, optional
            Divide the search among its workers, for example a Dask cluster.
        journal : path, optional
            A file that saves the progress; the same question resumes from it.
        start : iterable of hashable, optional
            A solution that is known, by its options: the search looks for better ones at once.
        warm : Optimum or Relaxation, optional
            The answer for a problem with mostly the same options, whose linear program this one
            begins with. See :meth:`with_options`.
        columns : callable, optional
            Makes options on the way (column generation): called with a mapping, item -> price,
            until it returns no option whose cost is less than the prices of its items. It returns
            options with costs as for :meth:`with_options`. If it misses none, the bound holds for
            all options that it could make. If no solution of those made costs so little, the best
            one of them is the answer, ``stopped`` by "columns".

        Returns
        -------
        Optimum or Impossible
            The solutions, proven to be the best, or the reason why there is none. If a budget ended
            the search: the best solutions found, and a bound on all costs.

        Raises
        ------
        Interrupted
            On Ctrl-C, with the answer so far.
        MethodConflict
            If ``k=None`` or ``ties`` come with workers, executor or journal, or with each other; if
            the problem has rules and ``start`` or ``columns``; if ``columns`` are asked for, and
            the options stated cannot cover all items (state costly ones that can).
        ValueError, UnknownOption
            If ``start`` is not a solution.
        JournalFault, TaskFailed, WorkersGone
            As for :meth:`gather`, if the search is divided.
        EngineTooLarge
            If the search would need too much memory.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        See Also
        --------
        maximize, solutions_by_cost, count_by_cost

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 2: 3, 3: 4})
        >>> problem.minimize().cost
        4
        """
        check_number("k", k, 1, none="or None for all")
        ask = Ask(k, nodes, seconds, progress, workers, executor, journal, reduce=reduce)
        return self._optimum(1, ask, within, ties, start, warm, columns)

    def maximize(
        self,
        k: int | None = 1,
        *,
        within: Any = None,
        ties: bool = False,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        start: Iterable[Hashable] | None = None,
        warm: Optimum[Any] | Relaxation[Any] | None = None,
        columns: Columns | None = None,
    ) -> Optimum[OptionName] | Impossible:
        """Find the ``k`` most expensive solutions, and prove that they are.

        A divided search finds the same costs, but which of several solutions of equal cost it
        returns may differ between runs.

        Parameters
        ----------
        k, within, ties, reduce, nodes, seconds, progress : as for minimize
        workers, executor, journal, start, warm, columns : as for minimize

        Returns
        -------
        Optimum or Impossible
            The solutions, proven to be the best, or the reason why there is none. If a budget ended
            the search: the best solutions found, and a bound on all costs.

        Raises
        ------
        Interrupted, MethodConflict, JournalFault, TaskFailed, WorkersGone, EngineTooLarge
            As for :meth:`minimize`.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        See Also
        --------
        minimize, solutions_by_cost, count_by_cost

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 2: 3, 3: 4})
        >>> problem.maximize().cost
        5
        """
        check_number("k", k, 1, none="or None for all")
        ask = Ask(k, nodes, seconds, progress, workers, executor, journal, reduce=reduce)
        return self._optimum(-1, ask, within, ties, start, warm, columns)

    def _optimum(
        self,
        sign: int,
        ask: Ask,
        within: Any,
        ties: bool,
        start: Any,
        warm: Any,
        columns: Columns | None,
    ) -> Optimum[OptionName] | Impossible:
        """The cheapest solutions, or with ``sign`` -1 the most expensive."""
        from ..optimization.optimum import Known, OptimumQuestion, optimum

        known = Known(start, warm)
        one = ask.limit == 1 and within is None and not ties
        if columns is not None:
            from ..optimization.columns import optimum_by_columns

            rules = self._sound.model.stated is not None
            check_fits(
                "columns=",
                ("k other than 1", ask.limit == 1), ("ties=", not ties),
                ("within=", within is None),
                ("workers=, executor= or journal=", not ask.divided), ("rules", not rules),
            )  # fmt: skip
            return optimum_by_columns(self._sound, sign, ask, known, columns)
        if warm is not None and one and not ask.divided:
            from ..optimization.more_options import optimum_with_more

            found = optimum_with_more(self._sound, sign, ask, known)
            if found is not None:
                return found
        if not ask.divided:
            return optimum(OptimumQuestion(self._sound, sign, ask, within, ties, known))
        from ..parallel.divided_optimum import optimum_divided

        check_fits(
            "workers=, executor= or journal=",
            ("ties=True", not ties), ("start=", start is None), ("warm=", warm is None),
        )  # fmt: skip
        return optimum_divided(self._sound, sign, ask, within)

    def relaxation(
        self,
        *,
        maximize: bool = False,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
        warm: Optimum[Any] | Relaxation[Any] | None = None,
    ) -> Relaxation[OptionName] | Impossible:
        """Solve the linear relaxation: a bound on all costs, and prices that prove it.

        It is about the problem as stated, without propagation. :meth:`minimize` begins with a
        stronger one, about what propagation leaves and with items merged to cliques.

        Parameters
        ----------
        maximize : bool, default False
            Whether a bound from above is asked for.
        seconds : float, optional
            A budget of time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.
        warm : Optimum or Relaxation, optional
            The answer for a problem with mostly the same options, to begin with.

        Returns
        -------
        Relaxation or Impossible
            The bound, the prices of items and the reduced costs of options; or, if not even the
            relaxation has a solution, that there is none.

        Raises
        ------
        Interrupted
            On Ctrl-C, with the answer so far, or None if there is none.
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        See Also
        --------
        minimize

        Examples
        --------
        >>> triangle = xc.Problem("abc", ["ab", "bc", "ac", "a"], costs=[2, 2, 2, 5])
        >>> triangle.relaxation().prices
        {'a': 1, 'b': 1, 'c': 1}
        """
        if maximize not in (True, False):
            raise TypeError(f"maximize={shown(maximize)}: expected True or False")
        from ..optimization.optimum import Known, relaxation

        ask = Ask(seconds=seconds, progress=progress)
        return relaxation(self._sound, -1 if maximize else 1, ask, Known(warm=warm))

    def solutions_by_cost(
        self,
        limit: int | None = None,
        *,
        descending: bool = False,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solutions[OptionName]:
        """Iterate over all solutions in order of cost.

        Each solution comes once, as soon as it is proven that no later one is better. The order of
        equal costs is the same in every run. For n solutions it takes about log2(n) searches like
        that of :meth:`minimize`, and memory for all solutions returned so far.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions. Default: no limit.
        descending : bool, default False
            The most expensive first, instead of the cheapest.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets: nodes of the search tree (reproducible), and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Returns
        -------
        Solutions
            An iterator like that of :meth:`solutions`.

        Raises
        ------
        ProblemFault, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        See Also
        --------
        minimize, maximize, count_by_cost

        References
        ----------
        ``exactcover/optimization/by_cost.py``; E. L. Lawler, Management Science 18 (1972), has
        another method.

        Examples
        --------
        >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 2: 3, 3: 4})
        >>> [solution.cost for solution in problem.solutions_by_cost()]
        [4, 5]
        """
        if descending not in (True, False):
            raise TypeError(f"descending={shown(descending)}: expected True or False")
        from ..optimization.by_cost import by_cost

        statement, ask = self._sound, Ask(limit, nodes, seconds, progress, reduce=reduce)
        start = by_cost(statement.model, -1 if descending else 1, ask)
        return Solutions(Search(statement, ask, start))

    def count_by_cost(
        self,
        *,
        order: str | Order | Iterable[Hashable] = "auto",
        memory: int | str = "4GB",
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> dict[Cost, int]:
        """Count the solutions of each cost exactly: cost -> number, by ascending cost.

        Solutions are counted with a diagram, not listed: :meth:`zdd` builds it, and
        :meth:`ZDD.count_by_cost` reads it. Penalties are part of the cost. Time and memory grow
        with the number of different sums of costs.

        Parameters
        ----------
        order : {"auto", "fixed"}, iterable of items or Order, default "auto"
            The order in which to decide the items: found, as declared, or listed.
        memory : int or str, default "4GB"
            Memory limit while the diagram is built, in bytes or as a text.
        seconds : float, optional
            Budget. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Raises
        ------
        DiagramTooLarge
            If the memory limit is reached, by the diagram or by the counts; the message says which.
        SearchStopped
            If the seconds are over.
        ProblemFault, OrderError, BudgetError, TypeError
            If the problem has a fault, or an argument is invalid.

        See Also
        --------
        minimize, solutions_by_cost

        Examples
        --------
        >>> xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 3: 5}).count_by_cost()
        {2: 1, 5: 1}
        """
        from ..diagrams.build import timed_diagram

        ask = Ask(seconds=seconds, progress=progress, order=order, memory=memory)
        deadline = ask.deadline()
        zdd, _ = timed_diagram(self._sound, ask)
        return zdd._count_by_cost(ask.memory, deadline.tick)
