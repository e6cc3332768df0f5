"""Searches with rules: compiled, asked at each node; or filtered afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import Compiled
from ..arrays.views import deferred_flags, numbers_in
from ..compile import has_compiler
from ..engines.contract import Divisible, Levels, OpenPrefixes
from ..engines.kernel_search import KernelSearch
from ..errors import SearchStopped
from ..kernels.bits.array_types import Int32s
from ..kernels.trees import ruled_loop as kernels
from ..propagation.reduce import StatedRows
from .stateful import StatefulRule, Walk

#: Options in the solutions that the rule is asked about before the clock is looked at again.
_ENTRIES = 250_000

#: Which rows of a table of solutions a rule accepts.
Judges = Callable[[Any], Any]


class FilteredSearch:
    """The search of any engine, of which only the solutions that a rule accepts count."""

    def __init__(self, search: Divisible, accepted: Judges):
        self._search = search
        self._accepted = accepted
        #: Rows of a table of so many entries: one, until it is known how wide tables are.
        self._rows = 1

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._search.nodes

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        return self._search.done

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        return self._search.open_prefixes()

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return len(self.collect_table(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        rows = self.collect_table(nodes, limit).tolist()
        return [[option for option in row if option >= 0] for row in rows]

    def collect_table(self, nodes: int, limit: int) -> Int32s:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1.

        The engine is asked for no more solutions than are still wanted, so none is lost.
        """
        until = self.nodes + nodes
        kept: list[Int32s] = []
        found = asked = 0
        while not self.done and found < limit:
            left = max(0, until - self.nodes)
            if left and asked >= _ENTRIES:
                break
            try:
                table = self._search.collect_table(left, min(limit - found, self._rows))
            except SearchStopped:
                if not found:
                    raise
                break
            if not left and not len(table):
                break  # (It had none in hand.)
            asked += table.size
            self._rows = max(1, _ENTRIES // max(1, table.shape[1]))
            kept.append(table[self._accepted(table)])
            found += len(kept[-1])
        return _joined(kept)


def _joined(tables: Sequence[Int32s]) -> Int32s:
    """Tables of solutions as one."""
    width = max((table.shape[1] for table in tables), default=0)
    whole = np.full((sum(map(len, tables)), width), -1, np.int32)
    end = 0
    for table in tables:
        begin, end = end, end + len(table)
        whole[begin:end, : table.shape[1]] = table
    return whole


class CompiledRuleSearch(KernelSearch):
    """A search by the engine contract (see ``kernels/trees/ruled_loop.py``)."""

    def __init__(
        self,
        compiled: Compiled,
        rule: StatefulRule,
        rows: StatedRows,
        tick: Callable[[], None],
        prefix: Sequence[int] = (),
    ):
        tables = clash_tables(compiled, tick)
        n_words, n_primary = tables.n_words, compiled.n_primary
        n_levels = tables.n_levels + 1
        self.prefix = tuple(prefix)
        self.n_levels = tables.n_levels
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self._rule, self._rows = rule, rows
        walk = Walk(rule, rows)
        if not walk.through(self.prefix):
            self.control[2] = 1  # it is done, without a visit
        self._path = np.full(n_levels, -1, np.int32)
        self._untried = np.zeros(n_levels * n_words, np.uint64)
        live = np.zeros(n_levels * n_words, np.uint64)
        live[:n_words] = tables.root
        covered = np.zeros(n_primary, np.uint8)
        n_open = np.zeros(n_levels, np.int64)
        n_open[0] = n_primary
        for option in self.prefix:
            live[:n_words] &= ~tables.clash[option * n_words : (option + 1) * n_words]
            covered[tables.items[tables.starts[option] : tables.starts[option + 1]]] = 1
            n_open[0] -= tables.lengths[option]
        state = {
            "clash": tables.clash,
            "item_rows": tables.item_rows,
            "starts": tables.starts,
            "items": tables.items,
            "lengths": tables.lengths,
            "n_words": n_words,
            "order": compiled.branching,
            "deferred": deferred_flags(compiled),
            "live": live,
            "covered": covered,
            "n_open": n_open,
            "path": self._path,
            "untried": self._untried,
            "first_item": np.zeros(n_levels, np.int32),
            **_functions_of(rule),
            "names": rows.each(np.arange(compiled.n_options)).astype(np.int64),
            "state": walk.state,
            "control": self.control,
        }
        self._loop = kernels.search.bound(state)

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        if self.done:
            return OpenPrefixes()
        depth, above = int(self.control[kernels.DEPTH]), len(self.prefix)
        visited = bool(self.control[kernels.VISITED])
        rows = self._untried.reshape(self.n_levels + 1, -1)
        levels: Levels = []
        for level in range(depth + visited):
            options = numbers_in(rows[level])
            levels.append((len(options) + 1, [(above + level, (each,)) for each in options]))
        path = (*self.prefix, *self._path[:depth].tolist())
        if not visited:
            levels.append((1, [(len(path), ())]))
        return OpenPrefixes.below(path, levels)

    def _search(self, *arguments: Any) -> int:
        """Run the kernel. What the rule raises is raised after the solutions found before it."""
        found: int = self._loop(*arguments)
        if self.control[kernels.FAULT] and not found:
            self._raise()
        return found

    def _raise(self) -> NoReturn:
        """Raise what the rule raised in the kernel: it is asked again, on the same way."""
        name = _NAMES[self.control[kernels.FAULT]]
        above = self._path[: self.control[kernels.DEPTH]].tolist()
        walk = Walk(self._rule, self._rows)
        if name == "leave":
            above.append(int(self._path[len(above)]))
        walk.through((*self.prefix, *above))
        if name == "enter":
            walk.enter(int(self.control[kernels.OPTION]))
        elif name == "leave":
            walk.leave(above[-1])
        else:
            walk.accepted()
        raise RuntimeError(f"the rule {name}= raised an exception, and none when asked again")


_NAMES = {kernels.ENTER: "enter", kernels.LEAVE: "leave", kernels.ACCEPT: "accept"}


def _functions_of(rule: StatefulRule) -> dict[str, Any]:
    """The rule's functions as the kernel calls them; 0 for one that it lacks."""
    functions: dict[str, Any] = {}
    for name in _NAMES.values():
        if getattr(rule, name) is None:
            functions[name] = 0
        elif has_compiler():
            functions[name] = rule.function(name).address
        else:
            functions[name] = partial(rule.called if name == "leave" else rule.judged, name)
    return functions
