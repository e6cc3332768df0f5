"""Propagation for problems with multiplicities.

Three rules are played until none applies, in plain Python and in time linear in the problem:

* an item that has been covered as often as it may be loses its other options;
* an item with just as many options left as it still needs takes them all (where options may be
  repeated: an item with one option left takes that as often as it needs);
* an option that clashes with one taken, on a secondary item, goes.

The first and the third always hold; the second one is for ``rules`` from 1 on. The further rule of
exact covers, that an option goes which would starve an item, is not played here.
"""

from __future__ import annotations

from collections.abc import Callable

from ..arrays.compiled import UNLIMITED
from ..errors import shown
from ..statement.results import Impossible
from ..statement.statement import Statement
from .state import counted, given_clash

__all__ = ["MultiplePropagation"]

#: Nodes looked at from one tick to the next: a millisecond or two.
_STEP = 2_000


class MultiplePropagation:
    """What propagation does to a statement with multiplicities; ``Reduction`` takes the results."""

    def __init__(self, statement: Statement, rules: int, tick: Callable[[], None]):
        compiled = statement.model.compiled
        self._statement = statement
        self._compiled = compiled
        self._tick = tick
        self._rules = rules
        #: ``live`` is 1 for the options taken as well.
        self.live = statement.live()
        self.settled = bytearray(compiled.n_items)
        self.forced: list[int] = []
        self.why_item = [-1] * compiled.n_options
        self.why_option = [-1] * compiled.n_options
        self.impossible: Impossible | None = None
        #: Nodes of the problem looked at; and how many there will be at the next tick.
        self.work, self._next_tick = 0, _STEP
        #: What is left of the bounds; ``low`` does not fall below 0.
        self.bounds = self.low, self.high = list(compiled.low), list(compiled.high)
        #: 1 for options taken, each of them once if options may not be repeated.
        self._taken = bytearray(compiled.n_options)
        option_of, sizes = counted(compiled, self.live)
        self._option_of = option_of.tolist()
        #: Options that may still be chosen, for each item.
        self._sizes = sizes.tolist()
        #: Items to look at.
        self._waiting = list(range(compiled.n_primary))
        self._propagate()

    def left(self) -> tuple[bytearray, bytearray]:
        """As of a ``Propagator``; options that have been taken stay live."""
        return self.live, self.settled

    def _propagate(self) -> None:
        for item in range(self._compiled.n_primary):
            self._spend(1)
            if self.high[item] == 0:
                self._close(item, -1)
        for option in self._statement.given:
            if not self.live[option]:
                reasons = self.why_item, self.why_option
                self.impossible = given_clash(self._statement, option, *reasons)
                return
            self._take(option)
        while self._waiting and self.impossible is None:
            self._look_at(self._waiting.pop())

    def _look_at(self, item: int) -> None:
        self._spend(1)
        needed, size = self.low[item], self._sizes[item]
        if self.settled[item] or needed == 0:
            return
        repeat = self._compiled.repeat
        if size < (1 if repeat else needed):
            self.impossible = self._too_few(item)
        elif self._rules >= 1 and size == (1 if repeat else needed):
            for option in self._options(item):
                # One taken before may have removed this one; then the item is looked at again.
                if self.live[option] and (repeat or not self._taken[option]):
                    self._take(option)
                if repeat:
                    self._waiting.append(item)

    def _options(self, item: int) -> list[int]:
        """The options that may still be chosen for an item."""
        starts, nodes = self._compiled.by_item
        self._spend(starts[item + 1] - starts[item])
        option_of = self._option_of
        options = [option_of[node] for node in nodes[starts[item] : starts[item + 1]]]
        repeat = self._compiled.repeat
        return [o for o in options if self.live[o] and (repeat or not self._taken[o])]

    def _spend(self, nodes: int) -> None:
        """Nodes that are looked at; whatever state that leaves is given up if the tick raises."""
        self.work += nodes
        if self.work >= self._next_tick:
            self._next_tick = self.work + _STEP
            self._tick()

    def _take(self, option: int) -> None:
        compiled = self._compiled
        self.forced.append(option)
        self._taken[option] = 1
        for item, colour in compiled.option(option):
            self._spend(1)
            if item < compiled.n_primary:
                if not compiled.repeat:
                    self._sizes[item] -= 1
                self._waiting.append(item)
                self.low[item] = max(0, self.low[item] - 1)
                if self.high[item] < UNLIMITED:
                    self.high[item] -= 1
                if self.high[item] == 0:
                    self._close(item, option)
            elif not self.settled[item]:
                self._close(item, option, colour)

    def _close(self, item: int, taken: int, colour: int = 0) -> None:
        """Settle an item and remove its options, but for those of the colour."""
        self.settled[item] = 1
        starts, nodes = self._compiled.by_item
        for node in nodes[starts[item] : starts[item + 1]]:
            self._spend(1)
            option = self._option_of[node]
            if not self.live[option] or (colour and self._compiled.colours[node] == colour):
                continue
            if self._compiled.repeat or not self._taken[option]:
                self._remove(option, item, taken)

    def _remove(self, option: int, item: int, taken: int) -> None:
        self.live[option] = 0
        if not self._taken[option]:  # those are used up
            self.why_item[option], self.why_option[option] = item, taken
        compiled = self._compiled
        for other, _ in compiled.option(option):
            self._spend(1)
            if other < compiled.n_primary:
                self._sizes[other] -= 1
                self._waiting.append(other)

    def _too_few(self, item: int) -> Impossible:
        name = self._statement.model.shown_item(item)
        needed, size = self.low[item], self._sizes[item]
        times = "once" if needed == 1 else f"{needed} times"
        again = " more" if needed < self._compiled.low[item] else ""
        left = (
            "no option is" if size == 0 else "1 option is" if size == 1 else f"{size} options are"
        )
        return Impossible(
            f"item {shown(name)} must be covered {times}{again}, and {left} left", name
        )
