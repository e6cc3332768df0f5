"""What the compiled engines share: how their solutions come back to Python."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..common.slices import TABLE_ENTRIES
from ..kernels.bits.array_types import Int32s, Int64s


class KernelSearch:
    """A search as the engine contract wants it, around a kernel that keeps its state in arrays.

    See :class:`exactcover.engines.contract.EngineSearch`.
    """

    #: The depth, the nodes visited so far, 1 when the search is done; the rest differs by kernel.
    control: Int64s
    #: A bound on the options of a solution, those of the prefix not counted.
    n_levels: int
    #: The options above the root.
    prefix: tuple[int, ...]

    #: The kernel with what it works on. It takes the nodes and solutions to go on for, and where
    #: the solutions go, unless that has no rows, and their lengths; it returns how many they are.
    _search: Callable[[int, int, Int32s, Int32s], int]

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.control[1])

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        return bool(self.control[2])

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return self._search(nodes, limit, np.zeros((0, 0), np.int32), np.zeros(0, np.int32))

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Like ``count``, and gives the solutions."""
        solutions, lengths = self._collect(nodes, limit)
        rows, ends = solutions.tolist(), lengths.tolist()
        return [(*self.prefix, *row[:end]) for row, end in zip(rows, ends, strict=True)]

    def collect_table(self, nodes: int, limit: int) -> Int32s:
        """Like ``collect``, as an array: a row for each solution, filled up with -1."""
        solutions, lengths = self._collect(nodes, limit)
        solutions[np.arange(solutions.shape[1]) >= lengths[:, None]] = -1
        if self.prefix:
            above = np.tile(np.array(self.prefix, np.int32), (len(solutions), 1))
            solutions = np.concatenate([above, solutions], axis=1)
        return solutions

    def _collect(self, nodes: int, limit: int) -> tuple[Int32s, Int32s]:
        """The solutions found, as a table, and how long each of its rows is."""
        limit = max(1, min(limit, TABLE_ENTRIES // self.n_levels))
        solutions = np.zeros((limit, self.n_levels), np.int32)
        lengths = np.zeros(limit, np.int32)
        found = self._search(nodes, limit, solutions, lengths)
        return solutions[:found], lengths[:found]
