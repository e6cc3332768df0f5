"""What may end a search early."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from typing import Any

from ..errors import BudgetError
from .arguments import to_int
from .deadline import Deadline

__all__ = ["Budget"]


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    try:
        return float(value) >= 0
    except OverflowError:
        return False


@dataclass(frozen=True)
class Budget:
    """What may end a search early; None for no bound. Raises :class:`BudgetError` for nonsense."""

    limit: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    #: What messages call the limit, and the least it may be.
    name: str = "limit"
    least: int = 0

    def __post_init__(self) -> None:
        bounds = ((self.name, self.limit, self.least), ("nodes", self.nodes, 0))
        for name, value, least in bounds:
            if value is None:
                continue
            number = to_int(value)
            if number is None or number < least:
                or_none = "all" if name == "k" else "no limit"
                expected = f"a whole number from {least}, or None for {or_none}"
                raise BudgetError(name, value, expected)
        seconds = self.seconds
        if seconds is not None and not _is_time(seconds):
            raise BudgetError("seconds", seconds, "a number from 0, or None for no limit")

    def deadline(self) -> Deadline:
        """When the seconds are over, if they begin now."""
        return Deadline(self.seconds)
