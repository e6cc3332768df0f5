"""Dividing a search of your own, with a journal.

You write a class that searches below a prefix. A prefix is a tuple of integers, whose meaning is up
to your class; the empty prefix stands for the full search. Everything else is as for problems:
tasks, threads or any executor, the journal, budgets and Ctrl-C.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from operator import index
from typing import Any, Protocol

from ..common.arguments import pairs_of
from ..common.ask import Ask
from ..common.displayed import Displayed
from ..statement.results import Count, Interrupted, ProgressCallback
from .session import count_of, searched
from .tasks import Below, Job, Row, Tally, Wanted

__all__ = ["Divided", "Found", "Subtree", "Work", "divide"]


@dataclass
class Found:
    """The results from a part of a search.

    Parameters
    ----------
    count : int, default 0
        The number of results.
    numbers : mapping of int to int, optional
        Further numbers to add up, each under a key from 0 to 2^63 - 1.
    rows : sequence of sequences of int, optional
        The results, each as a row of whole numbers, if rows are requested.

    Examples
    --------
    >>> xc.Found(2, numbers={0: 5}, rows=[(1, 2), (2, 1)]).count
    2
    """

    count: int = 0
    numbers: Mapping[int, int] = field(default_factory=dict)
    rows: Sequence[Sequence[int]] = ()


class Subtree(Below, Protocol):
    """The search below a prefix. It may be abandoned between any two calls of ``run``."""

    def run(self, nodes: int, stop: Callable[[], bool]) -> Found:
        """Search on for about ``nodes`` nodes, or until told to stop.

        Parameters
        ----------
        nodes : int
        stop : callable
            Called without arguments; returns whether to stop.

        Returns
        -------
        Found
            The results since the last call.
        """


class Work(Protocol):
    """A search to divide. For processes and clusters it must be picklable."""

    @property
    def name(self) -> str:
        """A name, for people who read the status of a journal."""

    @property
    def statement(self) -> str:
        """A text that identifies this work: a journal with another statement is refused."""

    def below(self, prefix: tuple[int, ...], listed: bool) -> Subtree:
        """The search below a prefix.

        Parameters
        ----------
        prefix : tuple of int
            Its meaning is up to the work; the empty prefix stands for the full search.
        listed : bool
            Whether rows are requested.

        Returns
        -------
        Subtree
            That search, not yet started.
        """


@dataclass(frozen=True)
class Divided(Displayed):
    """The results of a divided search: all of them, if ``count`` is complete.

    Attributes
    ----------
    count : Count
        The sum of all counts.
    numbers : dict
        The sums of the numbers, by key.
    rows : tuple
        The requested rows, sorted.
    seconds : float
        Seconds of work, summed over all workers and over earlier sessions.
    """

    count: Count
    numbers: dict[int, int]
    rows: tuple[Row, ...]
    seconds: float

    def __str__(self) -> str:
        return str(self.count)


@dataclass(frozen=True, eq=False)
class _WorkJob(Job):
    work: Work
    wanted: Wanted

    def below(self, prefix: tuple[int, ...], before: Any) -> Subtree:
        return self.work.below(prefix, self.wanted.listed != 0)

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        found = search.run(nodes, stop)
        if not isinstance(found, Found):
            raise TypeError(f"run() gave {found!r}; expected an exactcover.Found")
        pairs = pairs_of(found.numbers)
        if pairs is None:
            raise TypeError(f"numbers={found.numbers!r}; expected a mapping, key -> number")
        numbers: dict[int, int] = {}
        for key, number in pairs:
            numbers[_integer(key)] = numbers.get(_integer(key), 0) + _integer(number)
        if any(not 0 <= key < 2**63 for key in numbers):
            raise ValueError(f"keys of numbers: {sorted(numbers)}; expected from 0 to 2^63 - 1")
        part = Tally(self.wanted, _integer(found.count), options=numbers)
        if part.count < 0:
            raise ValueError(f"a count of {part.count}")
        if self.wanted.listed:
            part.listed = [tuple(map(_integer, row)) for row in found.rows]
        tally.add(part)

    def to_problem(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(_integer, prefix))


def _integer(value: Any) -> int:
    """An integer of any type as an int, which is exact at any size. Raises TypeError."""
    return int(index(value))


def divide(
    work: Work,
    *,
    listed: int | None = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    journal: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Divided:
    """Divide a search of your own among several cores or machines.

    Parameters
    ----------
    work : Work
        The search. For processes and clusters it must be picklable.
    listed : int or None, default 0
        Number of rows to keep, the least ones; None for all.
    workers : int, optional
        Number of threads. They run in parallel if the work is done by kernels, which release the
        GIL (:func:`kernel`). Default: one per core.
    executor : concurrent.futures.Executor, optional
        Does the work, for example on a Dask cluster; it is not shut down.
    journal : path, optional
        A file that saves the finished and the open work. The same work with the same journal
        resumes the search, whatever ended it.
    nodes, seconds : int and float, optional
        Budgets of this run: nodes as reported by the work, and time. Default: no limit.
    progress : callable or True, optional
        Called with a :class:`Progress` a few times a second. True: show a bar or a line.

    Returns
    -------
    Divided
        The results; if a budget ended the search, those so far.

    Raises
    ------
    Interrupted
        On Ctrl-C, with a :class:`Divided`.
    JournalFault
        If the journal is of another work or question, is damaged or cannot be written.
    TaskFailed, WorkersGone
        If a part of the search failed three times; if the executor or its cluster has ended.
    BudgetError, TypeError
        If an argument is invalid.

    See Also
    --------
    Work, Problem.gather

    Examples
    --------
    >>> class Squares:
    ...     name, statement = "squares", "below 10"
    ...     def below(self, prefix, listed):
    ...         return Below()
    >>> class Below:
    ...     nodes, done = 0, False
    ...     def run(self, nodes, stop):
    ...         self.nodes, self.done = 10, True
    ...         return xc.Found(10, {0: sum(k * k for k in range(10))})
    ...     def open_prefixes(self):
    ...         return []
    >>> xc.divide(Squares(), workers=1).numbers
    {0: 285}
    """
    ask = Ask(None, nodes, seconds, progress, workers, executor, journal)
    wanted = Wanted.of(options=True, listed=listed)
    digest = hashlib.sha256(json.dumps([work.name, work.statement]).encode()).hexdigest()
    tally, stopped = searched(_WorkJob(work, wanted), ask, fingerprint=digest, name=work.name)
    answer = Divided(
        count_of(tally, stopped),
        dict(sorted(tally.options.items())),
        tuple(sorted(tally.listed)),
        tally.seconds,
    )
    if stopped == "interrupt":
        raise Interrupted(answer)
    return answer
