"""Places for a piece's number and for the arrow to its former top, clear of all tabs.

Cells go from (0, 0) to (1, 1), y downwards. The tabs of four neighbours reach into a piece, and no
place is free in all pieces. So a number and its arrow, which belong together, are moved to the
nearest place that is. Where there is none, all numbers with as many characters become smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...shared.svg_text import text_width

#: The size of a number, and the shares of it that are tried.
_SIZE = 0.2
_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
#: Half the height of a digit, as a share of the size; half the width of an arrow, its length, and
#: its distance from the number.
_HALF_HIGH, _HALF_ARROW, _ARROW, _APART = 0.38, 0.25, 0.45, 0.15
#: Digits of wide fonts are so much wider than others.
_WIDE = 1.05
#: The distance of lines.
_CLEAR = 0.02
#: Places are tried on a lattice of this step, up to so far from the middle.
_STEP, _FAR = 0.02, 0.24


@dataclass(frozen=True)
class Mark:
    """A number of this size around (x, y), and the corners of its arrow, the tip second."""

    x: float
    y: float
    size: float
    arrow: Any


def marks(outlines: Sequence[Any], labels: Sequence[str], turns: Sequence[int]) -> list[Mark]:
    """The marks of pieces: their outlines as points close to each other, their labels and turns.

    Labels of the same length have the same size.
    """
    found: dict[int, Mark] = {}
    for length in sorted(set(map(len, labels))):
        alike = [k for k, label in enumerate(labels) if len(label) == length]
        for share in _SHARES:
            size = share * _SIZE
            places = [_place(outlines[k], labels[k], turns[k], size) for k in alike]
            if None not in places or share == _SHARES[-1]:
                break
        for k, place in zip(alike, places, strict=True):
            x, y = (0.5, 0.5) if place is None else place
            corners = np.array([x, y]) + _arrow(labels[k], turns[k], size)
            found[k] = Mark(x, y, size, corners)
    return [found[k] for k in range(len(labels))]


def _half_wide(label: str, size: float) -> float:
    return _WIDE * text_width(label, size) / 2


def _arrow(label: str, turn: int, size: float) -> Any:
    """The corners of the arrow, seen from the middle of the number."""
    foot = _APART * size + (_half_wide(label, size) if turn % 2 else _HALF_HIGH * size)
    half, tip = _HALF_ARROW * size, foot + _ARROW * size
    corners = np.array([[-half, -foot], [0.0, -tip], [half, -foot]])
    for _ in range(turn):  # a quarter turn clockwise
        corners = np.stack([-corners[:, 1], corners[:, 0]], axis=1)
    return corners


def _place(outline: Any, label: str, turn: int, size: float) -> list[float] | None:
    """The place nearest to the middle where nothing is crossed, if there is one."""
    half = np.array([_half_wide(label, size), _HALF_HIGH * size])
    arrow = _arrow(label, turn, size)
    boxes = [(-half, half), (arrow.min(axis=0), arrow.max(axis=0))]
    reach = _FAR + _CLEAR + max(np.abs(box).max() for box in boxes)
    near = outline[np.abs(outline - 0.5).max(axis=1) < reach]
    away = near[None] - _PLACES[:, None]
    free = np.ones(len(_PLACES), bool)
    for low, high in boxes:
        within = (away > low - _CLEAR) & (away < high + _CLEAR)
        free &= ~within.all(axis=2).any(axis=1)
    return next((place for place in _PLACES[free].tolist() if _is_inside(outline, *place)), None)


def _lattice() -> Any:
    """The places that are tried, those nearest to the middle first."""
    steps = np.arange(-round(_FAR / _STEP), round(_FAR / _STEP) + 1) * _STEP
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return 0.5 + places[np.lexsort((*places.T, np.round((places**2).sum(axis=1), 9)))]


_PLACES = _lattice()


def _is_inside(outline: Any, x: float, y: float) -> bool:
    """Whether a point is inside a closed line: a ray from it crosses the line an odd number of
    times."""
    ax, ay = outline.T
    bx, by = np.roll(outline, -1, axis=0).T
    across = (ay > y) != (by > y)
    beyond = ax[across] + (y - ay[across]) / (by - ay)[across] * (bx - ax)[across] > x
    return bool(np.count_nonzero(beyond) % 2)
