"""A problem with rules of one's own: the questions it answers, and by which search.

Rules for complete solutions alone leave the search as it is, and sift what it finds. With a rule
for partial solutions the search asks before it goes on: plain Python at each node, the compiled
engines a chunk of nodes at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..arrays.compiled import Compiled
from ..common.budget import Budget
from ..engines import choose
from ..engines.contract import Divisible, EngineSearch
from ..engines.handover import Follower, Handover
from ..propagation.stated_rows import StatedRows
from ..search.answers import count, first, is_unique
from ..search.search import Search
from ..search.solutions import Solutions
from ..statement.results import Count, Impossible, ProgressCallback, Solution, Uniqueness
from .reference import RuledMultipleReference, RuledReference
from .rule import Rule

if TYPE_CHECKING:
    from ..problem import Problem
    from ..statement.order import Order

__all__ = ["Ruled"]


class Ruled:
    """A problem of whose solutions only those count that its rules allow.

    Made by :meth:`Problem.where`, which tells what rules are.
    """

    def __init__(
        self,
        problem: Problem,
        complete: Callable[[Any], Any] | None,
        partial: Callable[[Any], Any] | None,
    ):
        model = problem._model
        self.problem = problem
        self._complete = None if complete is None else Rule("complete", complete, model, False)
        self._partial = None if partial is None else Rule("partial", partial, model, True)

    # The arguments are those of the same questions of Problem, and mean the same.

    def first(
        self,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solution | Impossible:
        """One solution, or the proof that there is none. See :meth:`Problem.first`."""
        return first(self._search(engine, order, reduce, None, nodes, seconds, progress))

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
    ) -> Solutions:
        """All solutions, as they are found. See :meth:`Problem.solutions`."""
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
        """The number of solutions, by listing. See :meth:`Problem.count`."""
        return count(self._search(engine, order, reduce, limit, nodes, seconds, progress))

    def is_unique(
        self,
        *,
        engine: str = "auto",
        order: str | Order | Iterable[Hashable] = "mrv",
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Uniqueness:
        """Whether there is exactly one, with the evidence. See :meth:`Problem.is_unique`."""
        return is_unique(self._search(engine, order, reduce, 2, nodes, seconds, progress))

    def __repr__(self) -> str:
        return f"<{self.problem!r} with rules>"

    def _search(
        self,
        engine: str,
        order: str | Order | Iterable[Hashable],
        reduce: bool,
        limit: int | None,
        nodes: int | None,
        seconds: float | None,
        progress: ProgressCallback | None,
    ) -> Search:
        self.problem.require_sound()
        budget = Budget(limit, nodes, seconds)
        statement = self.problem._statement
        return Search(statement, engine, reduce, budget, progress, order, self._start)

    # -- which search ------------------------------------------------------------------------

    def _start(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The search of what propagation has left; ``rows`` tells its options' numbers."""
        if self._partial is None:
            search = choose.start(compiled, engine, tick)
            if self._complete is None:
                return search
            from .filtered import FilteredSearch

            return FilteredSearch(search, self._judges(self._complete, rows))
        if engine == "reference":
            return self._reference(compiled, rows)
        if engine != "auto":
            return self._compiled(compiled, rows, engine, tick)(())
        engine = choose.engine_for(compiled)
        if not compiled.small:
            return self._compiled(compiled, rows, engine, tick)(())

        def follower() -> Follower:
            return self._compiled(compiled, rows, engine, tick)

        return Handover(self._reference(compiled, rows), choose.small_nodes(compiled), follower)

    def _reference(self, compiled: Compiled, rows: StatedRows) -> Divisible:
        kind = RuledMultipleReference if compiled.multiple else RuledReference
        return kind(compiled, _judge(self._partial, rows), _judge(self._complete, rows))

    def _compiled(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> Follower:
        """The searches by a compiled engine below one prefix or the other."""
        rules = self._judges(self._partial, rows), self._judges(self._complete, rows)
        if engine == "bitset" and not compiled.multiple:
            from .stepwise import StepwiseSearch

            choose.check_table_size(engine, compiled)
            return lambda prefix: StepwiseSearch(compiled, *rules, prefix, tick)
        from .sliced import SlicedSearch

        def begin(prefix: Sequence[int]) -> Divisible:
            return choose.start_below(compiled, engine, prefix, tick)

        return lambda prefix: SlicedSearch(begin, *rules, prefix)

    def _judges(self, rule: Rule | None, rows: StatedRows) -> Callable[[Any], Any]:
        """The rule for tables of what propagation has left."""
        if rule is None:
            return _all
        return lambda table: rule.each(rows.table(table))


def _judge(rule: Rule | None, rows: StatedRows) -> Callable[[tuple[int, ...]], bool]:
    """The same for one solution, or a part of one."""
    if rule is None:
        return lambda chosen: True
    return lambda chosen: rule.one(rows.one(chosen))


def _all(table: Any) -> Any:
    import numpy as np

    return np.ones(len(table), bool)
