"""The states of a rule in a search that shows it many partial solutions at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ..propagation.stated_rows import StatedRows
from .stateful import StatefulRule
from .walk import Walk

__all__ = ["States"]


class _Shared(NamedTuple):
    """States in an array, each once, and which of them is that of each row."""

    states: Any
    rows: Any

    def part(self, which: slice) -> _Shared:
        return _Shared(self.states, self.rows[which])


class States:
    """The states of a rule, for many partial solutions at a time: a list of them, or an array."""

    def __init__(self, rule: StatefulRule, rows: StatedRows):
        self._rule, self._rows = rule, rows
        #: Bytes of one, if they are in an array.
        self.bytes = np.asarray(rule.start).nbytes if rule.by_chunk else 0
        #: Whether the next rows are the root, whose state is known.
        self._at_root = True

    def before(self, prefix: Sequence[int]) -> Any:
        """The state of the root, as that of one row; None in it if the rule refuses the root."""
        walk = Walk(self._rule, self._rows)
        state = walk.state if walk.through(prefix) else None
        return [state] if state is None or not self._rule.by_chunk else np.asarray(state)[None]

    def of(self, options: Any, above: Any) -> tuple[Any, Any]:
        """The states of some rows, and which of them are allowed."""
        if self._at_root:
            self._at_root = False
            return above, np.array([above[0] is not None])
        if self._rule.by_chunk:
            above = above.states[above.rows]
        numbers = self._rows.each(options[:, -1])
        if not self._rows.adds:
            return self._rule.extended(above, numbers)
        return self._of_stated(numbers, above)

    def _of_stated(self, numbers: Any, above: Any) -> tuple[Any, Any]:
        """The same where -1 stands for options that ready-made rules have added: no change."""
        which = np.flatnonzero(numbers >= 0)
        allowed = np.ones(len(numbers), bool)
        if not len(which):
            return above, allowed
        chosen = above[which] if self._rule.by_chunk else [above[k] for k in which.tolist()]
        new, allowed[which] = self._rule.extended(chosen, numbers[which])
        states: Any = np.array(above, new.dtype) if self._rule.by_chunk else list(above)
        for k, state in zip(which.tolist(), new, strict=True):
            states[k] = state
        return states, allowed

    def each(self, states: Any, which: Any) -> Any:
        """The states of some of the rows, for those below them."""
        if not self._rule.by_chunk:
            return [states[k] for k in which.tolist()]
        once, rows = np.unique(which, return_inverse=True)
        return _Shared(states[once], rows)

    def joined(self, parts: Sequence[Any]) -> Any:
        """The states above the rows of several tables."""
        if not self._rule.by_chunk:
            return list(chain.from_iterable(parts))
        begins = np.cumsum([0, *(len(each.states) for each in parts[:-1])])
        rows = [each.rows + begin for each, begin in zip(parts, begins, strict=True)]
        return _Shared(np.concatenate([each.states for each in parts]), np.concatenate(rows))

    def accepted(self, which: Any, states: Any) -> Any:
        """Which of these rows the rule accepts as solutions."""
        accepted = np.ones(len(which), bool)
        if self._rule.accept is not None:
            for k in np.flatnonzero(which).tolist():
                accepted[k] = self._rule.judged("accept", states[k])
        return accepted
