"""When the best cost and the bound of a search changed."""

from __future__ import annotations

import time


class History:
    """The notes, in order: (seconds since the beginning, best cost, bound); None: not known.

    A bound may rise thousands of times a second. There are some hundred notes for each tenfold
    time, and one for each better solution.
    """

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.notes: list[tuple[float, int | None, int | None]] = []

    def note(self, best: int | None, bound: int | None, last: bool = False) -> None:
        """Note what is known now; at the end of the search in any case."""
        seconds = time.monotonic() - self._began
        before, *known = self.notes[-1] if self.notes else (0.0, None, None)
        if known == [best, bound] and not last:
            return
        # A change of the bound alone is noted if a hundredth of the time has passed since the last.
        if last or known[0] != best or seconds - before >= 0.01 * seconds:
            self.notes.append((seconds, best, bound))
