"""Other programs' own models, built before anything is timed.

The timed part only calls a program and reads its answer; nothing there may grow with the problem,
which ``tests/benchmarks/test_peers.py`` checks. So the figures exclude the time to build the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

__all__ = ["Run", "algorithm_x", "cadical", "cp_sat", "ones", "xcover"]

#: What is timed.
Run = Callable[[], object]

#: A sum of 0-1 variables, numbered from 0, with its bounds; None for no upper one.
Row = tuple[Sequence[int], int, int | None]


def ones(values: Any) -> list[int]:
    """The places of the variables that are 1."""
    return np.flatnonzero(np.asarray(values) > 0.5).tolist()  # type: ignore[no-any-return]


def algorithm_x(options: Sequence[Iterable[str]]) -> Callable[[], int]:
    """Algorithm X as it is written in plain Python: for each item the set of its options."""
    items_of = [list(option) for option in options]
    by_item: dict[str, set[int]] = {}
    for number, items in enumerate(items_of):
        for item in items:
            by_item.setdefault(item, set()).add(number)

    def search(by_item: dict[str, set[int]]) -> int:
        if not by_item:
            return 1
        found = 0
        for chosen in min(by_item.values(), key=len):
            covered = items_of[chosen]
            clashing = set().union(*map(by_item.__getitem__, covered))
            left = {item: some - clashing for item, some in by_item.items() if item not in covered}
            found += search(left)
        return found

    return lambda: search(by_item)


def cadical(clauses: list[list[int]]) -> Any:
    """CaDiCaL with these clauses."""
    from pysat.solvers import Cadical195

    return Cadical195(bootstrap_with=clauses)


def cp_sat(n_variables: int, rows: Iterable[Row], linear: bool, workers: int = 1) -> Any:
    """CP-SAT: its model, its variables, and its solver.

    ``linear``: rows are linear constraints; otherwise they are "exactly one" and their like, where
    they can be. Which is better depends on the instance, so both are asked.
    """
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    variables = [model.new_bool_var("") for _ in range(n_variables)]
    of_bounds = {
        (1, 1): model.add_exactly_one,
        (0, 1): model.add_at_most_one,
        (1, None): model.add_at_least_one,
    }
    for members, low, high in rows:
        some = [variables[each] for each in members]
        state = None if linear else of_bounds.get((low, high))
        if state is not None:
            state(some)
        else:
            most = len(some) if high is None else high
            model.add_linear_constraint(cp_model.LinearExpr.sum(some), low, most)
    solver.parameters.num_workers = workers
    return model, variables, solver


def xcover(options: list[list[str]], primary: list[str], **more: Any) -> Any:
    """The arrays of xcover's own loops, for ``algorithm_c`` and ``algorithm_z``."""
    from xcover.solvers import input_as_arrays

    return input_as_arrays(options, primary=primary, **more)
