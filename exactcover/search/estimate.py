"""Estimates of the size of a search and its number of solutions, by random descents.

The estimator is Knuth's, with probabilities of several kinds (``kernels/trees/probe.py``). Its mean
is right whatever the probabilities are. But single descents differ by many powers of ten, and the
mean of some is skewed: mostly a bit too small, seldom far too large. So the interval depends on

* how many descents count: (sum of x)^2 / sum of x^2 (L. Kish, Survey Sampling, 1965). It is a t
  interval on the logarithm, with half as many degrees of freedom;
* the skewness, for which it is longer upwards (N. J. Johnson, "Modified t tests and confidence
  intervals for asymmetrical populations", JASA 73, 1978): by three times as much as there, since
  the sample's skewness is far too small where the tail is heavy.

The interval was tried on tilings by oblongs (7 x 7 to 9 x 9), pentominoes 6 x 10 and 14 queens, in
200 runs each of 2,000 and of 20,000 descents. It held the true number of solutions in 95 % or more.
It is wrong if a part of the tree holds most of the solutions and no descent entered that part. If
fewer than three descents count, it is from 0 to infinity. If none met a solution, there may be
none, or many.

The nodes are those that the ``reference`` engine visits. Compiled engines see dead ends earlier and
visit up to a quarter less, or settle them without a visit.

The display of progress guesses how much of a search is left. Slices of an estimate between those of
the search say how many nodes the reference engine would visit. On the instances of the benchmark
the compiled engines visited 0.47 to 1.08 times as many, by which the interval is widened.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..common.displayed import Displayed
from ..common.slices import next_slice
from ..compile import compiles
from ..engines import choose
from ..errors import SearchStopped
from ..text import duration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..arrays.compiled import Compiled
    from ..kernels.bits.array_types import Floats, Words

__all__ = ["Estimate", "Figure"]

#: The 97.5 % points of the t distribution for 1/0, 1/0.1, 1/0.2, ... degrees of freedom.
_T = (1.9600, 2.2281, 2.5706, 3.0098, 3.5747, 4.3027, 5.2423, 6.4566, 8.0280, 10.0641, 12.7062)
#: Seconds of search in which the speed is measured.
_MEASURED = 0.25
#: Words or nodes looked at by descents before the first tick: some milliseconds in plain Python.
_STEP = 4_096
#: While a search goes on: its seconds before the estimate begins, and descents at most.
_AFTER, _PROBES = 2.0, 10_000
#: Its share of the time, at most: descents take half a second where the search is not huge.
_SHARE = 0.1
#: If a smaller share of a search was done, the rest is not estimated from it.
LEAST_SHARE = 0.001
#: Options of a problem at most: the estimate's tables grow with their square (20,000: 50 MB).
_MOST_OPTIONS = 20_000


@dataclass(frozen=True)
class Figure:
    """An estimated number with a 95 % interval, from 0 to infinity if none is known."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return self.in_words(_short)

    def in_words(self, shown: Callable[[float], str]) -> str:
        """The figure with its interval, or why there is none; ``shown`` formats a number."""
        if self.high == math.inf and self.value == 0:
            return "unknown: no descent met any"
        value = f"about {shown(self.value)}"
        if self.high == math.inf:
            return f"{value}, by too few descents to tell how far off that may be"
        return f"{value} ({shown(self.low)} to {shown(self.high)})"

    def times(self, factor: float) -> Figure:
        """The figure and its interval, multiplied by a factor."""
        return Figure(self.value * factor, self.low * factor, self.high * factor)


@dataclass(frozen=True)
class Estimate(Displayed):
    """The estimated nodes, solutions and time of a search.

    Attributes
    ----------
    nodes, solutions : Figure
        Nodes that the ``reference`` engine would visit, and solutions that it would find.
    seconds : Figure
        Time on one core, at the speed of the beginning of the search.
    probes : int
        The number of random descents behind the estimate.
    """

    nodes: Figure
    solutions: Figure
    seconds: Figure
    probes: int

    def __str__(self) -> str:
        time = self.seconds.in_words(duration)
        return f"nodes {self.nodes}, solutions {self.solutions}, time {time}"


def _short(number: float) -> str:
    """Three digits that matter, and commas up to a billion."""
    if number == 0 or not math.isfinite(number):
        return f"{number:g}"
    if abs(number) >= 1e9 or abs(number) < 1e-3:
        return f"{number:.2e}"
    places = 2 - math.floor(math.log10(abs(number)))
    return f"{round(number, places):,.{max(0, places)}f}"


def usual_probes() -> int:
    """The random descents of an estimate, if the user does not say how many."""
    return 20_000 if compiles() else 500  # in plain Python one takes up to some 20 ms


