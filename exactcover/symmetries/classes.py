"""Solutions up to symmetry by canonical forms, level by level.

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
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_nodes, view
from ..engines import choose
from ..kernels.array_types import Int32s
from ..propagation.rules import FIXED_POINT
from ..propagation.state import Propagator
from .canonical import Forms

__all__ = ["Branches", "Found", "Level", "Prefix"]

#: In place of the item to branch on: every item is covered and no option fits any more; some item
#: can no longer be covered; only items are open that may be covered more or less often.
_COMPLETE, _IMPOSSIBLE, _NOT_EXACT = -1, -2, -3

#: Nodes at a time, and solutions at a time, where an engine lists what is below.
_SLICE = 100_000
_ROWS = 16_384


class Prefix(NamedTuple):
    """A partial solution: its options, ascending, as bytes of int32; and its weight.

    ``symmetric``: whether it may have symmetries of its own that are worth looking for.
    """

    options: bytes
    weight: int | Fraction
    symmetric: bool = True

    @property
    def numbers(self) -> tuple[int, ...]:
        """The options."""
        return tuple(np.frombuffer(self.options, np.int32).tolist())


class Found(NamedTuple):
    """What partial solutions branch into: forms and the first prefix of each; and solutions."""

    below: dict[bytes, Prefix]
    complete: dict[bytes, Prefix]


class Branches:
    """Branches of partial solutions up to symmetry. It travels by ``pickle``."""

    def __init__(self, compiled: Compiled, live: bytes, forms: Forms):
        self._compiled, self._live, self._forms = compiled, live, forms
        self._prepare()

    def __getstate__(self) -> Any:
        return self._compiled, self._live, self._forms

    def __setstate__(self, state: Any) -> None:
        self._compiled, self._live, self._forms = state
        self._prepare()

    def _prepare(self) -> None:
        compiled = self._compiled
        starts, items, _ = node_arrays(compiled)
        low, high = map(view, compiled.bounds)
        n_primary, n_options = compiled.n_primary, compiled.n_options
        self._propagator = Propagator(compiled, bytearray(self._live), (), lists=False)
        self._propagate = self._propagator.restarting()
        self._exact = low == high
        option_of = option_of_nodes(starts)
        primary = np.flatnonzero(items < n_primary)
        self._has_primary = np.bincount(option_of[primary], minlength=n_options) > 0
        never = primary[high[items[primary]] == 0]
        self._blocked = np.bincount(option_of[never], minlength=n_options) > 0

    def stabiliser(self, prefix: Prefix) -> int:
        """The order of the stabiliser of a solution or partial solution."""
        return self._forms.stabiliser(np.frombuffer(prefix.options, np.int32))

    @property
    def forms_name(self) -> str:
        """What distinguishes these canonical forms from others."""
        return self._forms.name

    def of(self, prefixes: Sequence[Prefix], tick: Callable[[], None] = lambda: None) -> Found:
        """What some partial solutions branch into; ``tick`` may end it by raising."""
        found = Found({}, {})
        for prefix in prefixes:
            self._branch(prefix, found, tick)
        return found

    def _branch(self, prefix: Prefix, found: Found, tick: Callable[[], None]) -> None:
        chosen = np.frombuffer(prefix.options, np.int32)
        settled, item, branches, needed = self._settled(chosen)
        if item == _IMPOSSIBLE:
            return
        if item == _COMPLETE:
            self._put(found.complete, settled, prefix.weight)
            return
        if item == _NOT_EXACT:
            for row in self._listed(settled, tick):
                self._put(found.complete, row, prefix.weight)
            return
        least = self._forms.orbits(settled) if prefix.symmetric else None
        symmetric = least is not None
        times = dict.fromkeys(branches.tolist(), 1)
        if least is not None:
            first: dict[int, int] = {}
            for option, orbit in zip(branches.tolist(), least[branches].tolist(), strict=True):
                times[first.setdefault(orbit, option)] += 1
            times = {option: times[option] - 1 for option in first.values()}
        weight = prefix.weight if needed == 1 else Fraction(prefix.weight, needed)
        for option, number in times.items():
            tick()
            row, item, *_ = self._settled(np.append(settled, np.int32(option)))
            if item == _IMPOSSIBLE:
                continue
            into = found.complete if item == _COMPLETE else found.below
            self._put(into, row, weight * number, symmetric)

    def _put(
        self,
        into: dict[bytes, Prefix],
        row: Int32s,
        weight: int | Fraction,
        symmetric: bool = False,
    ) -> None:
        _join(into, self._forms.form(row), Prefix(row.tobytes(), weight, symmetric))

    def _settled(self, chosen: Int32s) -> tuple[Int32s, int, Int32s, int]:
        """A partial solution with what it forces; the item to branch on, its options left, and how
        many of them each solution contains."""
        if self._propagate(chosen) != FIXED_POINT:
            return chosen, _IMPOSSIBLE, chosen[:0], 0
        problem, state = self._propagator.problem, self._propagator.state
        row = np.sort(state.forced[: state.cursor[0]])
        needed = state.low[: len(self._exact)]
        items = np.flatnonzero((needed > 0) & self._exact)
        if not len(items):
            inexact = needed.any() or state.live.any()
            return row, _NOT_EXACT if inexact else _COMPLETE, chosen[:0], 0
        item = int(items[np.argmin(state.spare[items] + needed[items])])
        nodes = problem.item_nodes[problem.item_starts[item] : problem.item_starts[item + 1]]
        options = problem.option_of[nodes]
        return row, item, options[state.live[options] == 1], int(needed[item])

    def _listed(self, chosen: Int32s, tick: Callable[[], None]) -> Iterator[Int32s]:
        """The solutions that contain a partial solution, by an engine."""
        # Engines do not know what is forbidden, nor that an item may never be covered.
        apart = self._has_primary & (self._blocked | (np.frombuffer(self._live, np.uint8) == 0))
        prefix = (*(~np.flatnonzero(apart)).tolist(), *chosen.tolist())
        engine = choose.engine_for(self._compiled)
        search = choose.start_below(self._compiled, engine, prefix, tick)
        while not search.done:
            for row in search.collect_table(_SLICE, _ROWS):
                tick()
                yield np.sort(row[row >= 0])


def _join(into: dict[bytes, Prefix], form: bytes, prefix: Prefix) -> None:
    """Add a partial solution, or its weight to the first one of its orbit."""
    known = into.get(form)
    if known is not None:
        symmetric = known.symmetric or prefix.symmetric
        prefix = Prefix(known.options, known.weight + prefix.weight, symmetric)
    into[form] = prefix


@dataclass
class Level:
    """The state of a classification: what is open, what it has led to, and what is finished.

    ``open`` are the partial solutions of the level that have not branched yet; ``below`` those of
    the next one; ``complete`` the solutions, one of each orbit.
    """

    number: int = 0
    open: list[Prefix] = field(default_factory=list)
    below: dict[bytes, Prefix] = field(default_factory=dict)
    complete: dict[bytes, Prefix] = field(default_factory=dict)
    nodes: int = 0
    #: Whether all of this agrees; it does not if Ctrl-C came while results were taken in.
    sound: bool = True

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return not (self.open or self.below)

    def take_in(self, number: int, found: Found) -> list[bytes]:
        """Note what the first ``number`` open partial solutions led to.

        Returns the forms of classes that were not known.
        """
        self.sound = False
        del self.open[:number]
        self.nodes += number
        new = [form for form in found.complete if form not in self.complete]
        for form, prefix in found.below.items():
            _join(self.below, form, prefix)
        for form, prefix in found.complete.items():
            _join(self.complete, form, prefix)
        if not self.open:
            self.open, self.below = list(self.below.values()), {}
            self.number += 1
        self.sound = True
        return new
