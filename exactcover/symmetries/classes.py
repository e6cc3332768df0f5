"""Solutions up to symmetry with canonical forms, level by level.

The method. Level 0 is the empty partial solution. Each partial solution of a level branches on one
of its items: a partial solution more for each option of the item. Of those that symmetries make of
each other, the first goes on, and the others are dropped. So every solution has an image that
contains a partial solution of each level, and at the end there is one solution of each orbit.
(Isomorph rejection by recorded objects: P. Kaski and P. Östergård, "Classification Algorithms for
Codes and Designs", 2006, section 4.2.1.) How many are alive at a time depends on the problem: up to
some thousands for Latin squares of order 6 or Steiner triple systems on 15 points.

The check. Each partial solution has a *weight*. All solutions together are the sum, over the
partial solutions of a level, of the weight times the number of solutions that contain it. That of
the empty one is 1. A partial solution hands its weight to each one that it branches into. So at the
end the weight of a class is the number of solutions in its orbit, which is also the order of the
group divided by the order of the stabiliser. Both numbers come by different ways and must agree.
Weights are whole numbers, in units of which the empty partial solution has ``ClassJob.unit``.

A partial solution is a prefix of whole numbers, for tasks and journals: its form, its level,
whether it may have symmetries of its own, its weight, and its options.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_entries, view
from ..common.ask import Ask
from ..engines import choose
from ..engines.contract import OpenPrefix, OpenPrefixes
from ..errors import JournalFault, UnwritableProblem
from ..kernels.bits.array_types import Int32s
from ..parallel.checks import fault_in_prefixes, fault_in_rows
from ..parallel.levels import LevelCoordinator, LevelJob
from ..parallel.session import name_of, session
from ..parallel.tasks import ALL, Row, Tally, Wanted
from ..propagation.filtering import FIXED_POINT, FORCED, N_GIVEN, NEXT_GIVEN
from ..propagation.kernel import propagate
from ..propagation.propagator import Propagator
from ..search.search import ROWS
from ..statement.digest import digest
from ..statement.statement import Statement
from ..text import counted
from .canonical import Forms

#: In place of the item to branch on: every item is covered and no option fits any more; some item
#: can no longer be covered; only items are open that may be covered more or less often.
_COMPLETE, _IMPOSSIBLE, _NOT_EXACT = -1, -2, -3

#: Nodes at a time where an engine lists what is below.
_SLICE = 100_000

#: Seconds before workers are started, unless an executor is given.
_ALONE_SECONDS = 0.3
#: Digits of a weight in a journal. (Python reads numbers of no more than 4,300 by default.)
_MOST_DIGITS = 4_000

Prefix = tuple[int, ...]


@dataclass(frozen=True)
class ClassesWanted(Wanted):
    """What a classification gathers: a solution of each class, after its form, in ``listed``; the
    weights of all of them together in ``options``, under 0."""

    options: bool = True
    listed: int = ALL
    question: str = "classes"


def weight_unit(compiled: Compiled) -> int:
    """The weight of the empty partial solution: all that weights are divided by divides it."""
    low, high = (bound.tolist() for bound in map(view, compiled.bounds))
    most = compiled.n_options
    return math.prod(math.factorial(min(one, most)) for one in map(min, low, high) if one > 1)


@dataclass(frozen=True, eq=False)
class ClassJob(LevelJob):
    """A problem whose solutions are classified."""

    compiled: Compiled
    #: For each option whether it may be chosen; those that are given.
    live: bytes
    given: tuple[int, ...]
    forms: Forms
    wanted: Wanted = ClassesWanted()

    first_nodes = 1

    def __getstate__(self) -> dict[str, Any]:
        """What travels. Either side computes the rest itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def unit(self) -> int:
        """The weight of the empty partial solution."""
        return weight_unit(self.compiled)

    @cached_property
    def _known(self) -> set[int]:
        """The forms of classes that tasks have found."""
        return set()

    def below(self, prefix: Prefix, before: Any) -> _Branches:
        search: _Branches = before or _Branches(self)
        search.begin_at(prefix)
        return search

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        search.run(tally, stop)

    def rank(self, prefixes: OpenPrefixes) -> int:
        """The level."""
        return prefixes.tails[0][1] if prefixes.tails[0] else 0

    def join(self, one: Prefix, other: Prefix) -> Prefix:
        """The one with the lesser options, for both."""
        form, level, symmetric, weight, *_ = one
        options = min(one[4:], other[4:])
        return (form, level, symmetric | other[2], weight + other[3], *options)

    def sift(self, found: Tally) -> None:
        new: dict[int, Row] = {}
        for row in found.listed:
            if row[0] not in self._known:
                new.setdefault(row[0], row)
        self._known.update(new)
        found.listed, found.count = list(new.values()), len(new)

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """What shows that these, read from a journal, are not partial solutions; or None."""
        options = OpenPrefixes()
        for prefix, share in parts:
            if len(parts) > 1 or (prefix and (len(prefix) < 4 or min(prefix) < 0)):
                return "an open prefix is not a partial solution"
            if any(option >= self.compiled.n_options for option in prefix[4:]):
                return "an open prefix names an option that this problem has not"
            options.append(prefix[4:], share)
        return fault_in_prefixes(self.compiled, options)


