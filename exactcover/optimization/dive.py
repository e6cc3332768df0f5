"""Towards a solution along the linear program: choose what it chooses most, solve it again, go on.

A dive goes straight down and never back. It ends early: with few rows left open, a linear program
chooses badly, and a search can find the best that is left.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from .branching import AT_LEAST, NEAR, Branching, Decision
from .linear_program import LinearProgram
from .relaxation import Relaxation

#: All options with values as high are chosen at once.
_SURE = 0.95
#: Of the others one is drawn; how likely each is grows with its value to this power.
_POWER = 3


class Dive:
    """Dives in one problem, each from the optimum of its linear program."""

    def __init__(self, compiled: Compiled, relaxation: Relaxation, tick: Callable[[], None]):
        self.relaxation = relaxation
        self._tick = tick
        self._program = LinearProgram(relaxation)
        self._branching = Branching(compiled, self._program)
        low, high = relaxation.low, relaxation.high
        #: How often a row is to be covered, if it can be.
        self._aim = np.where(low > 0, low, np.where(high < UNLIMITED, high, 0))
        self._basis: Any = None
        self._lower, self._upper = self._program.lower.copy(), self._program.upper.copy()

    def run(self, wanted: int, left: float, draw: random.Random | None) -> list[int] | None:
        """The options chosen, until ``left`` rows or fewer are open; None if the way is blocked.

        ``wanted``: what a solution costs at most, in units. ``draw``: without it, the option of the
        highest value is chosen each time.
        """
        program = self._program
        n = program.n_options
        program.lower[:], program.upper[:] = self._lower, self._upper
        if self._basis is None:
            program.bounds_changed()
        else:
            program.load(self._basis)
        chosen: list[int] = []
        covered = np.zeros(program.n_rows, np.int64)
        starts, rows, high = self.relaxation.starts, self.relaxation.rows, self.relaxation.high
        while np.count_nonzero(covered < self._aim) > left:
            if not program.solve(self._tick, wanted) or not program.optimal:
                return None
            if self._basis is None:
                self._basis = program.basis
            x, lower = program.values()[:n], program.lower[:n]
            free = np.flatnonzero((lower < program.upper[:n]) & (x > lower + NEAR))
            if not len(free):
                break
            part = x[free] - lower[free]
            sure = free[part >= _SURE]
            if len(sure):
                more = sure.tolist()
            elif draw is None:
                more = [int(free[np.argmax(part)])]
            else:
                more = draw.choices(free.tolist(), (part**_POWER).tolist())
            for option in more:
                times = max(1, int(x[option] - lower[option] + NEAR))
                least = int(lower[option]) + times
                mine = rows[starts[option] : starts[option + 1]]
                # Those chosen before it in this step may have used up its rows.
                if least <= program.upper[option] and (covered[mine] + times <= high[mine]).all():
                    self._branching.apply(Decision(AT_LEAST, option, least))
                    chosen += [option] * times
                    covered[mine] += times
                else:
                    program.upper[option] = lower[option]
            program.bounds_changed()
        return chosen
