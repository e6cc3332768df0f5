"""Dividing what is open until it makes parts of about equal work.

The prefix with the most work below it is divided again and again. The work is estimated by random
descents (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation
29, 1975). With several prefixes in a part its errors level out: this is the stratified sampling of
P. Chen, "Heuristic sampling: a method for predicting the performance of tree searching programs",
SIAM Journal on Computing 21, 1992, where each open prefix is a stratum.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

from ..common.deadline import Deadline
from ..engines import choose
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..search.estimate import Descents
from .part_ranges import ROW, divider
from .problem_job import ProblemJob
from .tasks import Tally

#: Prefixes in a part on average, if there is enough below them; and in a plan.
IN_A_PART, _MOST = 8, 2**16
#: What has fewer nodes below it is not divided.
_FEWEST = 256.0
#: Descents below a prefix.
_PROBES = 16


def divided_further(
    job: ProblemJob, rows: Sequence[OpenPrefixes], into: int, found: Tally, deadline: Deadline
) -> list[OpenPrefixes]:
    """What is below the prefixes, in rows, with the estimated nodes of each as its share.

    What dividing them found is added to ``found``. Once time is over, less is divided.
    """
    # A function of the user sees all that is below it at most once, and has no estimate.
    plain = replace(job, rules=None)
    descents = None
    if choose.table_fits(job.compiled):
        descents = Descents(job.compiled, _PROBES, deadline.tick)
    divide = divider(job)

    def nodes(part: OpenPrefix, of_above: float) -> float:
        if descents is None:
            return part.share * of_above
        return max(1.0, descents.nodes(plain.to_core(part.prefix)))

    open_ = [part for row in rows for part in row]
    heap = [(-nodes(part, 1e9), part.prefix) for part in open_]
    heapq.heapify(heap)
    most = min(IN_A_PART * into, max(_MOST, len(heap)))
    while heap and len(heap) < most and -heap[0][0] > _FEWEST and not deadline.passed():
        size, prefix = heapq.heappop(heap)
        below = divide(prefix)
        assert below is not None
        more, left = below
        found.add(more)
        for part in left:
            heapq.heappush(heap, (-nodes(part, -size), part.prefix))
    parts = [OpenPrefix(prefix, -size) for size, prefix in sorted(heap, key=lambda each: each[1])]
    return [OpenPrefixes.of(parts[at : at + ROW]) for at in range(0, len(parts), ROW)]
