"""Several strategies for one graph of solutions, which take turns until one is done.

The best strategy decides everything, and nobody knows it beforehand. With items in an order of
small frontier (``tables.py``) boards are counted that no search would ever finish. Few solutions
are best listed. So they take turns (``common/turns.py``). Items in order get nearly all of the time
if they reach the same states repeatedly. What needs too much memory is given up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ..arrays.compiled import Compiled
from ..common.crew import Crew
from ..common.turns import turns
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int32s
from ..kernels.graphs import minimal_graph as kernels
from .dense import DenseBuild
from .graph import Graph
from .item_order import best_order, ranks
from .plans import Planner
from .tables import TableBuild

#: Bytes for each option of a solution, while the graph is made.
_LISTED_BYTES = 48
#: More solutions are not listed: other strategies have found some repetition by then.
_MOST_LISTED = 2_000_000
#: Nodes visited from one look at the work to the next; so many solutions are fetched at a time.
_LISTED_STEP = 4_096
#: Items in an order of small frontier; all solutions listed.
STRATEGIES = ("order", "listing")
#: Those that go along a plan.
_PLANNED = TableBuild, DenseBuild
#: The first turn, in nodes of a search: a few milliseconds.
_FIRST_TURN = 50_000
#: Turns of listing, as parts of the others: it is best for most puzzles; and what is left of them
#: while items in order are promising.
_LISTING, _LISTING_BESIDE_PROMISE = 2, 1 / 8
#: With a wider frontier than this, items in order are not tried.
_WIDEST_FRONTIER = 300


class ListedBuild:
    """Solutions being listed, in slices; and their graph."""

    name = "all solutions listed"
    #: Listing always ends.
    hopeless = False

    def __init__(self, compiled: Compiled, search: EngineSearch, order: Sequence[int], memory: int):
        """``search``: one that has not begun. ``order``: of the primary items; options follow it by
        the first item they cover."""
        self.memory = memory
        self.step = _LISTED_STEP
        # With multiplicities an option need not cover the first item that is open, and edges of a
        # node are to stand by their numbers.
        n_options = self._n_options = compiled.n_options
        first = np.zeros(n_options, np.int64) if compiled.multiple else ranks(compiled, order)[1]
        #: The options in that order, and -1 behind them; option -> its place, and -1 -> the last.
        self._ordered = np.append(np.argsort(first, kind="stable"), -1).astype(np.int32)
        self._place = np.append(np.argsort(self._ordered[:-1]), n_options).astype(np.int32)
        self._search = search
        self._tables: list[Int32s] = []
        self._entries = self._found = 0

    @property
    def n_visited(self) -> int:
        """Nodes of the search visited so far."""
        return self._search.nodes

    #: The work so far, in nodes of a search.
    cost = n_visited

    @property
    def done(self) -> bool:
        """Whether all solutions are listed."""
        return self._search.done

    @property
    def n_bytes(self) -> int:
        """Bytes it needs for what is listed so far."""
        return self._entries * _LISTED_BYTES

    def run(self, states: int) -> None:
        """Visit at most ``states`` more nodes. Raises :class:`DiagramTooLarge`."""
        until = self.n_visited + states
        while not self.done and self.n_visited < until:
            most = min(_LISTED_STEP, until - self.n_visited)
            table = self._search.collect_table(most, most)
            if len(table):
                self._tables.append(np.sort(self._place[table], axis=1))
                self._found += len(table)
                self._entries += table.size + len(table)
            if self.n_bytes > self.memory or self._found > _MOST_LISTED:
                raise DiagramTooLarge(self.memory, self.n_visited)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        return self._found

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, if it is done."""
        tick()
        if not self._found:
            return Graph.without_edges(-1)
        longest = max(table.shape[1] for table in self._tables)
        rows = np.full((self._found, longest), self._n_options, np.int32)
        at = 0
        for table in self._tables:
            rows[at : at + len(table), : table.shape[1]] = table
            at += len(table)
        if longest:
            # Read as bytes, highest first, rows compare as their numbers do.
            text = rows.astype(">u4").view(f"S{4 * longest}").reshape(-1)
            rows = rows[np.argsort(text, kind="stable")]
        rows[rows == self._n_options] = -1
        room = rows.size + len(rows) + 2
        slots = np.full(1 << (2 * room - 1).bit_length(), -1, np.int32)
        begin = np.zeros(room, np.int64)
        option, child, pending_option, pending_child = np.zeros((4, room), np.int32)
        pending_begin, sizes = np.zeros(longest + 2, np.int64), np.zeros(2, np.int64)
        pending = pending_option, pending_child, pending_begin
        root = kernels.minimal_graph(rows, slots, begin, option, child, *pending, sizes)
        graph = Graph.cut(begin, option, child, int(sizes[0]), int(root))
        return replace(graph, option=self._ordered[graph.option])


