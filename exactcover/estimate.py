"""How large a search will be, and how many solutions it will find: estimates by random descents.

The estimator is Knuth's (see ``kernels/probe.py``). Its mean is right whatever the probabilities
are, but single descents differ by many powers of ten, and a mean of some is skewed: mostly a bit
too small, seldom far too large. So descents are put together in batches, whose means are nearly
normal; from these a t interval is made on the logarithm, which is longer upwards than downwards,
and made longer still where the batches are skewed (N. J. Johnson, "Modified t tests and confidence
intervals for asymmetrical populations", JASA 73, 1978).

What is counted are nodes as the ``reference`` engine visits them. Compiled engines see dead ends
earlier and visit up to a quarter less, or settle them without a visit.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .engines import OutOfTimeError, choose

if TYPE_CHECKING:
    from collections.abc import Callable

    from .compiled import Compiled

__all__ = ["Estimate", "Figure", "estimate", "estimated_nodes"]

#: Batches, and the t distribution's 97.5 % point for so many (39 degrees of freedom).
_BATCHES, _T = 40, 2.0227
#: Children are drawn by their live options to this power: by measurement on tilings, queens and
#: Langford pairs the least variance, or near it.
_POWER = 3.0
#: Descents from one tick to the next; seconds of search in which the speed is measured.
_STEP, _MEASURED = 2_000, 0.25


@dataclass(frozen=True)
class Figure:
    """An estimated number, and the interval that holds the true one in 19 of 20 cases."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_short(self.value)} ({_short(self.low)} to {_short(self.high)})"

    def times(self, factor: float) -> Figure:
        """The same in another unit."""
        return Figure(self.value * factor, self.low * factor, self.high * factor)


@dataclass(frozen=True)
class Estimate:
    """What a search would visit and find; ``seconds`` on one core, as fast as it begins.

    ``probes``: the random descents it is drawn from.
    """

    nodes: Figure
    solutions: Figure
    seconds: Figure
    probes: int

    def __str__(self) -> str:
        return f"nodes {self.nodes}, solutions {self.solutions}, seconds {self.seconds}"


def _short(number: float) -> str:
    """Three digits that matter, and commas up to a billion."""
    if number == 0 or not math.isfinite(number):
        return f"{number:g}"
    if abs(number) >= 1e9 or abs(number) < 1e-3:
        return f"{number:.2e}"
    places = max(0, 2 - math.floor(math.log10(abs(number))))
    return f"{round(number, 2 - math.floor(math.log10(abs(number)))):,.{places}f}"


def estimate(
    compiled: Compiled, probes: int, seed: int, tick: Callable[[], None] = lambda: None
) -> Estimate:
    """Estimate the search of a problem, from so many descents (rounded up to a multiple of 40).

    Raises :class:`exactcover.EngineTooLarge` where the tables of ``bitset`` would be too large.
    """
    nodes, found = _descents(compiled, probes, seed, tick)
    speed = _speed(compiled, tick)
    whole = _figure(nodes)
    return Estimate(whole, _figure(found), whole.times(1 / speed), len(nodes))


def estimated_nodes(
    compiled: Compiled, probes: int, seed: int, tick: Callable[[], None] = lambda: None
) -> Figure:
    """The nodes alone, without a measurement of speed; raises as :func:`estimate` does."""
    return _figure(_descents(compiled, probes, seed, tick)[0])


def _descents(
    compiled: Compiled, probes: int, seed: int, tick: Callable[[], None]
) -> tuple[Any, Any]:
    """Of each descent the nodes and the solutions that it stands for."""
    import numpy as np

    probes = -(-probes // _BATCHES) * _BATCHES
    draws = np.random.default_rng(seed)
    descend = _descend_in_python if compiled.multiple else _descend
    return descend(compiled, probes, draws, tick)


def _figure(values: Any) -> Figure:
    """The mean of the descents, with its interval."""
    batches = values.reshape(_BATCHES, -1).mean(axis=1)
    mean = float(batches.mean())
    spread = float(batches.std(ddof=1))
    if mean <= 0 or spread == 0:
        # Nothing found: nothing is known of how much there is, but for what was not seen.
        return Figure(mean, mean, mean if mean > 0 or len(values) == 0 else math.inf)
    error = spread / math.sqrt(_BATCHES)
    skewness = float(((batches - mean) ** 3).mean()) / float(batches.std()) ** 3
    ratio = _T * error / mean
    stretch = 1 + max(0.0, skewness) * _T / (3 * math.sqrt(_BATCHES))
    return Figure(mean, mean * math.exp(-ratio), mean * math.exp(ratio * stretch))


def _descend(
    compiled: Compiled, probes: int, draws: Any, tick: Callable[[], None]
) -> tuple[Any, Any]:
    import numpy as np

    from .engines import bitset
    from .engines.tables import late_flags
    from .kernels import probe

    choose.check_table_size("bitset", compiled)
    tables = bitset.tables_of(compiled, tick)
    n_words = tables.n_words
    flags = np.zeros(64 * n_words, np.uint8)
    flags[: compiled.n_options] = tables.lengths > 0
    root = np.packbits(flags, bitorder="little").view("<u8").astype(np.uint64)
    nodes, found = np.zeros(probes), np.zeros(probes)
    late = late_flags(compiled) if compiled.late else np.zeros(0, np.uint8)
    for begin in range(0, probes, _STEP):
        tick()
        step = slice(begin, min(probes, begin + _STEP))
        probe.descend(
            tables.clash.reshape(-1, n_words),
            tables.item_rows.reshape(-1, n_words),
            tables.lengths.astype(np.int64),
            root,
            compiled.n_primary,
            compiled.fixed,
            late,
            _POWER,
            draws.random((step.stop - step.start, tables.n_levels + 1)),
            np.zeros(n_words, np.uint64),
            np.zeros(n_words, np.uint64),
            np.zeros(compiled.n_options + 1),
            np.zeros(compiled.n_options + 1, np.int64),
            np.zeros(compiled.n_primary + 1, np.uint8),
            nodes[step],
            found[step],
        )
    return nodes, found


def _descend_in_python(
    compiled: Compiled, probes: int, draws: Any, tick: Callable[[], None]
) -> tuple[Any, Any]:
    """With multiplicities: descents of the reference engine, all children alike."""
    import numpy as np

    from .engines.multiple_reference import MultipleReferenceSearch

    nodes, found = np.zeros(probes), np.zeros(probes)
    search = MultipleReferenceSearch(compiled)
    for number in range(probes):
        tick()
        nodes[number], found[number] = search.descend(draws.random)
    return nodes, found


def _speed(compiled: Compiled, tick: Callable[[], None]) -> float:
    """Nodes a second of the engine that would be chosen, at the beginning of its search."""
    search = choose.start_below(compiled, choose.engine_for(compiled), (), tick)
    search.count(1, 2**40)  # compiled, and its tables made
    before, began = search.nodes, time.perf_counter()
    while not search.done and time.perf_counter() - began < _MEASURED:
        try:
            tick()
        except OutOfTimeError:
            if search.nodes == before:
                raise  # nothing was measured
            break
        search.count(5_000, 2**40)
    took, visited = time.perf_counter() - began, search.nodes - before
    # A search that is over with its first node takes no time that matters.
    return visited / took if visited and took > 0 else 1e6
