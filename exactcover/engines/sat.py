"""The engine ``sat``: CaDiCaL with python-sat, on the problem as clauses.

CaDiCaL (A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt, CAV 2024) learns
from conflicts as ``learning`` does, and simplifies what it knows on the way. It goes on in steps of
a fixed number of conflicts, whatever the node budget, so every run is the same. What a
step finds is handed over when as many nodes have been asked for as it had conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..arrays.clauses import Clauses, needs_of, rows_of
from ..arrays.compiled import Compiled
from ..arrays.groups import groups_of
from ..errors import MissingLibrary, UnwritableProblem
from .contract import EngineSearch

#: With more clauses than this for "at most one" by pairs, it is written by places in a grid.
_MOST_PAIRS = 300_000


class SatSearch(EngineSearch):
    """A search as in ``engines/contract.py``, whose nodes are conflicts and solutions."""

    nodes = 0
    done = False
    decided_by = "sat"

    def __init__(
        self,
        compiled: Compiled,
        step: int,
        tick: Callable[[], None] = lambda: None,
        most: int | None = None,
    ):
        """``step``: the conflicts of one. ``most``: clauses at most.

        Raises :class:`UnwritableProblem` if there are more, and :class:`MissingLibrary` where
        python-sat is not installed.
        """
        try:
            solvers: Any = import_module("pysat.solvers")
            module: Any = import_module("pysolvers")
            self._solver, self._module = solvers.Cadical195(), module
            self._solve = module.cadical195_solve_lim
        except (ImportError, AttributeError):
            raise MissingLibrary("python-sat", "sat") from None
        self._per_step = step
        #: Nodes of the last step that are still to be asked for, and what it found: a solution,
        #: that there is none (False), or nothing (None).
        self._owed = 0
        self._found: list[int] | bool | None = None
        self._multiple = compiled.multiple
        groups = groups_of(compiled, tick)
        self._option, n_options = groups.option, len(groups.option)
        live = np.ones(groups.n_variables, bool)
        live[groups.never] = False
        sizes = np.diff(groups.first_member).astype(np.int64)
        pairs = int((sizes * (sizes - 1) // 2)[groups.high == 1].sum())
        clauses = _Added(groups.n_variables, tick, self._solver.add_clause, most)
        at_most_one = clauses.pairwise if pairs <= _MOST_PAIRS else clauses.product
        clauses.add(*[[-user, *some] for user, some in needs_of(groups, live)])
        clauses.add(*[[-each] for each in (np.flatnonzero(~live[:n_options]) + 1).tolist()])
        for row in rows_of(compiled, groups, live):
            clauses.row(row, at_most_one)

    def collect(self, nodes: int, limit: int) -> list[Sequence[int]]:
        """Like ``count``, and gives the solutions."""
        found: list[Sequence[int]] = []
        until = self.nodes + nodes
        while self.nodes < until and len(found) < limit and not self.done:
            if not self._owed:
                self._step()
            paid = min(self._owed, until - self.nodes)
            self._owed -= paid
            self.nodes += paid
            if not self._owed and isinstance(self._found, list):
                found.append(self._found)
            elif not self._owed:
                self.done = self._found is False
        return found

    def _step(self) -> None:
        solver = self._solver
        before = solver.accum_stats()["conflicts"]
        solver.conf_budget(self._per_step)
        # With 0 python-sat leaves Ctrl-C to Python, which sees it after the step. Its own handler
        # would jump out of the solver.
        answer = self._solve(solver.cadical, [], 0)
        self._found = False if answer < 0 else self._read() if answer else None
        conflicts = solver.accum_stats()["conflicts"] - before
        self._owed = min(self._per_step, conflicts + 1) if answer else self._per_step

    def _read(self) -> list[int]:
        """The solution that was found; the solver will find others from now on."""
        n = len(self._option)
        true = np.zeros(n + 1, bool)
        model = np.array(self._module.cadical195_model(self._solver.cadical) or [], np.int64)
        true[model[(model > 0) & (model <= n)]] = True
        chosen = np.flatnonzero(true)
        blocking = (-chosen).tolist()
        if self._multiple:  # a solution may be part of another one
            blocking += (np.flatnonzero(~true[1:]) + 1).tolist()
        self._solver.add_clause(blocking)
        options: list[int] = self._option[chosen - 1].tolist()
        return options


class _Added(Clauses):
    """Clauses that are handed to a solver at once."""

    def __init__(
        self,
        n_variables: int,
        tick: Callable[[], None],
        hand: Callable[[list[int]], object],
        most: int | None,
    ):
        super().__init__(n_variables, tick)
        self._hand, self._most = hand, most

    def add(self, *clauses: Sequence[int]) -> None:
        super().add(*clauses)
        for clause in clauses:
            self._hand(clause)  # type: ignore[arg-type]

    def expect(self, number: int) -> None:
        super().expect(number)
        if self._most is not None and self.n_clauses > self._most:
            raise UnwritableProblem(f"the problem takes more than {self._most:,} clauses")
