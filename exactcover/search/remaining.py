"""How much of a search is left, guessed while it goes on: for the display of progress.

Slices of an estimate between those of the search say how many nodes the reference engine would
visit (``estimate.py``). On the instances of the benchmark the compiled engines visited 0.47 to 1.08
times as many, by which the interval is widened.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..arrays.compiled import Compiled
    from .estimate import Figure

#: Seconds of search before the estimate begins, and its descents at most.
_AFTER, _PROBES = 2.0, 10_000
#: Its share of the time, at most: descents take half a second where the search is not huge.
_SHARE = 0.1
#: If a smaller share of a search was done, the rest is not estimated from it.
LEAST_SHARE = 0.001
#: Options of a problem at most: the estimate's tables grow with their square (20,000: 50 MB).
_MOST_OPTIONS = 20_000


class Outlook:
    """How large one search is. The estimate is made where it is asked for, a slice at a time, so
    that nothing of it is left when the search is over."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        self._slices: Iterator[Figure | None] | None = None
        self._nodes: Figure | None = None
        #: Seconds that the estimate has taken.
        self._spent = 0.0

    def nodes(self, elapsed: float) -> tuple[float, float] | None:
        """A 95 % interval for the nodes of the search; None as long as that is not known.

        ``elapsed``: seconds of search so far. Takes some 20 ms, if a slice is due.
        """
        if self._nodes is None and elapsed >= _AFTER and self._spent <= _SHARE * elapsed:
            began = time.perf_counter()
            with suppress(MemoryError):
                self._nodes = next(self._begun(), None)
            self._spent += time.perf_counter() - began
        figure = self._nodes
        if figure is None or figure.high == math.inf:
            return None
        return 0.45 * figure.low, 1.1 * figure.high

    def _begun(self) -> Iterator[Figure | None]:
        from .estimate import nodes_in_slices, usual_probes

        if self._slices is None:
            small = self._compiled.n_options <= _MOST_OPTIONS
            probes = min(_PROBES, usual_probes())
            self._slices = nodes_in_slices(self._compiled, probes) if small else iter(())
        return self._slices


def remaining(
    nodes: int,
    speed: float,
    total: tuple[float, float] | None,
    done: float = 0.0,
    by_share: float | None = None,
) -> tuple[float | None, tuple[float, float] | None]:
    """Seconds that are left, and an interval for them; None for what is not known.

    ``nodes``: those visited, in earlier sessions too. ``speed``: nodes a second. ``total``: an
    interval for the nodes of the entire search. ``done``: the share of the search that is done.
    ``by_share``: the seconds left if the rest is like that share. The larger ``done`` is, the more
    does ``by_share`` count, and the less ``total``.
    """
    if total is None or speed <= 0 or nodes >= total[1]:
        return by_share, None
    least, most = max(0.0, total[0] - nodes) / speed, (total[1] - nodes) / speed
    left = (least + most) / 2
    if by_share is not None:
        left = min(max((1 - done) * left + done * by_share, least), most)
    return left, (least, most)
