"""What every engine answers: a search of a :class:`~exactcover.arrays.compiled.Compiled`.

An engine is a class of :class:`Divisible` searches, made of a problem and the options above the
root: ``Engine(compiled, prefix=())``. All engines find the same set of solutions. They differ in
speed, in memory, and in the order in which they find them; that order is the same from run to run.
``tests/engines/contract.py`` holds the contract.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .prefix import OpenPrefixes


class EngineSearch(Protocol):
    """One depth-first search, which stops after any number of nodes and goes on where it stopped.

    A *node* is one visit of the search to a partial solution, the root included.
    """

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def done(self) -> bool:
        """Whether the tree has been visited completely."""
        ...

    def count(self, nodes: int, limit: int) -> int:
        """Go on for at most ``nodes`` nodes or ``limit`` solutions; how many solutions that gave.

        Both are at least 1.
        """
        return len(self.collect(nodes, limit))

    def collect(self, nodes: int, limit: int) -> Sequence[Sequence[int]]:
        """Like ``count``, and gives the solutions, each as its options, in any order."""
        ...

    def collect_table(self, nodes: int, limit: int) -> Any:
        """Like ``collect``, as a numpy array: int32, a row for each solution, filled up with -1."""
        from ..arrays.views import table_of

        return table_of(self.collect(nodes, limit))


class Divisible(EngineSearch, Protocol):
    """An engine's search that can be given up halfway, and what is left done by others."""

    def open_prefixes(self) -> OpenPrefixes:
        """What is left of the search: prefixes whose subtrees, in order, are still to visit."""
        ...
