"""A rule that keeps a state, so that the work at a node is the work for one option.

``enter`` and ``leave`` change the state in place. If they are kernels (``exactcover.kernel``), the
search calls them without Python in between.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from typing import Any

from ..common.slices import called
from ..compile import Kernel, compiles
from ..errors import RuleFault
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
        if not (self.compiled and compiles()):
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
