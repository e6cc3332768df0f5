"""Long work in slices: the length of the next one, and user functions called in between.

Between slices of some 20 ms Python sees Ctrl-C, the clock and the budgets.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from ..errors import DiagramTooLarge, SearchStopped, UndecidedError
from .arguments import check_progress
from .displayed import Displayed, display

Report = TypeVar("Report", bound=Displayed)

#: A slice is lengthened below the first and shortened above the second of these, in seconds.
_SHORT_SLICE, _LONG_SLICE = 0.01, 0.04
_MOST_NODES_IN_SLICE = 2**40
#: Entries of a table of solutions that is made at once.
TABLE_ENTRIES = 2_000_000
#: Seconds between two reports of progress.
_REPORT_EVERY = 0.1


def next_slice(nodes: int, seconds: float) -> int:
    """The number of nodes for the next slice, if the last one had ``nodes`` in ``seconds``."""
    if seconds > _LONG_SLICE:
        return max(1, nodes // 2)
    return min(_MOST_NODES_IN_SLICE, 2 * nodes) if seconds < _SHORT_SLICE else nodes


#: By these the parts of a search tell each other that something is over, or given up. A user's
#: function raises them too: one that asks a question of its own, or calls ``next``.
_SIGNALS = (StopIteration, SearchStopped, DiagramTooLarge, UndecidedError)


def called(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function of the user gives; ``name``: what messages call it.

    What it raises passes through the work around it to the user. So an exception that would end
    that work, as if it were complete or its time over, becomes a RuntimeError.
    """
    try:
        return function(*arguments)
    except _SIGNALS as signal:
        raise RuntimeError(f"{name} raised {type(signal).__name__}") from signal


def reporting(report: Callable[[str], None] | None) -> Callable[[str], None]:
    """The argument ``report=``, checked, as a function to call."""
    check_progress(report, "report")
    return partial(called, "report=", report) if report else lambda text: None


class Reporter(Generic[Report]):
    """Calls a function with the progress of some work, ten times a second at most.

    True stands for a function that shows it: a bar in a notebook, or a line on a terminal.
    """

    def __init__(self, callback: Callable[[Report], object] | bool | None):
        self._live = display().live_progress() if callback is True else None
        self._callback = self._live if isinstance(callback, bool) else callback
        self._started = self._reported = time.monotonic()

    @property
    def asked(self) -> bool:
        """Whether there is a function to call."""
        return self._callback is not None

    def end(self) -> None:
        """Take away what shows the progress."""
        if self._live is not None:
            self._live.end()

    def report(self, progress: Callable[[float], Report], last: bool = False) -> None:
        """Report if it is time, or ``last``; ``progress`` gets the seconds since the beginning."""
        now = time.monotonic()
        if self._callback is not None and (last or now - self._reported >= _REPORT_EVERY):
            self._reported = now
            called("progress=", self._callback, progress(now - self._started))
