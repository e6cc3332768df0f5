"""Many small problems of one shape: one problem with many lists of given options.

The arrays of the problem are made once. Each list of given options only sets where the search
begins, so a problem costs some 50 microseconds more than its search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..common.arguments import pairs_of
from ..common.ask import Ask
from ..common.displayed import Displayed
from ..engines import choose
from ..errors import UnknownOption, shown
from ..propagation.reduce import reduction_of
from ..statement.results import Count, Impossible, Solution, Uniqueness
from ..statement.statement import Statement
from ..text import counted
from .about_solutions import Questions
from .answers import count, first, is_unique
from .search import Search

Answer = TypeVar("Answer")


class Batch(Displayed):
    """A problem and many lists of given options; made by :meth:`Problem.batch`.

    Each question answers lazily for one list after the other, as ``problem.given(*options)`` would
    with the engine ``bitset``, or ``cells`` for problems too large for it.

    Raises
    ------
    UnknownOption, NeverChosen, TypeError, ValueError
        On reaching a list with a fault; if a second question finds an iterator used up.

    Examples
    --------
    >>> batch = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).batch([[], [1], [1, 3]])
    >>> list(batch.count()), [answer.verdict for answer in batch.is_unique()]
    ([2, 1, 0], ['several', 'unique', 'impossible'])
    >>> next(batch.first())
    Solution(1, 2)
    """

    def __init__(self, statement: Statement, givens: Iterable[Iterable[Hashable]]):
        self._statement = statement
        expected = "expected an iterable of lists of option names"
        if isinstance(givens, str) or not isinstance(givens, Iterable):
            raise TypeError(f"{shown(givens)}: {expected}")
        if pairs_of(givens) is not None:
            raise TypeError(f"{shown(givens)}: {expected}, not a mapping")
        self._givens = givens
        self._begun = False

    def __repr__(self) -> str:
        compiled = self._statement.model.compiled
        items, options = counted(compiled.n_items, "item"), counted(compiled.n_options, "option")
        return f"<Batch: lists of given options of a problem of {items} and {options}>"

    def first(self) -> Iterator[Solution | Impossible]:
        """Find one solution for each list, or why there is none."""
        return self._answers(first)

    def count(self, limit: int | None = None) -> Iterator[Count]:
        """Count the solutions for each list.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions for each. Default: no limit.
        """
        return self._answers(count, limit)

    def is_unique(self) -> Iterator[Uniqueness]:
        """Decide for each list whether there is exactly one solution, with the evidence."""
        return self._answers(is_unique, 2)

    def _answers(
        self, answer: Callable[[Search], Answer], limit: int | None = None
    ) -> Iterator[Answer]:
        """What a question says of each list; one that raises does not keep the next from it."""
        searcher = _Searcher(self._statement, Ask(limit))
        givens = iter(self._givens)
        # An iterator can be gone through once.
        if givens is self._givens:
            if self._begun:
                raise ValueError(
                    "these givens came from an iterator, and one question has been asked already;"
                    " give a list to ask several"
                )
            self._begun = True

        def answered(options: Iterable[Hashable]) -> Answer:
            return answer(searcher.search(self._numbers_of(options)))

        return _Answers(map(answered, givens))

    def _numbers_of(self, options: Iterable[Hashable]) -> list[int]:
        """A list of given options as numbers."""
        model = self._statement.model
        try:
            return model.givable(options)
        except (UnknownOption, TypeError):
            if not _is_key(options, model.number_of_option):
                raise
            raise TypeError(
                f"{shown(options)} is the name of one option; batch takes a list of them for"
                f" each problem: [{shown(options)}]"
            ) from None


def _is_key(value: Any, mapping: Mapping[Any, Any]) -> bool:
    try:
        return value in mapping
    except TypeError:  # it cannot be one
        return False


class _Answers(Iterator[Answer]):
    """The answers of a batch, one by one; several threads may ask in turn."""

    def __init__(self, answers: Iterator[Answer]):
        self._answers = answers
        self._lock = threading.RLock()

    def __next__(self) -> Answer:
        with self._lock:
            return next(self._answers)


class _Searcher:
    """One search, restarted for each list."""

    def __init__(self, statement: Statement, ask: Ask):
        self._statement, self._ask = statement, ask
        self._search: Search | None = None
        reduction = reduction_of(statement, True, True, lambda: None)
        if reduction.impossible is None:
            compiled = reduction.core.compiled
            if not compiled.multiple and choose.engine_for(compiled) == "bitset":
                self._search = Questions(statement)._search(replace(ask, engine="bitset"))
                self._engine: Any = self._search.begin()
                self._rows = reduction.stated_rows()

    def search(self, given: Sequence[int]) -> Search:
        """The search with these options given. If they clash, its propagation finds the item."""
        if self._search is not None and self._restart(given):
            return self._search.again()
        return Questions(self._statement.with_given(given))._search(self._ask)

    def _restart(self, given: Sequence[int]) -> bool:
        """Set the engine back to these options; false if they clash, or one is in no solution."""
        prefix = []
        for number in dict.fromkeys(given):
            place = self._rows.place.get(number)
            if place is not None:
                prefix.append(place)
            elif number not in self._rows.taken:
                return False
        return bool(self._engine.restart(prefix))
