"""Sums of numbers over the options of each solution of a graph: the extremes, and how many have
which.

The graph: ``begin``, ``option`` and ``child`` as in ``diagrams/graph.py``. Each option *o* has the
number ``cost[o]``. The sums below a choice are those below its children, each moved by the number
of its edge. Below a product each sum of one child is added to each sum of another. So how many
solutions have which sum is a polynomial: it is moved and added at a choice, and multiplied at a
product.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import kernel
from ..bits.array_types import Floats, Int32s, Int64s, Uint32s, Word, Words
from ..bits.words import ZERO
from .graphs import PRODUCT


@kernel
def extremes(
    begin: Int64s, option: Int32s, child: Int32s, cost: Int64s, least: Int64s, most: Int64s,
    size: Floats,
) -> Any:  # fmt: skip
    """The least and the greatest sum below each node (nodes), 0 at first.

    Returns about what no sum exceeds in size: beyond 2^62 nothing that was found counts, since
    sums have wrapped around. ``size`` (nodes): the same below each node, 0 at first.
    """
    greatest = 0.0
    for node in range(1, len(begin) - 1):
        first = begin[node]
        product = option[first] == PRODUCT
        for edge in range(first, begin[node + 1]):
            below, step = child[edge], np.int64(0)
            if option[edge] >= 0:
                step = cost[option[edge]]
            low, high = least[below] + step, most[below] + step
            here = size[below] + abs(np.float64(step))
            if product:
                low, high, here = low + least[node], high + most[node], here + size[node]
            elif edge > first:
                low, high = min(low, least[node]), max(high, most[node])
                here = max(here, size[node])
            least[node], most[node], size[node] = low, high, here
        greatest = max(greatest, size[node])
    return greatest


@kernel
def polynomials(
    begin: Int64s, option: Int32s, child: Int32s, cost: Int64s, least: Int64s, at: Int64s,
    first_node: int, last_node: int, prime: Word, scratch: Words, table: Uint32s,
) -> None:  # fmt: skip
    """How many solutions below the nodes from ``first_node`` to before ``last_node`` have which
    sum, modulo ``prime`` < 2^31; what is below their children is known.

    ``table[at[n] + s]``, 0 at first, becomes the number for the sum ``least[n] + s``; there are
    places up to ``at[n + 1]``. ``scratch``: as long as the longest polynomial.
    """
    for node in range(first_node, last_node):
        first, here = begin[node], at[node]
        length = at[node + 1] - here
        if node == 0 or option[first] == PRODUCT:
            table[here] = 1
        if node > 0 and option[first] == PRODUCT:
            used = 1
            for edge in range(first, begin[node + 1]):
                there = at[child[edge]]
                more = at[child[edge] + 1] - there
                for k in range(used + more - 1):
                    scratch[k] = ZERO
                for i in range(used):
                    factor = np.uint64(table[here + i])
                    if factor != ZERO:
                        for k in range(more):
                            product = factor * np.uint64(table[there + k])
                            scratch[i + k] = (scratch[i + k] + product) % prime
                used += more - 1
                for k in range(used):
                    table[here + k] = scratch[k]
            continue
        for k in range(length):
            scratch[k] = ZERO
        for edge in range(first, begin[node + 1]):
            there = at[child[edge]]
            moved = least[child[edge]] - least[node]
            if option[edge] >= 0:
                moved += cost[option[edge]]
            for k in range(at[child[edge] + 1] - there):
                total = scratch[moved + k] + np.uint64(table[there + k])
                scratch[moved + k] = total - prime if total >= prime else total
        if node > 0:
            for k in range(length):
                table[here + k] = scratch[k]
