"""Counting projections of the solutions by solving each component once.

This prepares what ``kernels/components/projection_loop.py`` works on: variables, groups and
classes. It reads the number of projections off the graph, and a lower bound while the search is
under way.
"""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.groups import groups_of
from ..arrays.views import FIRST_PLACES, MOST_PLACES, doubled, repeated, sums_before
from ..engines import choose
from ..engines.contract import EngineSearch
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int32s, Int64s
from ..kernels.components import components
from ..kernels.components import projection_loop as projection
from ..kernels.components.components import DEPTH, NODES, VISITED, WORK
from ..kernels.components.projection_state import OPEN, Scratch, State
from ..kernels.graphs.graphs import PRODUCT

#: Decisions in search of one solution before an engine is asked, and nodes of that in a slice.
_DIVE, _SLICE = 300, 20_000
#: Variables and members looked at in a step at most: some milliseconds.
_WORK = 1_000_000


class ProjectedBuild:
    """The projections of a problem being counted, in slices; ``memory`` in bytes.

    ``classes``: for each option the number of its class, from 1, or 0 if a projection does not show
    it.
    """

    name = "projection"

    def __init__(
        self,
        compiled: Compiled,
        classes: Int32s,
        memory: int,
        tick: Callable[[], None] = lambda: None,
    ):
        """``tick`` is called now and then while tables are made, and may end that by raising."""
        self.memory, self._n_primary, self._tick = memory, compiled.n_primary, tick
        groups = groups_of(compiled, tick)
        self._n_options = len(groups.option)
        self._state = _state_of(groups, classes, tick)
        tick()
        n, n_groups = groups.n_variables, len(self._state.low)
        self._n_words = max(1, (n + 63) // 64)
        n_frames, longest = n + n_groups + 2, 1 + self._n_words + 2 * n_groups
        live = np.zeros(3 * n + FIRST_PLACES, np.int32)
        live[:n] = np.arange(n)
        room: tuple[Any, ...] = (
            live,
            *np.zeros((3, n + FIRST_PLACES), np.int32),
            *np.zeros((2, FIRST_PLACES), np.int32),
            np.full(2 * FIRST_PLACES, -1, np.int32), np.zeros(FIRST_PLACES + longest, np.uint64),
            np.zeros(FIRST_PLACES, np.int64), *np.zeros((2, FIRST_PLACES), np.int32),
        )  # fmt: skip
        self._room = components.Room(*room)
        self._key = np.zeros(longest, np.uint64)
        self._frames = np.zeros((n_frames, projection.FIELDS), np.int32)
        self._control = np.zeros(components.CONTROL, np.int64)
        self._control[components.LIVE], self._control[components.NODES] = n, 1
        self._control[components.ANSWER] = components.UNKNOWN
        parent, entry = np.zeros((2, n), np.int32)
        common, stamp, shown = np.zeros((3, n_groups), np.int32)
        seen = np.full(n_groups, -1, np.int32)
        self._scratch = Scratch(parent, entry, seen, common, stamp, shown)
        #: How many projections each node has, as far as that was asked for.
        self._numbers = [1]
        #: The last lower bound. Where nothing is compiled, Ctrl-C may come in the middle of a step,
        #: and no other is known then.
        self._bound, self._in_step = 0, False
        #: Whether there is a solution where the kernel asks, and nodes visited before.
        self._asked: EngineSearch | None = None
        self._nodes_asked = 0
        never = groups.never.astype(np.int32)
        projection.begin(self._state, self._scratch, never, self._frames, self._room, self._control)

    @property
    def n_visited(self) -> int:
        """Components begun so far."""
        return int(self._control[VISITED])

    @property
    def _worked(self) -> int:
        """Variables and members of groups looked at so far."""
        return int(self._control[WORK])

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        return sum(int(each.nbytes) for each in self._room)

    @property
    def done(self) -> bool:
        """Whether all projections are counted."""
        return bool(self._control[components.ROOT] != components.UNKNOWN)

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        # Eight variables or members are looked at in the time of a node.
        members = self._worked / 8
        asked = self._nodes_asked + (self._asked.nodes if self._asked else 0)
        return self.n_visited + members + asked

    def run(self, most: int) -> None:
        """Begin at most so many components. Raises :class:`DiagramTooLarge`.

        It may end sooner: after a slice of an engine that looks for one solution.
        """
        until, worked = self.n_visited + most, self._worked + _WORK
        while not self.done:
            if self._asked is not None:
                self._ask(self._asked)
                return
            self._in_step = True
            why = projection.explore(
                self._state, self._scratch, self._n_words, self._key, self._frames, self._room,
                self._control, _DIVE, until, worked,
            )  # fmt: skip
            self._in_step = False
            if why == projection.ASK:
                self._asked = choose.start_for_few(self._part(), tick=self._tick)
            elif why in components.FULL:
                self._grow(why)
            else:
                return

    def _grow(self, why: int) -> None:
        """Make room for what a kernel says is full. Raises :class:`DiagramTooLarge`."""
        names = components.FULL[why]
        grown = {name: getattr(self._room, name) for name in names}
        more = sum(int(each.nbytes) for each in grown.values())
        # While one is copied to another, both are there.
        too_large = self.n_bytes + more + more // 2 > self.memory
        if too_large or max(map(len, grown.values())) > MOST_PLACES // 2:
            raise DiagramTooLarge(self.memory, self.n_visited)
        self._room = self._room._replace(**{name: doubled(grown[name]) for name in names})
        if why == components.STATES_FULL:
            self._room.slots.fill(-1)
            n_states = int(self._control[components.STATES])
            components.rehash(self._room.slots, self._room.keys, n_states)

    def _ask(self, search: EngineSearch) -> None:
        """Let an engine look for a solution, for a slice."""
        found = search.collect(_SLICE, 1)
        if found or search.done:
            self._nodes_asked += search.nodes
            self._asked = None
            self._control[components.ANSWER] = 0 if found else components.NONE

    def _part(self) -> Compiled:
        """The component that is asked about as a problem, with a solution if the component has one.

        Its primary items are the groups that bind, classes with a number among them. Options that
        cover none of these are left out, since no solution needs them.
        """
        state, room = self._state, self._room
        entry = int(self._frames[int(self._control[DEPTH])][projection.ENTRY])
        first = int(room.first[entry])
        variables = room.live[first : first + int(room.length[entry])].tolist()
        low, high, n_open = state.low, state.high, state.n_open

        def is_primary(group: int) -> bool:
            return group < self._n_primary or group >= state.first_class

        options = []
        for variable in variables:
            if variable >= self._n_options:
                continue
            groups = _row(state.first_group, state.groups, variable)
            entries = [(g, 0) for g in groups if low[g] > 0 or high[g] < n_open[g]]
            if any(is_primary(group) for group, _ in entries):
                for need in _row(state.first_need, state.needs, variable):
                    # The copies of an option may change places, so what they need is left out.
                    if need >= self._n_options and state.value[need] == OPEN:
                        # A colour is a member of its item alone; colours are numbered from 1.
                        items = _row(state.first_group, state.groups, need)
                        entries += [(item, need + 1) for item in items]
                options.append(entries)
        groups = sorted({group for entries in options for group, _ in entries})
        primary = [group for group in groups if is_primary(group)]
        ordered = primary + [group for group in groups if not is_primary(group)]
        number = {group: place for place, group in enumerate(ordered)}
        least = array("i", [max(0, int(low[group])) for group in primary])
        most = array("i", [int(min(high[group], n_open[group])) for group in primary])
        if all(bound == 1 for bound in (*least, *most)):
            least, most = array("i"), array("i")
        starts = array("q", itertools.accumulate(map(len, options), initial=0))
        nodes = list(itertools.chain(*options))
        return Compiled(
            len(primary), len(ordered), starts, array("i", [number[group] for group, _ in nodes]),
            array("i", [colour for _, colour in nodes]), low=least, high=most,
        )  # fmt: skip

    # -- answers -----------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of projections, if it is done."""
        root = int(self._control[components.ROOT])
        return 0 if root == components.NONE else self._numbers_of_nodes()[root]

    def at_least(self) -> int:
        """A lower bound of the number of projections: those of the branches that are finished.

        The branches under way count as far as it is known that all their components have solutions.
        """
        if self._in_step:
            return self._bound
        if self.done:
            return self.count()
        numbers, nodes = self._numbers_of_nodes(), self._room.node
        depth = int(self._control[components.DEPTH])
        bound, below, end = 0, -1, int(self._control[components.PENDING])
        for frame in self._frames[depth::-1].tolist():
            number = 0
            if frame[projection.BUSY]:
                number = bound if below >= 0 else 0
                for entry in range(frame[projection.BEGIN], frame[projection.END]):
                    if entry != below:
                        node = int(nodes[entry])
                        number *= numbers[node] if node >= 0 else 0
            begin = frame[projection.PENDING_FROM]
            finished = self._room.pending_child[begin:end].tolist()
            bound = number + sum(numbers[node] for node in finished)
            below, end = frame[projection.COMPONENT], begin
        self._bound = bound
        return bound

    def _numbers_of_nodes(self) -> list[int]:
        """The number of projections of each node, exactly."""
        numbers, room = self._numbers, self._room
        begin = room.begin[len(numbers) : int(self._control[NODES]) + 1].tolist()
        for start, end in itertools.pairwise(begin):
            values = [numbers[child] for child in room.child[start:end].tolist()]
            product = room.option[start] == PRODUCT
            numbers.append(math.prod(values) if product else sum(values))
        return numbers


def _row(first: Int32s, rows: Int32s, number: int) -> list[int]:
    row: list[int] = rows[int(first[number]) : int(first[number + 1])].tolist()
    return row


def _state_of(groups: Any, classes: Int32s, tick: Callable[[], None]) -> Any:
    """The state of the kernel at the beginning: a class of several variables is one more group."""
    n, n_items = groups.n_variables, len(groups.low)
    class_of = np.zeros(n, np.int64)
    class_of[: len(groups.option)] = classes[groups.option]
    sizes = np.bincount(class_of, minlength=1)
    sizes[0] = 0
    several = np.flatnonzero(sizes > 1)
    number = np.full(len(sizes), -2, np.int64)
    number[0] = -1
    number[several] = n_items + np.arange(len(several))
    class_of = number[class_of]
    grouped = np.flatnonzero(class_of >= 0)
    lengths = np.diff(groups.first_group)
    variable = np.concatenate([repeated(np.arange(n), lengths), grouped])
    group = np.concatenate([groups.groups.astype(np.int64), class_of[grouped]])
    n_groups = n_items + len(several)
    low, high = np.zeros(n_groups, np.int32), np.full(n_groups, UNLIMITED, np.int32)
    low[:n_items], high[:n_items] = groups.low, groups.high
    tick()
    groups_of_variable = _rows(variable, group, n)
    tick()
    return State(
        *groups_of_variable, *_rows(group, variable, n_groups),
        groups.first_need.astype(np.int32), groups.needs,
        groups.first_user.astype(np.int32), groups.users,
        low, high, np.bincount(group, minlength=n_groups).astype(np.int32), low.copy(),
        high.copy(), np.zeros(n, np.int8), np.zeros(n + 1, np.int32), class_of.astype(np.int32),
        n_items,
    )  # fmt: skip


def _rows(of: Int64s, what: Int64s, n: int) -> tuple[Int32s, Int32s]:
    """For each number below ``n`` what belongs to it, ascending: where it begins, and all of it."""
    order = np.lexsort((what, of))
    return sums_before(np.bincount(of, minlength=n)).astype(np.int32), what[order].astype(np.int32)
