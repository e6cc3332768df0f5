"""Answering ``minimize`` and ``maximize``: propagation, the search in slices, a labelled answer."""

from __future__ import annotations

import math
import sys
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..common.budget import Budget, check_progress
from ..common.costs import CostsOf, exact_cost
from ..common.slices import Reporter, next_slice
from ..errors import BudgetError, SearchStopped
from ..propagation.reduce import reduction_of
from ..statement.results import (
    Impossible,
    Interrupted,
    Optimum,
    Progress,
    ProgressCallback,
    Solution,
)
from ..statement.statement import Statement

if TYPE_CHECKING:
    from ..propagation.reduce import Reduction
    from .branch_and_bound import Optimization

__all__ = ["optimum"]


def optimum(
    statement: Statement,
    sign: int,
    budget: Budget,
    within: Any,
    reduce: bool,
    progress: ProgressCallback | None,
) -> Optimum | Impossible:
    """The ``budget.limit`` cheapest solutions; with ``sign`` -1 the dearest."""
    check_progress(progress)
    asked = _Asked(statement, sign, budget, within)
    return asked.answer(reduce, progress)


class _Asked:
    """One question, and the answer so far."""

    def __init__(self, statement: Statement, sign: int, budget: Budget, within: Any):
        self.statement = statement
        self.sign = sign
        self.budget = budget
        model = statement.model
        n_options = model.compiled.n_options
        self.costs = model.costs or CostsOf([0] * n_options, False)
        self.within = self._whole_within(within)
        self.reduction: Reduction | None = None
        self.search: Optimization | None = None
        #: The cost of what propagation has taken, whole and signed.
        self.taken = 0
        self.tick = budget.deadline().tick

    def _whole_within(self, within: Any) -> int | None:
        """The bound on the cost, whole and signed: what costs more is not asked for."""
        if within is None:
            return None
        exact = exact_cost(within, self.costs.floats_will_do)
        if isinstance(exact, str):
            raise BudgetError("within", within, exact)
        return math.floor(Fraction(exact) * self.costs.factor * self.sign)

    def answer(self, reduce: bool, progress: ProgressCallback | None) -> Optimum | Impossible:
        stopped = None
        try:
            stopped = self._search(reduce, progress)
            return self._answer(stopped)
        except SearchStopped:
            return self._answer("seconds")
        except KeyboardInterrupt:
            partial = self._answer("interrupt")
            if isinstance(partial, Impossible):
                return partial
            raise Interrupted(partial) from None

    def _search(self, reduce: bool, progress: ProgressCallback | None) -> str | None:
        """Search to the end or to the end of the budget, which it names."""
        from .branch_and_bound import Optimization

        self.reduction = reduction_of(self.statement, reduce, True, self.tick)
        if self.reduction.impossible is not None:
            return None
        core = self.reduction.core
        self.taken = sum(self.costs.whole(self.reduction._taken, self.sign))
        within = None if self.within is None else self.within - self.taken
        whole = self.costs.whole(core.options, self.sign)
        limit = None if self.budget.limit is None else int(self.budget.limit)
        search = Optimization(core.compiled, whole, limit, within, self.tick)
        self.search = search
        most = sys.maxsize if self.budget.nodes is None else int(self.budget.nodes)
        search.prepare(most)
        nodes = 1
        reporter = Reporter(progress)
        while not search.done:
            if search.too_large:
                if not search.best:
                    search.take_any(most - search.nodes)
                return "memory"
            if search.nodes >= most:
                return "nodes"
            self.tick()
            before = time.monotonic()
            search.run(min(nodes, most - search.nodes))
            nodes = next_slice(nodes, time.monotonic() - before)
            reporter.report(lambda seconds: Progress(search.nodes, len(search.best), seconds))
        return None

    def _answer(self, stopped: str | None) -> Optimum | Impossible:
        """The answer so far."""
        reduction, search = self.reduction, self.search
        if reduction is not None and reduction.impossible is not None:
            return reduction.impossible
        if search is None or reduction is None:
            # Nothing is known, but that no option can be chosen more often than it may be.
            return Optimum((), (), self._cost(self._trivial_bound()), 0, stopped)
        if search.done:
            stopped = None
            if not search.best and self.within is None:
                return Impossible.by_search(search.nodes)
        rows, model = reduction.stated_rows(), self.statement.model
        solutions = tuple(Solution(model, rows.one(options)) for _, options in search.best)
        costs = tuple(solution.cost for solution in solutions)
        bound = self._cost(search.bound + self.taken)
        return Optimum(solutions, costs, bound, search.nodes, stopped)

    def _cost(self, whole: int) -> Any:
        return self.costs.from_whole(self.sign * whole)

    def _trivial_bound(self) -> int:
        """Whole and signed: what no solution is below."""
        model = self.statement.model
        most = 1 if not model.compiled.repeat else max(model.compiled.high, default=1)
        costs = self.costs.whole(range(model.compiled.n_options), self.sign)
        return most * sum(cost for cost in costs if cost < 0)
