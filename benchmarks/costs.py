"""Node costs on this machine and in the table: ``python -m benchmarks.costs``.

For each engine the nanoseconds per node (per conflict, if it learns), at the beginning of some
searches and later; for each counting argument its nanoseconds. The table
(``exactcover/common/turns.py``) holds typical values.
"""

from __future__ import annotations

import time

from exactcover.arrays.compiled import Compiled
from exactcover.common.turns import COSTS
from exactcover.engines import choose
from exactcover.propagation.counting_argument import Refutation

from .hard import latin_with_holes
from .instances import INSTANCES
from .machine import machine

__all__ = ["main"]

#: For each engine the nodes at the beginning, and the nodes after them.
_NODES = {
    "bitset": (1_000, 1_000_000),
    "cells": (1_000, 100_000),
    "learning": (300, 1_000),
    "restarts": (1_000, 10_000),
    "sat": (300, 1_000),
}


def of_table(engine: str, compiled: Compiled) -> float:
    """A node at the beginning of a search, as the choice of engines reckons."""
    by_size = {
        "bitset": COSTS.bitset_node + choose.wide(compiled) / 2,
        "cells": COSTS.cells_node,
        "learning": COSTS.learning_node,
        "restarts": COSTS.restarts_node + COSTS.restarts_entry * compiled.n_entries,
        "sat": COSTS.sat_node + COSTS.sat_option * compiled.n_options,
    }
    return by_size[engine]


def measured(compiled: Compiled, engine: str) -> list[str]:
    """Nanoseconds of a node at the beginning and later; nothing where the search is over."""
    search, texts = choose.start(compiled, engine), []
    for nodes in _NODES[engine]:
        before, began = search.nodes, time.process_time_ns()
        while search.nodes < before + nodes and not search.done:
            search.collect(before + nodes - search.nodes, 1_000)
        took = time.process_time_ns() - began
        texts.append(f"{took / max(1, search.nodes - before):,.0f}" if not search.done else "")
    return texts


def main() -> None:
    """Print a line for each instance and engine, and for each counting argument."""
    print(f"{machine()}\n")
    print(f"{'':<34}{'':<10}{'table':>12}{'beginning':>12}{'later':>12}")
    names = ("pentominoes 6x10", "Langford pairs 12", "14 queens", "word rectangles 4x5")
    problems = {name: INSTANCES[name].problem() for name in names}
    problems["Latin square with holes"] = latin_with_holes(33, 0.42, 0)
    for name, problem in problems.items():
        compiled = problem.reduced()._model.compiled
        for engine in _NODES:
            measured(compiled, engine)  # compiled, and tables made
            early, late = measured(compiled, engine)
            said = of_table(engine, compiled)
            print(f"{name:<34}{engine:<10}{said:>12,.0f}{early:>12}{late:>12}", flush=True)
        refutation = Refutation(compiled)
        while (said := refutation.next_cost()) < 1e10:
            began = time.process_time_ns()
            refutation.reason(lambda: None)
            took = time.process_time_ns() - began
            print(f"{name:<34}{'counting':<10}{said:>12,.0f}{took:>12,}", flush=True)


if __name__ == "__main__":
    main()
