"""A rule with a state that is updated at each node, for the option just chosen.

``enter`` and ``leave`` change the state in place. If they are kernels (``exactcover.kernel``), the
search calls them without Python in between (``searches.py``); else the reference engine does.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..arrays.compiled import Compiled
from ..common.slices import called
from ..compile import Kernel, has_compiler
from ..engines.reference import ReferenceSearch
from ..errors import RuleFault
from ..propagation.reduce import StatedRows
from ..statement.model import Model
from .rule import is_by_chunk, verdict


class StatefulRule:
    """The functions of a rule with a state, and its first state; see :meth:`Problem.where`."""

    def __init__(
        self,
        start: Any,
        enter: Callable[..., Any] | None,
        leave: Callable[..., Any] | None,
        accept: Callable[..., Any] | None,
        model: Model,
    ):
        functions = {"enter": enter, "leave": leave, "accept": accept}
        for name, function in functions.items():
            if function is not None and not callable(function):
                raise TypeError(f"{name}={function!r}: expected a function, or None")
            if is_by_chunk(function):
                raise TypeError(f"where(): {name}= judges one state; by_chunk is for complete=")
            if hasattr(function, "py_func"):  # of numba
                raise TypeError(f"where(): {name}= is compiled by xc.kernel, not by numba.njit")
        if enter is None or leave is None:
            raise TypeError("where(): a rule with a state has enter= and leave=")
        self.start = copy.deepcopy(start)  # what the user changes later must not change answers
        self.enter, self.leave, self.accept = enter, leave, accept
        self.model = model
        marked = [isinstance(each, Kernel) for each in functions.values() if each]
        #: Whether it is called with positions of options, and can be compiled.
        self.compiled = all(marked)
        if any(marked) and not self.compiled:
            raise TypeError("where(): make kernels of enter=, leave= and accept=, or of none")
        self._compiled: dict[str, Any] = {}
        if self.compiled:
            self.start = _as_array(self.start)

    def __getstate__(self) -> dict[str, Any]:
        """What is copied and pickled: what was compiled is compiled again."""
        return {**vars(self), "_compiled": {}}

    def name_of(self, option: int) -> Any:
        """What the functions are called with for an option of the problem."""
        return option if self.compiled else self.model.option_names[option]

    def function(self, name: str) -> Any:
        """A function of the rule; of a kernel the form that the compiled search calls."""
        if not (self.compiled and has_compiler()):
            return getattr(self, name)
        if name not in self._compiled:
            from ..kernels.bits.rule_functions import compiled_function

            made = compiled_function(name, getattr(self, name))
            if not made.address:
                expected = "True or False, on every path through the kernel"
                raise RuleFault(name, made.returns, expected)
            self._compiled[name] = made
        return self._compiled[name]

    @property
    def fingerprint(self) -> str:
        """A digest of its kernels, of all that they use, and of the first state."""
        hasher = hashlib.sha256(self.start.tobytes())
        for name in ("enter", "leave", "accept"):
            function = getattr(self, name)
            hasher.update(function.sources.encode() if isinstance(function, Kernel) else b"-")
        return hasher.hexdigest()

    def called(self, name: str, *arguments: Any) -> Any:
        """What a function of the rule answers."""
        return called(f"the rule {name}=", self.function(name), *arguments)

    def judged(self, name: str, *arguments: Any) -> bool:
        """The same, where it must be True or False."""
        return verdict(name, self.called(name, *arguments))


def _as_array(start: Any) -> Any:
    import numpy as np

    array = np.asarray(start)
    if array.dtype != np.int64 or array.ndim != 1 or not len(array):
        expected = "for kernels an int64 array of one dimension"
        raise TypeError(f"start={start!r}: expected {expected}")
    return np.ascontiguousarray(array)


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
