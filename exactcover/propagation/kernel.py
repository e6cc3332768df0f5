"""The loops of ``filtering.py``, compiled."""

from __future__ import annotations

from ..compile import kernel
from ..kernels.array_types import Int32s, Int64s
from . import filtering

# In ``filtering.py`` they may be lists too.
_TYPES = (
    (filtering.Problem, int, int, Int64s, Int32s, Int32s, Int64s, Int32s, Int32s, Int32s),
    (filtering.State, *[Int32s] * len(filtering.State._fields)),
    (filtering.Scratch, *[Int32s] * len(filtering.Scratch._fields)),
    int,
    int,
)
_PARTS = (
    filtering.remove_doomed,
    filtering.only_option,
    filtering.take,
    filtering.list_witnesses,
    filtering.sweep,
)

step = kernel(filtering.step, parts=_PARTS, types=_TYPES)
propagate = kernel(filtering.propagate, parts=(*_PARTS, filtering.step), types=_TYPES)
# Where other processes find them; in ``filtering.py`` they are functions.
step.__module__ = propagate.__module__ = __name__
