"""The engine with restarts: what starves often is decided first (``kernels/restarts``).

For questions that need a few solutions. It lists all solutions too, each of which it blocks by a
clause that it keeps, so its memory grows with their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays.compiled import Compiled
from ..kernels.learning import learning_state as places
from ..kernels.learning import restarts_loop as kernels
from .learning import LearningSearch

#: Dead ends in a unit of the sequence of restarts, and where random numbers begin.
_UNIT, _SEED = 400, 1


class RestartsSearch(LearningSearch):
    """A search as ``engines/contract.py`` wants it."""

    decided_by = "restarts"
    _loop = kernels.search

    def __init__(
        self,
        compiled: Compiled,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        self.weight = np.ones(compiled.n_items)
        self.unit = _UNIT
        super().__init__(compiled, prefix, tick)
        self.control[kernels.RANDOM] = _SEED
        self.last[:] = places.OPEN
