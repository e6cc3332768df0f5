"""By which search a problem with functions as rules is answered.

A rule for complete solutions filters what a search finds. A rule for partial solutions is asked
before the search goes on: in plain Python at each node, in the compiled engines for a chunk of
nodes at a time. So is a rule that keeps a state; if it is compiled, at each node by all engines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ..arrays.compiled import Compiled
from ..engines import choose
from ..engines.contract import Divisible, EngineSearch
from ..engines.handover import Follower, Handover
from ..errors import MethodConflict
from ..kernels.availability import compiles
from ..propagation.stated_rows import StatedRows
from .reference import Judge, RuledReference, StatefulReference
from .rule import Rule
from .stateful import StatefulRule
from .table_search import Judges
from .walk import Walk, judges

__all__ = ["Rules"]


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a problem: for complete solutions, and for partial ones or with a state."""

    complete: Rule | None
    partial: Rule | None
    stateful: StatefulRule | None

    @property
    def at_nodes(self) -> bool:
        """Whether one of them is asked before a search goes on."""
        return self.partial is not None or self.stateful is not None

    @property
    def fingerprint(self) -> str:
        """What a journal recognises them by. Raises :class:`MethodConflict` if that is nothing."""
        rule = self.stateful
        if rule is None or not rule.compiled or self.complete is not None or not compiles():
            raise MethodConflict("journal=", "rules that it cannot recognise: only kernels will do")
        return rule.fingerprint

    def engine_for(self, compiled: Compiled) -> str:
        """The engine that serves them best."""
        return choose.engine_by_size(compiled) if self.at_nodes else choose.engine_for(compiled)

    def start(
        self, compiled: Compiled, rows: StatedRows, engine: str, tick: Callable[[], None]
    ) -> EngineSearch:
        """The search of what propagation has left."""
        if not self.at_nodes:
            # (It can be divided if the engine can; nobody asks it otherwise.)
            whole = cast("Divisible", choose.start(compiled, engine, tick))
            return self.filtered(whole, rows)
        if self.partial is not None:
            choose.check_divisible(engine, "partial=")
        name = self.engine_for(compiled) if engine == "auto" else engine

        def follower() -> Follower:
            return lambda prefix: self.start_below(compiled, rows, name, prefix, tick)

        if engine == "auto" and compiled.small and self.partial is not None:
            first = self.start_below(compiled, rows, "reference", (), tick)
            return Handover(first, choose.small_nodes(compiled), follower)
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
        """The search of an engine below a prefix. ``asked``: no other engine may take its place."""
        if self.stateful is not None:
            search = self._with_states(self.stateful, compiled, rows, engine, prefix, tick, asked)
            return self.filtered(search, rows)
        if self.partial is None:
            return self.filtered(choose.start_below(compiled, engine, prefix, tick), rows)
        allowed, accepted = _judges(self.partial, rows), _judges(self.complete, rows)
        if engine == "reference":
            search = RuledReference(compiled, prefix)
            search.allowed = _judge(self.partial, rows)
            search.accepted = _judge(self.complete, rows)
            return search
        if engine == "bitset" and not compiled.multiple:
            from .stepwise import StepwiseSearch

            choose.check_table_size(engine, compiled)
            return StepwiseSearch(compiled, allowed, accepted, prefix, tick)
        return _sliced(compiled, engine, allowed, accepted, prefix, tick)

    def filtered(self, search: Divisible, rows: StatedRows) -> Divisible:
        """A search of which only the solutions count that the rule for complete ones accepts."""
        if self.complete is None:
            return search
        from .filtered import FilteredSearch

        return FilteredSearch(search, _judges(self.complete, rows))

    def judged(self, search: Divisible, rows: StatedRows) -> Divisible:
        """A search that asks no rule, of which only the solutions count that all of them accept."""
        from .filtered import FilteredSearch

        if self.partial is not None:
            search = FilteredSearch(search, _judges(self.partial, rows))
        if self.stateful is not None:
            search = FilteredSearch(search, judges(self.stateful, rows)[1])
        return self.filtered(search, rows)

    def _with_states(
        self,
        rule: StatefulRule,
        compiled: Compiled,
        rows: StatedRows,
        engine: str,
        prefix: Sequence[int],
        tick: Callable[[], None],
        asked: bool,
    ) -> Divisible:
        """The search with a rule that keeps a state."""
        choose.check_divisible(engine, "a rule with a state")
        tabulated = engine == "bitset" and not compiled.multiple
        if tabulated:
            choose.check_table_size(engine, compiled)
        if engine == "reference" or (rule.extend is None and not (rule.compiled and tabulated)):
            if asked and engine != "reference":
                where = " in a problem with multiplicities" if compiled.multiple else ""
                raise MethodConflict("a rule with enter= and leave=", f"engine={engine!r}{where}")
            return StatefulReference(compiled, Walk(rule, rows), prefix)
        if rule.compiled:
            from .compiled import CompiledRuleSearch

            return CompiledRuleSearch(compiled, rule, rows, tick, prefix)
        if tabulated:
            from .states import States
            from .stepwise import StepwiseSearch

            everything = _judges(None, rows)
            states = States(rule, rows)
            return StepwiseSearch(compiled, everything, everything, prefix, tick, states)
        allowed, accepted = judges(rule, rows)
        return _sliced(compiled, engine, allowed, accepted, prefix, tick)


def _sliced(
    compiled: Compiled, engine: str, allowed: Judges, accepted: Judges, prefix: Sequence[int],
    tick: Callable[[], None],
) -> Divisible:  # fmt: skip
    from .sliced import SlicedSearch

    def begin(below: Sequence[int]) -> Divisible:
        return choose.start_below(compiled, engine, below, tick)

    return SlicedSearch(begin, allowed, accepted, prefix)


def _judges(rule: Rule | None, rows: StatedRows) -> Judges:
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
