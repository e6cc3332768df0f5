"""A problem with rules: the questions it answers, and by which search.

A rule for complete solutions filters what a search finds. A rule for partial solutions is asked
before the search goes on: in plain Python at each node, in the compiled engines for a chunk of
nodes at a time. So is a rule that keeps a state; if it is compiled, at each node by all engines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..arrays.compiled import Compiled
from ..display import Displayed
from ..engines import choose
from ..engines.contract import Divisible, EngineSearch
from ..engines.handover import Follower, Handover
from ..errors import MethodConflict
from ..propagation.stated_rows import StatedRows
from ..search.questions import Questions
from ..statement.statement import Statement
from .reference import Judge, RuledReference, StatefulReference
from .rule import Rule
from .stateful import StatefulRule
from .walk import Walk, judges

__all__ = ["Ruled"]

#: A function of a rule, or None.
Function = Callable[..., Any] | None


class Ruled(Displayed, Questions):
    """A problem with rules: a solution counts only if the rules accept it.

    Made by :meth:`Problem.where`, which explains rules. Solutions are always counted by listing.
    ``problem``: the problem without the rules.
    """

    def __init__(
        self,
        statement: Statement,
        complete: Callable[[Any], Any] | None,
        partial: Callable[[Any], Any] | None,
        problem: Any,
        stateful: StatefulRule | None = None,
    ):
        super().__init__(statement)
        self._stateful = stateful
        model = statement.model
        self.problem = problem
        self._complete = None if complete is None else Rule("complete", complete, model, False)
        self._partial = None if partial is None else Rule("partial", partial, model, True)

    def __repr__(self) -> str:
        return f"<{self.problem!r} with rules>"

    def _start(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The search of what propagation has left."""
        if self._stateful is not None:
            search = self._with_states(self._stateful, compiled, rows, engine, tick)
            if self._complete is None:
                return search
            from .filtered import FilteredSearch

            return FilteredSearch(search, _judges(self._complete, rows))
        if self._partial is None:
            search = choose.start(compiled, engine, tick)
            if self._complete is None:
                return search
            from .filtered import FilteredSearch

            return FilteredSearch(search, _judges(self._complete, rows))
        choose.check_divisible(engine, "partial=")
        if engine == "reference":
            return self._reference(compiled, rows)
        name = choose.engine_by_size(compiled) if engine == "auto" else engine

        def follower() -> Follower:
            return self._compiled(compiled, rows, name, tick)

        if engine == "auto" and compiled.small:
            return Handover(self._reference(compiled, rows), choose.small_nodes(compiled), follower)
        return follower()(())

    def _start_for_few(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The same: rules are asked in the order of one search."""
        return self._start(compiled, rows, engine, tick)

    def _with_states(
        self,
        rule: StatefulRule,
        compiled: Compiled,
        rows: StatedRows,
        engine: str,
        tick: Callable[[], None],
    ) -> EngineSearch:
        """The search with a rule that keeps a state."""
        choose.check_divisible(engine, "a rule with a state")
        name = choose.engine_by_size(compiled) if engine == "auto" else engine
        tabulated = name == "bitset" and not compiled.multiple
        if tabulated:
            choose.check_table_size(name, compiled)
        if name == "reference" or (rule.extend is None and not (rule.compiled and tabulated)):
            if engine not in ("auto", "reference"):
                where = " in a problem with multiplicities" if compiled.multiple else ""
                raise MethodConflict("a rule with enter= and leave=", f"engine={engine!r}{where}")
            return StatefulReference(compiled, Walk(rule, rows))
        if rule.compiled:
            from .compiled import CompiledRuleSearch

            return CompiledRuleSearch(compiled, rule, rows, tick)
        if tabulated:
            from .states import States
            from .stepwise import StepwiseSearch

            everything = _judges(None, rows)
            return StepwiseSearch(compiled, everything, everything, (), tick, States(rule, rows))
        from .sliced import SlicedSearch

        allowed, accepted = judges(rule, rows)
        return SlicedSearch(
            lambda prefix: choose.start_below(compiled, name, prefix, tick), allowed, accepted, ()
        )

    def _reference(self, compiled: Compiled, rows: StatedRows) -> Divisible:
        search = RuledReference(compiled)
        search.allowed, search.accepted = _judge(self._partial, rows), _judge(self._complete, rows)
        return search

    def _compiled(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> Follower:
        """What begins the search of a compiled engine below a prefix."""
        rules = _judges(self._partial, rows), _judges(self._complete, rows)
        if engine == "bitset" and not compiled.multiple:
            from .stepwise import StepwiseSearch

            choose.check_table_size(engine, compiled)
            return lambda prefix: StepwiseSearch(compiled, *rules, prefix, tick)
        from .sliced import SlicedSearch

        def begin(prefix: Sequence[int]) -> Divisible:
            return choose.start_below(compiled, engine, prefix, tick)

        return lambda prefix: SlicedSearch(begin, *rules, prefix)


def ruled(
    problem: Any,
    complete: Function,
    partial: Function,
    start: Any,
    extend: Function,
    enter: Function,
    leave: Function,
    accept: Function,
) -> Ruled:
    """A problem with rules (:meth:`Problem.where`)."""
    if all(each is None for each in (extend, enter, leave, accept)):
        if start is not None:
            raise TypeError("where(): start= goes with extend=, or with enter= and leave=")
        return Ruled(problem._statement, complete, partial, problem)
    if partial is not None:
        raise TypeError("where(): partial= does not go with a rule that keeps a state")
    stateful = StatefulRule(start, extend, enter, leave, accept, problem._model)
    return Ruled(problem._statement, complete, None, problem, stateful)


def _judges(rule: Rule | None, rows: StatedRows) -> Callable[[Any], Any]:
    """The rule for tables of what propagation has left."""
    import numpy as np

    if rule is None:
        return lambda table: np.ones(len(table), bool)
    return lambda table: rule.each(rows.table(table))


def _judge(rule: Rule | None, rows: StatedRows) -> Judge:
    """The rule for one solution or partial solution of what propagation has left."""
    if rule is None:
        return lambda chosen: True
    return lambda chosen: rule.one(rows.one(chosen))
