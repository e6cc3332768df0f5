"""Many small problems of one shape: one problem, and many lists of options to give or leave out.

The arrays of the problem are made once; each list only sets where the search begins. Where items
have few options each, a kernel takes many lists at a time (``kernels/trees/planes.py``). Otherwise
the bitset engine starts again for each list. Lists that take long, and problems that neither takes,
are searched as problems of their own.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from ..common.arguments import pairs_of
from ..common.ask import Ask
from ..common.displayed import Displayed
from ..errors import UnknownOption, shown
from ..search import answers
from ..search.batch_lists import BatchArrays, Numbers, Prepared, gathered
from ..search.search import Search
from ..statement.additions import Additions
from ..statement.names import Added
from ..statement.results import Count, Impossible, Solution, Uniqueness
from ..statement.statement import Statement
from ..text import counted

if TYPE_CHECKING:
    from ..reasons.trace import Trace

Answer = TypeVar("Answer")
Lists = Iterable[Iterable[Hashable]]
#: Stands for a list of an argument that has fewer than another.
_NO_MORE: Any = object()


class Batch(Displayed):
    """A problem and many variants of it; made by :meth:`Problem.batch`.

    Each question answers for one variant after the other, as a problem of its own would. Its lists
    are read when the answer is due. An answer does not depend on the other variants. If one raises
    an error, the next call goes on with the next variant.

    Raises
    ------
    UnknownOption, NeverChosen, TypeError, ValueError
        On reaching a list with a fault; if a second question finds an iterator used up.
    SearchStopped
        On reaching a list for which a budget leaves ``first`` or ``difficulty`` without an answer.
    BudgetError
        If a limit or a budget is invalid.

    Examples
    --------
    >>> batch = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).batch([[], [1], [1, 3]])
    >>> list(batch.count()), [answer.verdict for answer in batch.is_unique()]
    ([2, 1, 0], ['several', 'unique', 'impossible'])
    >>> next(batch.first())
    Solution(1, 2)
    """

    def __init__(
        self,
        statement: Statement,
        givens: Lists | None,
        without: Lists | None = None,
        without_items: Lists | None = None,
    ):
        self._statement = statement
        stated = {"givens": givens, "without": without, "without_items": without_items}
        #: The lists by name, those that are there.
        self._lists = {name: each for name, each in stated.items() if each is not None}
        if not self._lists:
            raise TypeError("batch: expected lists of options")
        for name, lists in self._lists.items():
            what = "item" if name == "without_items" else "option"
            expected = f"expected an iterable of lists of {what} names"
            if isinstance(lists, str) or not isinstance(lists, Iterable):
                raise TypeError(f"{shown(lists)}: {expected}")
            if pairs_of(lists) is not None:
                raise TypeError(f"{shown(lists)}: {expected}, not a mapping")
        self._begun = False
        #: For each primary item an option that covers it alone, if items may be left out.
        self._holes: dict[Hashable, int] = {}
        if without_items is not None:
            self._add_holes()

    def _add_holes(self) -> None:
        """Leaving out an item is to give a hidden option that covers this item and nothing else."""
        model = self._statement.model
        more, (low, high) = Additions(model), model.compiled.bounds
        # Rules may rely on which option covers an item, if they have added items to its options.
        added = {item for item, name in enumerate(model.item_names) if isinstance(name, Added)}
        options = [dict(model.compiled.option(k)) for k in range(model.n_stated if added else 0)]
        used = set(chain.from_iterable(each for each in options if not added.isdisjoint(each)))
        for item, name in enumerate(model.shown.item_names[: model.shown.compiled.n_primary]):
            exact = low[item] == high[item] == 1 and name not in model.shown.penalties
            if exact and item not in used:
                self._holes[name] = more.option(f"without item {item}", [(item, 0)])
        old = self._statement
        self._statement = Statement(more.extended(), old.given, old.forbidden)

    def __repr__(self) -> str:
        compiled = self._statement.shown.model.compiled
        items, options = counted(compiled.n_items, "item"), counted(compiled.n_options, "option")
        return f"<Batch: variants of a problem of {items} and {options}>"

    def first(
        self, *, nodes: int | None = None, seconds: float | None = None
    ) -> Iterator[Solution | Impossible]:
        """Find one solution for each list, or why there is none.

        Parameters
        ----------
        nodes, seconds : int and float, optional
            Budgets: nodes for each list, seconds for all lists together.
        """
        return self._answers(Ask(1, nodes, seconds), 1, answers.first)

    def count(
        self, limit: int | None = None, *, nodes: int | None = None, seconds: float | None = None
    ) -> Iterator[Count]:
        """Count the solutions for each list.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions for each. Default: no limit.
        nodes, seconds : int and float, optional
            Budgets: nodes for each list, seconds for all lists together.
        """
        ask = Ask(limit, nodes, seconds)
        return self._answers(ask, 0, partial(answers.count, attempts=ask.unbounded))

    def is_unique(
        self, *, nodes: int | None = None, seconds: float | None = None
    ) -> Iterator[Uniqueness]:
        """Decide for each list whether there is exactly one solution, with the evidence.

        Parameters
        ----------
        nodes, seconds : int and float, optional
            Budgets: nodes for each list, seconds for all lists together.
        """
        return self._answers(Ask(2, nodes, seconds), 2, answers.is_unique)

    def trace(self, *, seconds: float | None = None) -> Iterator[Trace]:
        """Solve each by the steps of :meth:`Problem.trace`.

        Parameters
        ----------
        seconds : float, optional
            Budget for all lists together.
        """
        from ..reasons.trace import trace

        return self._reasons(trace, seconds)

    def difficulty(self, *, seconds: float | None = None) -> Iterator[int | None]:
        """The difficulty of each, as in :meth:`Problem.difficulty`.

        Parameters
        ----------
        seconds : float, optional
            Budget for all lists together.
        """
        from ..reasons.trace import difficulty

        return self._reasons(difficulty, seconds)

    def as_arrays(
        self,
        limit: int | None = 2,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        workers: int | None = None,
    ) -> BatchArrays:
        """Answer all lists at once: numbers of solutions, nodes and first solutions as arrays.

        The fastest way to ask: a few microseconds for a list that takes a few dozen nodes.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions for each list. The default decides uniqueness.
        nodes, seconds : int and float, optional
            Budgets: nodes for each list, seconds for all lists together. When these are over, lists
            that were not reached have 0 nodes or are missing at the end of the arrays.
        workers : int, optional
            Threads; they run without the global interpreter lock. Default: 1.

        Raises
        ------
        Interrupted
            On Ctrl-C, with the answers so far.

        Examples
        --------
        >>> batch = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}).batch([[], [1], [1, 3]])
        >>> found = batch.as_arrays()
        >>> found.verdicts.tolist(), found.first[1].tolist()
        (['several', 'unique', 'impossible'], [0, 1])
        """
        ask = Ask(limit, nodes, seconds, workers=workers)
        return gathered(self._statement, self._begin(), ask)

    def _answers(self, ask: Ask, keep: int, answer: Callable[[Search], Answer]) -> Iterator[Answer]:
        """What a question says of each list, for which it needs ``keep`` solutions.

        One that raises does not keep the next from it.
        """
        prepared = Prepared(self._statement, ask, keep, ask.deadline())

        def answered(numbers: Numbers) -> Answer:
            return answer(prepared.search(numbers))

        return _Answers(map(answered, self._begin()))

    def _reasons(
        self, answer: Callable[[Statement, Callable[[], None]], Answer], seconds: float | None
    ) -> Iterator[Answer]:
        deadline = Ask(seconds=seconds).deadline()

        def answered(numbers: Numbers) -> Answer:
            return answer(numbers.stated(self._statement), deadline.tick)

        return _Answers(map(answered, self._begin()))

    def _begin(self) -> Iterator[Numbers]:
        """What is given and left out in one variant after the other."""
        iterators = [iter(each) for each in self._lists.values()]
        # An iterator can be gone through once.
        if any(map(is_, iterators, self._lists.values())):
            if self._begun:
                raise ValueError(
                    "these lists came from an iterator, and one question has been asked already;"
                    " give a list to ask several"
                )
            self._begun = True

        def numbered(number: int, lists: Sequence[Iterable[Hashable]]) -> Numbers:
            try:
                return self._numbers(lists)
            except Exception as error:
                error.add_note(f"in list {number} of the batch, counted from 0")
                raise

        return map(numbered, itertools.count(), zip_longest(*iterators, fillvalue=_NO_MORE))

    def _numbers(self, lists: Sequence[Iterable[Hashable]]) -> Numbers:
        """The lists of one variant, in the order of ``_lists``, as numbers of options."""
        model, numbers = self._statement.model, Numbers([], [], [])
        for name, names in zip(self._lists, lists, strict=True):
            of_items = name == "without_items"
            known, what = (self._holes, "item") if of_items else (model.number_of_option, "option")
            plain = type(names) in (list, tuple)  # the others are slower to look at
            if not plain and (isinstance(names, str) or not isinstance(names, Iterable)):
                found = "no more lists" if names is _NO_MORE else shown(names)
                raise TypeError(f"{name}: {found}: expected a list of {what}s for each problem")
            try:
                if name == "givens":
                    numbers.given.extend(model.givable(names))
                elif name == "without":
                    numbers.without.extend(model.numbers_of(names))
                else:
                    numbers.holes.extend(map(self._hole, names))
                    numbers.without.extend(set(known.values()).difference(numbers.holes))
            except (UnknownOption, TypeError, ValueError):
                if not _is_key(names, known):
                    raise
                raise TypeError(
                    f"{shown(names)} is the name of one {what}; batch takes a list of"
                    f" them for each problem: [{shown(names)}]"
                ) from None
        return numbers

    def _hole(self, item: Hashable) -> int:
        if not _is_key(item, self._holes):
            expected = "expected a primary item covered exactly once, that no rule or penalty uses"
            raise ValueError(f"without_items: {shown(item)}: {expected}")
        return self._holes[item]


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
