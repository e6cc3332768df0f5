"""A rule with a state, asked about one partial solution after the other."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..propagation.stated_rows import StatedRows
from .stateful import StatefulRule

__all__ = ["Walk", "judges"]


class Walk:
    """One partial solution after the other, each an option more or less than the last."""

    def __init__(self, rule: StatefulRule, rows: StatedRows):
        self._rule, self._rows = rule, rows
        #: Of ``extend`` the states on the way here; else the one state.
        self._states = [rule.start if rule.extend else copy.deepcopy(rule.start)]
        #: Whether the options that propagation took are allowed.
        self.possible = all(self._enter(option) for option in rows.stated_taken)

    @property
    def state(self) -> Any:
        """The state here."""
        return self._states[-1]

    def enter(self, option: int) -> bool:
        """Choose an option of the core; false if the rule refuses it, and nothing has changed.

        The rule does not see what ready-made rules have added.
        """
        number = self._rows.stated(option)
        if number >= 0:
            return self._enter(number)
        self._states += [self.state] if self._rule.extend else []
        return True

    def leave(self, option: int) -> None:
        """Go back from an option of the core, the last one entered."""
        number = self._rows.stated(option)
        if self._rule.extend:
            self._states.pop()
        elif number >= 0:
            self._rule.called("leave", self.state, self._rule.name_of(number))

    def through(self, options: Iterable[int]) -> bool:
        """Choose some options of the core; false if the rule refuses one."""
        return self.possible and all(map(self.enter, options))

    def accepted(self) -> bool:
        """Whether what is chosen here may be a solution."""
        return self._rule.accept is None or self._rule.judged("accept", self.state)

    def _enter(self, option: int) -> bool:
        rule = self._rule
        if rule.extend is None:
            return rule.judged("enter", self.state, rule.name_of(option))
        if rule.by_chunk:
            import numpy as np

            # (A copy: what it does to its states in place is not done to that of the row above.)
            above = np.array(self.state)[None]
            states, allowed = rule.extended(above, np.array([option], np.int32))
            state = states[0] if allowed[0] else None
        else:
            state = rule.extended_by(self.state, rule.name_of(option))
        if state is not None:
            self._states.append(state)
        return state is not None


def judges(rule: StatefulRule, rows: StatedRows) -> tuple[Callable[[Any], Any], ...]:
    """The rule for tables of partial solutions and of solutions."""
    import numpy as np

    def walks(table: Any) -> Iterator[Walk | None]:
        """For each row a walk there; None if the rule refuses it. Rows mostly begin alike."""
        walk, path = Walk(rule, rows), list[int]()
        for row in table.tolist():
            options = [option for option in row if option >= 0]
            while path != options[: len(path)]:
                walk.leave(path.pop())
            for option in options[len(path) :]:
                if not (walk.possible and walk.enter(option)):
                    break
                path.append(option)
            yield walk if walk.possible and path == options else None

    def allowed(table: Any) -> Any:
        return np.fromiter((walk is not None for walk in walks(table)), bool, len(table))

    def accepted(table: Any) -> Any:
        found = (walk is not None and walk.accepted() for walk in walks(table))
        return np.fromiter(found, bool, len(table))

    return allowed, accepted
