"""How far apart curves are: the largest distance from a point of one to the other one.

Curves are polylines of the same number of points. The Hausdorff distance of two is the greatest
distance that a point of either has from the other curve. Here only the polylines' own points are
looked at, which are dense; their distances are to the segments of the other polyline.

Where nothing is compiled, arrays do the same, in the same order of operations: so the curves that
are chosen are the same. Loops would take minutes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import exactcover as xc

types = xc.array_types

#: Curves at a time that arrays compare with one: some megabytes.
_AT_ONCE = 64


@xc.kernel_part
def _one_way(one: Any, other: Any, enough: Any) -> Any:
    """The greatest squared distance of a point of ``one`` from ``other``; or ``enough``, if it is
    at least that."""
    greatest = 0.0
    for i in range(len(one)):
        x, y = one[i, 0], one[i, 1]
        least = 1e9
        for k in range(len(other) - 1):
            ax, ay = other[k, 0], other[k, 1]
            bx, by = other[k + 1, 0] - ax, other[k + 1, 1] - ay
            along = ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by)
            along = min(1.0, max(0.0, along))
            dx, dy = x - ax - along * bx, y - ay - along * by
            least = min(least, dx * dx + dy * dy)
            if least <= greatest:
                break
        if least >= enough:
            return enough
        greatest = max(greatest, least)
    return greatest


def _all_one_way(ones: Any, others: Any) -> Any:
    """The greatest squared distance of a point of each of ``ones`` from each of ``others``; either
    has one curve or as many as the other one."""
    x, y = ones[:, :, None, 0], ones[:, :, None, 1]
    ax, ay = others[:, None, :-1, 0], others[:, None, :-1, 1]
    bx, by = others[:, None, 1:, 0] - ax, others[:, None, 1:, 1] - ay
    along = ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by)
    along = np.minimum(1.0, np.maximum(0.0, along))
    dx, dy = x - ax - along * bx, y - ay - along * by
    return (dx * dx + dy * dy).min(axis=2).max(axis=1)


def _chosen_by_arrays(curves: Any, chosen: int, nearest: Any) -> None:
    one = curves[chosen][None]
    for first in range(0, len(curves), _AT_ONCE):
        some = curves[first : first + _AT_ONCE]
        there, back = _all_one_way(some, one), _all_one_way(one, some)
        part = nearest[first : first + _AT_ONCE]
        np.minimum(part, np.maximum(there, back), out=part)


@partial(xc.kernel, plain=_chosen_by_arrays)
def update_nearest(curves: types.FloatBlocks, chosen: int, nearest: types.Floats) -> Any:
    """Lower ``nearest[k]``, the squared distance of curve k to those chosen, by one more of them.

    ``curves``: curves x points x 2.
    """
    for k in range(len(curves)):
        there = _one_way(curves[k], curves[chosen], nearest[k])
        if there < nearest[k]:
            nearest[k] = max(there, _one_way(curves[chosen], curves[k], nearest[k]))
