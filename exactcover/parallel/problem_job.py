"""The search of a problem as a job that can be divided."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..arrays.compiled import Compiled
from ..engines import choose
from ..engines.contract import Divisible, OpenPrefixes
from .checks import fault_in_prefixes
from .tally import Tally, Wanted

__all__ = ["ProblemJob"]

#: Solutions at a time, and their options: some hundredths of a second.
_ROWS, _ENTRIES = 65_536, 500_000
_NO_LIMIT = 2**40
#: Options of a solution at most, the repeated ones counted as often (see ``model.py``).
_LONGEST = 2_000_000


@dataclass(frozen=True, eq=False)
class ProblemJob:
    """A problem to search, in numbers only."""

    compiled: Compiled
    engine: str
    wanted: Wanted
    #: Core option -> option of the problem; and the options that every solution contains.
    options: Sequence[int]
    taken: tuple[int, ...] = ()
    #: Options of the problem, and their costs times what makes them whole, if costs matter.
    n_options: int = 0
    costs: tuple[int, ...] = ()

    @cached_property
    def digest(self) -> str:
        """What tells it from other jobs at the workers: of all its numbers."""
        compiled = self.compiled
        hasher = hashlib.sha256()
        for numbers in (
            compiled.starts, compiled.items, compiled.colours, compiled.low, compiled.high,
        ):  # fmt: skip
            hasher.update(b"%d:" % len(numbers))
            hasher.update(numbers)
        bounds = compiled.n_primary, compiled.n_items, compiled.repeat
        rest = (*bounds, compiled.fixed, compiled.deferred)
        mine = self.engine, self.wanted, list(self.options), self.taken, self.n_options, self.costs
        hasher.update(repr((rest, mine)).encode())
        return hasher.hexdigest()

    def below(self, prefix: tuple[int, ...], before: Any) -> Divisible:
        """The search below a prefix, in numbers of the core."""
        if self.engine == "bitset" and not self.compiled.multiple and before is not None:
            before.restart(prefix, forget=False)
            return before  # type: ignore[no-any-return]
        return choose.start_below(self.compiled, self.engine, prefix)

    def divisible(self, search: Any) -> bool:
        """Whether a search stands where it can be given up."""
        return bool(search.divisible)

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        """Go on for so many nodes."""
        if self.wanted.count_only:
            tally.count += search.count(nodes, _NO_LIMIT)
            return
        import numpy as np

        table = search.collect_table(nodes, self._rows)
        if not len(table):
            return
        tally.count += len(table)
        # Entry -1, which fills rows up, becomes the number after the last and is sorted to the end.
        numbers = np.array([*self.options, self.n_options], np.int32)
        taken = np.tile(np.array(self.taken, np.int32), (len(table), 1))
        rows = np.concatenate([taken, numbers[table]], axis=1)
        rows.sort(axis=1)
        rows[rows == self.n_options] = -1
        tally.add_rows(rows, self._costs(), self.n_options)

    @cached_property
    def _rows(self) -> int:
        """How many solutions are taken in at a time."""
        from ..arrays.views import most_options

        return max(1, min(_ROWS, _ENTRIES // max(1, most_options(self.compiled))))

    def _costs(self) -> Any:
        import numpy as np

        # One more, of what fills up rows.
        costs = (*(self.costs or (0,) * self.n_options), 0)
        small = max(map(abs, costs)) < 2**62 // _LONGEST
        return np.array(costs, np.int64 if small else object)

    def __getstate__(self) -> dict[str, Any]:
        """What travels: not what any side makes itself."""
        made = ("_core", "_rows", "digest")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    @cached_property
    def _core(self) -> dict[int, int]:
        return {option: number for number, option in enumerate(self.options)}

    def inner(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of the problem as numbers of the core."""
        if not prefix:
            return ()
        core = self._core
        return tuple(core[entry] if entry >= 0 else ~core[~entry] for entry in prefix)

    def outer(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of the core as numbers of the problem."""
        names = self.options
        return tuple(names[entry] if entry >= 0 else ~names[~entry] for entry in prefix)

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """What shows that these, read from a journal, are no prefixes of this search; or None."""
        try:
            return fault_in_prefixes(self.compiled, parts.mapped(self.inner))
        except KeyError as error:
            return f"an open prefix names option {error}, which this search has not"
