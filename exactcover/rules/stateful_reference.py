"""The reference engine with a rule that has a state: it enters and leaves each option."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arrays.compiled import Compiled
from ..engines.reference import ReferenceSearch
from .walk import Walk


class StatefulReference(ReferenceSearch):
    """A search that enters each option of the path into a rule with a state, and leaves it."""

    def __init__(
        self,
        compiled: Compiled,
        walk: Walk,
        prefix: Sequence[int] = (),
        tick: Callable[[], None] = lambda: None,
    ):
        super().__init__(compiled, prefix, tick)
        self._walk = walk
        if not walk.through(entry for entry in self.prefix if entry >= 0):
            self.done = True  # without a visit
        #: Whether the rule refused the option where the search stands.
        self._refused = False

    def _visit(self) -> bool:
        if self.path and not self._walk.enter(self.path[-1].chosen):
            # Nothing is put on the path, so the search goes on as if all below had been visited.
            self.nodes += 1
            self._refused = True
            return False
        return super()._visit() and self._walk.accepted()

    def _undo(self, option: int, removed: set[int]) -> None:
        if not self._refused:
            self._walk.leave(option)
        self._refused = False
        super()._undo(option, removed)
