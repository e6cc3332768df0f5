"""How much of a search is left, guessed while it goes on: for the display of progress.

A thread beside the search estimates the nodes of the whole tree (``estimate.py``). Those are nodes
as the reference engine visits them; on the instances of the benchmark the compiled engines visited
0.47 to 1.08 times as many, by which the interval is widened.
"""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING

from ..errors import SearchStopped

if TYPE_CHECKING:
    from ..arrays.compiled import Compiled
    from .estimate import Figure

__all__ = ["Outlook", "remaining"]

#: Seconds of search before it is worth while.
_AFTER = 2.0
#: Descents.
_PROBES = 10_000
#: Options of a problem at most: the estimate's tables grow with their square (20,000: 50 MB).
_MOST_OPTIONS = 20_000
#: What compiled engines visit of the nodes that are estimated, at least and at most.
_FEWEST, _MOST = 0.45, 1.1


class Outlook:
    """What is left of one search. :meth:`close` it at the end."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        self._nodes: Figure | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def whole(self, elapsed: float) -> tuple[float, float] | None:
        """Between how many nodes the whole search has, in 19 cases of 20 or more; None as long as
        that is not known. ``elapsed``: seconds of search so far."""
        if self._thread is None and elapsed >= _AFTER:
            # Nobody waits for it: not the end of the program either.
            self._thread = threading.Thread(target=self._estimate, name="outlook", daemon=True)
            self._thread.start()
        figure = self._nodes
        if figure is None or figure.high == math.inf:
            return None
        return _FEWEST * figure.low, _MOST * figure.high

    def close(self) -> None:
        """End the estimate, if it is still made."""
        self._stop.set()

    def _estimate(self) -> None:
        from .estimate import estimated_nodes

        compiled = self._compiled
        if compiled.n_options > _MOST_OPTIONS:
            return
        try:
            self._nodes = estimated_nodes(compiled, _PROBES, 0, self._tick)
        except (SearchStopped, MemoryError):
            return

    def _tick(self) -> None:
        if self._stop.is_set():
            raise SearchStopped("seconds", None)


def remaining(
    nodes: int,
    speed: float,
    whole: tuple[float, float] | None,
    done: float = 0.0,
    by_share: float | None = None,
) -> tuple[float | None, tuple[float, float] | None]:
    """Seconds that are left, and an interval for them; None for what is not known.

    ``nodes``: those visited, in earlier sessions too. ``speed``: nodes a second. ``whole``: the
    estimated nodes of the search, between two numbers. ``done``: the part of the search that is
    done. ``by_share``: the seconds left if the rest is like that part. At first the estimate
    counts; the more is done, the more ``by_share`` does.
    """
    if whole is None or speed <= 0 or nodes >= whole[1]:
        return by_share, None
    least, most = max(0.0, whole[0] - nodes) / speed, (whole[1] - nodes) / speed
    left = (least + most) / 2
    if by_share is not None:
        left = min(max((1 - done) * left + done * by_share, least), most)
    return left, (least, most)
