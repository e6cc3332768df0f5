"""The core: what propagation leaves, as a smaller problem with its own numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .compiled import Compiled


@dataclass(frozen=True, eq=False)
class Core:
    """What is left to search: a smaller :class:`Compiled` whose option *k* is ``options[k]``."""

    compiled: Compiled
    #: Core option -> option of the problem, ascending.
    options: Sequence[int]
    #: Core item -> item of the problem, ascending.
    items: Sequence[int]


def core_of(
    compiled: Compiled,
    live: bytes | bytearray,
    settled: bytes | bytearray,
    bounds: tuple[Sequence[int], Sequence[int]] | None = None,
) -> Core:
    """The part of a problem with the options where ``live`` and the items not ``settled``.

    An item is settled when it is covered, or, for a secondary item, when it has the one colour that
    all live options give it. Settled items are left out of the options, so every live option must
    be compatible with what settled them. Secondary items in fewer than two live options constrain
    nothing and are left out as well. O(nodes).

    ``bounds`` are the bounds of the primary items that are left, for a problem with multiplicities.
    """
    if bounds is None and compiled.n_options == sum(live) and not any(settled):
        return Core(compiled, range(compiled.n_options), range(compiled.n_items))
    # Where options may be repeated, an item of one option alone still bounds that option.
    least_uses = 1 if bounds is not None and compiled.repeat else 2
    cut = _cut if compiled.small else _cut_with_numpy
    core = cut(compiled, live, settled, least_uses)
    if bounds is None:
        return core
    kept = list(filter(compiled.n_primary.__gt__, core.items))
    low, high = (array("i", map(bound.__getitem__, kept)) for bound in bounds)
    left = replace(core.compiled, low=low, high=high, repeat=compiled.repeat)
    return Core(left, core.options, core.items)


def _cut(
    compiled: Compiled, live: bytes | bytearray, settled: bytes | bytearray, least_uses: int
) -> Core:
    """The core without bounds; secondary items in fewer than ``least_uses`` are left out."""
    starts, items, colours = compiled.starts, compiled.items, compiled.colours
    options = [option for option, alive in enumerate(live) if alive]
    uses = [0] * compiled.n_items
    for option in options:
        for item in items[starts[option] : starts[option + 1]]:
            uses[item] += 1
    kept = [
        item
        for item in range(compiled.n_items)
        if not settled[item] and (item < compiled.n_primary or uses[item] >= least_uses)
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
    n_primary = sum(1 for item in kept if item < compiled.n_primary)
    return Core(Compiled(n_primary, len(kept), new_starts, new_items, new_colours), options, kept)


def _cut_with_numpy(
    compiled: Compiled, live: bytes | bytearray, settled: bytes | bytearray, least_uses: int
) -> Core:
    """The core of a large problem, like that of ``_cut``."""
    import numpy as np

    from .views import repeated

    starts = np.frombuffer(compiled.starts, np.int64)
    items = np.frombuffer(compiled.items, np.int32)
    alive = np.frombuffer(live, np.uint8) == 1
    node_alive = repeated(alive, np.diff(starts))
    keep = np.frombuffer(settled, np.uint8) == 0
    uses = np.bincount(items[node_alive], minlength=compiled.n_items)
    keep[compiled.n_primary :] &= uses[compiled.n_primary :] >= least_uses
    kept = np.flatnonzero(keep)
    new_number = np.cumsum(keep, dtype=np.int32) - 1

    node_kept = node_alive & keep[items]
    before = np.zeros(compiled.n_entries + 1, np.int64)
    np.cumsum(node_kept, out=before[1:])
    lengths = np.diff(before[starts])[alive]
    new_starts, new_items, new_colours = array("q", [0]), array("i"), array("i")
    new_starts.frombytes(np.cumsum(lengths, dtype=np.int64).tobytes())
    new_items.frombytes(new_number[items[node_kept]].astype(np.int32).tobytes())
    new_colours.frombytes(np.frombuffer(compiled.colours, np.int32)[node_kept].tobytes())
    n_primary = int(np.count_nonzero(keep[: compiled.n_primary]))
    left = Compiled(n_primary, len(kept), new_starts, new_items, new_colours)
    return Core(left, np.flatnonzero(alive).tolist(), kept.tolist())
