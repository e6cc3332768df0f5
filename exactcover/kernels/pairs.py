"""Pairs of rows to branch on: covered by one option, or by two.

In a solution each pair of rows, of which each is covered once, is covered by one option together or
by two apart. In a fractional solution of the linear program some pair is covered together to a part
only (D. Ryan and B. Foster, "An integer programming approach to scheduling", 1981). To decide it
splits the options of both rows more evenly than to choose an option or not.
"""

from __future__ import annotations

from typing import Any

from .array_types import Bytes, Floats, Int32s
from .dual_simplex import Program
from .jit import kernel

__all__ = ["best_pairs"]

#: A part this near to 0 or 1 is not fractional.
_NEAR = 1e-5


@kernel
def best_pairs(
    p: Program, x: Floats, fractional: Int32s, once: Bytes, local: Int32s, used: Int32s,
    sums: Floats, target: float, first: Int32s, second: Int32s, distance: Floats,
) -> Any:  # fmt: skip
    """The pairs whose part is nearest to ``target``, nearest first; how many there are.

    ``x``: the values of the options, of which those in ``fractional`` are no whole numbers.
    ``once``: 1 for rows that are covered at most once (m). The answer goes to ``first`` and
    ``second``, as many as there is room for. Scratch: ``local`` (m, all -1 between calls), ``used``
    (u: rows that are looked at), ``sums`` (u x u, all zero between calls), ``distance``.
    """
    n_used = 0
    for option in fractional:
        for k in range(p.starts[option], p.starts[option + 1]):
            row = p.rows[k]
            if once[row] == 1 and local[row] < 0 and n_used < len(used):
                local[row] = n_used
                used[n_used] = row
                n_used += 1
    for option in fractional:
        for k in range(p.starts[option], p.starts[option + 1]):
            one = local[p.rows[k]]
            if one >= 0:
                for other_k in range(k + 1, p.starts[option + 1]):
                    other = local[p.rows[other_k]]
                    if other >= 0:
                        sums[min(one, other) * len(used) + max(one, other)] += x[option]
    found = 0
    for one in range(n_used):
        for other in range(one + 1, n_used):
            part = sums[one * len(used) + other]
            if part == 0.0:
                continue
            sums[one * len(used) + other] = 0.0
            if part < _NEAR or part > 1.0 - _NEAR:
                continue
            away = abs(part - target)
            place = found
            while place > 0 and away < distance[place - 1]:
                place -= 1
            if place == len(first):
                continue
            found = min(found + 1, len(first))
            for k in range(found - 1, place, -1):
                first[k] = first[k - 1]
                second[k] = second[k - 1]
                distance[k] = distance[k - 1]
            first[place] = used[one]
            second[place] = used[other]
            distance[place] = away
    for k in range(n_used):
        local[used[k]] = -1
    return found
