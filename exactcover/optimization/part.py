"""A problem with some of its options."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.equal_rows import first_equal
from ..arrays.views import node_arrays, nodes_of, option_of_nodes, sums_before

__all__ = ["part_of", "worth_keeping"]


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


def worth_keeping(compiled: Compiled, costs: Any, k: int) -> Any:
    """The options that the k cheapest solutions may need, in order.

    Of equal options, of which a solution has one at most, the k cheapest: there is always another
    solution with a cheaper one in place of any other.
    """
    starts, items, colours = node_arrays(compiled)
    # In each option by item; the colour is part of what is compared.
    option_of = option_of_nodes(starts)
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
