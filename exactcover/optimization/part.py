"""Smaller problems: some of the options, or what remains when some are chosen."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays.compiled import UNLIMITED, Compiled
from ..arrays.core import Core, core_of
from ..arrays.views import first_equal, node_arrays, nodes_of, option_of_entries, sums_before


def part_of(compiled: Compiled, options: Any) -> Compiled:
    """The problem with these options alone, in this order; the items stay."""
    starts, items, colours = node_arrays(compiled)
    nodes = nodes_of(starts, options)
    return replace(
        compiled,
        starts=array("q", sums_before(np.diff(starts)[options]).tobytes()),
        items=array("i", items[nodes].tobytes()),
        colours=array("i", colours[nodes].tobytes()),
    )


def rest_of(compiled: Compiled, chosen: Sequence[int]) -> Core:
    """What is left when these options are chosen, which must not clash."""
    starts, items, colours = node_arrays(compiled)
    n_primary, n_items = compiled.n_primary, compiled.n_items
    low, high = np.array(compiled.bounds, np.int64)
    mine = nodes_of(starts, np.array(chosen, np.int64))
    covered = np.bincount(items[mine], minlength=n_items)
    low = np.maximum(low - covered[:n_primary], 0)
    high = np.where(high == UNLIMITED, high, high - covered[:n_primary])
    # An item is settled if nothing may cover it any more, or only in the colour that it has.
    settled = covered > 0
    settled[:n_primary] = high <= 0
    colour = np.zeros(n_items, np.int64)
    colour[items[mine]] = colours[mine]
    clash = settled[items] & ((colours == 0) | (colours != colour[items]))
    live = np.ones(compiled.n_options, np.uint8)
    live[option_of_entries(starts)[clash]] = 0
    if not compiled.repeat:
        live[np.array(chosen, np.int64)] = 0
    bounds = (low.tolist(), high.tolist()) if compiled.multiple else None
    return core_of(compiled, live.tobytes(), settled.astype(np.uint8).tobytes(), bounds)


def worth_keeping(compiled: Compiled, costs: Any, k: int) -> Any:
    """The options that the k cheapest solutions may need, in order.

    Of equal options, of which a solution has one at most, the k cheapest: there is always another
    solution with a cheaper one in place of any other.
    """
    starts, items, colours = node_arrays(compiled)
    # In each option by item; the colour is part of what is compared.
    option_of = option_of_entries(starts)
    order = np.lexsort((items, option_of))
    members = items[order].astype(np.int64) << 32 | colours[order]
    once = np.ones(compiled.n_items, bool)
    once[: compiled.n_primary] = np.array(compiled.bounds[1]) == 1
    single = np.zeros(compiled.n_options, bool)
    single[option_of[once[items] & (colours == 0)]] = True
    # Those that may stand beside each other differ by their labels.
    labels = np.where(single, -1, np.arange(compiled.n_options))
    first = first_equal(starts, members, labels)
    # The place of each among its equals, by cost.
    cheapest = np.array(sorted(range(len(costs)), key=costs.__getitem__), np.int64)
    by_kind = cheapest[np.argsort(first[cheapest], kind="stable")]
    begins = np.ones(len(by_kind), bool)
    begins[1:] = first[by_kind[1:]] != first[by_kind[:-1]]
    place = np.arange(len(by_kind)) - np.maximum.accumulate(
        np.where(begins, np.arange(len(by_kind)), 0)
    )
    return np.sort(by_kind[place < k])
