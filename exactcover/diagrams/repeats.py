"""How work along a plan is measured, and how much hope there is for it.

Two ways of going along a plan, ``frontier.py`` and ``tables.py``, look states up. That pays where
they reach the same states again and again.
"""

from __future__ import annotations

from ..arrays.compiled import Compiled

__all__ = ["LookedUp", "work_per_state"]

#: How often a state is reached on average: from the first number on a diagram is promising; below
#: the second there is no hope, once the third number of states is known. Measured after 100,000
#: states: tilings by dominoes 1.5, by tetrominoes 1.8; Latin squares 1.2, and more later;
#: pentominoes 1.03 to 1.07, where listing is faster by far; queens, Sudoku and edge matching 1.0.
_PROMISING, _HOPELESS, _ENOUGH_TO_JUDGE = 1.1, 1.12, 1_000_000
#: A state takes as long as so many nodes of a search, and as long again for each group of options
#: times words of a state.
_NODES_PER_STATE = 2
#: The work of a step, in nodes of a search.
_STEP_WORK = 40_000


def work_per_state(compiled: Compiled, n_words: int, group: int) -> float:
    """The work of a state of so many words, in nodes of a search; ``group``: how many options."""
    options_of_item = compiled.n_options / max(1, compiled.n_primary)
    return _NODES_PER_STATE * (1 + options_of_item * n_words / group)


class LookedUp:
    """A build whose states are looked up. It tells how many there were, and how they were met."""

    def __init__(self, compiled: Compiled, n_words: int, group: int):
        """See :func:`work_per_state`."""
        self._per_state = work_per_state(compiled, n_words, group)
        #: States from one look at the work to the next, a millisecond or two.
        self.step = max(8, min(4_096, int(_STEP_WORK / self._per_state)))

    @property
    def n_visited(self) -> int:
        """States that were settled, and the work of joins, so far."""
        raise NotImplementedError

    @property
    def n_states(self) -> int:
        """States found so far, dead ends included."""
        raise NotImplementedError

    @property
    def n_reached(self) -> int:
        """How often a state has been reached so far."""
        raise NotImplementedError

    @property
    def cost(self) -> float:
        """The work so far, in nodes of a search."""
        return self.n_visited * self._per_state

    @property
    def repeats(self) -> float:
        """How often a state has been reached, on average."""
        return self.n_reached / self.n_states

    @property
    def promising(self) -> bool:
        """Whether it reaches the same states again and again."""
        return self.repeats > _PROMISING

    @property
    def hopeless(self) -> bool:
        """Whether it does not, and is not likely to."""
        return self.n_states > _ENOUGH_TO_JUDGE and self.repeats < _HOPELESS
