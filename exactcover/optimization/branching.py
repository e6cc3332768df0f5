"""How a tree search divides what is left: decisions, and which one to take.

A decision is a small tuple of numbers, so that many open nodes take little memory. It forbids
options, or changes how often an option or a row may be chosen or covered.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays
from ..kernels.jit import bound
from ..kernels.pairs import best_pairs
from .linear_program import LinearProgram

__all__ = ["APART", "AT_LEAST", "AT_MOST", "NEAR", "TOGETHER", "Branching", "Decision"]

#: What a decision says: two rows are covered by one option, or not; a variable (an option, or a
#: row) is at least so much, or at most.
TOGETHER, APART, AT_LEAST, AT_MOST = range(4)

#: A value this near to a whole number is one.
NEAR = 1e-6
#: Rows whose pairs are looked at.
_ROWS_USED = 512
#: The part of a pair that is preferred.
_TARGET = 0.6


class Decision(NamedTuple):
    """What is decided; of two rows, or of a variable and a number."""

    kind: int
    one: int
    other: int


class Branching:
    """Chooses and applies decisions in the linear program of a problem."""

    def __init__(self, compiled: Compiled, program: LinearProgram):
        self._program = program
        n, m = program.n_options, program.n_rows
        self._n = n
        self._once = (program.upper[n:] == 1).astype(np.uint8)
        self._local = np.full(m, -1, np.int32)
        self._used = np.zeros(min(m, _ROWS_USED), np.int32)
        self._sums = np.zeros(len(self._used) ** 2)
        self._seen = np.zeros(n, np.uint8)
        self._best_pairs = bound(best_pairs, {"p": program.program})
        starts, items, colours = node_arrays(compiled)
        self._coloured = bool((colours != 0).any())
        self._n_primary = compiled.n_primary
        self._nodes = starts, items, colours

    def of_row(self, row: int) -> Any:
        """The options of a row."""
        p = self._program.program
        return p.options[p.row_starts[row] : p.row_starts[row + 1]]

    def apply(self, decision: Decision) -> None:
        """Change the bounds of the program as a decision says."""
        kind, one, other = decision
        lower, upper = self._program.lower, self._program.upper
        if kind == AT_LEAST:
            lower[one] = max(lower[one], other)
            if one < self._n and other >= 1:
                self._clear_beside(one)
        elif kind == AT_MOST:
            upper[one] = min(upper[one], other)
        else:
            seen = self._seen
            mine, theirs = self.of_row(one), self.of_row(other)
            seen[mine] = 1
            seen[theirs] += 1
            if kind == APART:
                upper[mine[seen[mine] == 2]] = 0
            else:
                upper[mine[seen[mine] == 1]] = 0
                upper[theirs[seen[theirs] == 1]] = 0
                # Where rows may stay open: neither does.
                lower[self._n + one] = lower[self._n + other] = 1
            seen[mine] = 0
            seen[theirs] = 0

    def _clear_beside(self, option: int) -> None:
        """Forbid the options that clash with a chosen one."""
        p, upper = self._program.program, self._program.upper
        own = upper[option]
        for row in p.rows[p.starts[option] : p.starts[option + 1]].tolist():
            if self._once[row]:
                upper[self.of_row(row)] = 0
        if self._coloured:
            upper[self._clashing(option)] = 0
        upper[option] = own

    def _clashing(self, option: int) -> Any:
        """Options that clash with one by a colour, itself not included."""
        starts, items, colours = self._nodes
        mine = slice(starts[option], starts[option + 1])
        given = np.full(int(items.max(initial=0)) + 1, -1)
        given[items[mine]] = colours[mine]
        other = given[items]
        bad = (items >= self._n_primary) & (other >= 0) & ((colours != other) | (other == 0))
        hits = np.searchsorted(starts, np.flatnonzero(bad), side="right") - 1
        return hits[hits != option]

    def choices(self, x: Any, most: int) -> list[tuple[Decision, Decision]]:
        """Up to so many ways to divide, for a fractional solution; the best first.

        Of each the first part is to be searched first. ``x``: the values of options and rows.
        """
        n = self._n
        sums = x[n:]
        broken = np.flatnonzero(np.abs(sums - np.rint(sums)) > NEAR)
        found: list[tuple[Decision, Decision]] = []
        options = np.flatnonzero(np.abs(x[:n] - np.rint(x[:n])) > NEAR).astype(np.int32)
        if len(options):
            first, second = np.zeros((2, most), np.int32)
            count = self._best_pairs(
                x, options, self._once, self._local, self._used, self._sums,
                _TARGET, first, second, np.zeros(most),
            )  # fmt: skip
            for one, other in zip(first[:count].tolist(), second[:count].tolist(), strict=True):
                found.append((Decision(TOGETHER, one, other), Decision(APART, one, other)))
        if not found and len(broken):
            row = int(broken[np.argmin(np.abs(sums[broken] % 1 - 0.5))])
            found.append(_at(n + row, int(np.ceil(sums[row]))))
        if not found and len(options):
            option = int(options[np.argmin(np.abs(x[options] % 1 - _TARGET))])
            found.append(_at(option, int(np.ceil(x[option]))))
        return found


def _at(variable: int, least: int) -> tuple[Decision, Decision]:
    return Decision(AT_LEAST, variable, least), Decision(AT_MOST, variable, least - 1)
