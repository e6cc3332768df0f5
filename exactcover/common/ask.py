"""The arguments that questions share: limits, budgets, the engine, the workers."""

from __future__ import annotations

import numbers
import os
from dataclasses import dataclass
from typing import Any

from ..errors import BudgetError
from .arguments import check_number, check_progress, required_memory, to_int
from .deadline import Deadline


@dataclass(frozen=True)
class Ask:
    """The arguments that questions share, checked. Public methods make one and hand it down.

    Raises :class:`BudgetError` and TypeError for what makes no sense. Engines, orders and methods
    are checked by those who know them.
    """

    #: Solutions at most, nodes of this session and its seconds; None for no bound.
    limit: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    #: A function of a ``Progress``; True for what shows it.
    progress: Any = None
    workers: int | None = None
    #: One of ``concurrent.futures``; and the path of a journal, or what stands in for one.
    executor: Any = None
    journal: Any = None
    engine: str = "auto"
    order: Any = "mrv"
    reduce: bool = True
    method: str = "auto"
    #: Bytes, once it is made.
    memory: Any = "2GB"

    def __post_init__(self) -> None:
        unbounded = "or None for no limit"
        rows = ("limit", 0, unbounded), ("nodes", 0, unbounded), ("workers", 1, "or None")
        for name, least, none in rows:
            check_number(name, getattr(self, name), least, none)
            object.__setattr__(self, name, to_int(getattr(self, name)))
        if self.seconds is not None and not _is_time(self.seconds):
            raise BudgetError("seconds", self.seconds, "a number from 0, or None for no limit")
        check_progress(self.progress)
        object.__setattr__(self, "memory", required_memory(self.memory))
        if self.journal is not None and not hasattr(self.journal, "opened"):
            object.__setattr__(self, "journal", os.fsdecode(self.journal))

    @property
    def plain(self) -> bool:
        """Whether neither an engine nor an order is requested."""
        return self.engine == "auto" and isinstance(self.order, str) and self.order == "mrv"

    @property
    def unbounded(self) -> bool:
        """Whether it is for all solutions, with neither a limit nor a budget of nodes."""
        return self.limit is None and self.nodes is None

    @property
    def divided(self) -> bool:
        """Whether workers, an executor or a journal are requested."""
        return (self.workers, self.executor, self.journal) != (None, None, None)

    def deadline(self) -> Deadline:
        """When the seconds are over, if they begin now."""
        return Deadline(self.seconds)


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    try:
        return float(value) >= 0
    except OverflowError:
        return False
