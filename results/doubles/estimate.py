"""How many perfect doubled scrambles a board has, about, where they are too many to list.

D. E. Knuth's estimate (Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975): go
down the search tree by chance, at each node with equal probability to each child; what is found
below counts times the product of the numbers of children. Here the chance ends at some depth, and
what is below is searched completely: the mean is the same, and the deviation far smaller.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import exactcover as xc
from exactcover_puzzles.doubles.sides import Sides

from .work import PartialSearch

__all__ = ["Estimate", "estimate"]

#: Probes at which a depth is tried, and how many are wanted in all.
_PILOT, _WANTED = 6, 400
#: Half the width of an interval of 95 % in standard errors, for a few hundred probes.
_WIDTH = 1.97


@dataclass(frozen=True)
class Estimate:
    """An estimate of how many scrambles there are, and of the nodes a search of all would visit."""

    scrambles: float
    #: An interval that holds the truth about 19 times of 20; 0 to infinity before two probes, and
    #: before any is found.
    interval: tuple[float, float]
    nodes: float
    #: Nodes visited a second.
    speed: float
    probes: int
    #: How deep the probes went by chance.
    depth: int


def _probe(
    sides: Sides, corner: int, depth: int, draw: random.Random, tick: Callable[[], bool]
) -> tuple[float, float, int] | None:
    """Scrambles and nodes that one probe stands for, and nodes it visited; None if stopped."""
    search = PartialSearch(sides, corner)
    weight, nodes = 1, 0.0
    found = 0
    for _ in range(depth):
        weight *= search.keep_one(draw)
        before = search.level
        found = len(search.run(1)[0])
        nodes += weight
        if found or search.level == before:
            return float(weight * found), nodes, search.nodes
    known = search.nodes
    while not search.done:
        if not tick():
            return None
        found += len(search.run(search.few_nodes)[0])
    return float(weight * found), nodes + weight * float(search.nodes - known), search.nodes


def estimate(
    sides: Sides,
    corner: int = 0,
    *,
    seconds: float = 10.0,
    seed: int = 1,
    depth: int | None = None,
) -> Estimate:
    """Probe for ``seconds``. Raises ValueError for a wrong corner.

    ``depth``: how deep chance goes; None for the least depth at which there is time for some
    hundred probes. The same seed and depth make the same probes; how many there are is a matter of
    time. Where few nodes have many scrambles below them the interval is too narrow: more time, or
    another seed, shows it. A probe that runs on a quarter longer is left out, which makes the
    estimate a little too low.
    """
    if not PartialSearch(sides, corner).possible:
        return Estimate(0.0, (0.0, 0.0), 0.0, 0.0, 0, 0)
    draw = random.Random(seed)
    in_time, in_grace = _until(seconds), _until(seconds * 5 / 4)
    if depth is None:
        depth = _depth(sides, corner, seconds / _WANTED, draw, in_time)
    probes = []
    visited, started = 0, time.monotonic()
    while in_time():
        probe = _probe(sides, corner, depth, draw, in_grace)
        if probe is None:
            break
        probes.append(probe)
        visited += probe[2]
    took = max(time.monotonic() - started, 1e-9)
    found = [scrambles for scrambles, _, _ in probes]
    mean = statistics.fmean(found) if found else 0.0
    interval = (0.0, math.inf)
    if len(found) > 1 and mean > 0:
        half = _WIDTH * statistics.stdev(found) / math.sqrt(len(found))
        interval = (max(0.0, mean - half), mean + half)
    nodes = statistics.fmean(nodes for _, nodes, _ in probes) if probes else 0.0
    return Estimate(mean, interval, nodes, visited / took, len(probes), depth)


def _until(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds from now are not over."""
    end = xc.Deadline(seconds)
    return lambda: not end.passed()


def _depth(
    sides: Sides, corner: int, share: float, draw: random.Random, in_time: Callable[[], bool]
) -> int:
    """The least depth at which a probe takes no longer than its share of the time."""
    depth = 0
    while depth < sides.n_pieces:
        depth += 1
        tick = _until(share * _PILOT)
        probes = [_probe(sides, corner, depth, draw, tick) for _ in range(_PILOT)]
        if None not in probes or not in_time():
            break
    return depth
