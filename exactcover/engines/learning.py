"""Engines that learn: they analyse conflicts and keep the resulting clauses (``kernels/learning``).

For hard questions: whether there is a solution, or one more. They list all solutions too, each of
which they block by a clause that they keep, so their memory grows with their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.groups import Groups, groups_of
from ..arrays.views import repeated
from ..kernels.bits.array_types import ByteRows, Flags, Int32s, Int64s
from ..kernels.learning import learning_loop as kernels
from ..kernels.learning import learning_state as places
from ..kernels.learning.restarts import RANDOM
from .contract import OpenPrefixes
from .kernel_search import KernelSearch

#: Room for clauses at first, and for their literals, for each variable.
_CLAUSES, _LITERALS = 4_096, 100_000
#: What is left of an activity after a conflict.
_DECAY = 0.9
#: Conflicts between two cleanings at first, and how many more each time.
_CLEAN_FIRST, _CLEAN_MORE = 500, 150
#: Clauses of at most this glue are kept for ever.
_GOOD = 2
#: Nodes from one look at the clock to the next: some milliseconds.
SLICE = 1_000
#: Conflicts in a unit of the sequence of restarts; of ``restarts`` the dead ends, and where its
#: random numbers begin.
_UNIT, _RESTARTS_UNIT, _SEED = 30, 400, 1


class LearnedClauses(NamedTuple):
    """Some clauses, and what is known of them, in one array for each thing.

    ``lengths``: the number of literals of each; ``literals``: those of all, one after the other.

    ``glue`` and ``origins``: as in ``kernels/learning/learning_state.py``.
    """

    lengths: Int64s
    glue: Int32s
    literals: Int32s
    origins: ByteRows

    def some(self, which: Flags) -> LearnedClauses:
        """Those that are marked."""
        literals = self.literals[repeated(which, self.lengths)]
        return LearnedClauses(self.lengths[which], self.glue[which], literals, self.origins[which])

    def joined(self, more: LearnedClauses) -> LearnedClauses:
        """These and more."""
        both: Any = zip(self, more, strict=True)
        return LearnedClauses(*map(np.concatenate, both))


class LearningSearch(KernelSearch):
    """A search as ``engines/contract.py`` wants it."""

    decided_by = "learning"
    low: Int32s
    high: Int32s
    #: Whether weights of groups decide, and nothing is learned.
    _weighs = False

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
        record: Callable[[Int64s, Int32s, bool], None] | None = None,
    ):
        """``record`` is told the clauses that are learned and forgotten; see ``_recorded``."""
        self._record, self._recorded_to = record, 0
        tables = groups_of(compiled, tick)
        self.compiled = compiled
        self.prefix = ()
        self.n_levels = max(1, len(tables.option))
        n = tables.n_variables
        self.n_variables = n
        for name in ("first_member", "members", "first_group", "groups", "low", "high",
                     "first_need", "needs", "first_user", "users", "option"):  # fmt: skip
            setattr(self, name, getattr(tables, name))
        self.value, self.last = np.zeros(n, np.int8), np.ones(n, np.int8)
        self.known = np.zeros((n, 4), np.int32)
        self.trail = np.zeros(n, np.int32)
        self.begins = np.zeros(n + 1, np.int32)
        self.heap = np.arange(n, dtype=np.int32)
        self.heap_place = np.full(n, places.NEVER, np.int32)
        self.activity = np.zeros(n)
        self.seen = np.zeros(n + 1, np.uint8)
        self.learned = np.zeros(2 * n + 2, np.int32)
        self.reason, self.stack = np.zeros((2, n + 2), np.int32)
        self.counted = np.full(n + 1, -1, np.int64)
        self._trace(tables, np.zeros((len(tables.low), 0), np.uint8))
        unit = _RESTARTS_UNIT if self._weighs else _UNIT
        self.weight = np.ones(len(tables.low) if self._weighs else 0)
        self.amount = np.array([1.0, 1 / _DECAY, unit])
        self.control = np.zeros(kernels.CONTROL, np.int64)
        self._begin(tables, self._stated(tables, prefix))
        kept = np.zeros(len(tables.lengths), np.int32)
        origins = np.zeros((len(kept), 0), np.uint8)
        self._hold(LearnedClauses(tables.lengths, kept, tables.literals, origins))

    def _trace(self, tables: Groups, origins_of_group: ByteRows) -> None:
        """Let each group have these origins; rows of no length where nobody asks for them."""
        width = origins_of_group.shape[1]
        self.origins_of_group = origins_of_group
        self.origins_of_root = np.zeros((tables.n_variables, width), np.uint8)
        self.origins = np.zeros(width, np.uint8)

    def _stated(self, tables: Groups, prefix: Sequence[int]) -> dict[int, int]:
        """The literals that hold because of the prefix, by their variables."""
        known: dict[int, int] = {}
        chosen: Counter[int] = Counter()
        literals = [2 * variable + 1 for variable in tables.never.tolist()]
        first = tables.first_copy
        for entry in prefix:
            option = entry if entry >= 0 else ~entry
            after = int(first[option]) + chosen[option]
            if entry < 0:
                literals += [2 * variable + 1 for variable in range(after, int(first[option + 1]))]
            elif after < first[option + 1]:
                literals.append(2 * after)
                chosen[option] += 1
            else:
                self.control[kernels.DONE] = 1
        for literal in literals:
            if known.setdefault(literal >> 1, literal) != literal:
                self.control[kernels.DONE] = 1
        return known

    def _begin(self, tables: Groups, known: dict[int, int]) -> None:
        """The state at the root before anything is propagated, where these literals hold."""
        self.value[:] = places.OPEN
        self.known[:] = 0
        self.control[kernels.CLEAN_AT] = self.control[kernels.CONFLICTS] + _CLEAN_FIRST
        self._cleanings = 0
        self.room = self.high.copy()
        sizes = np.diff(tables.first_member).astype(np.int32)
        self.spare = sizes - self.low
        decided = np.flatnonzero(tables.decidable)
        decided = decided[np.argsort(-self.activity[decided], kind="stable")]
        self.heap[: len(decided)] = decided
        self.heap_place[decided] = np.arange(len(decided))
        self.control[places.HEAP] = len(decided)
        # An item that needs all that it has, or may have nothing, is settled before the search.
        lacking = np.flatnonzero(sizes < self.low)
        if len(lacking):
            self.control[kernels.DONE] = 1
            self.origins |= self.origins_of_group[lacking[0]]
        for item in np.flatnonzero((sizes == self.low) | (self.high == 0)).tolist():
            begin, end = tables.first_member[item : item + 2]
            false = int(self.high[item] == 0)
            for variable in tables.members[begin:end].tolist():
                literal = 2 * variable + false
                if variable not in known:
                    known[variable] = literal
                    self.origins_of_root[variable] = self.origins_of_group[item]
                elif known[variable] != literal and not self.done:
                    self.control[kernels.DONE] = 1
                    self.origins |= self.origins_of_group[item] | self.origins_of_root[variable]
        for place, (variable, literal) in enumerate(known.items()):
            self.value[variable] = places.FALSE if literal & 1 else places.TRUE
            self.known[variable, places.AT] = place
            self.trail[place] = literal
        self.control[places.TRAIL] = len(known)

    def _search(self, nodes: int, limit: int, solutions: Int32s, lengths: Int32s) -> int:
        found, until = 0, self.nodes + nodes
        while found < limit and self.nodes < until and not self.done:
            rest = solutions[found:], lengths[found:]
            found += self._kernel(until - self.nodes, limit - found, *rest)
            if self.control[kernels.FULL]:
                self._clean()
        if self.done:
            self._recorded()
        return found

    def _recorded(self) -> None:
        """Tell what was learned since the last time: the lengths of clauses, and their literals."""
        if self._record is not None:
            n_clauses, first = int(self.control[places.CLAUSES]), self._recorded_to
            begins = self.clause_begin[first : n_clauses + 1]
            self._record(np.diff(begins), self.pool[begins[0] : begins[-1]].copy(), True)
            self._recorded_to = n_clauses

    def _held(self) -> LearnedClauses:
        """Its clauses, without those of one literal: what they say holds at the root."""
        n_clauses = int(self.control[places.CLAUSES])
        begins = self.clause_begin[: n_clauses + 1]
        literals, glue = self.pool[: begins[-1]], self.glue[:n_clauses]
        held = LearnedClauses(np.diff(begins), glue, literals, self.origins_of_clause[:n_clauses])
        return held.some(held.lengths > 1)

    def _clean(self) -> None:
        """Forget the worse half of the clauses, and make room; the search stands at the root."""
        self._recorded()
        control = self.control
        held = self._held()
        if control[kernels.CONFLICTS] >= control[kernels.CLEAN_AT]:
            keep = held.glue <= _GOOD
            self._cleanings += 1
            control[kernels.CLEAN_AT] += _CLEAN_FIRST + _CLEAN_MORE * self._cleanings
            others = np.flatnonzero(~keep)
            # The latest of those that are equally good.
            order = others[np.lexsort((-others, held.lengths[others], held.glue[others]))]
            keep[order[: len(order) // 2]] = True
            if self._record is not None:
                forgotten = held.some(~keep)
                self._record(forgotten.lengths, forgotten.literals, False)
            held = held.some(keep)
        self._hold(held)
        self._recorded_to = int(control[places.CLAUSES])

    def _hold(self, clauses: LearnedClauses) -> None:
        """Hold these clauses and no others, with room for as many more."""
        lengths, glue, literals, origins = clauses
        n, n_clauses, used = self.n_variables, len(lengths), len(literals)
        places_ = 2 * n_clauses + _CLAUSES
        self.pool = np.zeros(2 * used + _LITERALS + 2 * n, np.int32)
        self.pool[:used] = literals
        self.clause_begin = np.zeros(places_ + 1, np.int64)
        np.cumsum(lengths, out=self.clause_begin[1 : n_clauses + 1])
        self.glue = np.zeros(places_, np.int32)
        self.glue[:n_clauses] = glue
        self.origins_of_clause = np.zeros((places_, origins.shape[1]), np.uint8)
        self.origins_of_clause[:n_clauses] = origins
        # The lists of watches, in the order of the clauses.
        nodes = np.arange(2 * n_clauses)
        begins = self.clause_begin[nodes >> 1]
        of, other = self.pool[begins + (nodes & 1)], self.pool[begins + 1 - (nodes & 1)]
        self.watch = np.full((2 * places_, 2), -1, np.int32)
        self.watch[: len(nodes), places.OTHER] = other
        order = np.argsort(of, kind="stable")
        nodes, of = nodes[order], of[order]
        first = np.append(True, of[1:] != of[:-1])[: len(of)]
        self.watched = np.full(2 * n, -1, np.int32)
        self.watched[of[first]] = nodes[first]
        self.watch[nodes[:-1], places.NEXT] = np.where(first[1:], -1, nodes[1:])
        self.control[places.CLAUSES], self.control[places.USED] = n_clauses, used
        self.control[kernels.FULL] = 0
        state = places.Learner._make(map(vars(self).__getitem__, places.Learner._fields))
        self._kernel = kernels.search.bound({"s": state, **vars(self)})

    def open_prefixes(self) -> OpenPrefixes:
        """What is left: nothing."""
        return OpenPrefixes()


class RestartsSearch(LearningSearch):
    """The engine with restarts: what starves often is decided first."""

    decided_by = "restarts"
    _weighs = True

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        super().__init__(compiled, prefix, tick)
        self.control[RANDOM] = _SEED
        self.last[:] = places.OPEN