def estimate(
    compiled: Compiled,
    probes: int,
    seed: int,
    tick: Callable[[], None] = lambda: None,
    seconds: float | None = None,
) -> Estimate:
    """Estimate the search of a problem by random descents: ``probes``, or those done in the time.

    ``tick`` is called every few hundredths of a second and ends it by raising
    :class:`SearchStopped`, which is passed on if no descent is done; ``seconds``: its budget.
    """
    # First of all, since what is left of the time is for the descents.
    measured = _MEASURED if seconds is None else min(_MEASURED, 0.2 * seconds)
    speed = _speed(compiled, measured, tick)
    logarithms = _descents(compiled, probes, seed, tick)
    nodes, solutions = map(_figure, logarithms)
    return Estimate(nodes, solutions, nodes.times(1 / speed), len(logarithms[0]))


def _descents(
    compiled: Compiled, probes: int, seed: int, tick: Callable[[], None], dense: bool | None = None
) -> tuple[Floats, Floats]:
    """The logarithms of the nodes and of the solutions, as each descent estimates them.

    Fewer descents than asked for, if time is over; raises :class:`SearchStopped` before the first.
    """
    last: Any = ((), ())
    try:
        for nodes_and_solutions in _descending(compiled, probes, seed, tick, dense):
            last = nodes_and_solutions
    except SearchStopped:
        if not len(last[0]):
            raise
    return last[0], last[1]


def _descending(
    compiled: Compiled, probes: int, seed: int, tick: Callable[[], None], dense: bool | None = None
) -> Iterator[tuple[Floats, Floats]]:
    """The same so far, after each slice of some 20 ms.

    ``dense``: whether tables of clashes are made; None if they are not too large.
    """
    import numpy as np

    from ..kernels.trees import probe

    seeds = np.random.default_rng(seed).integers(0, 2**64, probes, np.uint64)
    nodes, found = np.zeros((2, probes))
    if dense is None:
        dense = choose.engine_for(compiled) == "bitset"
    descend: Callable[..., int] = probe.descend if dense else probe.descend_sparsely
    arguments = _tables(compiled, seeds, tick) if dense else _lists(compiled, seeds, tick)
    state = _state(compiled)
    done, step = 0, _STEP
    while done < probes:
        tick()
        began = time.perf_counter()
        done = descend(*arguments, *state, step, nodes, found)
        step = next_slice(step, time.perf_counter() - began)
        yield nodes[:done], found[:done]


def _state(compiled: Compiled) -> tuple[Any, ...]:
    """The rest of what both kernels take, for descents that have not begun."""
    import numpy as np

    from ..kernels.trees import probe

    n = compiled.n_options + 1
    control = np.zeros(probe.CONTROL + 1, np.int64)
    return np.zeros(n), np.zeros(n, np.int64), np.zeros(1, np.uint64), np.zeros(probe.SUMS), control


class Descents:
    """A few descents below each of many prefixes of a problem, whose tables fit."""

    def __init__(self, compiled: Compiled, probes: int, tick: Callable[[], None]):
        import numpy as np

        from ..kernels.trees import probe

        seeds = np.random.default_rng(0).integers(0, 2**64, probes, np.uint64)
        tables = _tables(compiled, seeds, tick)
        clash, rows, starts, items, root, low, _, closed_at = tables[:8]
        #: Where descents begin, and the tables of ``probe.descend``.
        self._live, self._left = root.copy(), low.copy()
        self._tables = clash, rows, starts, items, root, low, closed_at
        state, self._nodes = _state(compiled), np.zeros(probes)
        self._control, self._n_primary = state[-1], compiled.n_primary
        ends = 2**62, self._nodes, np.zeros(probes)
        arguments = *tables[:4], self._live, self._left, *tables[6:], *state, *ends
        # Bound once: to look at so many arguments takes half as long as a few descents.
        names = probe.descend.function.__code__.co_varnames
        self._descend = probe.descend.bound(dict(zip(names, arguments, strict=False)))

    def nodes(self, prefix: Sequence[int]) -> float:
        """About how many nodes are below a prefix, in numbers of this problem."""
        import numpy as np

        clash, rows, starts, items, root, low, closed_at = self._tables
        live, left = self._live, self._left
        live[:], left[:] = root, low
        for entry in prefix:
            option = max(entry, ~entry)
            if entry < 0:
                live[option >> 6] &= ~np.uint64(1 << (option & 63))
                continue
            live &= ~clash[option]
            for item in items[starts[option] : starts[option + 1]].tolist():
                if item < self._n_primary:
                    left[item] -= 1
                    if left[item] == closed_at[item]:
                        live &= ~rows[item]
        self._control[:] = 0
        self._descend()
        largest = self._nodes.max()
        return _exp(float(largest)) * float(np.exp(self._nodes - largest).mean())


