"""The array form of a problem: numbers in place of names, in order of declaration.

Every engine takes a :class:`Compiled` and nothing else. It is immutable by convention and holds
only standard-library arrays, so that small problems are solved without importing numpy; engines
with numba view the same memory through ``numpy.frombuffer``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain

from ..common.slots import Slot, Slots

#: Importing numba and loading a compiled kernel takes about as long as plain Python takes to
#: propagate in a problem of this many entries, or to visit some hundreds of its search nodes.
SMALL_ENTRIES = 3_000

#: The upper bound of an item that may be covered any number of times.
UNLIMITED = 2**30

_BY_ITEM: Slot[tuple[array[int], array[int]]] = Slot("by item")


@dataclass(frozen=True, eq=False)
class Compiled:
    """Options as rows of a sparse matrix ("compressed sparse rows"); each
    *entry* is an item in an option.

    Invariants:

    * items ``0 … n_primary-1`` are primary, ``n_primary … n_items-1`` secondary;
    * the entries of option *o* are ``starts[o] … starts[o+1]-1``, in the order in which the option
      names its items, and no item occurs twice in an option;
    * ``items[k]`` is the item of entry *k*; ``colours[k]`` is 0 for no colour (always so for a
      primary item) and otherwise a number from 1.
    """

    n_primary: int
    n_items: int
    #: int64, one more than there are options.
    starts: array[int]
    #: int32, one for each entry.
    items: array[int]
    #: int32, one for each entry.
    colours: array[int]
    #: Branching takes the next open item in order, however many options it has.
    fixed: bool = False
    #: One for each primary item: not 0 if it is deferred until those with 0 are covered. Empty if
    #: none is.
    deferred: bytes = b""
    #: How often each primary item must be covered at least, and may be at most; int32. Empty if
    #: every one must be covered exactly once.
    low: array[int] = field(default_factory=lambda: array("i"))
    high: array[int] = field(default_factory=lambda: array("i"))
    #: With bounds: whether an option may be chosen several times.
    repeat: bool = False
    #: Tables that engines have made of it.
    derived: Slots = field(default_factory=Slots, init=False, repr=False)

    @property
    def multiple(self) -> bool:
        """Whether any primary item need not be covered exactly once."""
        return len(self.low) > 0

    @property
    def bounds(self) -> tuple[array[int], array[int]]:
        """``low`` and ``high``, with a 1 for each item where every one must be covered once."""
        ones = array("i", [1]) * self.n_primary
        return (self.low, self.high) if self.multiple else (ones, ones)

    @property
    def branching(self) -> int:
        """How kernels choose the item to branch on; see ``order`` in ``lowest.branching_rank``."""
        return 1 if self.fixed else 2 if self.deferred else 0

    def is_deferred(self, item: int) -> int:
        """Whether branching defers a primary item, 1 or 0."""
        return 1 if self.deferred and self.deferred[item] else 0

    @property
    def n_options(self) -> int:
        """Number of options (rows)."""
        return len(self.starts) - 1

    @property
    def n_entries(self) -> int:
        """Number of entries of the matrix."""
        return len(self.items)

    @property
    def small(self) -> bool:
        """Few enough entries that plain Python may answer before numba is even imported."""
        return self.n_entries <= SMALL_ENTRIES

    def option(self, number: int) -> Iterator[tuple[int, int]]:
        """The (item, colour) pairs of option ``number``."""
        span = slice(self.starts[number], self.starts[number + 1])
        return zip(self.items[span], self.colours[span], strict=True)

    @property
    def by_item(self) -> tuple[array[int], array[int]]:
        """The transpose, ``(starts, entries)``; item *i* has ``entries[starts[i]:starts[i+1]]``."""
        return self.derived.get(_BY_ITEM, self._transposed)

    def _transposed(self) -> tuple[array[int], array[int]]:
        if not self.small:
            return self._by_item_with_numpy()
        rows: list[list[int]] = [[] for _ in range(self.n_items)]
        for entry, item in enumerate(self.items):
            rows[item].append(entry)
        starts = accumulate(map(len, rows), initial=0)
        return array("q", starts), array("i", chain.from_iterable(rows))

    def _by_item_with_numpy(self) -> tuple[array[int], array[int]]:
        import numpy as np

        items = np.frombuffer(self.items, np.int32)
        starts, entries = array("q", bytes(8 * (self.n_items + 1))), array("i")
        counts = np.bincount(items, minlength=self.n_items)
        np.cumsum(counts, out=np.frombuffer(starts, np.int64)[1:])
        entries.frombytes(np.argsort(items, kind="stable").astype(np.int32).tobytes())
        return starts, entries
