"""The compiled loops of ``filtering.py``."""

from __future__ import annotations

from ..compile import kernel
from ..kernels.bits.array_types import Int32s, Int64s
from . import filtering

propagate = kernel(
    filtering.propagate,
    parts=(
        filtering.remove_doomed,
        filtering.only_option,
        filtering.take,
        filtering.list_witnesses,
        filtering.sweep,
    ),
    # In ``filtering.py`` they may be lists too.
    types=(
        (filtering.Problem, int, int, Int64s, Int32s, Int32s, Int64s, Int32s, Int32s, Int32s),
        (filtering.State, *[Int32s] * len(filtering.State._fields)),
        (filtering.Scratch, *[Int32s] * len(filtering.Scratch._fields)),
        int,
        int,
        int,
    ),
)
propagate.__module__ = __name__  # where other processes find it, not in ``filtering.py``
