"""The reference engine with rules: each node is shown to the rules when it is visited."""

from __future__ import annotations

from collections.abc import Callable

from ..engines.reference import ReferenceSearch

__all__ = ["Judge", "RuledReference"]

#: Whether a rule accepts the options with these numbers.
Judge = Callable[[tuple[int, ...]], bool]


class RuledReference(ReferenceSearch):
    """A search that does not go below a refused partial solution."""

    allowed: Judge
    accepted: Judge

    def _visit(self) -> bool:
        chosen = self.chosen()
        if not self.allowed(chosen):
            # Nothing is put on the path, so the search goes on as if all below had been visited.
            self.nodes += 1
            return False
        return super()._visit() and self.accepted(chosen)
