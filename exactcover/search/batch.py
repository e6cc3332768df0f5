"""Many small problems of one shape: one problem, and for each a list of options that are given.

The arrays of the problem are made once, and each list of given options only sets where the search
begins. So a small problem costs what its search costs and some 50 microseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ..common.arguments import pairs_of, whole
from ..common.budget import Budget
from ..engines import choose
from ..errors import BudgetError, UnknownOption, shown
from ..propagation.reduce import reduction_of
from ..statement.results import Count, Impossible, Solution, Uniqueness
from ..statement.statement import Statement
from ..text import counted
from .answers import count, first, is_unique
from .search import Search

if TYPE_CHECKING:
    from ..engines.bitset import BitsetSearch

__all__ = ["Batch"]

Answer = TypeVar("Answer")

#: Nodes visited before Python looks for Ctrl-C: some 10 ms.
_SLICE = 100_000
#: As many solutions as no search finds.
_MOST_SOLUTIONS = 2**62


class Batch:
    """A problem and many lists of given options; made by :meth:`Problem.batch`.

    Each question answers the lists in turn, lazily, as the same question to
    ``problem.given(*options)`` would, with the ``bitset`` engine (beyond its bounds, with
    ``cells``). Raises :class:`UnknownOption` and :class:`NeverChosen` when it comes to a list that
    calls for it.
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
        """One solution of each, or why there is none."""
        return self._answers(self._first)

    def count(self, limit: int | None = None) -> Iterator[Count]:
        """The number of solutions of each, counted up to ``limit``."""
        number = whole(limit)
        if limit is not None and (number is None or number < 0):
            raise BudgetError("limit", limit, "a whole number from 0, or None for no limit")
        most = None if number is None else min(number, _MOST_SOLUTIONS)
        return self._answers(partial(self._count, limit=most))

    def is_unique(self) -> Iterator[Uniqueness]:
        """Whether each has exactly one solution, with the evidence."""
        return self._answers(self._is_unique)

    def _answers(self, answer: Callable[[_Searcher, list[int]], Answer]) -> Iterator[Answer]:
        """What a question says of each list; one that raises does not keep the next from it."""
        searcher = _Searcher(self._statement)
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
            return answer(searcher, self._numbers_of(options))

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

    @staticmethod
    def _first(searcher: _Searcher, numbers: list[int]) -> Solution | Impossible:
        search = searcher.start(numbers)
        if search is None:
            return first(searcher.alone(numbers))
        found = searcher.collect(search, 1)
        return found[0] if found else Impossible.by_search(search.nodes)

    @staticmethod
    def _count(searcher: _Searcher, numbers: list[int], limit: int | None) -> Count:
        search = searcher.start(numbers)
        if search is None:
            return count(searcher.alone(numbers, limit))
        found = 0
        while not search.done and (limit is None or found < limit):
            found += search.count(_SLICE, _MOST_SOLUTIONS if limit is None else limit - found)
        return Count(
            found,
            nodes=search.nodes,
            stopped=None if search.done else "limit",
            impossible=Impossible.by_search(search.nodes) if search.done and not found else None,
        )

    @staticmethod
    def _is_unique(searcher: _Searcher, numbers: list[int]) -> Uniqueness:
        search = searcher.start(numbers)
        if search is None:
            return is_unique(searcher.alone(numbers, 2))
        found = searcher.collect(search, 2)
        if len(found) == 2:
            return Uniqueness("several", tuple(found), search.nodes)
        if found:
            return Uniqueness("unique", tuple(found), search.nodes)
        return Uniqueness(
            "impossible", (), search.nodes, impossible=Impossible.by_search(search.nodes)
        )


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
    """One search, started anew for each list of given options."""

    def __init__(self, statement: Statement):
        self.statement = statement
        reduction = reduction_of(statement, True, True, lambda: None)
        self.search: BitsetSearch | None = None
        if reduction.impossible is None:
            core = reduction.core
            self.rows = reduction.stated_rows()
            if not core.compiled.multiple and choose.engine_for(core.compiled) == "bitset":
                from ..engines.bitset import BitsetSearch

                self.search = BitsetSearch(core.compiled)

    def start(self, given: Sequence[int]) -> BitsetSearch | None:
        """The search with these options given; None where the ordinary way must answer.

        That is so where the options clash with one another or with what all solutions contain,
        since the ordinary way can tell on which item.
        """
        if self.search is None:
            return None
        prefix = []
        for number in dict.fromkeys(given):
            place = self.rows.place.get(number)
            if place is not None:
                prefix.append(place)
            elif number not in self.rows.taken:
                return None
        return self.search if self.search.restart(prefix) else None

    def alone(self, given: Sequence[int], limit: int | None = None) -> Search:
        """The ordinary search with these options given."""
        return Search(self.statement.with_given(given), "auto", True, Budget(limit), None)

    def collect(self, search: BitsetSearch, limit: int) -> list[Solution]:
        """Up to ``limit`` solutions."""
        found: list[Solution] = []
        while not search.done and len(found) < limit:
            for chosen in search.collect(_SLICE, limit - len(found)):
                found.append(Solution(self.statement.model, self.rows.one(chosen)))
        return found
