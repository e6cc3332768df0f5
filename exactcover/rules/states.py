"""The states of a rule in a search that shows it many partial solutions at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from ..propagation.stated_rows import StatedRows
from .stateful import StatefulRule
from .walk import Walk

__all__ = ["States"]


class States:
    """The states of a rule, for many partial solutions at a time: a list of them, or an array."""

    def __init__(self, rule: StatefulRule, rows: StatedRows):
        self._rule, self._rows = rule, rows
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
        return self._rule.extended(above, self._rows.each(options[:, -1]))

    def each(self, states: Any, which: Any) -> Any:
        """The states of some of the rows."""
        return states[which] if self._rule.by_chunk else [states[k] for k in which.tolist()]

    def joined(self, parts: Sequence[Any]) -> Any:
        """The states of several tables."""
        return np.concatenate(parts) if self._rule.by_chunk else list(chain.from_iterable(parts))

    def accepted(self, which: Any, states: Any) -> Any:
        """Which of these rows the rule accepts as solutions."""
        accepted = np.ones(len(which), bool)
        if self._rule.accept is not None:
            for k in np.flatnonzero(which).tolist():
                accepted[k] = self._rule.judged("accept", states[k])
        return accepted