#: A strategy at work. ``run`` visits more states, up to ``done``; then ``count`` and ``graph``
#: answer. ``memory``: the bytes that it may take. ``cost``: its work so far, in nodes of a search.
#: ``step``: states from one look at that to the next, a millisecond or two.
_Planned: TypeAlias = TableBuild | DenseBuild
_Build: TypeAlias = _Planned | ListedBuild


class Strategies:
    """The strategies for the graph of one problem; ``memory`` in bytes, for all of them together.

    ``listing`` begins a search that lists all solutions; without it that strategy is left out.
    ``among``: those of :data:`STRATEGIES` that may be tried, where they suit the problem. ``tick``
    is called now and then while a strategy is prepared, and may end that by raising. ``counting``:
    only the count is wanted, which needs less memory; then a ``crew`` may work.
    """

    def __init__(
        self,
        compiled: Compiled,
        memory: int,
        listing: Callable[[], EngineSearch] | None = None,
        among: Sequence[str] = STRATEGIES,
        tick: Callable[[], None] = lambda: None,
        counting: bool = False,
        crew: Crew | None = None,
    ):
        self._memory = memory
        order, name, _ = best_order(compiled, tick)
        self._compiled, self._counting, self._tick = compiled, counting, tick
        self._crew = crew
        self._planner = Planner(compiled, order, name, memory if counting else 0)
        self._listing, self._first_order = listing, (order, name)
        self._begins: list[Callable[[], _Build]] = []
        if self._planner.plan.width > _WIDEST_FRONTIER and self._planner.due < math.inf:
            self._planner.look(0.0, 0, tick)
        if self._planner.plan.width <= _WIDEST_FRONTIER:
            self._begins += [self._planned] if "order" in among else []
        if listing is not None and "listing" in among:
            self._begins.append(self._listed)
        #: Builds begun and not given up.
        self._builds: list[_Build] = []
        self._turns = turns(self._builds, _FIRST_TURN)
        #: Whose turn it is, and how long the turns of this round are.
        self._turn: tuple[_Build | None, float] = None, 0.0
        self._states_given_up = 0
        #: The build that was done first.
        self._best: _Build | None = None

    @property
    def done(self) -> bool:
        """Whether one of them has reached the end."""
        return self._best is not None

    @property
    def states(self) -> int:
        """States visited so far, by all."""
        return self._states_given_up + sum(build.n_visited for build in self._builds)

    @property
    def cost(self) -> float:
        """The work of the builds that are not given up, in nodes of a search."""
        return sum(build.cost for build in self._builds)

    @property
    def name(self) -> str:
        """The name of the strategy that was done first."""
        return self._best.name if self._best else "several, by turns"

    @property
    def _in_order(self) -> _Planned | None:
        """The build along a plan, unless it is given up: the others stand back for it."""
        return next((each for each in self._builds if isinstance(each, _PLANNED)), None)

    @property
    def promising(self) -> bool:
        """Whether items in order repeat states so often that this may beat listing."""
        return self._in_order is not None and self._in_order.promising

    @property
    def expected(self) -> float:
        """The work that the build along the plan takes in all, at most, if it is not vague."""
        return math.inf if self._in_order is None else self._planner.work

    def _excess(self, build: _Planned) -> float:
        """How many times the plan has been estimated too high, as a power of 2."""
        plan = self._planner.plan
        if isinstance(build, DenseBuild) or not plan.is_path:
            return 0.0
        return plan.excess(build.settled, build.n_visited)

    @property
    def hopeless(self) -> bool:
        """Whether no strategy repeats states, after long trials."""
        return not self._begins and all(build.hopeless for build in self._builds)

    def count(self) -> int:
        """The number of solutions, if it is done."""
        assert self._best is not None
        return self._best.count()

    def graph(self, tick: Callable[[], None] = lambda: None) -> Graph:
        """The graph, if it is done. Raises :class:`DiagramTooLarge`."""
        assert self._best is not None
        assert not isinstance(self._best, DenseBuild)
        return self._best.graph(tick)

    def _listed(self) -> ListedBuild:
        """A build that lists all solutions."""
        assert self._listing is not None
        return ListedBuild(self._compiled, self._listing(), self._first_order[0], self._memory)

    def _planned(self) -> _Planned:
        """A build along the best plan."""
        plan, compiled = self._planner.plan, self._compiled
        if self._planner.dense:
            return DenseBuild(compiled, plan, self._memory, self._crew)
        edges = not self._counting
        return TableBuild(compiled, plan, self._memory, edges, self._tick, self._crew)

    def _look_for_a_plan(self, build: _Planned) -> None:
        """Go on along a better plan, if one is found in the time that the work so far has taken."""
        limbs = build.limbs if isinstance(build, TableBuild) else 0
        if self._planner.look(self._excess(build), limbs, self._tick):
            planned = _if_it_fits(self._planned)
            if planned is not None:
                self._give_up(build, planned)

    def run(self, states: int) -> None:
        """Visit some ``states`` more. Raises :class:`DiagramTooLarge` if no strategy is left."""
        until = self.states + states
        while not self.done and self.states < until:
            build, length = self._turn
            if build not in self._builds or build.cost >= self._turn_ends(build, length):
                self._next_turn()
                continue
            others = sum(other.n_bytes for other in self._builds if other is not build)
            build.memory = self._memory - others
            try:
                build.run(build.step)
            except (DiagramTooLarge, MemoryError):
                self._at_the_limit(build)
                continue
            if build.done:
                self._best = build
                self._give_up_all_but(build)
            elif isinstance(build, _PLANNED) and build.cost >= self._planner.due:
                self._look_for_a_plan(build)

    def _next_turn(self) -> None:
        """It is the turn of another build."""
        if self._begins:
            begun = _if_it_fits(self._begins.pop(0))
            self._builds += [] if begun is None else [begun]
        elif not self._builds:
            raise DiagramTooLarge(self._memory, self.states)
        if self._builds:  # or there would be no more turns
            self._turn = next(self._turns)

    def _at_the_limit(self, build: _Build) -> None:
        """A build has come to an end without an answer: it needs too much memory."""
        if isinstance(build, DenseBuild):
            # Numbers need more room than they have: without a place for every state.
            self._planner.dense = False
            self._give_up(build, _if_it_fits(self._planned))
        elif isinstance(build, TableBuild) and build.promising and len(self._builds) > 1:
            # It gets the memory of the others before it is given up.
            self._give_up_all_but(build)
        else:
            self._give_up(build)

    def _give_up(self, build: _Build, instead: _Build | None = None) -> None:
        """Another one goes on instead of a build, or none."""
        self._states_given_up += build.n_visited
        place = self._builds.index(build)
        self._builds[place : place + 1] = [] if instead is None else [instead]

    def _give_up_all_but(self, build: _Build) -> None:
        """One build goes on alone."""
        self._begins.clear()
        for other in self._builds.copy():
            if other is not build:
                self._give_up(other)

    def _turn_ends(self, build: _Build, length: float) -> float:
        """The work that a build has done when its turn is over."""
        if isinstance(build, _PLANNED):
            return length
        return length * (_LISTING_BESIDE_PROMISE if self.promising else _LISTING)


def _if_it_fits(begin: Callable[[], _Build]) -> _Build | None:
    """The build that begins; None if that takes too much memory."""
    try:
        return begin()
    except (DiagramTooLarge, MemoryError):
        return None
