"""The planes of a problem, a mask for each option, and room for a search on them, as
``kernels/trees/planes.py`` takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..common.slots import Slot
from ..kernels.trees.planes import LANES, Planes
from .clash_tables import clash_tables
from .compiled import Compiled
from .views import node_arrays, option_of_entries, sums_before


def shape_of(compiled: Compiled) -> tuple[int, int]:
    """Words of a plane and of a row."""
    starts, _ = compiled.by_item
    sizes = map(int.__sub__, starts[1 : compiled.n_primary + 1], starts)
    width = max(LANES, (compiled.n_primary + 63) // 64)
    return width, width * (1 + max(sizes, default=0))


def planes_of(compiled: Compiled) -> Planes:
    """The planes of a problem in which each primary item is covered once, and room for a search."""
    tables: Any = compiled.derived.get(_TABLES, lambda: _tables(compiled))
    width, row = shape_of(compiled)
    n_levels = clash_tables(compiled, lambda: None).n_levels + 1
    n_open, top, cursor = np.zeros((3, n_levels), np.int64)
    live, path = np.zeros(n_levels * row, np.uint64), np.zeros(n_levels, np.int32)
    once, twice, thrice = np.zeros((3, width), np.uint64)
    failures = np.zeros(64 * width, np.int64)
    state = live, n_open, top, path, cursor, failures, once, twice, thrice
    return Planes(*[width, *tables, *state])


def _tables(compiled: Compiled) -> Any:
    (width, row), n_options = shape_of(compiled), compiled.n_options
    starts, items, _ = node_arrays(compiled)
    primary = items < compiled.n_primary
    option_of, items = option_of_entries(starts)[primary], items[primary].astype(np.int64)
    # The options of each item are in planes 0, 1, 2, ...
    by_item = np.argsort(items, kind="stable")
    first = sums_before(np.bincount(items, minlength=compiled.n_primary))
    plane = np.empty(len(items), np.int64)
    plane[by_item] = np.arange(len(items)) - first[items[by_item]]
    bits = 64 * width * plane + items
    begins = sums_before(np.bincount(option_of, minlength=n_options))
    option_at = np.full(64 * (row - width), -1, np.int32)
    option_at[bits] = option_of
    # In a row the bits of the open items come first.
    places = 64 * width + bits
    flags = np.zeros(64 * row, np.uint8)
    flags[: compiled.n_primary] = flags[places] = 1
    root = np.packbits(flags, bitorder="little").view(np.uint64)
    clashes = clash_tables(compiled, lambda: None)
    clash = clashes.clash.reshape(n_options, clashes.n_words).view(np.uint8)
    masks = np.empty((n_options, row), np.uint64)
    for option in range(n_options):
        flags[:] = 1
        rivals = np.unpackbits(clash[option], count=n_options, bitorder="little")
        flags[places[rivals[option_of] == 1]] = 0
        flags[items[begins[option] : begins[option + 1]]] = 0
        masks[option] = np.packbits(flags, bitorder="little").view(np.uint64)
    return root, masks.reshape(-1), option_at, begins, bits


_TABLES: Slot[Any] = Slot("bit planes")
