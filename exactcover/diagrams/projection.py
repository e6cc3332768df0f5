"""How many looks the solutions of a problem have, by solving each component once.

This prepares what ``kernels/projection.py`` works on: variables, groups and classes, stacks, and
room, which grows up to a limit. It reads the number of looks off the graph, and a lower bound while
the search is under way.
"""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.groups import groups_of
from ..arrays.views import doubled, sums_before
from ..engines import choose
from ..engines.contract import EngineSearch
from ..engines.portfolio import Portfolio
from ..errors import DiagramTooLarge
from ..kernels.array_types import Int32s, Int64s

__all__ = ["ProjectedBuild"]

_FIRST = 1 << 10
_LARGEST = 2**31 - 2
#: Variables and members that are looked at in the time of a node of a search.
_LOOKS_PER_NODE = 8
#: In search of one solution: decisions straight on; then components to visit before an engine is
#: asked, and the nodes that it may visit before others are asked as well.
_DIVE, _PATIENCE, _ALONE = 100, 30, 500_000
#: Nodes of an engine in a slice.
_SLICE = 20_000


class ProjectedBuild:
    """The looks of a problem being counted, in slices; ``memory`` in bytes.

    ``classes``: for each option the number of its class, from 1, or 0 if a look does not see it.
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
        from ..kernels import projection as kernels
        from ..kernels.projection_components import Components, Scratch

        self.memory = memory
        self._tick = tick
        groups = groups_of(compiled, tick)
        self._n_options = len(groups.option)
        self._state = _state_of(groups, classes)
        n, n_groups = groups.n_variables, len(self._state.low)
        self._n_words = max(1, (n + 63) // 64)
        parent, entry = np.zeros((2, n), np.int32)
        common, stamp, shown = np.zeros((3, n_groups), np.int32)
        seen = np.full(n_groups, -1, np.int32)
        self._scratch = Scratch(parent, entry, seen, common, stamp, shown)
        self._key = np.zeros(1 + self._n_words + 2 * n_groups, np.uint64)
        self._frames = np.zeros((n + n_groups + 2, kernels.FIELDS), np.int32)
        self._control = np.zeros(kernels.CONTROL, np.int64)
        self._live = np.zeros(3 * n + 4, np.int32)
        self._live[:n] = np.arange(n)
        self._components = Components(*np.zeros((4, n + _FIRST), np.int32))
        self._pending = np.zeros(_FIRST, np.int32)
        self._known = kernels.Known(
            np.full(2 * _FIRST, -1, np.int32), np.zeros(_FIRST + len(self._key), np.uint64),
            np.zeros(_FIRST, np.int64), np.zeros(_FIRST, np.int32), np.zeros(_FIRST, np.int64),
            np.zeros(_FIRST, np.uint8), np.zeros(_FIRST, np.int32),
        )  # fmt: skip
        #: The numbers of looks of the nodes, as far as they were asked for.
        self._looks = [1]
        #: The last lower bound. Where nothing is compiled, Ctrl-C may come in the middle of a step,
        #: and no other is known then.
        self._bound, self._in_step = 0, False
        self._compiled = compiled
        #: Whether there is a solution where the kernel has lost patience, and nodes visited before.
        self._asked: EngineSearch | None = None
        self._nodes_asked = 0
        never = groups.never.astype(np.int32)
        kernels.begin(
            self._state, self._scratch, never, self._frames, self._live, self._components,
            self._control,
        )  # fmt: skip

    @property
    def done(self) -> bool:
        """Whether all looks are counted."""
        from ..kernels import projection as kernels

        return bool(self._control[kernels.ROOT] != kernels.UNKNOWN)

    @property
    def n_visited(self) -> int:
        """Components begun so far."""
        from ..kernels import projection as kernels

        return int(self._control[kernels.VISITED])

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        from ..kernels.projection_state import WORK

        looks = int(self._control[WORK]) / _LOOKS_PER_NODE
        return (
            self.n_visited + looks + self._nodes_asked + (self._asked.nodes if self._asked else 0)
        )

    @property
    def n_bytes(self) -> int:
        """Bytes of all that grows."""
        grows = (self._live, self._pending, *self._components, *self._known)
        return sum(int(each.nbytes) for each in grows)

    def run(self, most: int) -> None:
        """Begin at most so many components. Raises :class:`DiagramTooLarge`.

        It may end sooner: after a slice of an engine that looks for one solution.
        """
        from ..kernels import projection as kernels

        until = self.n_visited + most
        while not self.done:
            if self._asked is not None:
                self._ask(self._asked)
                return
            self._in_step = True
            why = kernels.explore(
                self._state, self._scratch, self._n_words, self._key, self._frames, self._live,
                self._components, self._pending, self._known, self._control, _DIVE, _PATIENCE,
                until - self.n_visited,
            )  # fmt: skip
            self._in_step = False
            if why == kernels.FULL:
                self._grow()
            elif why == kernels.ASK and not self._compiled.repeat:
                part = self._part()
                engine = choose.engine_for(part)
                self._asked = choose.start_below(part, engine, (), self._tick)
            elif why == kernels.ASK:
                # The kernel goes on by itself.
                self._control[kernels.ASKED_FROM] = UNLIMITED
            else:
                return

    def _ask(self, search: EngineSearch) -> None:
        """Let an engine look for a solution, for a slice."""
        from ..kernels import projection as kernels

        found = search.collect(_SLICE, 1)
        if found or search.done:
            self._nodes_asked += search.nodes
            self._asked = None
            kernels.answer(self._frames, self._pending, self._control, bool(found))
        elif search.nodes > _ALONE and not isinstance(search, Portfolio):
            self._nodes_asked += search.nodes
            self._asked = choose.start_for_few(self._part(), tick=self._tick)

    def _part(self) -> Compiled:
        """The component of the last frame as a problem, which has a solution if the component has.

        Its primary items are the groups that bind, classes with a number among them. Options that
        cover none of these are left out, since no solution needs them.
        """
        from ..kernels import projection as kernels
        from ..kernels.projection_state import OPEN

        state, frame = self._state, self._frames[int(self._control[kernels.DEPTH])]
        entry = int(frame[kernels.COMPONENT])
        first = int(self._components.first[entry])
        variables = self._live[first : first + int(self._components.length[entry])].tolist()
        low, high, n_open = state.low, state.high, state.n_open
        n_primary = self._compiled.n_primary
        number: dict[int, int] = {}
        secondary: dict[int, int] = {}
        options: list[list[tuple[int, int]]] = []
        for variable in variables:
            if variable >= self._n_options:
                continue
            primary, others = [], []
            for group in _row(state.first_group, state.groups, variable):
                if not (low[group] > 0 or high[group] < n_open[group]):
                    continue
                if group < n_primary or group >= state.first_class:
                    primary.append((number.setdefault(group, len(number)), 0))
                else:
                    others.append((group, 0))
            for colour in _row(state.first_need, state.needs, variable):
                if state.value[colour] == OPEN:
                    # A colour is a member of its item alone.
                    others += [
                        (group, colour) for group in _row(state.first_group, state.groups, colour)
                    ]
            if primary:
                options.append(
                    primary
                    + [(~secondary.setdefault(group, len(secondary)), c) for group, c in others]
                )
        return _compiled(options, number, len(secondary), low, high, n_open)

    def _grow(self) -> None:
        """Make room where less is left than the next step may take."""
        from ..kernels import projection as kernels

        control, known = self._control.tolist(), self._known
        if self.n_bytes > self.memory // 2 or control[kernels.EDGES] > _LARGEST // 2:
            raise DiagramTooLarge(self.memory, self.n_visited)
        longest = len(self._state.value)
        grown = known._asdict()
        if control[kernels.LIVE] + 2 * longest > len(self._live):
            self._live = doubled(self._live)
        if control[kernels.COMPONENTS] + longest > len(self._components.first):
            self._components = type(self._components)(*map(doubled, self._components))
        if control[kernels.PENDING] + 1 > len(self._pending):
            self._pending = doubled(self._pending)
        if control[kernels.STATES] + 2 >= len(known.nodes):
            for name in ("slots", "key_begin", "nodes"):
                grown[name] = doubled(grown[name])
        if control[kernels.KEYS] + len(self._key) > len(known.keys):
            grown["keys"] = doubled(known.keys)
        if control[kernels.NODES] + 3 >= len(known.begin):
            grown["begin"], grown["product"] = doubled(known.begin), doubled(known.product)
        most_edges = max(longest, control[kernels.PENDING])
        if control[kernels.EDGES] + most_edges > len(known.children):
            grown["children"] = doubled(known.children)
        if len(grown["slots"]) > len(known.slots):
            grown["slots"].fill(-1)
            kernels.rehash(
                grown["slots"], grown["keys"], grown["key_begin"], control[kernels.STATES]
            )
        self._known = kernels.Known(**grown)

    # -- answers -----------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of looks, if it is done."""
        from ..kernels import projection as kernels

        root = int(self._control[kernels.ROOT])
        return 0 if root == kernels.NONE else self._looks_of_nodes()[root]

    def at_least(self) -> int:
        """A lower bound of the number of looks: those of the branches that are finished.

        The branches under way count as far as it is known that all their components have solutions.
        """
        from ..kernels import projection as kernels

        if self._in_step:
            return self._bound
        if self.done:
            return self.count()
        looks, nodes = self._looks_of_nodes(), self._components.node
        depth = int(self._control[kernels.DEPTH])
        bound, below, end = 0, -1, int(self._control[kernels.PENDING])
        for frame in self._frames[depth::-1].tolist():
            number = 0
            if frame[kernels.BUSY]:
                number = bound if below >= 0 else 0
                for entry in range(frame[kernels.BEGIN], frame[kernels.END]):
                    if entry != below:
                        node = int(nodes[entry])
                        number *= looks[node] if node >= 0 else 0
            begin = frame[kernels.PENDING_FROM]
            finished = [looks[node] for node in self._pending[begin:end].tolist()]
            # All solutions of a component of which nothing is seen look alike.
            bound = number + sum(finished) if frame[kernels.SEEN] else 0
            below, end = frame[kernels.COMPONENT], begin
        self._bound = bound
        return bound

    def _looks_of_nodes(self) -> list[int]:
        """The number of looks of each node, exactly."""
        from ..kernels import projection as kernels

        looks, first, known = self._looks, len(self._looks), self._known
        n_nodes = int(self._control[kernels.NODES])
        begin = known.begin[first : n_nodes + 1].tolist()
        product = known.product[first:n_nodes].tolist()
        for number, (start, end) in enumerate(itertools.pairwise(begin), first):
            values = [looks[child] for child in known.children[start:end].tolist()]
            looks.append(math.prod(values) if product[number - first] else sum(values))
        return looks


