"""The solutions of a problem, found lazily: one by one or as arrays."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, repeat
from typing import Any, TypeVar

from ..common.arguments import check_number
from ..common.displayed import Displayed
from ..statement.names import OptionName
from ..statement.results import Impossible, Solution, so_far
from .search import Search, most_rows, width_of

Answer = TypeVar("Answer")

#: Solutions fetched at a time: 1 at first, so that it comes soon, then up to this number (of up to
#: 64 options; fewer of longer ones).
_LARGEST_CHUNK = 1024


class Solutions(Iterator[Solution[OptionName]], Displayed):
    """An iterator over the solutions of a problem, which finds them lazily.

    Several threads may share it: each solution goes to one of them. Any exception while it
    searches, Ctrl-C included, ends it: ``stopped`` says so, and ``complete`` stays false.

    Examples
    --------
    >>> solutions = xc.Problem("a", {1: "a", 2: "a"}).solutions(limit=1)
    >>> list(solutions), solutions.stopped, solutions.complete
    ([Solution(1)], 'limit', False)
    """

    def __init__(self, search: Search):
        self._search = search
        self._ready: deque[Solution[OptionName]] = deque()
        #: Solutions given out so far.
        self.found = 0
        self._chunk = 1
        self._lock = threading.RLock()
        self._asking = False

    @property
    def nodes(self) -> int:
        """Nodes of the search tree visited so far."""
        return self._search.nodes

    @property
    def stopped(self) -> str | None:
        """What ended it early: "limit", "nodes", "seconds", "interrupt", "error"; or None."""
        return self._search.stopped

    @property
    def complete(self) -> bool:
        """Whether every solution has been returned."""
        return self._search.complete and not self._ready

    @property
    def impossible(self) -> Impossible | None:
        """Why there is no solution, once that is proven."""
        return self._search.impossible

    def __str__(self) -> str:
        return so_far(self.found, self.complete, self.stopped)

    def __next__(self) -> Solution[OptionName]:
        return self._guarded(self._next)

    def _coming(self, most: int) -> list[Solution[OptionName]]:
        """Solutions that are found and not given out yet. Nothing is searched for a display."""
        if not self._lock.acquire(blocking=False):  # another thread asks
            return []
        try:
            return list(islice(self._ready, most))
        finally:
            self._lock.release()

    def _guarded(self, ask: Callable[[], Answer]) -> Answer:
        """What ``ask`` gives. An exception ends the iteration for good."""
        try:
            with self._lock:
                if self._asking:
                    raise RuntimeError("the solutions are being asked for already, by a callback")
                self._asking = True
                try:
                    return ask()
                except StopIteration:
                    self._search.end()
                    raise
                except BaseException as error:
                    # The engine may have found solutions that it did not hand over.
                    interrupted = isinstance(error, KeyboardInterrupt)
                    self._search.stopped = "interrupt" if interrupted else "error"
                    self._search.end()
                    self._ready.clear()
                    raise
                finally:
                    self._asking = False
        except KeyboardInterrupt:
            # It may have come after ``ask`` returned.
            self._search.stopped = self._search.stopped or "interrupt"
            raise

    def chunks(self, size: int = 16_384) -> Iterator[Any]:
        """Iterate over the remaining solutions as numpy arrays of option numbers.

        This is ten times as fast as iterating over :class:`Solution` objects. For one array of all
        solutions: ``np.concatenate(list(problem.solutions().chunks()))``, if there are any.

        Parameters
        ----------
        size : int, default 16,384
            The most rows of a chunk. It also ends at 2,000,000 entries or after some milliseconds.

        Returns
        -------
        iterator of numpy.ndarray
            Each is int32, of shape (at most ``size``, width), with one solution per row: the
            positions of its options in ``Problem.options``, ascending, padded with -1. All chunks
            of a problem have the same width, whatever the arguments, so ``np.concatenate`` joins
            them. The width is an upper bound on the options in a solution (``most_options`` in
            ``exactcover/arrays/views.py``); it is exact if all options have the same number of
            primary items, each to be covered once.

        Raises
        ------
        BudgetError
            If ``size`` is not a whole number from 1.

        Examples
        --------
        >>> problem = xc.Problem("abc", {1: "ab", 2: "c", 3: "abc"})
        >>> [row.tolist() for chunk in problem.solutions().chunks() for row in chunk]
        [[0, 1], [2, -1]]
        """
        check_number("size", size, 1)
        # (Several threads may ask a ``map`` in turn, and may not ask a generator.)
        return map(self._guarded, repeat(partial(self._next_chunk, size)))

    def _next_chunk(self, size: int) -> Any:
        search = self._search
        chunk: Any = ()
        if self._ready:
            from ..arrays.views import table_of

            width = width_of(search.statement)
            most = most_rows(min(size, len(self._ready)), width)
            chunk = table_of([self._ready.popleft()._numbers for _ in range(most)], width)
        while not len(chunk):
            if search.complete or search.stopped:
                raise StopIteration
            chunk = search.table_on(size)
        self.found += len(chunk)
        return chunk

    def _next(self) -> Solution[OptionName]:
        search = self._search
        while not self._ready:
            if search.complete or search.stopped:
                raise StopIteration
            self._ready.extend(search.collect_on(self._chunk))
            if self._ready:
                most = _LARGEST_CHUNK // (1 + len(self._ready[-1]) // 64)
                self._chunk = max(1, min(most, 2 * self._chunk))
        self.found += 1
        return self._ready.popleft()
