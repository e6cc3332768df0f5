"""Budgets: what may end a search early. Checks of arguments that many questions take."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import BudgetError
from .arguments import memory_size, to_int
from .deadline import Deadline

__all__ = [
    "Budget",
    "check_number",
    "check_progress",
    "required_memory",
    "ticking",
]

Value = TypeVar("Value")

#: Steps of plain Python from one tick to the next: some milliseconds.
_STEPS = 1_000


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


def ticking(values: Iterable[Value], tick: Callable[[], None]) -> Iterator[Value]:
    """Give the values on, and call ``tick`` now and then between them; it may raise."""
    for number, value in enumerate(values):
        if number % _STEPS == 0:
            tick()
        yield value


def check_progress(progress: Any, name: str = "progress") -> None:
    """Raise TypeError unless ``progress`` is a function, or None."""
    if progress is not None and not callable(progress):
        raise TypeError(f"{name}={progress!r}: expected a function of one argument, or None")


def check_number(name: str, value: Any, least: int | None, or_none: bool = False) -> None:
    """Raise :class:`BudgetError` unless it is a whole number from ``least``, or None if it may."""
    if value is None and or_none:
        return
    number = to_int(value)
    if number is None or (least is not None and number < least):
        bound = "" if least is None else f" from {least}"
        raise BudgetError(name, value, f"a whole number{bound}{', or None' if or_none else ''}")


def required_memory(value: Any) -> int:
    """The argument ``memory=`` in bytes. Raises :class:`BudgetError`."""
    size = memory_size(value)
    if size is None:
        expected = 'a number of bytes from 1,000,000, or a text such as "4GB"'
        raise BudgetError("memory", value, expected)
    return size
