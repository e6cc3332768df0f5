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
from typing import Protocol

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
#: Subproblems have their turns once turns are so many times as long as the first.
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
    def promising(self) -> bool: ...

    @property
    def hopeless(self) -> bool: ...

    @property
    def n_bytes(self) -> int: ...

    def run(self, states: int) -> None: ...

    def count(self) -> int: ...

    def graph(self, tick: Callable[[], None]) -> Graph: ...


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
        self._waiting: list[Callable[[], _Build]] = []
        if "order" in among and width <= _WIDEST_FRONTIER:
            self._waiting.append(lambda: FrontierBuild(compiled, order, memory, in_order, tick))
        if "listing" in among and listing is not None:
            self._waiting.append(lambda: ListedBuild(compiled, listing(), order, memory))
        before = len(self._waiting)
        if "fewest" in among and suits(compiled, memory) and not compiled.fixed:
            self._waiting.append(lambda: SubproblemBuild(compiled, memory, tick=tick))
        if "parts" in among and suits(compiled, memory):
            apart = in_order + ", components apart"
            self._waiting.append(lambda: SubproblemBuild(compiled, memory, order, apart, tick))
        #: How many of them are subproblems.
        self._late = len(self._waiting) - before
        #: Ways begun and not given up; whose turn it is; what work ends this round's turns.
        self._ways: list[_Build] = []
        self._turn, self._work = 0, float(_FIRST_TURN)
        self._states_given_up = 0
        #: Work after which subproblems are given up.
        self._most_work = math.inf
        self._best: _Build | None = None

    @property
    def done(self) -> bool:
        """Whether one of them has reached the end."""
        return self._best is not None

    @property
    def states(self) -> int:
        """States visited so far, by all."""
        return self._states_given_up + sum(way.n_visited for way in self._ways)

    @property
    def cost(self) -> float:
        """The work of the ways that are not given up, in nodes of a search."""
        return sum(way.cost for way in self._ways)

    @property
    def name(self) -> str:
        """What the way is called that was done first."""
        return self._best.name if self._best else "several, by turns"

    @property
    def promising(self) -> bool:
        """Whether items in order come to the same states so often that this may beat listing."""
        return any(isinstance(way, FrontierBuild) and way.repeats > _LIKELY for way in self._ways)

    @property
    def hopeless(self) -> bool:
        """Whether no way does, after long trials."""
        return not self._waiting and all(way.hopeless for way in self._ways)

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
            way.memory = self._memory - sum(each.n_bytes for each in self._ways if each is not way)
            # Turns end at the same states, however the work is cut into slices.
            step = way.step - way.n_visited % way.step
            try:
                way.run(min(step, until - self.states))
            except (DiagramTooLarge, MemoryError):
                if way.promising and isinstance(way, FrontierBuild) and len(self._ways) > 1:
                    # It gets the memory of the others before it is given up.
                    self._waiting.clear()
                    for other in self._ways[1:]:
                        self._give_up(other)
                else:
                    self._give_up(way)
                self._turn = min(self._turn, len(self._ways))
                continue
            if way.done:
                self._states_given_up = self.states - way.n_visited
                self._best, self._ways, self._waiting = way, [way], []
            elif way.n_visited % way.step == 0 and way.cost >= self._until(way):
                if isinstance(way, SubproblemBuild) and way.cost > self._most_work:
                    self._give_up(way)
                else:
                    self._turn += 1

    def _give_up(self, way: _Build) -> None:
        """A way has come to its end without an answer."""
        self._states_given_up += way.n_visited
        self._ways.remove(way)
        if isinstance(way, FrontierBuild):
            # Where this has filled its memory, subproblems seldom need less of it.
            self._most_work = _PATIENCE * way.cost

    def _until(self, way: _Build) -> float:
        """The work that a way has done when its turn is over."""
        listing = isinstance(way, ListedBuild)
        share = float(_LISTING if listing else 1)
        if isinstance(way, SubproblemBuild):
            share = _SUBPROBLEMS
        in_order = self._ways[0]
        if way is not in_order and isinstance(in_order, FrontierBuild) and in_order.promising:
            share = _LISTING_BESIDE_PROMISE if listing else _BESIDE_PROMISE
        return self._work * share

    def _way(self) -> _Build:
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
