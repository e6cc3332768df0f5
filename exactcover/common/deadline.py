"""A budget of seconds as a moment in time, which long work checks often."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..errors import SearchStopped

Value = TypeVar("Value")

#: Steps of plain Python from one tick to the next: some milliseconds.
_STEPS = 1_000


class Deadline:
    """The end of a time budget that several questions share.

    Parameters
    ----------
    seconds : float, optional
        From now on. Default: no end. Pass ``seconds=deadline.left()`` to each question.
    """

    def __init__(self, seconds: float | None = None):
        self._moment = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """The seconds left, at least 0; None for no end."""
        return None if self._moment is None else max(0.0, self._moment - time.monotonic())

    def passed(self) -> bool:
        """Whether no time is left."""
        return self.left() == 0.0

    def tick(self) -> None:
        """Raise :class:`exactcover.SearchStopped` once no time is left."""
        if self.passed():
            raise SearchStopped("seconds", None)


def ticking(values: Iterable[Value], tick: Callable[[], None]) -> Iterator[Value]:
    """Give the values on, and call ``tick`` now and then between them; it may raise."""
    for number, value in enumerate(values):
        if number % _STEPS == 0:
            tick()
        yield value
