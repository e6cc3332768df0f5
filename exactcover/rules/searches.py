"""The searches of a problem with functions as rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ..arrays.compiled import Compiled
from ..compile import compiles
from ..engines import choose
from ..engines.contract import Divisible, EngineSearch
from ..errors import MethodConflict
from ..propagation.stated_rows import StatedRows
from .rule import Rule
from .stateful import StatefulRule
from .stateful_reference import StatefulReference
from .walk import Walk, accepted_by


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a problem: for complete solutions, and with a state."""

    complete: Rule | None
    stateful: StatefulRule | None

    @property
    def fingerprint(self) -> str:
        """What a journal recognises them by. Raises :class:`MethodConflict` if that is nothing."""
        rule = self.stateful
        if rule is None or not rule.compiled or self.complete is not None or not compiles():
            raise MethodConflict("journal=", "rules that it cannot recognise: only kernels will do")
        return rule.fingerprint

    def engine_for(self, compiled: Compiled) -> str:
        """The engine that serves them best."""
        at_nodes = self.stateful is not None
        return choose.engine_by_size(compiled) if at_nodes else choose.engine_for(compiled)

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
            from .compiled_rules import CompiledRuleSearch

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
        from .filtered import FilteredSearch

        rule = self.complete
        if rule is None:
            return search
        return FilteredSearch(search, lambda table: rule.each(rows.table(table)))

    def judged(self, search: Divisible, rows: StatedRows) -> Divisible:
        """A search that asks no rule, of which only the solutions count that all of them accept."""
        from .filtered import FilteredSearch

        if self.stateful is not None:
            search = FilteredSearch(search, accepted_by(self.stateful, rows))
        return self.filtered(search, rows)
