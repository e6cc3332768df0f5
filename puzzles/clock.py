"""The time that a run may take."""

from __future__ import annotations

import time

__all__ = ["Clock"]


class Clock:
    """Counts down from so many seconds; None for no bound."""

    def __init__(self, seconds: float | None = None):
        self._until = None if seconds is None else time.monotonic() + seconds
        #: Whether it was found to be over.
        self.stopped = False

    def left(self) -> float | None:
        """Seconds that are left, or None for no bound."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    def goes_on(self) -> bool:
        """Whether there is time left."""
        self.stopped = self.left() == 0.0
        return not self.stopped
