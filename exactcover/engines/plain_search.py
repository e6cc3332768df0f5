"""What the engines in plain Python share: how they go on, and what they hand over."""

from __future__ import annotations

from typing import Any

__all__ = ["PlainSearch"]


class PlainSearch:
    """A search as the engine contract wants it; see :class:`exactcover.engines.EngineSearch`."""

    #: The options above the root; in a problem with multiplicities, ``~o`` for one left out.
    prefix: tuple[int, ...]
    #: The nodes from the root to where the search stands; each knows the option chosen, or -1.
    path: list[Any]
    #: Nodes visited so far.
    nodes = 0
    #: Whether the whole tree has been visited.
    done = False
    #: It can always be given up where it stands.
    divisible = True

    def count(self, nodes: int, limit: int) -> int:
        """Visit up to ``nodes`` nodes, or until ``limit`` solutions; how many there were."""
        return len(self.collect(nodes, limit))

    def collect(self, nodes: int, limit: int) -> list[tuple[int, ...]]:
        """Visit up to ``nodes`` nodes, or until ``limit`` solutions; the solutions."""
        solutions: list[tuple[int, ...]] = []
        for _ in range(nodes):
            if self.done or len(solutions) == limit:
                break
            if self._visit():
                solutions.append(self.chosen())
            self.done = not self._move()
        return solutions

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as an int32 array: a row for each solution, filled up with -1."""
        from ..arrays.views import table_of

        return table_of(self.collect(nodes, limit))

    def chosen(self) -> tuple[int, ...]:
        """The options chosen from the root to where the search stands."""
        above = tuple(entry for entry in self.prefix if entry >= 0)
        return above + tuple(level.chosen for level in self.path if level.chosen >= 0)

    def _visit(self) -> bool:
        """Look at the node where the search stands; true if it is a solution."""
        raise NotImplementedError

    def _move(self) -> bool:
        """Go to the next node in depth-first order; false if there is none."""
        raise NotImplementedError
