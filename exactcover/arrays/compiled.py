"""The array form of a problem: numbers in place of names, in order of declaration.

Every engine takes a :class:`Compiled` and nothing else. It is immutable by convention and holds
only standard-library arrays, so that small problems are solved without importing numpy; engines
with numba view the same memory through ``numpy.frombuffer``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..common.slots import Slots

__all__ = ["SMALL_NODES", "UNLIMITED", "Compiled", "Core", "core_of"]

#: Importing numba and loading a compiled kernel takes about as long as plain Python takes to
#: propagate in a problem of so many nodes, or to visit some hundreds of its search nodes.
SMALL_NODES = 3_000

#: The upper bound of an item that may be covered any number of times.
UNLIMITED = 2**30


@dataclass(frozen=True, eq=False)
class Compiled:
    """Options as rows of a sparse matrix ("compressed sparse rows"); one *node* per entry.

    Invariants:

    * items ``0 … n_primary-1`` are primary, ``n_primary … n_items-1`` secondary;
    * the nodes of option *o* are ``starts[o] … starts[o+1]-1``, in the order in which the option
      names its items, and no item occurs twice in an option;
    * ``items[k]`` is the item of node *k*; ``colours[k]`` is 0 for no colour (always so for a
      primary item) and otherwise a number from 1.
    """

    n_primary: int
    n_items: int
    #: int64, one more than there are options.
    starts: array[int]
    #: int32, one for each node.
    items: array[int]
    #: int32, one for each node.
    colours: array[int]
    #: Branching takes the next open item in order, however many options it has.
    fixed: bool = False
    #: One for each primary item, not 0 if it waits for those with 0; empty if none waits.
    late: bytes = b""
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
    def branching(self) -> int:
        """How kernels choose the item to branch on: 0 and 2, one with the fewest options; 1, the
        first that is open. With 1 and 2 the items in ``late`` wait for the others."""
        return 1 if self.fixed else 2 if self.late else 0

    def waits(self, item: int) -> int:
        """Whether a primary item waits for others, 1 or 0."""
        return 1 if self.late and self.late[item] else 0

    @property
    def n_options(self) -> int:
        """Number of options (rows)."""
        return len(self.starts) - 1

    @property
    def n_nodes(self) -> int:
        """Number of entries of the matrix."""
        return len(self.items)

    @property
    def small(self) -> bool:
        """Few enough nodes that plain Python may answer before numba is even imported."""
        return self.n_nodes <= SMALL_NODES

    def option(self, number: int) -> Iterator[tuple[int, int]]:
        """The (item, colour) pairs of option ``number``."""
        span = slice(self.starts[number], self.starts[number + 1])
        return zip(self.items[span], self.colours[span], strict=True)

    @cached_property
    def by_item(self) -> tuple[array[int], array[int]]:
        """The transpose: ``(starts, nodes)``, the nodes of each item in order of options.

        The nodes of item *i* are ``nodes[starts[i]:starts[i+1]]``. Built by counting, O(nodes).
        """
        if not self.small:
            return self._by_item_with_numpy()
        counts = [0] * (self.n_items + 1)
        for item in self.items:
            counts[item + 1] += 1
        for item in range(self.n_items):
            counts[item + 1] += counts[item]
        starts = array("q", counts)
        nodes = array("i", bytes(4 * self.n_nodes))
        for node, item in enumerate(self.items):
            nodes[counts[item]] = node
            counts[item] += 1
        return starts, nodes

    def _by_item_with_numpy(self) -> tuple[array[int], array[int]]:
        import numpy as np

        items = np.frombuffer(self.items, np.int32)
        starts, nodes = array("q", bytes(8 * (self.n_items + 1))), array("i")
        counts = np.bincount(items, minlength=self.n_items)
        np.cumsum(counts, out=np.frombuffer(starts, np.int64)[1:])
        nodes.frombytes(np.argsort(items, kind="stable").astype(np.int32).tobytes())
        return starts, nodes


@dataclass(frozen=True, eq=False)
class Core:
    """What is left to search: a smaller :class:`Compiled` whose option *k* is ``options[k]``."""

    compiled: Compiled
    #: Core option -> option of the problem, ascending.
    options: Sequence[int]
    #: Core item -> item of the problem, ascending.
    items: Sequence[int]


def core_of(
    whole: Compiled,
    live: bytes | bytearray,
    settled: bytes | bytearray,
    bounds: tuple[Sequence[int], Sequence[int]] | None = None,
) -> Core:
    """The part of ``whole`` with the options where ``live`` and the items not ``settled``.

    An item is settled when it needs no more attention: it is covered, or, for a secondary item,
    it has the one colour that all options still live give it. Settled items are left out of the
    options, so every live option must be compatible with whatever settled them. Secondary items
    in fewer than two live options constrain nothing and are left out as well. O(nodes).

    ``bounds`` are the bounds of the primary items that are left, for a problem with multiplicities.
    """
    if bounds is not None:
        return _core_with_bounds(whole, live, settled, *bounds)
    if whole.n_options == sum(live) and not any(settled):
        return Core(whole, range(whole.n_options), range(whole.n_items))

    return _cut(whole, live, settled, least_uses=2)


def _cut(
    whole: Compiled, live: bytes | bytearray, settled: bytes | bytearray, least_uses: int
) -> Core:
    """The core without bounds; secondary items in fewer than ``least_uses`` are left out."""
    if not whole.small:
        return _cut_with_numpy(whole, live, settled, least_uses)
    starts, items, colours = whole.starts, whole.items, whole.colours
    options = [option for option, alive in enumerate(live) if alive]
    uses = [0] * whole.n_items
    for option in options:
        for item in items[starts[option] : starts[option + 1]]:
            uses[item] += 1
    kept = [
        item
        for item in range(whole.n_items)
        if not settled[item] and (item < whole.n_primary or uses[item] >= least_uses)
    ]
    new_number = {item: number for number, item in enumerate(kept)}
    new_starts, new_items, new_colours = array("q", [0]), array("i"), array("i")
    for option in options:
        for node in range(starts[option], starts[option + 1]):
            number = new_number.get(items[node])
            if number is not None:
                new_items.append(number)
                new_colours.append(colours[node])
        new_starts.append(len(new_items))
    n_primary = sum(1 for item in kept if item < whole.n_primary)
    compiled = Compiled(n_primary, len(kept), new_starts, new_items, new_colours)
    return Core(compiled, options, kept)


def _core_with_bounds(
    whole: Compiled,
    live: bytes | bytearray,
    settled: bytes | bytearray,
    low: Sequence[int],
    high: Sequence[int],
) -> Core:
    # Where options may be repeated, an item of one option alone still bounds that option.
    core = _cut(whole, live, settled, least_uses=1 if whole.repeat else 2)
    kept = [item for item in core.items if item < whole.n_primary]
    lows, highs = (array("i", [bound[item] for item in kept]) for bound in (low, high))
    compiled = replace(core.compiled, low=lows, high=highs, repeat=whole.repeat)
    return Core(compiled, core.options, core.items)


def _cut_with_numpy(
    whole: Compiled, live: bytes | bytearray, settled: bytes | bytearray, least_uses: int
) -> Core:
    import numpy as np

    starts = np.frombuffer(whole.starts, np.int64)
    items = np.frombuffer(whole.items, np.int32)
    alive = np.frombuffer(live, np.uint8) == 1
    node_alive = np.repeat(alive, np.diff(starts))
    keep = np.frombuffer(settled, np.uint8) == 0
    uses = np.bincount(items[node_alive], minlength=whole.n_items)
    keep[whole.n_primary :] &= uses[whole.n_primary :] >= least_uses
    kept = np.flatnonzero(keep)
    new_number = np.cumsum(keep, dtype=np.int32) - 1

    node_kept = node_alive & keep[items]
    before = np.zeros(whole.n_nodes + 1, np.int64)
    np.cumsum(node_kept, out=before[1:])
    lengths = np.diff(before[starts])[alive]
    new_starts, new_items, new_colours = array("q", [0]), array("i"), array("i")
    new_starts.frombytes(np.cumsum(lengths, dtype=np.int64).tobytes())
    new_items.frombytes(new_number[items[node_kept]].astype(np.int32).tobytes())
    new_colours.frombytes(np.frombuffer(whole.colours, np.int32)[node_kept].tobytes())
    n_primary = int(np.count_nonzero(keep[: whole.n_primary]))
    compiled = Compiled(n_primary, len(kept), new_starts, new_items, new_colours)
    return Core(compiled, np.flatnonzero(alive).tolist(), kept.tolist())
