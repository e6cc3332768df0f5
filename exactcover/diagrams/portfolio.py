"""Several ways to one graph of solutions, tried by turns, until one of them is done.

Which way is best decides everything and cannot be told beforehand: with items in an order of small
frontier (``frontier.py``) boards are counted that no search would ever finish; with few solutions
it is best to list them (``listed.py``); and where choices force others, or make the problem fall
apart, subproblems are (``subproblems.py``). So each gets a turn, and twice as long a turn after
that. One that comes to the same states again and again gets nearly all of the time; one that needs
too much memory is given up. (Algorithm portfolios: C. Gomes and B. Selman, 2001.)

Turns are measured in work and not in time, so a problem takes the same way in every run.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from ..arrays.compiled import Compiled
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge
from .frontier import FrontierBuild
from .graph import Graph
from .item_order import best_order, frontier_sizes
from .listing import ListedBuild
from .subproblems import SubproblemBuild, suits

__all__ = ["WAYS", "Portfolio"]

#: Items in an order of small frontier; all solutions listed; subproblems, fewest options first;
#: subproblems in that order, components apart.
WAYS = ("order", "listing", "fewest", "parts")

#: The first turn, in nodes of a search: a few milliseconds.
_FIRST_TURN = 50_000
#: Subproblems have turns only when a turn is this many times as long as the first.
_SUBPROBLEMS_FROM = 4
#: Parts of a turn: listing is best for most puzzles, subproblems for few; and what is left while
#: items in order are promising.
_LISTING, _SUBPROBLEMS = 2, 1 / 2
_LISTING_BESIDE_PROMISE, _BESIDE_PROMISE = 1 / 8, 1 / 32
#: States come to so often on average when a diagram is likely to be done before listing is.
_LIKELY = 1.15
#: So many times the work of items in order, once these have filled their memory, is left to
#: subproblems. Listing needs little memory, and may go on.
_PATIENCE = 2
#: With a wider frontier than this, items in order are not tried.
_WIDEST_FRONTIER = 300


class _Build(Protocol):
    """A way: what the builds of the three modules have in common."""

    name: str
    memory: int
    #: States from one look at the work to the next: a millisecond or two.
    step: int

    @property
    def done(self) -> bool: ...

    @property
    def n_visited(self) -> int: ...

    @property
    def cost(self) -> float: ...

    @property
    def repeats(self) -> float: ...  # how often it has come to a state, on average

    @property
    def promising(self) -> bool: ...

    @property
    def hopeless(self) -> bool: ...

    @property
    def n_bytes(self) -> int: ...

    def run(self, states: int) -> None: ...

    def count(self) -> int: ...

    def graph(self, tick: Callable[[], None]) -> Graph: ...


class _Way(NamedTuple):
    """A way that has begun, and how its turns are measured out."""

    build: _Build
    #: Its part of a turn; and its part while the items in order are promising.
    part: float
    part_beside_promise: float
    #: Whether it takes the items in order: the way that the others stand back for.
    in_order: bool = False
    #: Whether it is given up some time after the items in order have filled their memory.
    bounded: bool = False

    def until(self, turn: float, promise: bool) -> float:
        """The work that it has done when its turn is over."""
        return turn * (self.part_beside_promise if promise and not self.in_order else self.part)


class Portfolio:
    """The ways to the graph of one problem; ``memory`` in bytes, for all of them together.

    ``listing`` begins a search that lists all solutions; without it that is no way. ``among``:
    those of :data:`WAYS` that may be tried, where they suit the problem. ``tick`` is
    called now and then while a way is prepared, and may end that by raising.
    """

    def __init__(
        self,
        compiled: Compiled,
        memory: int,
        listing: Callable[[], EngineSearch] | None = None,
        among: Sequence[str] = WAYS,
        tick: Callable[[], None] = lambda: None,
    ):
        self._memory = memory
        if compiled.fixed:
            order, name = list(range(compiled.n_primary)), "as asked for"
            width = max(frontier_sizes(compiled, order, tick), default=0)
        else:
            order, name, width = best_order(compiled, tick)
        in_order = f"items in order, {name}"
        #: Ways not begun yet, in the order of their first turns.
        self._waiting: list[Callable[[], _Way]] = []
        if "order" in among and width <= _WIDEST_FRONTIER:
            self._waiting.append(
                lambda: _Way(
                    FrontierBuild(compiled, order, memory, in_order, tick), 1, 1, in_order=True
                )
            )
        if "listing" in among and listing is not None:
            self._waiting.append(
                lambda: _Way(
                    ListedBuild(compiled, listing(), order, memory),
                    _LISTING,
                    _LISTING_BESIDE_PROMISE,
                )
            )

        def subproblems(*order_and_name: Any) -> _Way:
            build = SubproblemBuild(compiled, memory, tick, *order_and_name)
            return _Way(build, _SUBPROBLEMS, _BESIDE_PROMISE, bounded=True)

        before = len(self._waiting)
        if "fewest" in among and suits(compiled, memory) and not compiled.fixed:
            self._waiting.append(subproblems)
        if "parts" in among and suits(compiled, memory):
            self._waiting.append(lambda: subproblems(order, in_order + ", components apart"))
        #: How many of them are subproblems, which have their turns late.
        self._late = len(self._waiting) - before
        #: Ways begun and not given up; whose turn it is; what work ends this round's turns.
        self._ways: list[_Way] = []
        self._turn, self._work = 0, float(_FIRST_TURN)
        self._states_given_up = 0
        #: Work after which subproblems are given up.
        self._most_work = math.inf
        #: The build that was done first.
        self._best: _Build | None = None

    @property
    def done(self) -> bool:
        """Whether one of them has reached the end."""
        return self._best is not None

    @property
    def states(self) -> int:
        """States visited so far, by all."""
        return self._states_given_up + sum(way.build.n_visited for way in self._ways)

    @property
    def cost(self) -> float:
        """The work of the ways that are not given up, in nodes of a search."""
        return sum(way.build.cost for way in self._ways)

    @property
    def name(self) -> str:
        """What the way is called that was done first."""
        return self._best.name if self._best else "several, by turns"

    @property
    def promising(self) -> bool:
        """Whether items in order come to the same states so often that this may beat listing."""
        return any(way.in_order and way.build.repeats > _LIKELY for way in self._ways)

    @property
    def hopeless(self) -> bool:
        """Whether no way does, after long trials."""
        return not self._waiting and all(way.build.hopeless for way in self._ways)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        assert self._best is not None
        return self._best.count()

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, if it is done. Raises :class:`DiagramTooLarge`."""
        assert self._best is not None
        return self._best.graph(tick)

    def run(self, states: int) -> None:
        """Visit at most ``states`` more. Raises :class:`DiagramTooLarge` when no way is left."""
        until = self.states + states
        while not self.done and self.states < until:
            way = self._way()
            build = way.build
            others = sum(each.build.n_bytes for each in self._ways if each is not way)
            build.memory = self._memory - others
            # Turns end at the same states, however the work is cut into slices.
            step = build.step - build.n_visited % build.step
            try:
                build.run(min(step, until - self.states))
            except (DiagramTooLarge, MemoryError):
                if way.in_order and build.promising and len(self._ways) > 1:
                    # It gets the memory of the others before it is given up.
                    self._waiting.clear()
                    for other in self._ways[1:]:
                        self._give_up(other)
                else:
                    self._give_up(way)
                self._turn = min(self._turn, len(self._ways))
                continue
            if build.done:
                self._states_given_up = self.states - build.n_visited
                self._best, self._ways, self._waiting = build, [way], []
            elif build.n_visited % build.step == 0:
                first = self._ways[0]
                promise = first.in_order and first.build.promising
                if build.cost < way.until(self._work, promise):
                    continue
                if way.bounded and build.cost > self._most_work:
                    self._give_up(way)
                else:
                    self._turn += 1

    def _give_up(self, way: _Way) -> None:
        """A way has come to its end without an answer."""
        self._states_given_up += way.build.n_visited
        self._ways.remove(way)
        if way.in_order:
            # Where this has filled its memory, subproblems seldom need less of it.
            self._most_work = _PATIENCE * way.build.cost

    def _way(self) -> _Way:
        """The way whose turn it is."""
        while self._turn == len(self._ways):
            # Subproblems are the least likely ones, and come when the first turns were too short.
            early = self._work < _SUBPROBLEMS_FROM * _FIRST_TURN
            if self._waiting and not (early and self._ways and len(self._waiting) <= self._late):
                with contextlib.suppress(DiagramTooLarge, MemoryError):
                    self._ways.append(self._waiting.pop(0)())
            elif self._ways:
                self._turn, self._work = 0, 2 * self._work
            else:
                raise DiagramTooLarge(self._memory, self.states)
        return self._ways[self._turn]
