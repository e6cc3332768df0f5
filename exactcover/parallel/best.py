"""``minimize`` and ``maximize``: by one search here, or divided."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from typing import Any

from ..common.budget import Budget
from ..search.questions import check_fits
from ..statement.results import Impossible, Optimum, ProgressCallback
from ..statement.statement import Statement

__all__ = ["best"]


def best(
    statement: Statement,
    sign: int,
    budget: Budget,
    within: Any,
    ties: bool,
    reduce: bool,
    progress: ProgressCallback | None,
    workers: int | None,
    executor: Executor | None,
    journal: str | os.PathLike[str] | None,
) -> Optimum | Impossible:
    """The cheapest solutions; with ``sign`` -1 the most expensive."""
    if (workers, executor, journal) == (None, None, None):
        from ..optimization.optimum import optimum

        return optimum(statement, sign, budget, within, reduce, progress, ties)
    from .optimum import optimum_divided
    from .session import Session

    check_fits("workers=, executor= or journal=", ("ties=True", not ties))
    session = Session(workers, executor, journal, budget.nodes, budget.seconds, progress)
    return optimum_divided(statement, sign, budget, within, reduce, session)
