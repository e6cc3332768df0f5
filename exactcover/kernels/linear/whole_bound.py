"""Exact bounds from prices of rows, in whole numbers.

The idea. Give every row of a linear program (``dual_simplex.py``) a price, and let an option's
*reduced cost* be its cost less the prices of its rows. What a solution costs is then the prices of
what it covers plus the reduced costs of its options. Two things are known of each term, whatever
the solution:

* a row with price p that is covered at least l and at most h times contributes at least l p if p is
  positive, and at least h p if it is negative;
* an option that is chosen at least l and at most h times contributes at least l times its reduced
  cost if that is positive, and at least h times it if it is negative.

The sum of these is a lower bound, whatever the prices are. (The Lagrangian dual; for set
partitioning: Fisher, "The Lagrangian relaxation method for solving integer programming problems",
Management Science 27, 1981.) So prices may come from floating point: rounded to whole numbers of a
unit they still prove their bound exactly, if no sum leaves 64 bits. That is watched.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import kernel
from ..bits.array_types import Int64s
from .dual_simplex import Program

#: The answer if numbers are too large; no bound is as low.
TOO_LARGE = -(1 << 62)
#: What the sum of all terms may be in size, as floating point tells it.
_MOST = float(1 << 61)


@kernel
def bound(p: Program, cost: Int64s, price: Int64s, reduced: Int64s) -> Any:
    """The bound; and the reduced costs, in ``reduced``.

    With n options and m rows: ``cost`` (n), ``price`` (m), in units. The bounds of options and rows
    are those of the program, whole numbers. A row without an upper bound must not have a negative
    price; if it has, the price is set to zero. O(n + m + entries).
    """
    n, m = len(reduced), len(price)
    size = 0.0
    value = np.int64(0)
    for row in range(m):
        each = price[row]
        if each < 0 and p.upper[n + row] == np.inf:
            each = price[row] = 0
        times = p.lower[n + row] if each >= 0 else p.upper[n + row]
        size += abs(float(each)) * (1.0 + times)
        value += each * np.int64(times)
    if size > _MOST:
        return TOO_LARGE
    for option in range(n):
        each = cost[option]
        for entry in range(p.starts[option], p.starts[option + 1]):
            each -= price[p.rows[entry]]
        reduced[option] = each
        times = p.lower[option] if each >= 0 else p.upper[option]
        size += abs(float(each)) * times
        value += each * np.int64(times)
    return value if size <= _MOST else TOO_LARGE
