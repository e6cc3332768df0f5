"""``gather``: the question that is always divided among workers, with or without rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.ask import Ask

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Iterable
    from concurrent.futures import Executor

    from ..statement.order import Order
    from ..statement.results import ProgressCallback
    from ..statement.statement import Statement
    from .divided_search import Gathered
    from .problem_job import Rules


class Gathers:
    """A statement that several workers can be asked about."""

    _statement: Statement
    #: Rules that are functions (``rules/ruled.py``), if there are any.
    _rules: Rules | None = None

    def gather(
        self,
        *,
        options: bool = False,
        sample: int = 0,
        seed: int = 0,
        best: int = 0,
        listed: int | None = 0,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Gathered:
        """Count, sample and list solutions in one search on several cores or machines.

        The number of solutions is always gathered. The result does not depend on the division.

        Parameters
        ----------
        options : bool, default False
            Also count the solutions that contain each option.
        sample : int, default 0
            Size of a uniform random sample.
        seed : int, default 0
            Seed of the sample.
        best : int, default 0
            Number of cheapest solutions to keep, the cheapest first.
        listed : int or None, default 0
            Number of solutions to list, sorted by their options. None: all, held in memory.
        workers : int, optional
            Number of threads, or of processes for ``engine="reference"``. Default: one per core.
        executor : concurrent.futures.Executor, optional
            Does the work, for example on a Dask cluster; it is not shut down.
        journal : path, optional
            A file that saves the finished and the open work. The same question with the same
            journal resumes the search, whatever ended it.
        engine : {"auto", "reference", "bitset", "cells"}, default "auto"
            The search that each worker does; "auto" chooses by size.
        order : {"mrv", "fixed"}, iterable of items or Order, default "mrv"
            The item to branch on: one with the fewest live options, the first declared of these
            ("mrv"); the next as declared ("fixed") or in a list; or as an :class:`Order` says.
        reduce : bool, default True
            Remove useless options before the search, as :meth:`Problem.reduce` does.
        nodes, seconds : int and float, optional
            Budgets of this run: nodes of the search tree, and time. Default: no limit.
        progress : callable or True, optional
            Called with a :class:`Progress` a few times a second. True: show a bar or a line.

        Returns
        -------
        Gathered
            What was asked for; its ``count`` says whether it is complete.

        Raises
        ------
        Interrupted
            On Ctrl-C, with what was gathered.
        JournalFault
            If the journal is of another problem or question, is damaged or cannot be written, or if
            another process could not recognize the names of the problem.
        TaskFailed, WorkersGone
            If a part of the search failed three times; if the executor or its cluster has ended.
        MethodConflict
            If an engine cannot be divided, or a journal comes with rules that are not kernels.
        ProblemFault, BudgetError, OrderError, UnknownEngine, EngineTooLarge, TypeError
            If the problem has a fault or an argument is wrong; if "bitset" needs more than 4 GiB.

        See Also
        --------
        count, divide

        Notes
        -----
        If rules are functions, the workers are threads, which run in parallel only if the functions
        are kernels, or work on chunks with numpy. The processes of an ``executor`` need functions
        that can be pickled. A ``journal`` needs kernels, since it must recognize the rules.

        Examples
        --------
        >>> found = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).gather(options=True, workers=2)
        >>> found.count, found.options
        (2, {1: 1, 2: 1, 3: 1})
        """
        from .divided_search import gather
        from .tasks import Wanted

        self._statement.model.require_sound()
        who = workers, executor, journal
        ask = Ask(None, nodes, seconds, progress, *who, engine, order, reduce)
        wanted = Wanted.of(options, sample, seed, best, listed)
        return gather(self._statement, wanted, ask, self._rules)
