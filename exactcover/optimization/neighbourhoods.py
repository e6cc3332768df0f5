"""Better solutions, found by dives and by large neighbourhood search.

A round decides a part of a solution in one of two ways, and a small search finds the cheapest rest.

* A *dive* along the linear program of all cheap options, until few rows are open. It goes straight
  down and never back, and ends early: with few rows open, a linear program chooses badly, and a
  search can find the best that is left.
* A *neighbourhood* of the best solution: some of its options are dropped, the others stay (large
  neighbourhood search: P. Shaw, 1998). What is dropped is drawn at random, or hangs together:
  options in the way of cheap options that are in the way of others dropped. Where many rows are
  open then, a dive comes first.

Rounds that come to their end make the next ones larger, and the others make them smaller. All is
drawn from a seed and measured by nodes, so every run is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays, option_of_entries, sums_before
from .branching import AT_LEAST, Branching, Decision
from .linear_program import LARGEST, NEAR, LinearProgram, UnitRows
from .part import part_of, rest_of

#: Searches a smaller problem, with costs and a bound. Gives a solution if there is one, the nodes,
#: and whether it came to its end.
Solve = Callable[[Compiled, list[int], int | None], tuple[Sequence[int] | None, int, bool]]

#: Options that a dive from the top looks at, the cheapest, for each row.
_OPTIONS_A_ROW = 10
#: How many rounds are dives from the top.
_FROM_TOP = 0.1
#: Items left to a search: at first, at least, at most (as a part of all).
_FIRST_LEFT, _LEAST_LEFT, _LARGEST_LEFT = 60.0, 10.0, 0.7
#: By how much their number, and the part that is dropped, changes.
_LARGER, _SMALLER = 1.03, 0.97
#: The part of a solution that is dropped: at first, at most.
_FIRST_DROPPED, _MOST_DROPPED = 0.3, 0.55
#: How often something else is dropped, where what is dropped hangs together.
_ELSEWHERE = 0.05
#: All options with values as high are chosen at once.
_SURE = 0.95
#: Of the others one is drawn; how likely each is grows with its value to this power.
_POWER = 3


class Neighbourhoods:
    """Rounds, one after the other."""

    def __init__(
        self,
        compiled: Compiled,
        costs: Sequence[int],
        reduced: Any,
        tick: Callable[[], None],
    ):
        """``reduced``: the reduced costs of the options."""
        self._compiled, self._costs, self._tick = compiled, costs, tick
        self._draw = random.Random(0)
        self._most_left = _LARGEST_LEFT * compiled.n_primary
        self._left, self._dropped = min(_FIRST_LEFT, self._most_left), _FIRST_DROPPED
        self._starts, self._items, _ = node_arrays(compiled)
        option_of = option_of_entries(self._starts)
        #: The options of item *i*, the cheapest first, begin at ``_item_starts[i]``.
        self._by_item = option_of[np.lexsort((reduced[option_of], self._items))]
        counts = np.bincount(self._items, minlength=compiled.n_items)
        self._item_starts = sums_before(counts)
        self._reduced = reduced
        #: The options of dives from the top, and these dives.
        self._top: tuple[Any, Dive] | None = None
        self.nodes = 0
        self.rounds = 0

    def round(
        self, solution: Sequence[int] | None, within: int | None, solve: Solve
    ) -> list[int] | None:
        """Another solution that costs at most ``within``, or None.

        ``solution``: the best known. ``solve`` searches a smaller problem.
        """
        self.rounds += 1
        self._solve = solve
        if solution is None or self.rounds == 1 or self._draw.random() < _FROM_TOP:
            return self._from_top(within)
        dropped = self._choose(sorted(set(solution)))
        kept = [option for option in solution if option not in dropped]
        rest = rest_of(self._compiled, kept)
        costs = [self._costs[option] for option in rest.options]
        if within is not None:
            within -= sum(self._costs[option] for option in kept)
        found = self._rest(rest.compiled, costs, within)
        return None if found is None else kept + [rest.options[option] for option in found]

    def _from_top(self, within: int | None) -> list[int] | None:
        """A dive in the whole problem, with its cheapest options."""
        if self._top is None:
            compiled, costs = self._compiled, self._costs
            most = _OPTIONS_A_ROW * compiled.n_items
            options = np.sort(np.argsort(self._reduced, kind="stable")[:most])
            part = part_of(compiled, options)
            relaxation = UnitRows(part, [costs[option] for option in options.tolist()])
            self._top = options, Dive(part, relaxation, self._tick)
        options, dive = self._top
        draw = None if self.rounds == 1 else self._draw
        chosen = self._dive(dive, within, draw)
        if chosen is None:
            return None
        return self._finished(self._compiled, self._costs, options[chosen].tolist(), within)

    def _rest(
        self, compiled: Compiled, costs: Sequence[int], within: int | None
    ) -> list[int] | None:
        """A solution of what a neighbourhood leaves open."""
        chosen: list[int] | None = []
        if compiled.n_primary > self._left:
            dive = Dive(compiled, UnitRows(compiled, costs), self._tick)
            chosen = self._dive(dive, within, self._draw)
            if chosen is None:
                self._dropped *= _SMALLER
                return None
        found = self._finished(compiled, costs, chosen or [], within)
        if found is None:
            self._dropped = min(self._dropped * _LARGER, _MOST_DROPPED)
        return found

    def _dive(self, dive: Dive, within: int | None, draw: random.Random | None) -> list[int] | None:
        wanted = LARGEST if within is None else min(LARGEST, dive.relaxation.in_units(within))
        return dive.run(wanted, self._left, draw)

    def _finished(
        self, compiled: Compiled, costs: Sequence[int], chosen: list[int], within: int | None
    ) -> list[int] | None:
        """A solution with these options; the rest by a search."""
        rest = rest_of(compiled, chosen)
        if within is not None:
            within -= sum(costs[option] for option in chosen)
        if not rest.options:
            open_still = any(rest.compiled.bounds[0]) or (within is not None and within < 0)
            return None if open_still else chosen
        costs = [costs[option] for option in rest.options]
        found, nodes, done = self._solve(rest.compiled, costs, within)
        self.nodes += nodes
        if found is not None:
            return chosen + [rest.options[option] for option in found]
        self._left *= _LARGER if done else _SMALLER
        self._left = min(max(self._left, _LEAST_LEFT), self._most_left)
        return None

    def _choose(self, solution: list[int]) -> set[int]:
        """Which options of a solution are dropped."""
        draw = self._draw
        number = min(len(solution), 1 + int(self._dropped * len(solution)))
        if self.rounds % 2 == 0 or number == len(solution):
            return set(draw.sample(solution, number))
        owners: dict[int, list[int]] = {}
        for option in solution:
            for item in self._items_of(option):
                owners.setdefault(item, []).append(option)
        dropped = [draw.choice(solution)]
        while len(dropped) < number:
            # A cheap option beside one of those dropped, and all that is in its way.
            item = draw.choice(self._items_of(draw.choice(dropped)))
            first, last = self._item_starts[item : item + 2].tolist()
            beside = int(self._by_item[first + int((last - first) * draw.random() ** 3)])
            more = [option for other in self._items_of(beside) for option in owners.get(other, ())]
            if draw.random() < _ELSEWHERE:
                more.append(draw.choice(solution))
            for option in more:
                if option not in dropped and len(dropped) < number:
                    dropped.append(option)
        return set(dropped)

    def _items_of(self, option: int) -> list[int]:
        items: list[int] = self._items[self._starts[option] : self._starts[option + 1]].tolist()
        return items


class Dive:
    """Dives in one problem, each from the optimum of its linear program."""

    def __init__(self, compiled: Compiled, relaxation: UnitRows, tick: Callable[[], None]):
        self.relaxation = relaxation
        self._tick = tick
        self._program = LinearProgram(relaxation)
        self._branching = Branching(compiled, self._program)
        low, high = relaxation.low, relaxation.high
        #: How often a row is to be covered, if it can be.
        self._aim = np.where(low > 0, low, np.where(high < UNLIMITED, high, 0))
        self._basis: Any = None
        self._lower, self._upper = self._program.lower.copy(), self._program.upper.copy()

    def run(self, wanted: int, left: float, draw: random.Random | None) -> list[int] | None:
        """The options chosen, until ``left`` rows or fewer are open; None if the way is blocked.

        ``wanted``: what a solution costs at most, in units. ``draw``: without it, the option of the
        highest value is chosen each time.
        """
        program = self._program
        n = program.n_options
        program.lower[:], program.upper[:] = self._lower, self._upper
        if self._basis is None:
            program.bounds_changed()
        else:
            program.load(self._basis)
        chosen: list[int] = []
        covered = np.zeros(program.n_rows, np.int64)
        starts, rows, high = self.relaxation.starts, self.relaxation.rows, self.relaxation.high
        while np.count_nonzero(covered < self._aim) > left:
            if not program.solve(self._tick, wanted) or not program.optimal:
                return None
            if self._basis is None:
                self._basis = program.basis
            x, lower = program.values()[:n], program.lower[:n]
            free = np.flatnonzero((lower < program.upper[:n]) & (x > lower + NEAR))
            if not len(free):
                break
            part = x[free] - lower[free]
            sure = free[part >= _SURE]
            if len(sure):
                more = sure.tolist()
            elif draw is None:
                more = [int(free[np.argmax(part)])]
            else:
                more = draw.choices(free.tolist(), (part**_POWER).tolist())
            for option in more:
                times = max(1, int(x[option] - lower[option] + NEAR))
                least = int(lower[option]) + times
                mine = rows[starts[option] : starts[option + 1]]
                # Those chosen before it in this step may have used up its rows.
                if least <= program.upper[option] and (covered[mine] + times <= high[mine]).all():
                    self._branching.apply(Decision(AT_LEAST, option, least))
                    chosen += [option] * times
                    covered[mine] += times
                else:
                    program.upper[option] = lower[option]
            program.bounds_changed()
        return chosen
