"""A problem whose rules are functions, and the questions it answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, cast

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..common.displayed import Displayed
from ..compile import has_compiler
from ..engines import choose
from ..engines.contract import Divisible, EngineSearch
from ..errors import MethodConflict, RuledQuestion
from ..parallel.gathering import Gathers
from ..propagation.reduce import StatedRows
from ..search import answers
from ..search.about_solutions import Questions
from ..search.search import Search, StartOfEngine
from ..search.solutions import Solutions
from ..statement.order import Order
from ..statement.results import Count, ProgressCallback
from ..statement.stated import Stated
from .rule import Rule
from .stateful import StatefulReference, StatefulRule, Walk, accepted_by

__all__ = ["Ruled"]


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a problem: for complete solutions, and with a state."""

    complete: Rule | None
    stateful: StatefulRule | None

    @property
    def fingerprint(self) -> str:
        """What a journal recognizes them by. Raises :class:`MethodConflict` if that is nothing."""
        rule = self.stateful
        if rule is None or not rule.compiled or self.complete is not None or not has_compiler():
            raise MethodConflict("journal=", "rules that it cannot recognize: only kernels will do")
        return rule.fingerprint

    def engine_for(self, compiled: Compiled) -> str:
        """The engine that serves them best."""
        if self.stateful is None:
            return choose.engine_for(compiled)
        return choose.engine_by_size(compiled) if has_compiler() else "reference"

    def start(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The search of what propagation has left."""
        if self.stateful is None:
            # (It can be divided if the engine can; nobody asks it otherwise.)
            whole = cast("Divisible", choose.start(compiled, engine, tick))
            return self.filtered(whole, rows)
        name = self.engine_for(compiled) if engine == "auto" else engine
        return self.start_below(compiled, rows, name, (), tick, engine != "auto")

    def start_below(
        self,
        compiled: Compiled,
        rows: StatedRows,
        engine: str,
        prefix: Sequence[int],
        tick: Callable[[], None] = lambda: None,
        asked: bool = False,
    ) -> Divisible:
        """The search of an engine below a prefix. ``asked``: no other engine may take its place.

        Kernels are asked by the loop of ``bitset``, functions of Python by ``reference``.
        """
        rule = self.stateful
        if rule is None:
            return self.filtered(choose.start_below(compiled, engine, prefix, tick), rows)
        choose.check_divisible(engine, "a rule with a state")
        search: Divisible
        if engine == "bitset" and rule.compiled and not compiled.multiple:
            from .searches import CompiledRuleSearch

            choose.check_table_size(engine, compiled)
            search = CompiledRuleSearch(compiled, rule, rows, tick, prefix)
        elif asked and engine != "reference":
            where = " in a problem with multiplicities" if compiled.multiple else ""
            raise MethodConflict("a rule with enter= and leave=", f"engine={engine!r}{where}")
        else:
            search = StatefulReference(compiled, Walk(rule, rows), prefix, tick)
        return self.filtered(search, rows)

    def filtered(self, search: Divisible, rows: StatedRows) -> Divisible:
        """A search of which only the solutions count that the rule for complete ones accepts."""
        from .searches import FilteredSearch

        rule = self.complete
        if rule is None:
            return search
        return FilteredSearch(search, lambda table: rule.each(rows.table(table)))

    def judged(self, search: Divisible, rows: StatedRows) -> Divisible:
        """A search that asks no rule, of which only the solutions count that all of them accept."""
        from .searches import FilteredSearch

        if self.stateful is not None:
            search = FilteredSearch(search, accepted_by(self.stateful, rows))
        return self.filtered(search, rows)


#: A function of a rule, or None.
Function = Callable[..., Any] | None


class Ruled(Displayed, Gathers, Questions):
    """A problem with functions as rules: only solutions that the functions accept count.

    Made by :meth:`Problem.where`, which explains rules. It always counts by listing. ``problem`` is
    the problem without the rules. Its names, costs and the like can be read here as well; its
    questions that are missing here raise :class:`RuledQuestion`.
    """

    _rules: Rules

    def __init__(self, problem: Any, rules: Rules):
        super().__init__(problem._statement)
        self.problem = problem
        self._rules = rules

    def __repr__(self) -> str:
        return f"<{self.problem!r} with rules>"

    def given(self, *options: Hashable) -> Ruled:
        """The same with options forced, as by :meth:`Problem.given`.

        Parameters
        ----------
        *options : hashable
        """
        return Ruled(self.problem.given(*options), self._rules)

    def without(self, *options: Hashable) -> Ruled:
        """The same with options forbidden, as by :meth:`Problem.without`.

        Parameters
        ----------
        *options : hashable
        """
        return Ruled(self.problem.without(*options), self._rules)

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
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
    ) -> Count:
        """Count the solutions by listing, or give a labelled lower bound if stopped.

        Raises the errors of :meth:`Problem.count`, and :class:`RuleFault`.

        Parameters
        ----------
        limit : int, optional
            Stop at this many solutions. It conflicts with workers, an executor or a journal.
        engine, order, reduce, nodes, seconds, progress : as for Problem.count
        workers, executor, journal : as for gather
        """
        who = workers, executor, journal
        ask = Ask(limit, nodes, seconds, progress, *who, engine, order, reduce)
        if not ask.divided:
            return answers.count(self._search(ask))
        from ..parallel.divided_search import count_divided

        return count_divided(self._statement, ask, self._rules)

    def solutions_by_cost(
        self,
        limit: int | None = None,
        *,
        descending: bool = False,
        reduce: bool = True,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: ProgressCallback | None = None,
    ) -> Solutions:
        """Iterate over the solutions that satisfy the rules, in order of cost.

        The rules judge complete solutions only, so the search also finds all cheaper solutions that
        they refuse.

        Parameters
        ----------
        limit, descending, reduce, nodes, seconds, progress : as for Problem.solutions_by_cost
        """
        from ..optimization.by_cost import by_cost

        self._statement.model.require_sound()
        ask, rules = Ask(limit, nodes, seconds, progress, reduce=reduce), self._rules
        # (How many are wanted says nothing of how many the rules are asked about.)
        start = by_cost(self._statement.model, -1 if descending else 1, replace(ask, limit=None))

        def judged(
            compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
        ) -> EngineSearch:
            search = start(compiled, rows, engine, tick)
            return rules.judged(cast("Divisible", search), rows)  # nobody divides it

        return Solutions(Search(self._statement, ask, judged))

    def __getattr__(self, name: str) -> Any:
        if name == "_whole":
            raise RuledQuestion("writing it", "a rule that is a function")
        if name.startswith("_") or name == "problem" or not hasattr(type(self.problem), name):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if hasattr(Stated, name):
            return getattr(self.problem, name)
        raise RuledQuestion(f"{name}()", "a rule that is a function")

    def _starts(self, few: bool) -> StartOfEngine:
        return self._rules.start  # rules are always asked in the order of one search


def ruled(
    problem: Any,
    complete: Function,
    start: Any,
    enter: Function,
    leave: Function,
    accept: Function,
) -> Ruled:
    """A problem with rules (:meth:`Problem.where`)."""
    model, stateful = problem._model, None
    if any(each is not None for each in (enter, leave, accept)):
        stateful = StatefulRule(start, enter, leave, accept, model)
    elif start is not None:
        raise TypeError("where(): start= goes with enter= and leave=")
    judged = None if complete is None else Rule("complete", complete, model)
    return Ruled(problem, Rules(judged, stateful))
