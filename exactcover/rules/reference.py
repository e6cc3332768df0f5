"""The reference engine with rules: each node is shown to the rules when it is visited."""

from __future__ import annotations

from collections.abc import Callable

from ..arrays.compiled import Compiled
from ..engines import reference

__all__ = ["RuledReference"]

#: Whether a rule accepts the options with these numbers.
Judge = Callable[[tuple[int, ...]], bool]


class RuledReference(reference.ReferenceSearch):
    """A search by the engine contract. It does not go below a refused partial solution."""

    def __init__(self, compiled: Compiled, allowed: Judge, accepted: Judge):
        super().__init__(compiled)
        self._allowed, self._accepted = allowed, accepted

    def _visit(self) -> bool:
        chosen = self.chosen()
        if self._allowed(chosen):
            return super()._visit() and self._accepted(chosen)
        self.nodes += 1
        self.path.append(reference._Level([]))
        return False