class _Halted(Exception):
    """Ends a partial solution with much below when the time is over."""


class _Branches:
    """One partial solution after the other; what it branches into is what it leaves."""

    def __init__(self, job: ClassJob):
        compiled = self._compiled = job.compiled
        self._job, self._forms = job, job.forms
        starts, items, _ = node_arrays(compiled)
        low, high = map(view, compiled.bounds)
        self._live = np.frombuffer(job.live, np.uint8)
        self._root = Propagator(compiled, bytearray(job.live), (), lists=False)
        self._root.run(0, 0, compiled=True)  # from here on its arrays are numpy's
        # What is below a partial solution is always in the same arrays, so that the kernel knows
        # them.
        self._under = self._root.branch(())
        self._propagate = propagate.bound(vars(self._under))
        self._exact = low == high
        # Engines do not know what is forbidden, nor that an item may never be covered.
        primary = option_of_entries(starts)[items < compiled.n_primary]
        self._apart = [int(~o) for o in np.unique(primary) if not self._root.state.live[o]]

    def begin_at(self, prefix: Prefix) -> None:
        """Stand at a partial solution; that of no entries is the root."""
        self._begun, job = prefix, self._job
        self._prefix = prefix or (0, 0, 1, job.unit, *job.given)
        self.nodes = 0
        #: What it branches into, and solutions: by their forms.
        self._below: dict[int, Prefix] = {}
        self._complete: dict[int, Prefix] = {}
        #: The weight of all that it branches into, dead ends included.
        self._whole = 1

    @property
    def done(self) -> bool:
        """Whether it has branched."""
        return self.nodes > 0

    def open_prefixes(self) -> OpenPrefixes:
        """What it branches into."""
        if not self.done:
            return OpenPrefixes.of([OpenPrefix(self._begun, 1.0)])
        below = self._below.values()
        return OpenPrefixes.of(OpenPrefix(each, each[3] / self._whole) for each in below)

    def run(self, tally: Tally, stop: Callable[[], bool]) -> None:
        """Branch. If ``stop`` says yes before that is done, nothing was done."""

        def tick() -> None:
            if stop():
                raise _Halted

        chosen = np.array(self._prefix[4:], np.int32)
        try:
            if self._begun or self._live[chosen].all():
                self._branch(chosen, tick)
        except _Halted:
            return
        self.nodes = 1
        rows = [(form, *prefix[4:]) for form, prefix in self._complete.items()]
        if rows:
            weight = sum(prefix[3] for prefix in self._complete.values())
            tally.add(Tally(tally.wanted, len(rows), options={0: weight}, listed=rows))

    def _branch(self, chosen: Int32s, tick: Callable[[], None]) -> None:
        may_be_symmetric, weight = self._prefix[2:4]
        settled, item, branches, needed = self._settled(chosen)
        if item == _IMPOSSIBLE:
            return
        if item == _COMPLETE:
            self._put(self._complete, settled, weight)
            return
        if item == _NOT_EXACT:
            for row in self._listed(settled, tick):
                self._put(self._complete, row, weight)
            return
        least = self._forms.orbits(settled) if may_be_symmetric else None
        symmetric = least is not None
        weight //= needed
        self._whole = weight * len(branches)
        times = dict.fromkeys(branches.tolist(), 1)
        if least is not None:
            first: dict[int, int] = {}
            for option, orbit in zip(branches.tolist(), least[branches].tolist(), strict=True):
                times[first.setdefault(orbit, option)] += 1
            times = {option: times[option] - 1 for option in first.values()}
        for option, number in times.items():
            tick()
            row, item, *_ = self._settled(np.append(settled, np.int32(option)))
            if item == _IMPOSSIBLE:
                continue
            into = self._complete if item == _COMPLETE else self._below
            self._put(into, row, weight * number, symmetric)

    def _put(
        self, into: dict[int, Prefix], row: Int32s, weight: int, symmetric: bool = False
    ) -> None:
        form = int.from_bytes(self._forms.form(row), "big")
        prefix = (form, self._prefix[1] + 1, int(symmetric), weight, *row.tolist())
        known = into.get(form)
        into[form] = prefix if known is None else self._job.join(known, prefix)

    def _settled(self, chosen: Int32s) -> tuple[Int32s, int, Int32s, int]:
        """A partial solution with what it forces; the item to branch on, its options left, and how
        many of them each solution contains."""
        problem, state = self._under.problem, self._under.state
        for values, first in zip(state, self._root.state, strict=True):
            values[:] = first
        problem.given[: len(chosen)] = chosen
        state.cursor[[FORCED, NEXT_GIVEN, N_GIVEN]] = 0, 0, len(chosen)
        if self._propagate(1, 2**62, 0)[0] != FIXED_POINT:
            return chosen, _IMPOSSIBLE, chosen[:0], 0
        row = np.sort(state.forced[: state.cursor[FORCED]])
        needed = state.low[: len(self._exact)]
        items = np.flatnonzero((needed > 0) & self._exact)
        if not len(items):
            inexact = needed.any() or state.live.any()
            return row, _NOT_EXACT if inexact else _COMPLETE, chosen[:0], 0
        item = int(items[np.argmin(state.spare[items] + needed[items])])
        nodes = problem.item_entries[problem.item_starts[item] : problem.item_starts[item + 1]]
        options = problem.option_of[nodes]
        return row, item, options[state.live[options] == 1], int(needed[item])

    def _listed(self, chosen: Int32s, tick: Callable[[], None]) -> Iterator[Int32s]:
        """The solutions that contain a partial solution, by an engine."""
        prefix = (*self._apart, *chosen.tolist())
        engine = choose.engine_for(self._compiled)
        search = choose.start_below(self._compiled, engine, prefix, tick)
        while not search.done:
            for row in search.collect_table(_SLICE, ROWS):
                tick()
                yield np.sort(row[row >= 0])


