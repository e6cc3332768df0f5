"""A rule: a function of the user that accepts or refuses solutions.

A function gets one :class:`Solution` at a time. Marked with :func:`by_chunk`, it gets many as the
rows of an array. The compiled engines produce such arrays, and a function that works on whole
arrays is a hundred times as fast.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from ..common.slices import called
from ..compile import Kernel
from ..errors import RuleFault
from ..statement.model import Model
from ..statement.results import Solution

__all__ = ["Rule", "by_chunk", "is_by_chunk"]

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "_exactcover_by_chunk"


def by_chunk(function: Function) -> Function:
    """Mark a rule that judges many solutions at a time, as rows of an array.

    Parameters
    ----------
    function : callable
        Called with an int32 array. Each row holds the positions of a solution's options in
        ``Problem.options``, ascending, padded with -1. The width may differ from call to call. The
        function returns an array with one bool per row.

    Returns
    -------
    callable
        The same function; for a bound method one that calls it.

    Examples
    --------
    >>> problem = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"})
    >>> problem.where(xc.by_chunk(lambda table: table[:, 0] > 0)).first()
    Solution(3)
    """
    try:
        setattr(function, _MARK, True)
    except AttributeError:  # of a bound method
        return by_chunk(functools.partial(function))  # type: ignore[return-value]
    return function


def is_by_chunk(function: Any) -> bool:
    """Whether a rule is marked by :func:`by_chunk`."""
    return bool(getattr(function, _MARK, False))


def verdict(name: str, answer: Any) -> bool:
    """What a rule answers, which must be True or False. Raises :class:`RuleFault`."""
    if answer is True or answer is False:
        return answer
    if type(answer).__name__ in ("bool", "bool_") and getattr(answer, "shape", None) == ():
        return bool(answer)  # numpy's
    raise RuleFault(name, answer, "True or False")


class Rule:
    """A function of the user, called in the form it expects; its answers are checked."""

    def __init__(self, name: str, function: Callable[..., Any], model: Model):
        if not callable(function):
            raise TypeError(
                f"{name}={function!r}: expected a function, or None; each ready-made rule is an"
                " argument of its own"
            )
        if isinstance(function, Kernel):
            raise TypeError(f"where(): {name}= takes no kernel; enter=, leave= and accept= do")
        self._name = name
        self._function = function
        self._model = model
        self._by_chunk = is_by_chunk(function)

    def _one(self, numbers: tuple[int, ...]) -> bool:
        return verdict(self._name, self._called(Solution(self._model, numbers)))

    def _called(self, argument: Any) -> Any:
        return called(f"the rule {self._name}=", self._function, argument)

    def each(self, table: Any) -> Any:
        """Whether the rule accepts each row of a table, as an array of bools."""
        import numpy as np

        if not self._by_chunk:
            rows = (
                tuple(row[:n].tolist()) for row, n in zip(table, np.sum(table >= 0, 1), strict=True)
            )
            return np.fromiter(map(self._one, rows), bool, len(table))
        if not len(table):
            return np.zeros(0, bool)
        answer = self._called(table)
        try:
            judged = np.asarray(answer)
        except ValueError:
            judged = np.zeros(0)
        if judged.shape != (len(table),) or judged.dtype != bool:
            raise RuleFault(self._name, answer, f"an array of {len(table):,} bools, one a row")
        return judged
