"""The time that a run may take."""

from __future__ import annotations

import exactcover as xc


class Clock(xc.Deadline):
    """A deadline that remembers whether it was found to have passed."""

    stopped = False

    def goes_on(self) -> bool:
        """Whether there is time left."""
        self.stopped = self.passed()
        return not self.stopped
