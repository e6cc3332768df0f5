"""The tree of linear programs of ``minimize`` as a divisible job.

A task is one open node. A worker searches below it for a while, and hands back the solutions that
it found and the nodes that are open then. The coordinator gives out the node of the least bound
first, and with it the cost that a solution must not exceed, which falls as solutions are found. (So
do the supervisor and the workers of Y. Shinano's framework UG, and before it those of T. Ralphs's
SYMPHONY.) The basis of a node does not travel: a worker of this process finds it here, and any
other begins at the basis of the root, from which a node takes a few more pivots.

A node is a prefix of entries (``node_prefixes.py``). The value of a decision is
``2**32 * option + times``. Workers know the part of the problem that is not too expensive, and
number its options. A journal outlives that: there an option has its number in the problem, and
bounds are costs. A decision about what a later part lacks is left out, which is always right: the
node then holds more than it must.
"""

from __future__ import annotations

import threading
import time
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from ..arrays.compiled import Compiled
from ..engines.contract import OpenPrefixes
from ..optimization.branching import AT_LEAST, Decision
from ..optimization.linear_program import LARGEST, LinearProgram, UnitRows
from ..optimization.tree import Tree
from .node_prefixes import BOUND, NOTHING, bounds_of, entry_of_bound, least_bound
from .tasks import Job, Row, Tally, Wanted

#: A task that is not the most promising any more ends after these seconds.
_LEAST_SECONDS = 0.05
#: Bytes of the bases that are kept for the nodes of this process.
_BASES_BYTES = 2**26


@dataclass(frozen=True)
class CheapestWanted(Wanted):
    """What the search for the ``best`` cheapest solutions gathers."""

    question: str = "minimize"
    #: What a cost of 1 in the journal stands for, and what all solutions cost besides: fractions.
    unit: str = "1"
    constant: str = "0"
    #: The bound on the cost, as it is written; None for no bound.
    within: str | None = None


