"""The compiled search that asks a rule at each node, without Python in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.clash_tables import clash_tables
from ..arrays.compiled import Compiled
from ..arrays.views import deferred_flags
from ..engines.kernel_search import KernelSearch
from ..kernels import ruled as kernels
from ..kernels.availability import compiles
from ..kernels.jit import bound
from ..propagation.stated_rows import StatedRows
from .stateful import StatefulRule

__all__ = ["CompiledRuleSearch"]


class CompiledRuleSearch(KernelSearch):
    """A search by the engine contract (see ``kernels/ruled.py``)."""

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
        functions = _functions_of(rule)
        self._rule = rule  # the addresses are valid as long as its functions live
        walk = rule.walk(rows)
        if not walk.through(self.prefix):
            self.control[1:3] = 1  # the root is visited, and that is all
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
            "path": np.full(n_levels, -1, np.int32),
            "untried": np.zeros(n_levels * n_words, np.uint64),
            "first_item": np.zeros(n_levels, np.int32),
            **functions,
            "names": np.array(rows.options, np.int64),
            "state": walk.state,
            "control": self.control,
        }
        self._search = bound(kernels.search, state)


def _functions_of(rule: StatefulRule) -> dict[str, Any]:
    """The rule's functions as the kernel calls them; 0 for one that it lacks."""
    if not compiles():
        return {"enter": rule.enter, "leave": rule.leave, "accept": rule.accept or 0}
    from ..kernels.rule_functions import address_of

    functions = {"enter": rule.enter, "leave": rule.leave, "accept": rule.accept}
    return {
        name: 0 if function is None else address_of(name, function)
        for name, function in functions.items()
    }
