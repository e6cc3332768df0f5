"""How a tree search divides what is left: an option is chosen so often at least, or less often.

A decision is a small tuple of numbers, so that many open nodes take little memory. An option that
is chosen forbids those that clash with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays
from .linear_program import LinearProgram

#: What a decision says: an option is chosen at least so often, or at most.
AT_LEAST, AT_MOST = 0, 1

#: A value this near to a whole number is one.
NEAR = 1e-6


class Decision(NamedTuple):
    """What is decided of an option."""

    kind: int
    option: int
    times: int


def either(option: int, least: int) -> tuple[Decision, Decision]:
    """The two parts: the option is chosen so often at least, or less often."""
    return Decision(AT_LEAST, option, least), Decision(AT_MOST, option, least - 1)


class Branching:
    """Chooses and applies decisions in the linear program of a problem."""

    def __init__(self, compiled: Compiled, program: LinearProgram):
        self._program = program
        n = program.n_options
        #: Rows that are covered at most once; how many rows each option has.
        self._once = program.upper[n:] == 1
        self._lengths = np.diff(program.program.starts)
        starts, items, colours = node_arrays(compiled)
        self._coloured = bool((colours != 0).any())
        self._n_primary = compiled.n_primary
        self._nodes = starts, items, colours

    def apply(self, decision: Decision) -> None:
        """Change the bounds of the program as a decision says."""
        kind, option, times = decision
        lower, upper = self._program.lower, self._program.upper
        if kind == AT_MOST:
            upper[option] = min(upper[option], times)
            return
        lower[option] = max(lower[option], times)
        if times < 1:
            return
        own, p = upper[option], self._program.program
        for row in p.rows[p.starts[option] : p.starts[option + 1]].tolist():
            if self._once[row]:
                upper[p.options[p.row_starts[row] : p.row_starts[row + 1]]] = 0
        if self._coloured:
            upper[self._clashing(option)] = 0
        upper[option] = own

    def _clashing(self, option: int) -> Any:
        """Options that clash with one by a colour, perhaps itself."""
        starts, items, colours = self._nodes
        mine = slice(starts[option], starts[option + 1])
        given = np.full(int(items.max(initial=0)) + 1, -1)
        given[items[mine]] = colours[mine]
        other = given[items]
        bad = (items >= self._n_primary) & (other >= 0) & ((colours != other) | (other == 0))
        return np.searchsorted(starts, np.flatnonzero(bad), side="right") - 1

    def choice(self, x: Any) -> tuple[Decision, Decision] | None:
        """How to divide at a solution of the linear program; None if it is in whole numbers.

        By the option that is furthest from a whole number, and has many rows: to decide it changes
        most. ``x``: the values of the options.
        """
        part = x - np.floor(x)
        away = np.minimum(part, 1.0 - part)
        option = int(np.argmax(away * self._lengths)) if len(x) else 0
        if not len(x) or away[option] <= NEAR:
            return None
        return either(option, int(np.ceil(x[option])))
