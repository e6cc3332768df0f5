"""Cutting curves for real jigsaws: smooth, never crossing, as different as possible.

A curve leads from (0, 0) to (1, 0), the corners of a piece, seen by the piece that has the tab,
with the tab above. It is a cubic B-spline with ends clamped, so that tangent and curvature never
jump. All its control points lie in the rhombus around the seam whose other corners are the middles
of the two cells (a little narrower even). A B-spline stays in the convex hull of its
control points; and the rhombi of a board's seams meet in corners only. So curves of different
seams never cross.

Curves are drawn at random from a family with thirteen measures: where the tab stands, how high and
wide it is, how narrow its neck, how it leans, a dent in its head, the shoulders beside it. They are
chosen one after the other, each as far as possible from those before it. The least distance is then
at least half the best possible one among the curves drawn (T. F. Gonzalez, Clustering to minimize
the maximum intercluster distance, 1985).

Pictures of jigsaws have *tabs* instead (``jigsaw/svg.py``), each made at once from the number of
its shape. They do not serve here: they have sharp corners, and nothing bounds how alike two are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

#: Control points are no higher than this times the distance to the nearer end.
RHOMBUS = 0.86
#: Points of the polyline that stands for a curve when curves are compared.
_POINTS = 57
#: Curves drawn for each one that is wanted, and the least number of them.
_DRAWN, _LEAST = 8, 1500
#: A bend of a smaller radius is felt as a corner.
_RADIUS = 0.012
#: The highest point of a curve is above the first of these, and its lowest above the second.
_TAB = 0.17, -0.09
#: A neck narrower than this breaks, and a curve must not come nearer to itself.
_NECK = 0.085


@dataclass(frozen=True)
class CuttingCurves:
    """Curves for shapes, and how different they are."""

    #: For each its Bezier segments: a point, and three more for each segment; curves x points x 2.
    beziers: Any
    #: The least Hausdorff distance of two of them, for seams of length 1; infinite for one curve.
    difference: float


def _control_points(draw: np.random.Generator, n: int) -> Any:
    """Control points of random curves: n x 11 x 2."""
    centre = draw.uniform(0.36, 0.64, n)
    high = draw.uniform(0.20, 0.36, n)
    half = draw.uniform(0.12, 0.22, n)
    neck = draw.uniform(0.02, 0.09, n)
    lean = draw.uniform(-0.10, 0.10, n)
    tilt = draw.uniform(-0.07, 0.07, n)
    dent = draw.uniform(-0.12, 0.08, n)
    low = draw.uniform(0.25, 0.60, n)
    shoulders = draw.uniform(-0.12, 0.12, (2, n))
    bottom = draw.uniform(-0.03, 0.05, n)
    head = centre + lean
    zero, one = np.zeros(n), np.ones(n)
    points = [
        (zero, zero),
        (0.45 * (centre - neck), shoulders[0]),
        (centre - 0.8 * half, 0.4 * shoulders[0] + 0.6 * bottom),
        (centre - neck, bottom),
        (head - half, low * high),
        (head - 0.7 * half, high + tilt),
        (head, high + dent),
        (head + 0.7 * half, high - tilt),
        (head + half, low * high),
        (centre + neck, bottom),
        (centre + 0.8 * half, 0.4 * shoulders[1] + 0.6 * bottom),
        (1 - 0.45 * (1 - centre - neck), shoulders[1]),
        (one, zero),
    ]
    return np.stack([np.stack(point, axis=-1) for point in points], axis=1)


def _beziers(control: Any) -> Any:
    """The Bezier segments of clamped cubic B-splines: n x (3 segments + 1) x 2.

    W. Boehm, Inserting new knots into B-spline curves, 1980, for the first and last spans.
    """
    m = control.shape[1]
    knots = np.concatenate([[0.0] * 3, np.arange(m - 2), [m - 3.0] * 3])
    points = control
    # Every inner knot is made a triple one.
    for knot in np.arange(1, m - 3):
        for _ in range(2):
            span = int(np.searchsorted(knots, knot, side="right")) - 1
            fresh = []
            for k in range(points.shape[1] + 1):
                if k <= span - 3:
                    share = 1.0
                elif k > span - np.count_nonzero(knots == knot):
                    share = 0.0
                else:
                    share = (knot - knots[k]) / (knots[k + 3] - knots[k])
                here = points[:, min(k, points.shape[1] - 1)]
                fresh.append(share * here + (1 - share) * points[:, max(k - 1, 0)])
            points = np.stack(fresh, axis=1)
            knots = np.insert(knots, span + 1, knot)
    return points


def polylines(beziers: Any, points: int) -> Any:
    """So many points on each curve, ends included: curves x points x 2."""
    segments = (beziers.shape[1] - 1) // 3
    where = np.linspace(0, segments, points)
    segment = np.minimum(where.astype(int), segments - 1)
    t = (where - segment)[None, :, None]
    a, b, c, d = (beziers[:, 3 * segment + k] for k in range(4))
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


def _sound(control: Any, lines: Any) -> Any:
    """Which curves stay in their rhombus, bend gently, keep clear of themselves, and have a tab."""
    x, y = control[..., 0], control[..., 1]
    sound = np.all(np.abs(y) <= RHOMBUS * np.minimum(x, 1 - x) + 1e-12, axis=1)
    sound &= (lines[..., 1].max(axis=1) > _TAB[0]) & (lines[..., 1].min(axis=1) > _TAB[1])
    # The radius of a bend: the length of a piece of the curve by the angle that it turns.
    step = np.linalg.norm(np.diff(lines, axis=1), axis=2)
    heading = np.unwrap(np.arctan2(*np.moveaxis(np.diff(lines, axis=1), -1, 0)[::-1]), axis=1)
    radius = (step[:, 1:] + step[:, :-1]) / 2 / np.maximum(np.abs(np.diff(heading, axis=1)), 1e-9)
    sound &= radius.min(axis=1) > _RADIUS
    # Points that are far apart on the curve must not be near each other.
    along = np.cumsum(step, axis=1)
    for k in np.flatnonzero(sound):
        inner = lines[k, 1:]
        apart = np.linalg.norm(inner[:, None] - inner[None], axis=2)
        far = np.abs(along[k, :, None] - along[k, None]) > 2.2 * _NECK
        sound[k] = apart[far].min() > _NECK
    return sound


@cache
def cutting_curves(n: int, seed: int = 1) -> CuttingCurves:
    """``n`` curves, as different as can be found; the same for the same arguments.

    Complexity: O(n²) distances of curves. 100 take a second, 1,000 half a minute.
    """
    from .curve_kernel import update_nearest

    draw = np.random.default_rng(seed)
    wanted = max(_LEAST, _DRAWN * n)
    kept: list[Any] = []
    while sum(map(len, kept)) < wanted:
        control = _control_points(draw, 2000)
        kept.append(control[_sound(control, polylines(_beziers(control), _POINTS))])
    control = np.concatenate(kept)[:wanted]
    beziers = _beziers(control)
    lines = np.ascontiguousarray(polylines(beziers, _POINTS))
    nearest = np.full(len(lines), 1e9)
    # The first one is the most ordinary: the nearest to the mean.
    chosen = [int(np.argmin(np.abs(lines - lines.mean(axis=0)).max(axis=(1, 2))))]
    least = math.inf
    for _ in range(n - 1):
        update_nearest(lines, chosen[-1], nearest)
        chosen.append(int(np.argmax(nearest)))
        least = min(least, nearest[chosen[-1]])
    return CuttingCurves(beziers[chosen], math.sqrt(least))


def cut_side(curves: CuttingCurves, shape: int) -> Any:
    """The curve of a side, from (0, 0) to (1, 0), out of the piece being up; shape 0 is straight.

    Shape k, a tab, is curve k - 1; shape -k is the same curve as its neighbour sees it.
    """
    if shape == 0:
        return np.array([[0.0, 0.0], [1 / 3, 0.0], [2 / 3, 0.0], [1.0, 0.0]])
    curve = curves.beziers[abs(shape) - 1]
    return curve if shape > 0 else np.array([1.0, 0.0]) - curve[::-1]