class Classification:
    """The classes of the solutions of a problem, found level by level."""

    def __init__(self, statement: Statement, job: ClassJob, order: int, name: str, ask: Ask):
        """``order``: of the group; ``name`` distinguishes it from others of the same problem."""
        #: The number of all solutions, by weights and by orbits; None before the end.
        self.check: int | None = None
        #: What ended it early: "nodes" or "seconds"; or None.
        self.stopped: str | None = None
        self._statement, self._job, self._order = statement, job, order
        self._name, self._ask = name, ask
        self._tally = Tally()

    @property
    def nodes(self) -> int:
        """Partial solutions that have branched, in earlier sessions too."""
        return self._tally.nodes

    def classes(self) -> Generator[tuple[Row, int], None, None]:
        """A solution of each class, as they are found, and the order of its stabiliser."""
        job, ask, model = self._job, self._ask, self._statement.model
        name = f"{counted(self._order, 'symmetry', 'symmetries')}, forms by {job.forms.name}"
        alone = math.inf if ask.workers is None else _ALONE_SECONDS
        given_out = sizes = 0
        with session(
            ask, job.wanted, self._fingerprint(), f"{name_of(model)}, {name}", True,
            lambda rows: fault_in_rows(self._statement, (row[1:] for row in rows)), alone,
        ) as (pool, journal):  # fmt: skip
            coordinator = LevelCoordinator(
                job, pool, journal, ask,
                lambda part: tuple(model.option_names[option] for option in part.prefix[4:]),
                begun=None if journal is None else (journal.tally, journal.take(ALL)[::-1]),
            )  # fmt: skip
            tally = self._tally = coordinator.tally
            job.sift(Tally(listed=list(tally.listed)))
            # Before the first step there are those of earlier sessions.
            for _ in chain([None], coordinator.steps()):
                for _, *row in tally.listed[given_out:]:
                    order = job.forms.stabiliser(np.array(row, np.int32))
                    sizes += self._order // order
                    yield tuple(row), order
                given_out = len(tally.listed)
        self.stopped = coordinator.stopped
        # (Several parts of a plan may share a class. They are compared when they are merged.)
        if self.stopped is None and isinstance(ask.journal, str | None):
            self._compare(sizes)

    def _compare(self, sizes: int) -> None:
        """Compare the number of all solutions by their orbits with that by weights."""
        weights, unit = self._tally.options.get(0, 0), self._job.unit
        if weights != sizes * unit:
            message = f"the orbits have {sizes:,} solutions, but there are {weights // unit:,}"
            raise RuntimeError(f"{message}; please report this problem")
        self.check = sizes

    def _fingerprint(self) -> str:
        """What a journal recognizes it by."""
        path = self._ask.journal
        if path is None:
            return ""
        if self._job.unit.bit_length() > 3 * _MOST_DIGITS:
            raise JournalFault(path, "it cannot be kept: the multiplicities are too large")
        try:
            about = f"{digest(self._statement, costs=False)} {self._name} {self._job.forms.name}"
        except UnwritableProblem as error:
            raise JournalFault(path, f"it cannot be kept: {error.reason}") from None
        return hashlib.sha256(about.encode()).hexdigest()