@dataclass(frozen=True, eq=False)
class OptimumJob(Job):
    """The part of a problem that is to be searched, in numbers only. Costs are ints, and signed."""

    compiled: Compiled
    #: The costs of its options, and what each is in the problem.
    costs: Sequence[int]
    options: Sequence[int]
    #: Options of the problem that every solution contains, and their costs.
    taken: tuple[int, ...]
    taken_cost: int
    #: What a solution costs at most; all costs of solutions differ by multiples of ``step``.
    within: int | None
    step: int
    #: The basis of the root.
    basis: Any
    #: How many options the problem has.
    n_options: int
    wanted: Wanted

    first_nodes = 8
    alone = True

    def __getstate__(self) -> dict[str, Any]:
        """What travels. Either side computes the rest itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def relaxation(self) -> UnitRows:
        """The rows of the part."""
        return UnitRows(self.compiled, self.costs)

    @cached_property
    def bases(self) -> _Bases:
        """Bases of nodes that a worker of this process has left."""
        return _Bases()

    # -- the search ------------------------------------------------------------------------------

    def below(self, prefix: tuple[int, ...], before: Any) -> _Below:
        search: _Below = before or _Below(self)
        search.begin_at(prefix)
        return search

    def tell(self, search: Any, most_rank: int | None, next_rank: int | None) -> None:
        search.most, search.next_rank = most_rank, next_rank

    def advance(self, search: Any, nodes: int, tally: Tally, stop: Callable[[], bool]) -> None:
        found = search.run(nodes, stop)
        if found:
            tally.add(Tally(self.wanted, len(found), best=found))

    def rank(self, prefixes: OpenPrefixes) -> int:
        """The least bound."""
        bound = least_bound([prefixes])
        # Without a bound (in a forged journal) a node comes first.
        return -(2**62) if bound is None else bound

    def most_rank(self, tally: Tally) -> int | None:
        """What a solution costs at most that is wanted."""
        most = [] if self.within is None else [self.within]
        if len(tally.best) >= self.wanted.best:
            most.append(tally.best[-1][0] - self.step)
        return min(most, default=None)

    # -- nodes as prefixes -----------------------------------------------------------------------

    def prefix_of(self, bound: int, decisions: Sequence[Decision]) -> tuple[int, ...]:
        """A node with the numbers of the part, its bound in units."""
        entries = [option << 35 | times << 3 | kind for kind, option, times in decisions]
        return (*entries, entry_of_bound(bound))

    def to_problem(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self._entry_to_problem, prefix))

    def to_core(self, prefix: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self._entry_to_core, prefix))

    def _entry_to_problem(self, entry: int) -> int:
        kind, value = entry & 7, entry >> 3
        if kind == BOUND:
            cost = -(-self.relaxation.in_costs(value) // self.step) * self.step
            return entry_of_bound(cost + self.taken_cost)
        if kind == NOTHING:
            return entry
        return self.options[value >> 32] << 35 | (value & 0xFFFFFFFF) << 3 | kind

    def _entry_to_core(self, entry: int) -> int:
        kind, value = entry & 7, entry >> 3
        if kind == BOUND:
            return entry_of_bound(self.relaxation.in_units(value - self.taken_cost))
        if kind == NOTHING:
            return entry
        option = self._place.get(value >> 32)
        return NOTHING if option is None else option << 35 | (value & 0xFFFFFFFF) << 3 | kind

    @cached_property
    def _place(self) -> dict[int, int]:
        return {option: number for number, option in enumerate(self.options)}

    def fault_in_prefixes(self, parts: OpenPrefixes) -> str | None:
        """What shows that these, read from a journal, are not nodes of this search; or None."""
        for tail in parts.tails:
            for entry in tail:
                kind, value = entry & 7, entry >> 3
                if kind > NOTHING or (kind < BOUND and value < 0):
                    return f"an open node has the entry {entry}, which means nothing"
                if kind < BOUND and value >> 32 >= self.n_options:
                    return f"an open node has the entry {entry}, about what this problem has not"
        return None

    def chosen(self, prefix: tuple[int, ...]) -> Iterator[int]:
        """The options of the problem that a prefix of a journal chooses."""
        for entry in prefix:
            if entry & 7 == AT_LEAST and entry >> 3 & 0xFFFFFFFF:
                yield entry >> 35


class _Halted(Exception):
    """Ends a linear program when the time is over."""


class _Below:
    """A tree, which searches below one node and then below another."""

    def __init__(self, job: OptimumJob):
        self._job = job
        self._relaxation = job.relaxation
        self._stop: Callable[[], bool] = lambda: False
        #: What is wanted costs at most so much.
        self.most: int | None = None
        #: The bound of another open node. Above it this one can wait.
        self.next_rank: int | None = None
        #: What was found below this node, the cheapest first.
        self._found: list[tuple[int, Row]] = []
        self._taken: list[tuple[int, Row]] = []
        program = LinearProgram(self._relaxation)
        program.load(job.basis)
        program.solve(lambda: None, None)
        self._tree = Tree(job.compiled, program, self._take, self._wanted, self._tick)
        self._depth = 0

    def begin_at(self, prefix: tuple[int, ...]) -> None:
        self.most, self.next_rank, self._found = None, None, []
        self._began = time.perf_counter()
        decisions = tuple(
            Decision(entry & 7, entry >> 35, entry >> 3 & 0xFFFFFFFF)
            for entry in prefix
            if entry & 7 < BOUND
        )
        self._depth = len(decisions)
        bound = min(bounds_of(prefix), default=-LARGEST)
        self._tree.begin_at(bound, decisions, self._job.bases.of(decisions))

    @property
    def nodes(self) -> int:
        """Nodes visited below this prefix."""
        return self._tree.nodes

    @property
    def done(self) -> bool:
        """Whether nothing is left that is wanted now."""
        bound = self._tree.next_bound
        if self.next_rank is None or bound is None or not self.nodes:
            return self._tree.done
        units = self._relaxation.in_units(self.next_rank - self._job.taken_cost)
        return bound > units and time.perf_counter() - self._began >= _LEAST_SECONDS

    def run(self, nodes: int, stop: Callable[[], bool]) -> list[tuple[int, Row]]:
        """Go on for so many nodes, or until ``stop`` says yes; the solutions found."""
        self._stop, self._taken = stop, []
        last = self.nodes + nodes
        while not self.done and self.nodes < last and not (self.nodes and stop()):
            try:
                self._tree.run(1)
            except _Halted:
                break
        return self._taken

    def _tick(self) -> None:
        # The first node is always done, so that every task makes progress.
        if self.nodes > 1 and self._stop():
            raise _Halted

    def open_prefixes(self) -> OpenPrefixes:
        """The open nodes; each division has halved a share."""
        left, job = OpenPrefixes(), self._job
        for bound, decisions, basis in self._tree.open_nodes():
            job.bases.keep(decisions, basis)
            share = 2.0 ** (self._depth - len(decisions))
            left.append(job.prefix_of(bound, decisions), share)
        return left

    def _take(self, options: Sequence[int]) -> bool:
        job = self._job
        cost = job.taken_cost + sum(job.costs[option] for option in options)
        row = tuple(sorted((*job.taken, *[job.options[option] for option in options])))
        most = self._most_wanted()
        if (most is not None and cost > most) or (cost, row) in self._found:
            return False
        self._taken.append((cost, row))
        insort(self._found, (cost, row))
        del self._found[job.wanted.best :]
        return True

    def _most_wanted(self) -> int | None:
        found, best = self._found, self._job.wanted.best
        if len(found) < best:
            return self.most
        most = found[best - 1][0] - self._job.step
        return most if self.most is None else min(most, self.most)

    def _wanted(self) -> int:
        most = self._most_wanted()
        if most is None:
            return LARGEST
        return min(LARGEST, self._relaxation.in_units(most - self._job.taken_cost))


class _Bases:
    """The bases of nodes by their decisions, as many as fit, the latest ones."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bases: OrderedDict[tuple[Decision, ...], Any] = OrderedDict()

    def of(self, decisions: tuple[Decision, ...]) -> Any:
        """The basis to begin with; None if it is not here. It is forgotten."""
        with self._lock:
            return self._bases.pop(decisions, None)

    def keep(self, decisions: tuple[Decision, ...], basis: Any) -> None:
        """Keep a basis."""
        with self._lock:
            self._bases[decisions] = basis
            while len(self._bases) * basis.nbytes > _BASES_BYTES:
                self._bases.popitem(last=False)
