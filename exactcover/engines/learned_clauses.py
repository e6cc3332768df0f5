"""Some clauses, for the learning engine: one array for each thing that is known of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays.views import repeated
from ..kernels.bits.array_types import ByteRows, Flags, Int32s, Int64s


class LearnedClauses(NamedTuple):
    """``lengths``: the number of literals of each; ``literals``: those of all, one after the other.

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
