"""How a node of the tree is divided: by an option whose decision raises the bound most.

The idea. Deciding an option gives two parts, and the tree is small if both have higher bounds. What
a decision gains is measured: some pivots of the dual simplex method are made in either part, from
the basis of the node (*strong branching*). Gains are kept for each option, for each unit that its
value has to move. After a few measurements their mean is believed (*reliability branching*: T.
Achterberg, T. Koch and A. Martin, "Branching rules revisited", Operations Research Letters 33,
2005). Candidates are looked at in the order of what they promise, until several in a row are no
better than the best. If a measurement proves that a part has nothing in it, the other part is all
that is left of the node.

Where many options can replace each other, no decision gains much, and measuring does not pay. Then
the option is taken that is furthest from a whole number and has many rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays
from .linear_program import LARGEST, NEAR, LinearProgram

#: What a decision says: an option is chosen at least so often, or at most.
AT_LEAST, AT_MOST = 0, 1

#: Candidates at a node; how many in a row may be no better than the best before.
_CANDIDATES, _IN_A_ROW = 30, 4
#: Pivots of a measurement, and after how many measurements their mean is believed.
_PIVOTS, _ENOUGH = 30, 4


class Decision(NamedTuple):
    """What is decided of an option."""

    kind: int
    option: int
    times: int


class Child(NamedTuple):
    """A part of a node: what is decided there, and what is proven of its bound, in units."""

    decision: Decision
    bound: int


#: The children of a node: two, or none if there is nothing to decide.
Division = tuple[Child, ...]


def either(option: int, least: int, bound: int) -> Division:
    """The two parts: the option is chosen so often at least, or less often."""
    decisions = Decision(AT_LEAST, option, least), Decision(AT_MOST, option, least - 1)
    return tuple(Child(decision, bound) for decision in decisions)


class Branching:
    """Chooses and applies decisions in the linear program of a problem."""

    def __init__(self, compiled: Compiled, program: LinearProgram):
        self._program = program
        n = program.n_options
        #: Rows that are covered at most once; how many rows each option has.
        self._once = program.upper[n:] == 1
        self._lengths = np.maximum(np.diff(program.program.starts), 1)
        starts, items, colours = node_arrays(compiled)
        self._coloured = bool((colours != 0).any())
        self._n_primary = compiled.n_primary
        self._nodes = starts, items, colours
        #: What choosing an option more often, or less often, has gained for each unit of its value,
        #: in the mean (2, options); how often that was measured.
        self._gains = np.zeros((2, n))
        self._measured = np.zeros(n, np.int64)

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

    def choose(self, wanted: int, measured: bool, tick: Callable[[], None]) -> Division:
        """How to divide at the optimum of the program; in no parts if it is in whole numbers.

        ``wanted``: up to which bound, in units, a part counts. A part with a higher bound ends the
        choice. ``measured``: whether gains are measured. The program stays at its basis. A tick may
        raise, which changes nothing.
        """
        program = self._program
        known, x = program.proven, program.values()[: program.n_options]
        ways = np.stack([np.ceil(x) - x, x - np.floor(x)])
        broken = np.flatnonzero(ways.min(axis=0) > NEAR)
        if len(broken) and not measured:
            option = broken[np.argmax((ways.min(axis=0) * self._lengths)[broken])]
            return either(int(option), int(np.ceil(x[option])), known)
        best: Division = ()
        score, in_a_row = -1.0, 0
        for option in self._promising(broken, ways).tolist():
            division = either(option, int(np.ceil(x[option])), known)
            if self._measured[option] < _ENOUGH:
                division = self._measure(division, wanted, tick)
                bounds = np.array([part.bound for part in division])
                if bounds.max() > wanted:
                    return division
                self._measured[option] += 1
                change = np.maximum(bounds - known, 0) / ways[:, option] - self._gains[:, option]
                self._gains[:, option] += change / self._measured[option]
            gains = self._gains[:, option] * ways[:, option]
            value = float(np.prod(np.maximum(gains, 1.0)))
            in_a_row += 1
            if value > score:
                best, score, in_a_row = division, value, 0
            elif in_a_row == _IN_A_ROW:
                break
        return best

    def _promising(self, broken: Any, ways: Any) -> Any:
        """Of these options, whose values are not whole, the most promising first.

        What was never measured is expected to gain as much as the others in the mean, and more if
        it has many rows.
        """
        gains, known = self._gains[:, broken], self._measured[broken] > 0
        if not known.all():
            measured = self._measured > 0
            mean = self._gains[:, measured].mean(axis=1) if measured.any() else np.ones(2)
            lengths = self._lengths[broken] / self._lengths.mean()
            gains = np.where(known, gains, mean[:, None] * lengths)
        promise = np.prod(np.maximum(gains * ways[:, broken], 1.0), axis=0)
        return broken[np.argsort(-promise, kind="stable")[:_CANDIDATES]]

    def _measure(self, division: Division, wanted: int, tick: Callable[[], None]) -> Division:
        """The parts with their bounds, as far as some pivots prove them."""
        program, measured = self._program, []
        lower, upper, basis = program.lower.copy(), program.upper.copy(), program.basis
        try:
            for part in division:
                self.apply(part.decision)
                program.load(basis)
                feasible = program.solve(tick, wanted, _PIVOTS)
                refuted = not feasible and program.refutes()
                measured.append(part._replace(bound=LARGEST + 1 if refuted else program.prove()))
                program.lower[:], program.upper[:] = lower, upper
        finally:
            program.lower[:], program.upper[:] = lower, upper
            program.load(basis)
        return tuple(measured)
