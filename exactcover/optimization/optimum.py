"""Answering ``minimize`` and ``maximize``: propagation, the search in slices, a labelled answer."""

from __future__ import annotations

import math
import sys
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..common.arguments import check_progress
from ..common.budget import Budget
from ..common.costs import CostsOf, exact_cost
from ..common.slices import Reporter, next_slice
from ..errors import BudgetError, MethodConflict, SearchStopped, shown
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
    ties: bool = False,
) -> Optimum | Impossible:
    """The ``budget.limit`` cheapest solutions; with ``sign`` -1 the most expensive.

    ``ties``: and all that cost the same as the last of them.
    """
    check_progress(progress)
    if ties not in (True, False):
        raise TypeError(f"ties={shown(ties)}: expected True or False")
    if ties and budget.limit is None:
        raise MethodConflict("ties=True", "k=None, which gives all solutions anyway")
    asked = _Asked(statement, sign, budget, within, ties)
    try:
        return asked.answer(asked.search_on(reduce, progress))
    except SearchStopped:
        return asked.answer("seconds")
    except KeyboardInterrupt:
        partial = asked.answer("interrupt")
        if isinstance(partial, Impossible):
            return partial
        raise Interrupted(partial) from None


class _Asked:
    """One question, and the answer so far."""

    def __init__(self, statement: Statement, sign: int, budget: Budget, within: Any, ties: bool):
        #: Whether solutions that cost the same as the last are still to be searched for.
        self.ties_left = ties
        self.statement = statement
        self.sign = sign
        self.budget = budget
        model = statement.model
        self.costs = model.costs or CostsOf([0] * model.compiled.n_options)
        #: The bound on the cost, as an int and signed; what costs more is not asked for.
        self.within: int | None = None
        if within is not None:
            exact = exact_cost(within, self.costs.floats_will_do)
            if isinstance(exact, str):
                raise BudgetError("within", within, exact)
            of_options = Fraction(exact) - self.costs.constant
            self.within = math.floor(of_options * self.costs.factor * sign)
        self.reduction: Reduction | None = None
        self.search: Optimization | None = None
        #: The cost of what propagation has taken, as an int and signed.
        self.taken = 0
        self.tick = budget.deadline().tick

    def search_on(self, reduce: bool, progress: ProgressCallback | None) -> str | None:
        """Search to the end or to the end of the budget, which it names."""
        from .branch_and_bound import Optimization

        self.reduction = reduction = reduction_of(self.statement, reduce, True, self.tick)
        if reduction.impossible is not None:
            return None
        self.taken = sum(self.costs.scaled(reduction._taken, self.sign))
        within = None if self.within is None else self.within - self.taken
        costs = self.costs.scaled(reduction.core.options, self.sign)
        limit = None if self.budget.limit is None else int(self.budget.limit)
        compiled = reduction.core.compiled
        self.search = search = Optimization(
            compiled, costs, limit, within, self.tick, more=self.ties_left
        )
        most = sys.maxsize if self.budget.nodes is None else int(self.budget.nodes)
        search.prepare(most)
        reporter = Reporter(progress)
        try:
            stopped = self._slices(search, most, reporter)
            if stopped is None and self.ties_left and len(search.best) == limit:
                search.widen(None, search.best[-1][0])
                self.ties_left = False
                stopped = self._slices(search, most, reporter)
            elif stopped is None:
                self.ties_left = False
            return stopped
        finally:
            reporter.end()

    def _slices(self, search: Optimization, most: int, reporter: Reporter[Progress]) -> str | None:
        """Search in slices; what ended it early."""
        nodes = 1
        while not search.done:
            if search.nodes >= most:
                return "nodes"
            self.tick()
            before = time.monotonic()
            search.run(min(nodes, most - search.nodes))
            nodes = next_slice(nodes, time.monotonic() - before)
            reporter.report(lambda seconds: Progress(search.nodes, len(search.best), seconds))
        return None

    def answer(self, stopped: str | None) -> Optimum | Impossible:
        """The answer so far."""
        reduction, search = self.reduction, self.search
        if reduction is not None and reduction.impossible is not None:
            return reduction.impossible
        if search is None or reduction is None:
            # All that is known: no option is chosen more often than the bounds of items allow.
            compiled = self.statement.model.compiled
            most = max(compiled.high, default=1) if compiled.repeat else 1
            costs = self.costs.scaled(range(compiled.n_options), self.sign)
            bound = self._cost(most * sum(cost for cost in costs if cost < 0))
            return Optimum((), (), bound, 0, stopped)
        if search.done:
            stopped = stopped if self.ties_left else None
            if not search.best and self.within is None:
                return Impossible.by_search(search.nodes)
        rows, model = reduction.stated_rows(), self.statement.model
        solutions = tuple(Solution(model, rows.one(options)) for _, options in search.best)
        bound = self._cost(search.bound + self.taken)
        costs_found = tuple(solution.cost for solution in solutions)
        return Optimum(solutions, costs_found, bound, search.nodes, stopped)

    def _cost(self, scaled: int) -> Any:
        return self.costs.unscaled(self.sign * scaled)
