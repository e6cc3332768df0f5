"""A rule with a state, asked about one partial solution after the other."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..propagation.stated_rows import StatedRows
from .stateful import StatefulRule


class Walk:
    """One partial solution after the other, each an option more or less than the last."""

    def __init__(self, rule: StatefulRule, rows: StatedRows):
        self._rule, self._rows = rule, rows
        #: The state here.
        self.state = copy.deepcopy(rule.start)
        #: Whether the options that propagation took are allowed.
        self.possible = all(self._enter(option) for option in rows.stated_taken)

    def enter(self, option: int) -> bool:
        """Choose an option of the core; false if the rule refuses it, and nothing has changed.

        The rule does not see what ready-made rules have added.
        """
        number = self._rows.stated(option)
        return number < 0 or self._enter(number)

    def leave(self, option: int) -> None:
        """Go back from an option of the core, the last one entered."""
        number = self._rows.stated(option)
        if number >= 0:
            self._rule.called("leave", self.state, self._rule.name_of(number))

    def through(self, options: Iterable[int]) -> bool:
        """Choose some options of the core; false if the rule refuses one."""
        return self.possible and all(map(self.enter, options))

    def accepted(self) -> bool:
        """Whether what is chosen here may be a solution."""
        return self._rule.accept is None or self._rule.judged("accept", self.state)

    def _enter(self, option: int) -> bool:
        return self._rule.judged("enter", self.state, self._rule.name_of(option))


def accepted_by(rule: StatefulRule, rows: StatedRows) -> Callable[[Any], Any]:
    """The rule for tables of solutions, which mostly begin alike from row to row."""
    import numpy as np

    def accepted(table: Any) -> Iterator[bool]:
        walk, path = Walk(rule, rows), list[int]()
        for row in table.tolist():
            options = [option for option in row if option >= 0]
            while path != options[: len(path)]:
                walk.leave(path.pop())
            for option in options[len(path) :]:
                if not (walk.possible and walk.enter(option)):
                    break
                path.append(option)
            yield walk.possible and path == options and walk.accepted()

    return lambda table: np.fromiter(accepted(table), bool, len(table))
