"""What the engines with a compiled kernel share: how their solutions come back to Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

__all__ = ["KernelSearch"]

#: Places for options in the table of solutions that one call hands over.
_ROOM = 2_000_000


class KernelSearch(ABC):
    """A search as the engine contract wants it, around a kernel that keeps its state in arrays.

    See :class:`exactcover.engines.EngineSearch`.
    """

    #: int64: the depth, the nodes visited so far, 1 when the search is done; then what is the
    #: kernel's own.
    control: Any
    #: A bound on the options of a solution, those of the prefix not counted.
    n_levels: int
    #: The options above the root.
    prefix: tuple[int, ...]

    @abstractmethod
    def _run(self, nodes: int, limit: int, solutions: Any, lengths: Any) -> int:
        """Run the kernel; solutions go into the rows of ``solutions`` if it has any."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.control[1])

    @property
    def done(self) -> bool:
        """Whether the whole tree has been visited."""
        return bool(self.control[2])

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions."""
        return self._run(nodes, limit, np.zeros((0, 0), np.int32), np.zeros(0, np.int32))

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Like ``count``, and gives the solutions."""
        solutions, lengths = self._collect(nodes, limit)
        rows, ends = solutions.tolist(), lengths.tolist()
        return [(*self.prefix, *row[:end]) for row, end in zip(rows, ends, strict=True)]

    def collect_table(self, nodes: int, limit: int) -> Any:
        """The same as an int32 array, a row for each solution, filled up with -1."""
        solutions, lengths = self._collect(nodes, limit)
        solutions[np.arange(solutions.shape[1]) >= lengths[:, None]] = -1
        if self.prefix:
            above = np.tile(np.array(self.prefix, np.int32), (len(solutions), 1))
            solutions = np.concatenate([above, solutions], axis=1)
        return solutions

    def _collect(self, nodes: int, limit: int) -> tuple[Any, Any]:
        """The solutions found, as a table, and how long each of its rows is."""
        limit = max(1, min(limit, _ROOM // self.n_levels))
        solutions = np.zeros((limit, self.n_levels), np.int32)
        lengths = np.zeros(limit, np.int32)
        found = self._run(nodes, limit, solutions, lengths)
        return solutions[:found], lengths[:found]
