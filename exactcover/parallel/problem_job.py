"""The search of an exact cover problem as a divisible job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Protocol

from ..arrays.compiled import Compiled
from ..common.slices import TABLE_ENTRIES
from ..engines import choose
from ..engines.contract import Divisible, OpenPrefixes
from ..propagation.reduce import StatedRows
from .checks import fault_in_prefixes
from .tasks import Job, Tally, Wanted

#: Options of a solution at most, each as often as it is chosen (see ``model.py``).
_LONGEST = 2_000_000


class Rules(Protocol):
    """Rules that are functions, which only count some solutions (``rules/ruled.py``)."""

    @property
    def fingerprint(self) -> str:
        """What a journal recognizes them by."""

    def engine_for(self, compiled: Compiled) -> str:
        """The engine that serves them best."""

    def start_below(
        self, compiled: Compiled, rows: StatedRows, engine: str, prefix: Sequence[int]
    ) -> Divisible:
        """The search below a prefix."""


@dataclass(frozen=True, eq=False)
class ProblemJob(Job):
    """A problem to search, in numbers only."""

    compiled: Compiled
    engine: str
    wanted: Wanted
    #: Core option -> option of the problem; and the options that every solution contains.
    options: Sequence[int]
    taken: tuple[int, ...] = ()
    #: The number of options of the problem as stated; and their costs as integers, if costs matter.
    n_options: int = 0
    costs: tuple[int, ...] = ()
    rules: Rules | None = None

    def below(self, prefix: tuple[int, ...], before: Any) -> Divisible:
        """The search below a prefix, in numbers of the core."""
        if self.rules is not None:
            return self.rules.start_below(self.compiled, self._stated, self.engine, prefix)
        if self.engine == "bitset" and before is not None:
            before.restart(prefix, forget=False)
            return before  # type: ignore[no-any-return]
        return choose.start_below(self.compiled, self.engine, prefix)

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        wanted = self.wanted
        if not (wanted.options or wanted.sample or wanted.best or wanted.listed):
            tally.count += search.count(nodes, sys.maxsize)
            return
        table = search.collect_table(nodes, self._rows)
        while len(table):
            tally.count += len(table)
            tally.add_rows(self._stated.table(table), self._costs, self.n_options)
            table = search.collect_table(0, self._rows)  # what a search in steps still has in hand

    @cached_property
    def _rows(self) -> int:
        """How many solutions are taken in at a time."""
        from ..arrays.views import most_options

        return max(1, TABLE_ENTRIES // max(1, most_options(self.compiled)))

    @cached_property
    def _costs(self) -> Any:
        """The costs of all options, and 0 for what fills up rows: int64, or any size if needed."""
        import numpy as np

        costs = (*(self.costs or (0,) * self.n_options), 0)
        small = max(map(abs, costs)) < 2**62 // _LONGEST
        return np.array(costs, np.int64 if small else object)

    def __getstate__(self) -> dict[str, Any]:
        """What travels. Either side computes the rest itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def _stated(self) -> StatedRows:
        return StatedRows(self.options, self.taken, self.n_options)

    def to_core(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of the problem as numbers of the core."""
        return self._stated.to_core(prefix)

    def to_problem(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of the core as numbers of the problem."""
        return self._stated.to_stated(prefix)

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """What shows that these, read from a journal, are not prefixes of this search; or None."""
        try:
            return fault_in_prefixes(self.compiled, parts.mapped(self.to_core))
        except KeyError as error:
            return f"an open prefix names option {error}, which this search has not"
