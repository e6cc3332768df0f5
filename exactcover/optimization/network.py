"""An optimal basis for a program that is a network (``kernels/linear/network_simplex.py``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays.views import option_of_entries
from ..kernels.linear.dual_simplex import Program
from ..kernels.linear.network_simplex import AT_LOWER, AT_UPPER, TREE, Network, improve, sides

#: A flow without a bound.
_NO_BOUND = 1 << 60
#: Pivots from one tick to the next, divided by the arcs; and in all, for each arc.
_PIVOTS_ARCS, _PIVOTS_EACH = 20_000_000, 50


def network_basis(p: Program, cost: Any, tick: Callable[[], None]) -> tuple[Any, Any] | None:
    """The variables of the basis and which others stand at their upper bounds; None if there is no
    network, or no solution.

    ``cost``: in whole numbers (int64, options); their sum over any path fits 62 bits.
    """
    n, m = len(cost), len(p.row_starts) - 1
    side = np.zeros(m, np.uint8)
    lengths = np.diff(p.starts)
    if not m or lengths.max(initial=0) > 2 or p.lower[:n].any():
        return None
    if not sides(p.starts, p.rows, p.row_starts, p.options, side, np.zeros(m + 1, np.int32)):
        return None
    # Options, logicals, makeshifts: each from a row of the first side to one of the second, or to
    # the root; logicals and the makeshifts of the second side the other way.
    rows = np.arange(m, dtype=np.int32)
    left = side == 1
    tail, head = np.full((2, n + 2 * m), m, np.int32)
    of_option, row = option_of_entries(p.starts), p.rows
    tail[of_option[left[row]]] = row[left[row]]
    head[of_option[~left[row]]] = row[~left[row]]
    for first, comes in (n, ~left), (n + m, left):
        tail[first + rows[comes]] = rows[comes]
        head[first + rows[~comes]] = rows[~comes]
    high = np.where(np.isinf(p.upper), _NO_BOUND, p.upper).astype(np.int64)
    low = p.lower.astype(np.int64)
    zero = np.zeros(m, np.int64)
    above_all = (m + 1) * (1 + int(np.abs(cost).max(initial=0)))
    flow = np.concatenate([low, low[n:]])
    state = np.full(n + 2 * m, AT_LOWER, np.int8)
    # A row of the second side that need not be covered begins with its logical, which leads to the
    # root.
    arc = np.append(np.where(~left & (low[n:] == 0), n, n + m) + rows, 0).astype(np.int32)
    state[arc[:m]] = TREE
    below, after, before = np.full((3, m + 1), -1, np.int32)
    below[m], before[1:m], after[: m - 1] = 0, rows[:-1], rows[1:]
    potential = np.zeros(m + 1, np.int64)
    makeshift = arc[:m] >= n + m
    potential[:m][makeshift] = np.where(left, -above_all, above_all)[makeshift]
    w = Network(
        tail, head, np.concatenate([cost, zero, zero + above_all]),
        np.append(low, zero), np.append(high, zero + _NO_BOUND), flow, state,
        np.full(m + 1, m, np.int32), arc, below, after, before,
        np.append(np.ones(m, np.int32), np.int32(0)), potential, np.zeros(1, np.int64),
    )  # fmt: skip
    run = improve.bound({"w": w})
    slices = 1 + _PIVOTS_EACH * (n + m) // (step := 1 + _PIVOTS_ARCS // (n + 2 * m))

    def go_on() -> None:
        for _ in range(slices):
            done = run(step)
            tick()
            if done:
                break

    go_on()
    if flow[n + m :].any():
        return None
    # Makeshifts make room for the logicals beside them. That changes the potentials below.
    w.upper[n + m :] = 0
    makeshift = arc[:m] >= n + m
    state[arc[:m][makeshift]] = AT_LOWER
    arc[:m][makeshift] -= m
    state[arc[:m]] = TREE
    top = np.where(w.above[:m] == m, rows, w.above[:m])
    while (top[top] != top).any():
        top = top[top]
    potential[:m] -= np.where(makeshift, potential[:m], 0)[top]
    go_on()
    return arc[:m], state[: n + m] == AT_UPPER
