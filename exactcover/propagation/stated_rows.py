"""From the options of the reduced problem back to those of the problem as it was stated.

An engine numbers only the options that propagation has left. Its solutions lack the options that
propagation took. :class:`StatedRows` puts both right, for all that read what an engine found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any


class StatedRows:
    """Rows of options of the core as rows of options of the stated problem.

    ``options``: the stated number of each option of the core. ``taken``: the stated numbers of the
    options that propagation took; every solution contains them. ``n_stated``: the number of options
    that the user stated, if rules have added others, which rows do not show.
    """

    def __init__(self, options: Sequence[int], taken: Sequence[int], n_stated: int | None = None):
        self.options = options
        self.taken = taken
        self._n_stated = n_stated
        #: The options taken without those that rules have added.
        self.stated_taken = taken
        if n_stated is not None:
            self.stated_taken = [option for option in taken if option < n_stated]

    @cached_property
    def place(self) -> dict[int, int]:
        """Stated number -> number in the core."""
        return {option: number for number, option in enumerate(self.options)}

    @cached_property
    def _numbers(self) -> Any:
        import numpy as np

        numbers = np.array([*self.options, -1], np.int32)
        if self._n_stated is not None:
            numbers[numbers >= self._n_stated] = -1
        return numbers

    def stated(self, option: int) -> int:
        """The stated number of an option of the core; -1 for one that rules have added."""
        number, n_stated = self.options[option], self._n_stated
        return number if n_stated is None or number < n_stated else -1

    def each(self, options: Any) -> Any:
        """The stated numbers of an array of options of the core, int32; -1 for what has none."""
        return self._numbers[options]

    def one(self, options: Iterable[int]) -> tuple[int, ...]:
        """One solution or partial solution, ascending, with the options taken."""
        numbers, n_stated = self.options, self._n_stated
        stated = [numbers[option] for option in options]
        if n_stated is not None:
            stated = [option for option in stated if option < n_stated]
        return tuple(sorted((*self.stated_taken, *stated)))

    def table(self, table: Any) -> Any:
        """Many solutions, each as :meth:`one`: an int32 array, filled up at the end with -1."""
        import numpy as np

        taken = np.tile(np.array(self.stated_taken, np.int32), (len(table), 1))
        rows = np.concatenate([taken, self.each(table)], axis=1)
        # Without a sign -1 is the largest number, so it stays at the end.
        rows.view(np.uint32).sort(axis=1)
        return rows

    def to_stated(self, prefix: Iterable[int]) -> tuple[int, ...]:
        """A prefix with stated numbers; an entry ``~o`` leaves option *o* out."""
        numbers = self.options
        return tuple(numbers[entry] if entry >= 0 else ~numbers[~entry] for entry in prefix)

    def to_core(self, prefix: Sequence[int]) -> tuple[int, ...]:
        """A prefix with numbers of the core. Raises KeyError for an option that the core lacks."""
        if not prefix:
            return ()
        place = self.place
        return tuple(place[entry] if entry >= 0 else ~place[~entry] for entry in prefix)