def _row(first: Int32s, rows: Int32s, number: int) -> list[int]:
    row: list[int] = rows[int(first[number]) : int(first[number + 1])].tolist()
    return row


def _compiled(
    options: list[list[tuple[int, int]]], groups: Iterable[int], n_secondary: int, low: Int32s,
    high: Int32s, n_open: Int32s,
) -> Compiled:  # fmt: skip
    """A problem of these options: (item, colour), a secondary item as ``~item``.

    ``groups``: those that are its primary items, in order.
    """
    bounds = [(max(0, int(low[g])), int(min(high[g], n_open[g]))) for g in groups]
    n_primary = len(bounds)
    starts, items, colours = array("q", [0]), array("i"), array("i")
    for option in options:
        items.extend(item if item >= 0 else n_primary + ~item for item, _ in option)
        # Colours are numbered from 1.
        colours.extend(colour + 1 if colour else 0 for _, colour in option)
        starts.append(len(items))
    least, most = array("i", [a for a, _ in bounds]), array("i", [b for _, b in bounds])
    if all(bound == (1, 1) for bound in bounds):
        least, most = array("i"), array("i")
    return Compiled(
        n_primary, n_primary + n_secondary, starts, items, colours, low=least, high=most
    )


def _state_of(groups: Any, classes: Int32s) -> Any:
    """The state of the kernel at the beginning: a class of several variables is one more group."""
    from ..kernels.projection_state import State

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
    variable = np.concatenate([np.repeat(np.arange(n), lengths), grouped])
    group = np.concatenate([groups.groups.astype(np.int64), class_of[grouped]])
    n_groups = n_items + len(several)
    low, high = np.zeros(n_groups, np.int32), np.full(n_groups, UNLIMITED, np.int32)
    low[:n_items], high[:n_items] = groups.low, groups.high
    return State(
        *_rows(variable, group, n), *_rows(group, variable, n_groups),
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
