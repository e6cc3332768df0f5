"""The learning engine, asked about several parts of one problem.

Every clause knows the items that it was learned from (``learning_analysis.py`` of the kernels). So
it holds in each part that has them all, and need not be learned again there. SAT solvers do the
same with a switch for each member of a part (N. Eén and N. Sörensson, "Temporal induction by
incremental SAT solving", 2003), and with clauses that grow by the switches that they depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.groups import groups_of
from ..kernels.bits.array_types import ByteRows, Bytes, Flags
from ..kernels.learning import learning_loop as kernels
from ..kernels.learning import learning_state as places
from .learning import LearnedClauses, LearningSearch

#: Clauses of at most this glue are kept from part to part.
_GOOD = 3


def _apart(origins: ByteRows, bits: Bytes) -> Flags:
    """Which rows have none of these bits."""
    return np.asarray(~(origins & bits).any(axis=1))


class IncrementalSearch(LearningSearch):
    """Whether parts of a problem have a solution: ``begin`` a part, then ``collect`` until done.

    The first solution ends it. The options must not be repeatable.
    """

    def __init__(self, compiled: Compiled, tick: Callable[[], None] = lambda: None):
        super().__init__(compiled, (), tick)
        self._tables = tables = groups_of(compiled, tick)
        items = np.arange(len(tables.low))
        self._own = np.zeros((len(items), (len(items) + 7) // 8), np.uint8)
        self._own[items, items >> 3] = 128 >> (items & 7)  # the bits of ``np.packbits``
        origins = np.bitwise_or(*self._own[tables.supporting])
        self._trace(tables, self._own)
        #: What does not hold in the part: literals of the root, and clauses.
        self._roots = self._found()
        self._hold(self._held()._replace(origins=origins))
        self._others = self._held().some(np.zeros(len(origins), bool))

    def begin(self, without: Sequence[int]) -> None:
        """Ask whether there is a solution if these items may be covered as one likes."""
        tables, control = self._tables, self.control
        roots, clauses = self._roots.joined(self._found()), self._others.joined(self._held())
        clauses = clauses.some(clauses.glue <= _GOOD)
        left_out = np.zeros(len(tables.low), bool)
        left_out[list(without)] = True
        bits = np.packbits(left_out)
        self.low, self.high = tables.low.copy(), tables.high.copy()
        self.low[left_out] = 0
        self.high[left_out] = np.diff(tables.first_member)[left_out]
        # A secondary item that needs a colour because of a primary one needs none without it.
        raised = np.flatnonzero(tables.raised_by >= 0)
        by = tables.raised_by[raised]
        self.low[raised[left_out[by]]] = 0
        origins = self._own.copy()
        origins[raised] |= self._own[by]
        origins[raised[left_out[by]]] = self._own[raised[left_out[by]]]
        self._trace(tables, origins)
        for place in (kernels.DONE, kernels.FULL, kernels.SINCE, kernels.RESTARTS, places.TRAIL,
                      places.QUEUE, places.LEVEL):  # fmt: skip
            control[place] = 0
        holds = _apart(roots.origins, bits)
        self._roots = roots.some(~holds)
        known: dict[int, int] = {}
        for literal, row in zip(roots.literals[holds].tolist(), roots.origins[holds], strict=True):
            variable = literal >> 1
            if known.setdefault(variable, literal) == literal:
                self.origins_of_root[variable] = row
            elif not self.done:
                control[kernels.DONE] = 1
                self.origins |= row | self.origins_of_root[variable]
        self._begin(tables, known)
        control[places.ROOTED] = control[places.TRAIL]
        holds = _apart(clauses.origins, bits)
        self._others = clauses.some(~holds)
        self._hold(clauses.some(holds))

    def _found(self) -> LearnedClauses:
        """The literals that hold at the root of the part, as clauses."""
        literals = self.trail[: self.control[places.ROOTED]].copy()
        ones = np.ones(len(literals), np.int64)
        return LearnedClauses(
            ones, ones.astype(np.int32), literals, self.origins_of_root[literals >> 1]
        )

    @property
    def core(self) -> Flags:
        """Which items the part needs to have no solution; once it is done without one."""
        return np.unpackbits(self.origins, count=len(self.room)).astype(bool)
