"""Dividing what is open until it makes parts of about equal work.

The prefix with the most work below it is divided again and again. The work is estimated by random
descents (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
29, 1975). With several prefixes in a part its errors level out: this is the stratified sampling of
P. Chen, "Heuristic sampling: a method for predicting the performance of tree searching programs",
SIAM Journal on Computing 21, 1992, where each open prefix is a stratum.
"""

from __future__ import annotations

import heapq
import random
import sys
import time
from collections.abc import Sequence

from ..common.deadline import Deadline
from ..compile import compiles
from ..engines import choose
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..search.estimate import Descents
from .part_ranges import ROW, divider
from .problem_job import ProblemJob
from .tasks import Tally

#: Prefixes in a part on average, if there is enough below them; and in a plan.
IN_A_PART, _MOST = 8, 2**16
#: No subtree is said to be larger: sums of sizes are within the range of floating point.
_LARGEST = 1e280
#: What has fewer nodes below it is not divided.
_FEWEST = 256.0
#: Descents below a prefix.
_PROBES = 16
#: Seconds in which the speed is measured, by subtrees of at most so many nodes, and how many.
_MEASURED, _SMALL, _DRAWN = 0.5, 200_000.0, 200


def divided_further(
    job: ProblemJob, rows: Sequence[OpenPrefixes], into: int, found: Tally, deadline: Deadline
) -> tuple[list[OpenPrefixes], float | None]:
    """What is below the prefixes, in rows, with the estimated nodes of each as its share; and the
    seconds that such a node takes, if they are known.

    What dividing them found is added to ``found``. Once time is over, less is divided.
    """
    sizes = _Sizes(job, deadline)
    heap = [(-sizes.of(part, 1e9), part.prefix) for row in rows for part in row]
    heapq.heapify(heap)
    most = min(IN_A_PART * into, max(_MOST, len(heap)))
    while heap and len(heap) < most and -heap[0][0] > _FEWEST and not deadline.passed():
        size, prefix = heapq.heappop(heap)
        more, left = sizes.divided(prefix, -size)
        found.add(more)
        for each in left:
            heapq.heappush(heap, each)
    parts = [OpenPrefix(prefix, -size) for size, prefix in sorted(heap, key=lambda each: each[1])]
    seconds = None if sizes.descents is None or not parts else _measured(sizes, parts, deadline)
    return [OpenPrefixes.of(parts[at : at + ROW]) for at in range(0, len(parts), ROW)], seconds


class _Sizes:
    """Estimates of subtrees, and what they divide into."""

    def __init__(self, job: ProblemJob, deadline: Deadline):
        self.job, self._divide, self._deadline = job, divider(job), deadline
        self.descents: Descents | None = None
        if choose.table_fits(job.compiled):
            probes = _PROBES if compiles() else 1
            self.descents = Descents(job.compiled, probes, deadline.tick)

    def of(self, part: OpenPrefix, of_above: float) -> float:
        """About how many nodes are below a prefix; ``of_above``: below the one above it."""
        if self.descents is None or self._deadline.passed():
            return max(part.share, 1e-9) * of_above
        nodes = self.descents.nodes(self.job.to_core(part.prefix))
        return min(max(1.0, nodes), _LARGEST)

    def divided(
        self, prefix: tuple[int, ...], size: float
    ) -> tuple[Tally, list[tuple[float, tuple[int, ...]]]]:
        """What is found at a prefix, and the prefixes below it after their sizes, negated."""
        below = self._divide(prefix)
        assert below is not None
        return below[0], [(-self.of(part, size), part.prefix) for part in below[1]]


def _measured(sizes: _Sizes, parts: Sequence[OpenPrefix], deadline: Deadline) -> float | None:
    """The seconds of an estimated node, by the searches of small subtrees drawn by lot."""
    lot, job, took, nodes = random.Random(0), sizes.job, 0.0, 0.0
    shares, before = [part.share for part in parts], None
    until = time.monotonic() + 10 * _MEASURED

    def over() -> bool:  # the way down to a small subtree may be long
        return deadline.passed() or time.monotonic() > until

    for _ in range(_DRAWN):
        if took > _MEASURED:
            break
        (part,) = lot.choices(parts, shares)
        size, prefix = part.share, part.prefix
        while size > _SMALL and not over():
            below = sizes.divided(prefix, size)[1]
            if not below:
                break
            ((size, prefix),) = lot.choices(below, [-each for each, _ in below])
            size = -size
        began = time.thread_time()  # others may use the machine, too
        before = search = job.below(job.to_core(prefix), before)
        while not search.done and not over():
            search.count(20_000, sys.maxsize)
        if over():
            break
        took, nodes = took + time.thread_time() - began, nodes + size
    return took / nodes if nodes else None
