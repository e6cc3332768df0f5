"""The question that several workers answer, for problems with and without functions as rules."""

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
    from .problem_job import Rules
    from .search import Gathered

__all__ = ["Gathers"]


class Gathers:
    """A statement that several workers can be asked about."""

    _statement: Statement
    #: Rules that are functions (``rules/searches.py``), if there are any.
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
        """Facts about all solutions, gathered by a search on several cores or machines.

        The number of solutions is always gathered. ``options``: also in how many solutions each
        option is. ``sample``: the size of a uniform random sample, drawn by ``seed``. ``best``: how
        many of the cheapest solutions, the cheapest first. ``listed``: how many solutions, the
        first by the order of their options; None for all, which are held in memory. The result does
        not depend on how the search was divided.

        ``workers``: the number of threads (default: one for each core), or of processes for
        ``engine="reference"``. ``executor``: one of ``concurrent.futures``, for example that of a
        Dask cluster; it is not shut down. ``journal``: a file that holds what is finished and what
        is left. The same question with the same journal continues the search, whatever ended it.
        ``nodes`` and ``seconds`` are budgets of this run. Ctrl-C raises :class:`Interrupted` with
        what was gathered.

        Raises :class:`JournalFault` for a journal of another problem or question, for one that was
        damaged or cannot be written, and for names that another process cannot recognise. Raises
        :class:`TaskFailed` if a part of the search failed three times.

        With rules that are functions, workers are threads, so they are faster if the functions are
        kernels, or work on chunks by numpy. The processes of an ``executor`` need functions that
        can be pickled. A ``journal`` needs kernels, since it must recognise the rules:
        :class:`MethodConflict` for others.
        """
        from .search import gather
        from .tally import Wanted

        self._statement.model.require_sound()
        who = workers, executor, journal
        ask = Ask(None, nodes, seconds, progress, *who, engine, order, reduce)
        wanted = Wanted.of(options, sample, seed, best, listed)
        return gather(self._statement, wanted, ask, self._rules)
