"""The linear program of a problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays.views import option_of_nodes, sums_before
from ..kernels import dual_simplex as kernels
from ..kernels.basis_factors import Factors
from ..kernels.dual_simplex import Program, Tableau

_MOST_ETAS = 64
_PIVOTS = 50


class LinearProgram:
    def __init__(self, starts: Any, rows: Any, cost: Any, times: Any, low: Any, high: Any, seed: int = 0):
        n, m = len(cost), len(low)
        self.n, self.m = n, m
        rows = rows.astype(np.int32)
        counts = np.bincount(rows, minlength=m)
        by_row = np.argsort(rows, kind="stable")
        draw = np.random.default_rng(seed)
        self.scale = 1.0 / max(float(np.abs(cost).mean()), 1e-300)
        scaled = cost * self.scale
        self.true_cost = np.append(scaled, np.zeros(m))
        noise = 1e-6 * (1 + np.abs(scaled)) * draw.uniform(0.5, 1.0, n)
        self.program = Program(
            starts.astype(np.int64), rows, sums_before(counts), option_of_nodes(starts)[by_row].astype(np.int32),
            np.append(scaled + noise, np.zeros(m)),
            np.append(np.zeros(n), low.astype(float)), np.append(times.astype(float), high.astype(float)),
        )
        lengths = np.diff(starts)
        basic = int(np.sort(lengths)[-m:].sum()) + m
        self.tableau = Tableau(
            np.arange(n, n + m, dtype=np.int32), np.zeros(n + m, np.int32), np.zeros(n + m, np.uint8),
            np.zeros(m), np.zeros(m), np.zeros(n + m), np.ones(m), np.zeros(n + m), np.zeros(m),
            np.zeros(m), np.zeros(m), np.zeros(m), np.zeros(n + m, np.int32), np.zeros(3, np.int64), np.zeros(1),
        )
        self._room(basic, 2 * basic + 10 * m)

    def _room(self, basic: int, entries: int) -> None:
        m = self.m
        i, f = np.int32, np.float64
        E = _MOST_ETAS
        self._basic, self._entries = basic, entries
        self.factors = Factors(
            np.zeros(m + 1, np.int64), np.zeros(entries, i), np.zeros(entries, f),
            np.zeros(m + 1, np.int64), np.zeros(entries, i), np.zeros(entries, f), np.zeros(m, f),
            np.zeros(m, i), np.zeros(m, i), np.zeros(m, i),
            np.zeros(E + 1, np.int64), np.zeros(E, i), np.zeros(E, f), np.zeros(E * m, i), np.zeros(E * m, f),
            np.zeros(2, np.int64),
            np.zeros(m, f), np.zeros(m, i), np.zeros(m, i), np.zeros(m + 1, np.int64), np.zeros(basic, i),
            np.zeros(m, i), np.zeros(m, np.int64), np.zeros(m, i), np.zeros(m, i),
        )
        self.tableau.control[1] = 0

    def solve(self, tick: Callable[[], None], limit: float = np.inf, pivots: int = 2**40) -> int:
        while True:
            before = int(self.tableau.control[0])
            why = kernels.iterate(self.program, self.tableau, self.factors, limit, min(pivots, _PIVOTS))
            pivots -= int(self.tableau.control[0]) - before
            tick()
            if why == kernels.NO_ROOM:
                self._room(self._basic, 2 * self._entries)
            elif why != kernels.PAUSED or pivots <= 0:
                return why
