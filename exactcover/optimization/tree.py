"""Branch and bound by linear programs.

Every node of the tree is a problem with some decisions. Its linear program, solved from the basis
of the node above in a few steps, gives a bound and reduced costs. If the bound is above what is
wanted, the node is done. If not, options whose reduced costs are too high are forbidden below it,
and what is left is divided in two (``branching.py``). The search goes on at the open node of the
least bound, or below the last one as long as its bound is hardly higher.

Choosing well, from gains that are measured, pays if a few hundred nodes can close the gap between
the bound and the best solution. The first nodes show that. If they close too little of it, the
choice is a cheap one, and the search always goes down to a solution or to nothing, since only
better solutions help then.

The linear program is a guide. A node is given up only if whole numbers prove its bound; a solution
counts if it covers what it must. Where numbers do not prove what floating point says, the node is
divided on, in the end until every option is chosen or forbidden.

A decision says that an option is chosen so often at least, or at most. It is a small tuple of
numbers, so that many open nodes take little memory. An option that is chosen forbids those that
clash with it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.views import node_arrays, nodes_of, repeated
from .branching import Branching, Decision, Division, either
from .linear_program import LinearProgram

#: What a node takes besides the pivots of its linear program, in units of some 10 ns.
_NODE_WORK = 50_000
#: The part of the gap by which the bound of a node may be higher than the least one.
_HIGHER = 0.1
#: Nodes that show whether measuring pays, fewer if they take more work than that, and the part of
#: the gap that they have to close.
_SHOWN, _FEW_SHOWN, _SHOWN_WORK, _CLOSED = 100, 30, 400_000_000, 1 / 3


class _Node(NamedTuple):
    """An open node; they are ordered by their bounds, and then by age, the youngest first."""

    #: In units.
    bound: int
    age: int
    decisions: tuple[Decision, ...]
    basis: Any


class Tree:
    """The search, in slices."""

    def __init__(
        self,
        compiled: Compiled,
        program: LinearProgram,
        take: Callable[[Sequence[int]], bool],
        wanted: Callable[[], int],
        tick: Callable[[], None],
        measures: bool = True,
    ):
        """``program``: at its optimum. ``take`` is handed solutions, and says whether one is new.
        ``wanted``: up to which bound, in units, nodes are searched; it never rises.
        ``measures``: whether gains may be measured, which takes many pivots at the first nodes."""
        self._program = program
        self._take, self._wanted, self._tick = take, wanted, tick
        self._branching = Branching(compiled, program)
        self._check = Check(compiled)
        self.nodes = 0
        #: Whether gains are measured; how many nodes were divided, and what the first ones closed.
        self._measures, self._divided = measures, 0
        self._closed: int | None = None if measures else -1
        #: Bounds of options and rows that hold everywhere, and what they were found with.
        self._lower, self._upper = program.lower.copy(), program.upper.copy()
        self._root, self._reduced = program.prove(), program.reduced.copy()
        self._fixed_for = wanted() + 1
        self._begun_with = self._lower.copy(), self._upper.copy(), program.basis
        self._open: list[_Node] = []
        self._age = 0
        #: The node in work, the first part of the one before.
        self._now: _Node | None = None
        self._push(_Node(self._root, 0, (), program.basis))

    def _push(self, node: _Node) -> None:
        self._age -= 1
        heapq.heappush(self._open, node._replace(age=self._age))

    @property
    def done(self) -> bool:
        """Whether no node is open."""
        return self._now is None and not self._open

    @property
    def bound(self) -> int:
        """No solution that is not known costs less, in units."""
        nodes = self._open[:1] + ([self._now] if self._now else [])
        return min((node.bound for node in nodes), default=self._wanted() + 1)

    @property
    def work(self) -> int:
        """What all nodes have taken, in the units of the search with growing budgets."""
        program = self._program
        pivot = 2 * program.n_options + 10 * program.n_rows
        return self.nodes * _NODE_WORK + program.pivots * pivot

    @property
    def live(self) -> Any:
        """Which options may be chosen (bool, options)."""
        return self._upper[: self._program.n_options] > 0

    def run(self, nodes: int) -> None:
        """Go on for at most so many nodes."""
        for _ in range(nodes):
            if self._now is None:
                if not self._open:
                    return
                node = self._open[0]
                if node.bound > self._wanted():
                    # So are all others.
                    self._open.clear()
                    return
                self._now = heapq.heappop(self._open)
                self._enter(self._now)
            # A tick may raise: until it is divided the node is open.
            parts = self._divide(self._now)
            if parts is None:
                self._now = None
                continue
            first, second = parts
            self._push(second)
            least = min(self._open[0].bound, first.bound)
            if self._measures and first.bound - least > _HIGHER * (self._wanted() - least):
                self._push(first)
                self._now = None
                continue
            self._now = first
            self._branching.apply(first.decisions[-1])
            self._program.bounds_changed()

    # -- open nodes that come from elsewhere and go there (``parallel/optimum_job.py``) ----------

    @property
    def root_basis(self) -> Any:
        """The basis of the root."""
        return self._begun_with[2]

    def begin_at(self, bound: int, decisions: tuple[Decision, ...], basis: Any) -> None:
        """Search below these decisions alone; ``basis``: None for that of the root.

        ``wanted`` may be anything from now on: what it forbade is allowed again.
        """
        lower, upper, root = self._begun_with
        self._lower[:], self._upper[:] = lower, upper
        self._fixed_for = self._wanted() + 1
        self._now, self._open, self.nodes = None, [], 0
        self._push(_Node(bound, 0, decisions, root if basis is None else basis))

    @property
    def next_bound(self) -> int | None:
        """The bound of the node that it goes to next; None if it goes on below the last one."""
        return self._open[0].bound if self._open and self._now is None else None

    def open_nodes(self) -> list[tuple[int, tuple[Decision, ...], Any]]:
        """The open nodes whose bounds allow a solution that is wanted."""
        nodes = [self._now] if self._now else []
        wanted = self._wanted()
        return [
            (node.bound, node.decisions, node.basis)
            for node in [*nodes, *sorted(self._open)]
            if node.bound <= wanted
        ]

    def _enter(self, node: _Node) -> None:
        """Go to an open node."""
        if self._wanted() < self._fixed_for:
            self._fixed_for = self._wanted()
            gap = self._fixed_for - self._root
            fix(self._reduced, gap, self._lower, self._upper)
        self._program.lower[:], self._program.upper[:] = self._lower, self._upper
        for decision in node.decisions:
            self._branching.apply(decision)
        self._program.load(node.basis)
        self._measures = self._pays()

    def _pays(self) -> bool:
        """Whether measuring pays."""
        if self._closed is None:
            few = self._divided < _FEW_SHOWN or self.work < _SHOWN_WORK
            if self._divided < _SHOWN and few:
                return True
            self._closed = self.bound - self._root
        return self._closed >= _CLOSED * (self._wanted() - self._root)

    def _divide(self, node: _Node) -> tuple[_Node, _Node] | None:
        """Solve a node; its two parts, or None if there is nothing more in it."""
        self.nodes += 1
        self._divided += 1
        program, branching, bound = self._program, self._branching, node.bound
        while not (program.lower > program.upper).any():
            known = self._bound(bound)
            if known is None or known > self._wanted():
                break
            bound, division = known, None
            if program.optimal:
                # Above the bound of these very prices; that of a node above may be higher.
                gap = self._wanted() - program.proven
                fix(program.reduced, gap, program.lower, program.upper)
                division = branching.choose(self._wanted(), self._measures, self._tick)
            division = division or self._at_leaf(bound)
            left = [part for part in division if part.bound <= self._wanted()]
            if len(left) == 2:
                basis = program.basis
                first, second = (
                    _Node(max(part.bound, bound), 0, (*node.decisions, part.decision), basis)
                    for part in left
                )
                return first, second
            if not left:
                break
            # There is nothing in the other part.
            branching.apply(left[0].decision)
            program.bounds_changed()
        return None

    def _bound(self, known: int) -> int | None:
        """The bound of the node in the program; None if it has no solution that is wanted."""
        program, wanted = self._program, self._wanted()
        # Above the limit by floating point is not always above it; then the optimum is looked for.
        for limit in (wanted, None):
            if not program.solve(self._tick, limit):
                return None if program.refutes() else known
            known = max(known, program.prove())
            if program.optimal or known > wanted:
                break
        return known

    def _at_leaf(self, bound: int) -> Division:
        """Take a solution in whole numbers, if it is one; how to go on, if there may be others."""
        program = self._program
        n = program.n_options
        lower, upper = program.lower[:n], program.upper[:n]
        times = np.rint(np.clip(program.values()[:n], lower, upper)).astype(np.int64)
        clash = self._check.clash(times)
        if clash is None:
            self._take(repeated(np.arange(n), times).tolist())
        if clash is not None and clash >= 0:
            option, least = clash, int(times[clash])
        else:
            undecided = np.flatnonzero(lower < upper)
            if not len(undecided):
                return ()
            option = int(undecided[np.argmax(times[undecided] - lower[undecided])])
            least = max(int(times[option]), int(lower[option]) + 1)
        return either(option, least, bound)


def fix(reduced: Any, gap: int, lower: Any, upper: Any) -> None:
    """Forbid options, or fix how often they are chosen, where anything else costs too much.

    ``reduced``: above a bound, in units; ``gap``: what may be spent above it.
    """
    n = len(reduced)
    upper[:n][reduced > gap] = lower[:n][reduced > gap]
    lower[:n][reduced < -gap] = upper[:n][reduced < -gap]


class Check:
    """Whether options that floating point has chosen are a solution, in whole numbers."""

    def __init__(self, compiled: Compiled):
        self._low, self._high = np.array(compiled.bounds, np.int64)
        self._starts, self._items, self._colours = node_arrays(compiled)
        self._n_primary, self._n_items = compiled.n_primary, compiled.n_items
        #: How often an option may be chosen at most.
        self._most = UNLIMITED if compiled.repeat else 1

    def is_solution(self, options: Sequence[int]) -> bool:
        """Whether these options, some of them several times, are a solution."""
        times = np.bincount(np.array(options, np.int64), minlength=len(self._starts) - 1)
        return bool((times <= self._most).all()) and self.clash(times) is None

    def clash(self, times: Any) -> int | None:
        """None if the options, each chosen so many times, are a solution.

        If they only clash by a colour, one that does; else -1.
        """
        chosen = np.flatnonzero(times)
        nodes = nodes_of(self._starts, chosen)
        items, colours = self._items[nodes], self._colours[nodes]
        each = repeated(times[chosen], np.diff(self._starts)[chosen])
        covered = np.bincount(items, each, self._n_items).astype(np.int64)
        primary = covered[: self._n_primary]
        if (primary < self._low).any() or (primary > self._high).any():
            return -1
        # A secondary item is covered once, or always in the same colour.
        order = np.lexsort((colours, items))
        same = items[order][1:] == items[order][:-1]
        apart = (colours[order][1:] != colours[order][:-1]) | (colours[order][1:] == 0)
        bad = same & apart & (items[order][1:] >= self._n_primary)
        twice = (each > 1) & (items >= self._n_primary) & (colours == 0)
        if twice.any():
            return -1
        if bad.any():
            node = nodes[order[1:][bad][0]]
            return int(np.searchsorted(self._starts, node, side="right") - 1)
        return None
