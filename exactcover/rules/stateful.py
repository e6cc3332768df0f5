"""A rule that keeps a state, so that the work at a node is the work for one option.

There are three forms. ``extend`` makes a new state of a state and an option, for one partial
solution or for many at a time. ``enter`` and ``leave`` change one state in place. If these two are
kernels (``exactcover.kernel``), the search calls them without Python in between.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..errors import RuleFault, SearchStopped
from ..kernels.availability import compiles
from ..kernels.jit import source_of
from ..propagation.stated_rows import StatedRows
from ..statement.model import Model
from .rule import is_by_chunk

__all__ = ["StatefulRule", "Walk", "judges"]


class StatefulRule:
    """The functions of a rule with a state, and its first state; see :meth:`Problem.where`."""

    def __init__(
        self,
        start: Any,
        extend: Callable[..., Any] | None,
        enter: Callable[..., Any] | None,
        leave: Callable[..., Any] | None,
        accept: Callable[..., Any] | None,
        model: Model,
    ):
        functions = {"extend": extend, "enter": enter, "leave": leave, "accept": accept}
        for name, function in functions.items():
            if function is not None and not callable(function):
                raise TypeError(f"{name}={function!r}: expected a function, or None")
        if (extend is None) == (enter is None) or (enter is None) != (leave is None):
            raise TypeError("where(): expected extend=, or enter= and leave=")
        self.start, self.extend, self.enter, self.leave = start, extend, enter, leave
        self.accept = accept
        self.model = model
        marked = [source_of(each) is not None for each in functions.values() if each]
        #: Whether it is called with positions of options, and can be compiled.
        self.compiled = enter is not None and any(marked)
        if any(marked) and not (self.compiled and all(marked)):
            raise TypeError("where(): make kernels of enter=, leave= and accept=, or of none")
        if extend is not None and start is None:
            raise TypeError("where(): extend= needs start=, the state of no options, not None")
        self.by_chunk = extend is not None and is_by_chunk(extend)
        if self.compiled:
            self.start = _as_array(start)

    def walk(self, rows: StatedRows) -> Walk:
        """A walk from the empty solution of what propagation has left."""
        return Walk(self, rows)

    def name_of(self, option: int) -> Any:
        """What the functions are called with for an option of the problem."""
        return option if self.compiled else self.model.option_names[option]

    def function(self, name: str) -> Any:
        """A function of the rule; of a kernel the form that the compiled search calls."""
        function = getattr(self, name)
        if not (self.compiled and compiles()):
            return function
        from ..kernels.rule_functions import compiled_function

        return compiled_function(name, function)

    def called(self, name: str, *arguments: Any) -> Any:
        """What a function of the rule answers."""
        try:
            return self.function(name)(*arguments)
        except (StopIteration, SearchStopped) as stop:
            raise RuntimeError(f"the rule {name}= raised {type(stop).__name__}") from stop

    def judged(self, name: str, *arguments: Any) -> bool:
        """The same, where it must be True or False."""
        answer = self.called(name, *arguments)
        if answer is True or answer is False:
            return answer
        if type(answer).__name__ in ("bool", "bool_") and getattr(answer, "shape", None) == ():
            return bool(answer)  # numpy's
        raise RuleFault(name, answer, "True or False")

    def _extended_by(self, state: Any, name: Any) -> Any:
        """The new state; None if the option is refused. False would pass for a state."""
        new = self.called("extend", state, name)
        if new is False:
            raise RuleFault("extend", new, "a state, or None to refuse the option")
        return new

    def extended(self, states: Any, options: Any) -> tuple[Any, Any]:
        """New states of many partial solutions, and which of them are allowed (an array of bools).

        ``options``: the options of the problem that were added, one to each.
        """
        import numpy as np

        if not self.by_chunk:
            names = self.model.option_names
            new = [
                self._extended_by(state, names[option])
                for state, option in zip(states, options.tolist(), strict=True)
            ]
            return new, np.fromiter((state is not None for state in new), bool, len(new))
        answer = self.called("extend", states, options)
        if isinstance(answer, tuple) and len(answer) == 2:
            made, allowed = map(np.asarray, answer)
            lengths = np.shape(made)[:1] == np.shape(allowed) == (len(options),)
            if lengths and allowed.dtype == bool:
                return made, allowed
        expected = f"an array of {len(options):,} states, and one of as many bools"
        raise RuleFault("extend", answer, expected)


class Walk:
    """One partial solution after the other, each an option more or less than the last."""

    def __init__(self, rule: StatefulRule, rows: StatedRows):
        self._rule, self._rows = rule, rows
        #: Of ``extend`` the states on the way here; else the one state.
        self._states = [rule.start if rule.extend else copy.deepcopy(rule.start)]
        #: Whether the options that propagation took are allowed.
        self.possible = all(self._enter(option) for option in rows.taken)

    @property
    def state(self) -> Any:
        """The state here."""
        return self._states[-1]

    def enter(self, option: int) -> bool:
        """Choose an option of the core; false if the rule refuses it, and nothing has changed."""
        return self._enter(self._rows.options[option])

    def leave(self, option: int) -> None:
        """Go back from an option of the core, the last one entered."""
        if self._rule.extend:
            self._states.pop()
        else:
            self._rule.called("leave", self.state, self._rule.name_of(self._rows.options[option]))

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

            states, allowed = rule.extended(
                np.asarray(self.state)[None], np.array([option], np.int32)
            )
            state = states[0] if allowed[0] else None
        else:
            state = rule._extended_by(self.state, rule.name_of(option))
        if state is not None:
            self._states.append(state)
        return state is not None


def judges(rule: StatefulRule, rows: StatedRows) -> tuple[Callable[[Any], Any], ...]:
    """The rule for tables of partial solutions and of solutions."""
    import numpy as np

    def walks(table: Any) -> Iterator[Walk | None]:
        """For each row a walk there; None if the rule refuses it. Rows mostly begin alike."""
        walk, path = rule.walk(rows), list[int]()
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


def _as_array(start: Any) -> Any:
    import numpy as np

    array = np.asarray(start)
    if array.dtype != np.int64 or array.ndim != 1 or not len(array):
        expected = "for kernels an int64 array of one dimension"
        raise TypeError(f"start={start!r}: expected {expected}")
    return np.ascontiguousarray(array)
