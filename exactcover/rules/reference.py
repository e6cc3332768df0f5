"""The reference engines with rules: each node is shown to the rules when it is visited."""

from __future__ import annotations

from collections.abc import Callable

from ..arrays.compiled import Compiled
from ..engines import reference
from ..engines.multiple import reference as multiple_reference

__all__ = ["RuledMultipleReference", "RuledReference"]

#: Says of options, by their numbers, whether they may be.
Judge = Callable[[tuple[int, ...]], bool]


class RuledReference(reference.ReferenceSearch):
    """A search as the engine contract wants it; nothing is searched below a part refused."""

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


class RuledMultipleReference(multiple_reference.MultipleReferenceSearch):
    """The same for problems with multiplicities."""

    def __init__(self, compiled: Compiled, allowed: Judge, accepted: Judge):
        super().__init__(compiled)
        self._allowed, self._accepted = allowed, accepted

    def _visit(self) -> bool:
        chosen = self.chosen()
        if self._allowed(chosen):
            return super()._visit() and self._accepted(chosen)
        self.nodes += 1
        self.path.append(multiple_reference._Level(self._now, []))
        return False