def _figure(logarithms: Floats) -> Figure:
    """The mean of the descents, with its interval; they are given by their logarithms."""
    import numpy as np

    n = len(logarithms)
    largest = float(logarithms.max())
    if largest == -math.inf:
        return Figure(0.0, 0.0, math.inf)
    values = np.exp(logarithms - largest)
    mean, spread = float(values.mean()), float(values.std())
    logarithm = largest + math.log(mean)
    value = _exp(logarithm)
    counting = float(values.sum()) ** 2 / float((values**2).sum())
    alike = spread < 1e-9 * mean
    # Three must count for an interval, and forty be alike to prove that all are.
    if counting < 3 or (alike and n < 40):
        return Figure(value, 0.0, math.inf)
    if alike:
        # Each descent estimates the same whole number, but for rounding.
        value = float(round(value)) if value < 2**53 else value
        return Figure(value, value, value)
    t = t_point((counting - 1) / 2)
    ratio = t * spread / mean / math.sqrt(n - 1)
    skewness = float(((values - mean) ** 3).mean()) / spread**3
    stretch = 1 + max(0.0, skewness) * t / math.sqrt(n)  # three times Johnson's correction
    return Figure(value, _exp(logarithm - ratio), _exp(logarithm + ratio * stretch))


def t_point(freedom: float) -> float:
    """The 97.5 % point of the t distribution for so many degrees of freedom, 1 or more."""
    import numpy as np

    return float(np.interp(1 / freedom, np.linspace(0, 1, len(_T)), _T))


def _exp(logarithm: float) -> float:
    """Its exponential, infinite beyond floating point."""
    return math.exp(logarithm) if logarithm < 709 else math.inf


def _common(compiled: Compiled, seeds: Words) -> tuple[Any, ...]:
    """What both kernels take next to each other: how often each primary item must be covered, and
    what is left of that where it may not be covered again (int64), whether options repeat, the
    order of branching, and the seeds."""
    import numpy as np

    from ..arrays.views import deferred_flags

    low, high = np.array(compiled.bounds, np.int64)
    return low, low - high, compiled.repeat, compiled.branching, deferred_flags(compiled), seeds


def _tables(compiled: Compiled, seeds: Words, tick: Callable[[], None]) -> tuple[Any, ...]:
    """What ``probe.descend`` works on."""
    import numpy as np

    from ..arrays.clash_tables import clash_tables

    tables = clash_tables(compiled, tick)
    return (
        tables.clash.reshape(-1, tables.n_words),
        tables.item_rows.reshape(-1, tables.n_words),
        tables.starts,
        tables.items,
        tables.root,
        np.array(compiled.bounds[0], np.int64),
        *_common(compiled, seeds),
        *np.zeros((3, tables.n_words), np.uint64),
        np.zeros(compiled.n_primary, np.int64),
    )


def _lists(compiled: Compiled, seeds: Words, tick: Callable[[], None]) -> tuple[Any, ...]:
    """What ``probe.descend_sparsely`` works on, where tables would be too large or too sparse."""
    import numpy as np

    from ..arrays.views import counted, node_arrays, option_of_entries, primary_lengths, view
    from ..kernels.trees import lowest

    n_items, n_primary = compiled.n_items, compiled.n_primary
    starts, items, colours = node_arrays(compiled)
    tick()
    option_of = option_of_entries(starts)
    root = (primary_lengths(compiled) > 0).astype(np.uint8)
    return (
        starts,
        items,
        colours,
        option_of,
        *map(view, compiled.by_item),
        root,
        counted(items[root[option_of] == 1], n_items),
        *_common(compiled, seeds),
        np.zeros(compiled.n_options, np.uint8),
        np.zeros(n_items, np.int64),
        np.zeros(n_primary, np.int64),
        np.zeros(n_items, np.uint8),
        np.full(n_primary, lowest.NOT_OPEN, np.int64),
        *lowest.arrays(n_primary),
    )


def _speed(compiled: Compiled, measured: float, tick: Callable[[], None]) -> float:
    """Nodes a second of the engine that would be chosen, at the beginning of its search."""
    search = choose.start_below(compiled, choose.engine_for(compiled), (), tick)
    search.count(1, 2**40)  # compiled, and its tables made
    size = 1
    before, began = search.nodes, time.perf_counter()
    while not search.done and time.perf_counter() - began < measured:
        try:
            tick()
        except SearchStopped:
            if search.nodes == before:
                raise  # nothing was measured
            break
        slice_began = time.perf_counter()
        search.count(size, 2**40)
        size = next_slice(size, time.perf_counter() - slice_began)
    took, visited = time.perf_counter() - began, search.nodes - before
    # A search that is over with its first node takes no time that matters.
    return visited / took if visited and took > 0 else 1e6


class Outlook:
    """How large one search is. The estimate is made on demand, a slice at a time, so
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
        if self._slices is None:
            small = self._compiled.n_options <= _MOST_OPTIONS
            probes = min(_PROBES, usual_probes())
            slices = _descending(self._compiled, probes, 0, lambda: None) if small else ()
            self._slices = (_figure(each) if len(each) == probes else None for each, _ in slices)
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
